/** The relying party of the passkeys: a domain, and the one origin that may use them (Web Authentication 5.1.2). */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

const LOOPBACK = ['127.0.0.1', '[::1]'];

/**
 * Derived from the configured public address. Browsers accept no IP address as a relying party: a site on this machine
 * uses `localhost`; under any other IP address browsers refuse, and the pages offer no passkeys.
 */
export function relyingPartyOf(publicUrl: string): RelyingParty {
  const url = new URL(publicUrl);
  if (LOOPBACK.includes(url.hostname)) url.hostname = 'localhost';
  return { id: url.hostname, origin: url.origin };
}
