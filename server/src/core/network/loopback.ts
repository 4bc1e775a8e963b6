import { isIPv4 } from 'node:net';

/** Whether a name or address is this machine: RFC 6761 section 6.3, RFC 1122 section 3.2.1.3 (g), RFC 4291 section 2.5.3. */
export function isLoopbackName(name: string): boolean {
  const host = name
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/^::ffff:/, '');
  if (host === 'localhost' || host.endsWith('.localhost') || host === '::1') return true;
  return isIPv4(host) && host.startsWith('127.');
}

/** The same for a Host header, with or without a port. */
export function isLoopbackHost(host: string | undefined): boolean {
  return host !== undefined && isLoopbackName(host.trim().replace(/:\d+$/, ''));
}

const PROXY_HEADERS = ['forwarded', 'x-forwarded-host', 'x-forwarded-for'] as const;

interface Asked {
  headers: Readonly<Record<string, string | string[] | undefined>>;
  socket: { readonly remoteAddress?: string | undefined };
}

/**
 * Whether a request comes from this machine and names this machine. A site that points its name here (DNS rebinding)
 * still sends its own name; a peer on the network may send any name but has another address; a proxy adds the client's
 * address.
 */
export function isAskedOnThisMachine({ headers, socket }: Asked): boolean {
  const forwarded = PROXY_HEADERS.flatMap((name) => headers[name] ?? []).flatMap((value) => value.split(','));
  return (
    isLoopbackName(socket.remoteAddress ?? '') &&
    typeof headers.host === 'string' &&
    isLoopbackHost(headers.host) &&
    forwarded.every((each) => isLoopbackHost(each))
  );
}
