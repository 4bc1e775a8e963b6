import { isIPv6 } from 'node:net';

/**
 * The key by which limits count a caller: an IPv4 address, or the /64 of an IPv6 address. One connection gets a whole
 * /64 (RFC 6177, RFC 4291 section 2.5.4), so its user could use a new address for every try.
 */
export function addressGroup(address: string | null): string {
  const plain = (address ?? '').replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain);
  if (mapped) return mapped[1]!;
  // The URL serialiser gives one form for all spellings of an address.
  const [head = '', tail = ''] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const all = [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
  return `${all.slice(0, 4).join(':')}::/64`;
}
