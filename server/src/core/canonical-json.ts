import canonicalize from 'canonicalize';

/** The canonical JSON of a value (RFC 8785). */
export function canonicalJson(value: object): string {
  const text = canonicalize(value);
  if (text === undefined) throw new Error('a value without canonical JSON');
  return text;
}
