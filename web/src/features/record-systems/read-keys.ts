import { fhir, type Sent } from '@duai/contract';

type Keys = Sent<typeof fhir.addFhirClient, 'body'>['keys'];

/** What was entered: an address, or a key set or a single key of RFC 7517. Null where it is none of these. */
export function readKeys(text: string): Keys | null {
  const entered = text.trim();
  if (/^https?:\/\//.test(entered)) return URL.canParse(entered) ? { jwksUrl: entered } : null;
  try {
    const read: unknown = JSON.parse(entered);
    const keys = isObject(read) && 'kty' in read ? { keys: [read] } : read;
    const { data } = fhir.addFhirClient.body.shape.keys.safeParse({ jwks: keys });
    return data ?? null;
  } catch {
    return null;
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
