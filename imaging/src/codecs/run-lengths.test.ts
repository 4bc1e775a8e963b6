import { describe, expect, it } from 'vitest';
import { hasWholeSegments } from './run-lengths.ts';

/** A frame with these segments, or with other offsets than theirs. */
function frame(segments: number[][], offsets?: number[], count = segments.length): Uint8Array {
  const bytes = Buffer.alloc(64 + segments.flat().length);
  bytes.writeUInt32LE(count, 0);
  let at = 64;
  for (const [place, segment] of segments.entries()) {
    bytes.writeUInt32LE(offsets?.[place] ?? at, 4 + 4 * place);
    bytes.set(segment, at);
    at += segment.length;
  }
  return new Uint8Array(bytes);
}
/** Four bytes of 7, and four bytes one by one. */
const REPEATED = [256 - 3, 7];
const LITERAL = [3, 1, 2, 3, 4];

describe('the run lengths of a frame of four pixels', () => {
  it('are whole as repeated and literal runs, with nothing to do between and padding behind them', () => {
    expect(hasWholeSegments(frame([REPEATED]), 1, 4)).toBe(true);
    expect(hasWholeSegments(frame([[...REPEATED, 0]]), 1, 4)).toBe(true);
    expect(hasWholeSegments(frame([REPEATED, LITERAL]), 2, 4)).toBe(true);
    expect(hasWholeSegments(frame([[128, ...LITERAL]]), 1, 4)).toBe(true);
  });

  it.each([
    ['a segment is beyond the frame', frame([REPEATED, LITERAL], [64, 9999])],
    ['a segment begins in the header', frame([REPEATED, LITERAL], [12, 66])],
    ['the segments overlap', frame([REPEATED, LITERAL], [66, 64])],
    ['there are fewer segments than the pixels need', frame([REPEATED])],
    ['there are more', frame([REPEATED, LITERAL, LITERAL])],
    ['the count is wrong', frame([REPEATED, LITERAL], undefined, 200)],
    ['a run is cut off', frame([REPEATED, LITERAL.slice(0, -1)])],
    ['a segment has too few pixels', frame([[256 - 2, 7], LITERAL])],
    ['there is no header', new Uint8Array(20)],
  ])('are not where %s', (_what, bytes) => {
    expect(hasWholeSegments(bytes, 2, 4)).toBe(false);
  });

  it('are not for more segments than a header holds', () => {
    expect(hasWholeSegments(new Uint8Array(200), 16, 1)).toBe(false);
  });
});
