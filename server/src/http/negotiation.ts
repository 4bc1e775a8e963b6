/** Brotli, else gzip, where the client accepts them (RFC 9110, 12.5.3); a weight of 0 refuses one. */
export function wantedEncoding(accepted: string | string[] | undefined): 'br' | 'gzip' | 'plain' {
  const names = String(accepted ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.split(';')[0]!.trim());
  if (names.includes('br')) return 'br';
  return names.includes('gzip') ? 'gzip' : 'plain';
}

/**
 * Whether the client already has this version (RFC 9110, 13.1.2): If-None-Match lists it, also as weak (after a
 * compressing proxy), or is `*`.
 */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  const tagOf = (name: string) => name.trim().replace(/^W\//, '');
  const known = ifNoneMatch?.split(',').map(tagOf) ?? [];
  return known.includes('*') || known.includes(tagOf(etag));
}
