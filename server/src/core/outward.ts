import { type LookupAddress, lookup } from 'node:dns';
import { type ClientRequest, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { promisify } from 'node:util';
import { isPublicAddress } from './public-address.ts';
import { theOne } from './the-one.ts';

/** Why an address is not called. */
export class OutwardRefused extends Error {}

export type Resolve = (host: string) => Promise<LookupAddress[]>;
const resolveAll: Resolve = (host) => promisify(lookup)(host, { all: true, verbatim: true });

export interface OutwardRules {
  /** Host or host:port, as in the address; these may be private and need no TLS. */
  allowedHosts: readonly string[];
  resolve?: Resolve;
}

/**
 * The addresses of a name that may be called: https and the open internet, unless an operator allowed the host.
 * @throws OutwardRefused
 */
export async function outwardAddresses(
  url: URL,
  { allowedHosts, resolve = resolveAll }: OutwardRules,
): Promise<LookupAddress[]> {
  const isAllowed = allowedHosts.includes(url.host) || allowedHosts.includes(url.hostname);
  if (url.protocol !== 'https:' && !(isAllowed && url.protocol === 'http:'))
    throw new OutwardRefused('only https is called');
  if (url.username || url.password) throw new OutwardRefused('an address with a password is not called');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const family = isIP(host);
  let addresses: LookupAddress[];
  try {
    addresses = family ? [{ address: host, family }] : await resolve(host);
  } catch (error) {
    throw new OutwardRefused('the name cannot be resolved', { cause: error });
  }
  if (addresses.length === 0) throw new OutwardRefused('the name has no address');
  if (!isAllowed && !addresses.every(({ address }) => isPublicAddress(address)))
    throw new OutwardRefused('the address is not of the open internet');
  return addresses;
}

/**
 * A request to one of these addresses, whatever the name answers now: a name that answers differently the second time gains
 * nothing. Redirects are not followed.
 */
export function outwardRequest(
  url: URL,
  addresses: LookupAddress[],
  options: { method: 'GET' | 'POST'; headers: Record<string, string | number>; signal: AbortSignal },
): ClientRequest {
  const lookupChecked: LookupFunction = (_host, { all }, done) => {
    if (all) return done(null, addresses);
    const { address, family } = theOne(addresses);
    return done(null, address, family);
  };
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return send(url, { ...options, lookup: lookupChecked, agent: false });
}
