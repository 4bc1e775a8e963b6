/** The site as a passkey knows it: a domain, and the one origin from which it may be used (Web Authentication 5.1.2). */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

const LOOPBACK = ['127.0.0.1', '[::1]'];

/**
 * From the configured public address. Browsers take no IP address for a relying party, so that a site on this very
 * machine answers to `localhost`; under any other IP address they refuse, and the pages offer no passkeys there.
 */
export function relyingPartyOf(publicUrl: string): RelyingParty {
  const url = new URL(publicUrl);
  if (LOOPBACK.includes(url.hostname)) url.hostname = 'localhost';
  return { id: url.hostname, origin: url.origin };
}
