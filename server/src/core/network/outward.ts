import { type LookupAddress, lookup } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { theOne } from '../the-one.ts';
import { isPublicAddress } from './public-address.ts';

/** Thrown for an address that may not be called. */
export class OutwardRefused extends Error {}

export type Resolve = (host: string) => Promise<LookupAddress[]>;
const resolveAll: Resolve = (host) => promisify(lookup)(host, { all: true, verbatim: true });

export interface OutwardRules {
  /** Hosts, as host or host:port, that may have private addresses and need no TLS. */
  allowedHosts: readonly string[];
  resolve?: Resolve;
}

/**
 * The addresses of a host that may be called: only https and public addresses, unless an operator allowed the host.
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
 * A request to one of the checked addresses, so that a name that resolves differently the second time has no effect.
 * Redirects are not followed.
 */
export function outwardRequest(
  url: URL,
  addresses: LookupAddress[],
  options: { method: 'GET' | 'POST'; headers: Record<string, string | number>; signal: AbortSignal },
) {
  const lookupChecked: LookupFunction = (_host, { all }, done) => {
    if (all) return done(null, addresses);
    const { address, family } = theOne(addresses);
    return done(null, address, family);
  };
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return send(url, { ...options, lookup: lookupChecked, agent: false });
}

/** Another server gave no usable answer. */
export class OutwardError extends Error {
  readonly code: 'REMOTE_ADDRESS_REFUSED' | 'REMOTE_DOWN' | 'REMOTE_TIMED_OUT' | 'REMOTE_ANSWER_TOO_LARGE';

  constructor(code: OutwardError['code'], message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'OutwardError';
    this.code = code;
  }
}

export interface OutwardCall {
  token: string | null;
  headers?: Record<string, string | number>;
  /** The body of a POST; without it the request is a GET. */
  body?: Uint8Array | Readable;
  /** A larger answer is not read. */
  mostBytes: number;
  signal: AbortSignal;
}

/** Temporary statuses: too many requests, bad gateway, unavailable, gateway timeout (RFC 9110, RFC 6585). */
const PASSING = new Set([429, 502, 503, 504]);

/** One exchange with another server. @throws OutwardError, also for a temporary status; any other status is returned */
export async function outwardExchange(
  url: URL,
  rules: OutwardRules,
  { token, headers = {}, body, mostBytes, signal }: OutwardCall,
): Promise<{ status: number; headers: IncomingMessage['headers']; bytes: Uint8Array }> {
  const addresses = await outwardAddresses(url, rules).catch((cause: unknown) => {
    if (!(cause instanceof OutwardRefused)) throw cause;
    throw new OutwardError('REMOTE_ADDRESS_REFUSED', cause.message, { cause });
  });
  try {
    const request = outwardRequest(url, addresses, {
      method: body ? 'POST' : 'GET',
      headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
      signal,
    });
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      request.on('response', resolve);
      request.on('error', reject);
    });
    // A server may answer before it has read everything and then close the connection; its answer is used.
    sendBody(request, body).catch(() => {});
    const response = await answered;
    const bytes = await bytesOf(response, mostBytes);
    const status = response.statusCode ?? 0;
    if (PASSING.has(status)) throw new OutwardError('REMOTE_DOWN', `the server answered ${status}`);
    return { status, headers: response.headers, bytes };
  } catch (error) {
    if (error instanceof OutwardError) throw error;
    if (signal.aborted) throw new OutwardError('REMOTE_TIMED_OUT', 'the server did not answer in time');
    const what = (error as { code?: string }).code ?? 'connection failed';
    throw new OutwardError('REMOTE_DOWN', `the server cannot be reached: ${what}`, { cause: error });
  }
}

async function sendBody(request: ReturnType<typeof outwardRequest>, body: OutwardCall['body']): Promise<void> {
  if (body && !(body instanceof Uint8Array)) await pipeline(body, request);
  else request.end(body);
}

async function bytesOf(response: IncomingMessage, mostBytes: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > mostBytes) {
      response.destroy();
      throw new OutwardError('REMOTE_ANSWER_TOO_LARGE', `the answer has more than ${mostBytes} bytes`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
