import { createHash } from 'node:crypto';

/** A UID derived from a name, always the same (PS3.5 annex B.2: 2.25 and 128 bits). */
export const uidOf = (name: string): string =>
  `2.25.${BigInt(`0x${createHash('sha256').update(name).digest('hex').slice(0, 32)}`)}`;

/** A UUID derived from a name, always the same (RFC 9562 section 5.8, version 8: 122 bits of a hash). */
export function uuidOf(name: string): string {
  const hash = createHash('sha256').update(name).digest().subarray(0, 16);
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x80, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  return hash.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
