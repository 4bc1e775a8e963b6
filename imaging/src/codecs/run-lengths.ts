/** The header of an RLE frame: the number of segments and 15 offsets (PS3.5 section G.5). */
const HEADER_BYTES = 64;
const MOST_SEGMENTS = 15;

/**
 * Whether the segments of an RLE frame lie in it and hold at least `pixels` bytes each (PS3.5 annex G). Where they do not, the
 * decoder leaves pixels black without an error.
 */
export function hasWholeSegments(frame: Uint8Array, segments: number, pixels: number): boolean {
  if (frame.length < HEADER_BYTES || segments > MOST_SEGMENTS) return false;
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  if (view.getUint32(0, true) !== segments) return false;
  const offsets = Array.from({ length: segments }, (_, segment) => view.getUint32(4 + 4 * segment, true));
  return offsets.every((from, segment) => {
    const to = offsets[segment + 1] ?? frame.length;
    return from >= HEADER_BYTES && from < to && to <= frame.length && bytesIn(frame, from, to) >= pixels;
  });
}

/** Number of bytes that a segment decodes to (PS3.5 section G.3.2); a run that is cut off does not count. */
function bytesIn(frame: Uint8Array, from: number, to: number): number {
  let count = 0;
  let at = from;
  while (at < to) {
    const code = frame[at]!;
    const length = code > 128 ? 257 - code : code + 1;
    const needed = code > 128 ? 2 : code + 2;
    if (code === 128) at += 1;
    else if (at + needed > to) return count;
    else {
      count += length;
      at += needed;
    }
  }
  return count;
}
