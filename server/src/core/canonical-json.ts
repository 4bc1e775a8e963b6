import canonicalize from 'canonicalize';

/** Canonical JSON (RFC 8785) of a value that is not undefined. */
export function canonicalJson(value: object): string {
  const text = canonicalize(value);
  if (text === undefined) throw new Error('a value without canonical JSON');
  return text;
}
