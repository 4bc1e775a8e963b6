import { encodeRuns, type Overlay } from '@duai/contract';
import type { RegionSlice } from './region-slices.ts';

/** A mask on the images of a region, of the pixels for which `isMarked` is true. */
export function regionOverlay(
  code: string,
  slices: readonly RegionSlice[],
  isMarked: (slice: RegionSlice, pixel: number) => boolean,
): Overlay[] {
  const [first] = slices;
  if (!first) return [];
  const { columns, rows } = first;
  const drawn = slices.flatMap((slice) => {
    if (slice.columns !== columns || slice.rows !== rows) return [];
    const runs = encodeRuns(Uint8Array.from(slice.inside, (_, pixel) => (isMarked(slice, pixel) ? 1 : 0)));
    const { name: sopInstanceUid, frame } = slice;
    return runs === '' ? [] : [{ sopInstanceUid, ...(frame > 0 && { frame }), runs }];
  });
  return [{ code, columns, rows, slices: drawn }];
}
