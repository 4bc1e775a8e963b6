/**
 * FNV-1a (32 bits) over Patient ID, name and birth date without padding: equal for equal people within one upload, and too
 * short to be reversed. Null where all are empty.
 */
export function patientKeyOf(
  values: readonly [patientId: Uint8Array, name: Uint8Array, birthDate: Uint8Array],
): string | null {
  let hash = 0x811c9dc5;
  let isEmpty = true;
  for (const value of values) {
    let end = value.length;
    while (end > 0 && (value[end - 1] === 0x20 || value[end - 1] === 0)) end -= 1;
    if (end > 0) isEmpty = false;
    for (const byte of value.subarray(0, end)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
    hash = Math.imul(hash ^ 0x5c, 0x01000193) >>> 0;
  }
  return isEmpty ? null : hash.toString(16).padStart(8, '0');
}
