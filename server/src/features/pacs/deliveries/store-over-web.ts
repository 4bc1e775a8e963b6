import { randomUUID } from 'node:crypto';
import { OutwardError, outwardExchange } from '../../../core/network/outward.ts';

const TIMEOUT_MS = 120_000;
const MOST_ANSWER_BYTES = 1024 * 1024;
/** The same object again: it is there (PS3.7 section C.5.5, Duplicate SOP Instance). */
const DUPLICATE = 0x0111;

export interface WebDestination {
  url: string;
  /** As the receiver asks for it. */
  headers: Record<string, string>;
  mayBePrivate: boolean;
}
export interface ObjectToStore {
  sopInstanceUid: string;
  file: Buffer;
}

type Item = Record<string, { Value?: unknown[] } | undefined>;

/**
 * Stores one object by STOW-RS (PS3.18 section 10.5), by the rules of outward calls. @returns 'sent', or why not; never what the
 * receiver wrote, which may name the patient
 */
export async function storeOverWeb(destination: WebDestination, object: ObjectToStore): Promise<string> {
  const { url: root, headers, mayBePrivate } = destination;
  const url = new URL('studies', root.endsWith('/') ? root : `${root}/`);
  const boundary = randomUUID();
  const body = Buffer.concat([
    Buffer.from(`--${boundary}\r\nContent-Type: application/dicom\r\n\r\n`),
    object.file,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  try {
    const answer = await outwardExchange(
      url,
      { allowedHosts: mayBePrivate ? [url.host] : [] },
      {
        token: null,
        headers: {
          ...headers,
          'content-type': `multipart/related; type="application/dicom"; boundary=${boundary}`,
          'content-length': body.length,
          accept: 'application/dicom+json',
        },
        body,
        mostBytes: MOST_ANSWER_BYTES,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      },
    );
    return outcomeOf(answer.status, answer.bytes, object.sopInstanceUid);
  } catch (error) {
    if (!(error instanceof OutwardError)) throw error;
    return error.code === 'REMOTE_ADDRESS_REFUSED' ? 'ADDRESS_REFUSED' : error.code;
  }
}

/** Of 200, 202 and 409 the answer says which instance was stored and why not (PS3.18 tables 10.5.3-1 and I.2-1). */
export function outcomeOf(status: number, bytes: Uint8Array, sopInstanceUid: string): string {
  if (![200, 202, 409].includes(status)) return `HTTP ${status}`;
  const told = read(bytes);
  const named = (tag: string): Item | undefined =>
    itemsOf(told?.[tag]).find((item) => item['00081155']?.Value?.[0] === sopInstanceUid);
  if (named('00081199')) return 'sent';
  const reason = named('00081198')?.['00081197']?.Value?.[0];
  if (Number(reason) === DUPLICATE) return 'sent';
  if (typeof reason === 'number') return `FAILURE ${reason.toString(16).padStart(4, '0')}`;
  // One that answers in no words of the standard is taken at its word that all was stored.
  return status === 200 && !told ? 'sent' : `HTTP ${status}`;
}

/** The response as DICOM JSON; some answer with one object, some with a list of one. Undefined where it is neither. */
function read(bytes: Uint8Array): Item | undefined {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'));
    const [only] = Array.isArray(parsed) ? (parsed as unknown[]) : [parsed];
    return typeof only === 'object' && only !== null ? (only as Item) : undefined;
  } catch {
    return undefined;
  }
}

const itemsOf = (sequence: Item[string]): Item[] =>
  (sequence?.Value ?? []).filter((item): item is Item => typeof item === 'object' && item !== null);
