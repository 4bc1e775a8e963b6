import { type LookupAddress, lookup } from 'node:dns';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { promisify } from 'node:util';
import { theOne } from '../../core/the-one.ts';
import { type WebhookCall, type WebhookCaller, WebhookError } from './port.ts';
import { isPublicAddress } from './public-address.ts';

const TIMEOUT_MS = 10_000;
type Resolve = (host: string) => Promise<LookupAddress[]>;
const resolveAll: Resolve = (host) => promisify(lookup)(host, { all: true, verbatim: true });

/**
 * HTTP by node's own client. Redirects are not followed. The name is resolved once, all its addresses are looked at, and
 * the connection goes to one that was looked at: a name that answers differently the second time gains nothing.
 */
export function createHttpWebhooks({
  allowedHosts = [],
  timeoutMs = TIMEOUT_MS,
  resolve = resolveAll,
}: {
  /** Host or host:port, as in the address; these may be private and need no TLS. */
  allowedHosts?: readonly string[];
  timeoutMs?: number;
  resolve?: Resolve;
}): WebhookCaller {
  async function addressesOf(url: URL): Promise<LookupAddress[]> {
    const isAllowed = allowedHosts.includes(url.host) || allowedHosts.includes(url.hostname);
    if (url.protocol !== 'https:' && !isAllowed) throw new WebhookError('REFUSED', 'only https is called');
    if (url.username || url.password) throw new WebhookError('REFUSED', 'an address with a password is not called');
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const family = isIP(host);
    let addresses: LookupAddress[];
    try {
      addresses = family ? [{ address: host, family }] : await resolve(host);
    } catch (error) {
      throw new WebhookError('REFUSED', 'the name cannot be resolved', { cause: error });
    }
    if (addresses.length === 0) throw new WebhookError('REFUSED', 'the name has no address');
    if (!isAllowed && !addresses.every(({ address }) => isPublicAddress(address)))
      throw new WebhookError('REFUSED', 'the address is not of the open internet');
    return addresses;
  }

  async function call({ url: text, body, headers }: WebhookCall): Promise<{ status: number }> {
    const url = new URL(text);
    const addresses = await addressesOf(url);
    const lookupChecked: LookupFunction = (_host, options, done) => {
      if (options.all) return done(null, addresses);
      const { address, family } = theOne(addresses);
      return done(null, address, family);
    };
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    return new Promise((answered, failed) => {
      const request = send(url, {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        lookup: lookupChecked,
        agent: false,
        signal: AbortSignal.timeout(timeoutMs),
      });
      request.on('response', (response) => {
        // What the receiver says is not read: only its status counts.
        answered({ status: response.statusCode ?? 0 });
        response.destroy();
      });
      request.on('error', (error) =>
        failed(
          error.name === 'TimeoutError' || (error as { code?: string }).code === 'ABORT_ERR'
            ? new WebhookError('TIMED_OUT', `no answer within ${timeoutMs} ms`)
            : new WebhookError('FAILED', (error as { code?: string }).code ?? error.name, { cause: error }),
        ),
      );
      request.end(body);
    });
  }

  return {
    check: async (text) => {
      if (!URL.canParse(text)) throw new WebhookError('REFUSED', 'not an address');
      await addressesOf(new URL(text));
    },
    call,
  };
}
