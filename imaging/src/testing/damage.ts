import fc from 'fast-check';

/** Bytes with a meaning for parsers: ends of ranges, JPEG markers, item delimiters. */
const TELLING = [0x00, 0x01, 0x7f, 0x80, 0xd8, 0xd9, 0xdd, 0xe0, 0xfe, 0xff];

/**
 * A file as damaged by a broken disc, an interrupted connection or an attacker: truncated, bytes overwritten, or both. Bytes
 * are overwritten in critical places: in the header, where Pixel Data begins, in the tables of the codec, or anywhere.
 */
export function damagedFiles(file: Uint8Array, pixelDataOffset: number): fc.Arbitrary<Uint8Array> {
  const end = file.length - 1;
  const within = (from: number, length: number) =>
    fc.integer({ min: Math.min(from, end), max: Math.min(from + length, end) });
  const place = fc.oneof(
    within(128, 1500),
    within(pixelDataOffset - 12, 64),
    within(pixelDataOffset + 8, 700),
    within(0, file.length),
  );
  const value = fc.oneof(fc.integer({ min: 0, max: 255 }), fc.constantFrom(...TELLING));
  const flips = fc.array(fc.tuple(place, value), { minLength: 1, maxLength: 8 });
  const cut = fc.option(fc.nat(end), { freq: 3 });
  return fc.tuple(flips, cut).map(([changes, length]) => {
    const bytes = file.slice();
    for (const [at, to] of changes) bytes[at] = to;
    return length === null ? bytes : bytes.slice(0, length);
  });
}
