/**
 * The cookie name with the prefix that browsers enforce over TLS (RFC 6265bis section 4.1.3). `__Host-` means Secure,
 * this host only and the whole site, so that neither another subdomain nor plain http can plant one; a cookie with a
 * narrower path can only be `__Secure-`. Plain http on loopback has no prefix.
 */
export function cookieName(name: string, { isTls, path }: { isTls: boolean; path: string }): string {
  if (!isTls) return name;
  return path === '/' ? `__Host-${name}` : `__Secure-${name}`;
}
