import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';

/** How the values of one case are replaced: the same for all its files, and irreversible without the key. */
export interface CaseMapping {
  uid(original: string): string;
  /** Whole days by which every date is moved back. */
  daysBack: number;
}

/** UIDs that the standard assigns to everybody: frames of reference of atlases, and Universal Coordinated Time. */
const WELL_KNOWN = ['1.2.840.10008.1.4.', '1.2.840.10008.15.1.'];
const MIN_DAYS_BACK = 366;
const DAYS_BACK_RANGE = 3287;

/**
 * The mapping for the secret key of a case (32 bytes). A UID becomes 128 bits of HMAC-SHA-256 (RFC 2104) as a UUID of version
 * 8 (RFC 9562) under the root 2.25 (PS3.5 annex B.2): the same for the same key, different for another.
 */
export function caseMapping(key: Uint8Array): CaseMapping {
  const digest = (text: string) => hmac(sha256, key, new TextEncoder().encode(text));
  const known = new Map<string, string>();
  const days = digest('dates');
  return {
    daysBack: MIN_DAYS_BACK + (new DataView(days.buffer, days.byteOffset).getUint32(0) % DAYS_BACK_RANGE),
    uid(original) {
      if (original === '' || WELL_KNOWN.some((root) => original.startsWith(root))) return original;
      const mapped = known.get(original) ?? `2.25.${uuidOf(digest(`uid ${original}`))}`;
      known.set(original, mapped);
      return mapped;
    },
  };
}

function uuidOf(digest: Uint8Array): bigint {
  const bytes = digest.slice(0, 16);
  const view = new DataView(bytes.buffer);
  view.setUint8(6, (view.getUint8(6) & 0x0f) | 0x80);
  view.setUint8(8, (view.getUint8(8) & 0x3f) | 0x80);
  return bytes.reduce((number, byte) => number * 256n + BigInt(byte), 0n);
}
