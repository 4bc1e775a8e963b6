/**
 * Where the site is reached over TLS, browsers keep a cookie's promise by its name (RFC 6265bis section 4.1.3):
 * `__Host-` is Secure, of this host alone and of the whole site, so that neither a neighbour's subdomain nor plain http
 * can plant one; a cookie of a narrower path can only be `__Secure-`. Plain http on loopback knows neither.
 */
export function cookieName(name: string, { isTls, path }: { isTls: boolean; path: string }): string {
  if (!isTls) return name;
  return path === '/' ? `__Host-${name}` : `__Secure-${name}`;
}
