import type { ByteSource } from './byte-source.ts';

/** The end of encapsulated pixel data, from fragment to fragment (PS3.5 section A.4); a missing delimiter does no harm. */
export async function endOfFragments(source: ByteSource, from: number): Promise<number> {
  let at = from;
  while (at + 8 <= source.sizeBytes) {
    const item = await source.read(at, 8);
    const view = new DataView(item.buffer, item.byteOffset, 8);
    if (view.getUint16(0, true) !== 0xfffe || view.getUint16(2, true) !== 0xe000) return at + 8;
    at += 8 + view.getUint32(4, true);
  }
  return source.sizeBytes;
}
