import { expect, it } from 'vitest';
import { type GridPlace, type ImagePlace, onImage } from './mask-on-image.ts';

/** 8 columns and 6 rows of 2 mm × 3 mm, oblique, so that no axis is one of the patient's. */
const RIGHT = [0.8, 0.6, 0];
const DOWN = [0, 0, -1];
const NORMAL = [-0.6, 0.8, 0];
const ORIGIN = [10, -20, 30];
const image: ImagePlace = {
  ...{ columns: 8, rows: 6, frameOfReferenceUid: '1.2', positionMm: ORIGIN, orientation: [...RIGHT, ...DOWN] },
  ...{ spacingMm: [3, 2], sliceDistanceMm: 5 },
};
/** The patient's coordinates of a place in the image, mm from its first pixel. */
const at = (right: number, down: number, out = 0) =>
  ORIGIN.map((from, axis) => from + RIGHT[axis]! * right + DOWN[axis]! * down + NORMAL[axis]! * out);
const minus = (way: readonly number[]) => way.map((each) => -each);
/** What is marked of an image or mask, by column and row. */
const marked = (pixels: Uint8Array | undefined, columns: number) =>
  [...(pixels ?? []).entries()].flatMap(([index, pixel]) =>
    pixel ? [[index % columns, Math.floor(index / columns)]] : [],
  );
const maskOf = ({ columns, rows }: GridPlace, ...places: readonly (readonly [number, number])[]) => {
  const pixels = new Uint8Array(columns * rows);
  for (const [column, row] of places) pixels[row * columns + column] = 1;
  return pixels;
};
const placed = (grid: GridPlace, ...places: readonly (readonly [number, number])[]) => {
  const onto = onImage(grid, image, 0);
  return onto && marked(onto(maskOf(grid, ...places)), image.columns);
};
const PLACES = [
  [5, 2],
  [6, 2],
  [6, 4],
] as const;

it('a mask on the grid of its image stays as it is, also where positions are rounded', () => {
  const pixels = maskOf(image, ...PLACES);
  expect(onImage(image, image, 0)?.(pixels)).toBe(pixels);
  expect(onImage({ ...image, positionMm: at(0.04, -0.04, 0.04) }, image, 0)?.(pixels)).toBe(pixels);
});

it.each([
  ['a part', { columns: 4, rows: 4, positionMm: at(8, 3), orientation: [...RIGHT, ...DOWN] }, [4, 1], [1, 0], [0, 1]],
  [
    'turned by 180°',
    { positionMm: at(14, 15), orientation: [...minus(RIGHT), ...minus(DOWN)] },
    [7, 5],
    [-1, 0],
    [0, -1],
  ],
  ['mirrored', { positionMm: at(14, 0), orientation: [...minus(RIGHT), ...DOWN] }, [7, 0], [-1, 0], [0, 1]],
  [
    'turned by 90°',
    { columns: 6, rows: 8, spacingMm: [2, 3], positionMm: at(0, 15), orientation: [...minus(DOWN), ...RIGHT] },
    [0, 5],
    [0, -1],
    [1, 0],
  ],
] as const)('a mask on another grid comes exactly onto its image: %s', (_, change, [x, y], perColumn, perRow) => {
  const grid: GridPlace = { ...image, ...change };
  // The column and row of the mask that lies at a place of the image.
  const own = PLACES.map(([column, row]) => {
    for (let c = 0; c < grid.columns; c += 1)
      for (let r = 0; r < grid.rows; r += 1)
        if (x + perColumn[0] * c + perRow[0] * r === column && y + perColumn[1] * c + perRow[1] * r === row)
          return [c, r] as const;
    throw new Error('no pixel of the mask lies there');
  });
  expect(placed(grid, ...own)).toEqual(PLACES);
});

it('of a finer grid each pixel of the image has what lies at its centre, of a coarser one several have the same', () => {
  const fine: GridPlace = { ...image, columns: 16, rows: 12, spacingMm: [1.5, 1], positionMm: at(-0.5, -0.75) };
  expect(placed(fine, [10, 4], [11, 4], [10, 5], [11, 5])).toEqual([[5, 2]]);
  const coarse: GridPlace = { ...image, columns: 4, rows: 3, spacingMm: [6, 4], positionMm: at(1, 1.5) };
  expect(placed(coarse, [2, 1])).toEqual([
    [4, 2],
    [5, 2],
    [4, 3],
    [5, 3],
  ]);
});

it('what does not lie in the plane of its image is not brought onto it', () => {
  expect(onImage({ ...image, positionMm: at(0, 0, 2.4) }, image, 0)).not.toBeNull();
  expect(onImage({ ...image, positionMm: at(0, 0, 2.6) }, image, 0)).toBeNull();
  const alone = { ...image, sliceDistanceMm: 0 };
  expect(onImage({ ...image, positionMm: at(0, 0, 0.09) }, alone, 0)).not.toBeNull();
  expect(onImage({ ...image, positionMm: at(0, 0, 0.2) }, alone, 0)).toBeNull();
  expect(onImage({ ...image, orientation: [...RIGHT, ...NORMAL] }, image, 0)).toBeNull();
  // 3° about its rows.
  const tilted = DOWN.map((each, axis) => Math.cos(0.05) * each + Math.sin(0.05) * NORMAL[axis]!);
  expect(onImage({ ...image, orientation: [...RIGHT, ...tilted] }, image, 0)).toBeNull();
  // Coordinates of another frame of reference mean another place (PS3.3 C.7.4.1).
  const part: GridPlace = { ...image, columns: 4, rows: 4, positionMm: at(8, 3) };
  expect(onImage(part, image, 0)).not.toBeNull();
  expect(onImage({ ...part, frameOfReferenceUid: '1.3' }, image, 0)).toBeNull();
  expect(onImage({ ...part, frameOfReferenceUid: null }, image, 0)).not.toBeNull();
});

it('where mask or image do not say where they lie, only a mask of the same size is taken, as it is', () => {
  const nowhere = { positionMm: null, orientation: null, spacingMm: null };
  const half = { columns: 4, rows: 3 };
  const pixels = maskOf(image, ...PLACES);
  const film = { ...image, ...nowhere };
  for (const [mask, on] of [
    [{ ...image, ...nowhere }, image],
    [image, film],
  ] as const) {
    expect(onImage(mask, on, 0)?.(pixels)).toBe(pixels);
    expect(onImage({ ...mask, ...half }, on, 0)).toBeNull();
  }
  // Half a description that contradicts the image.
  expect(onImage({ ...image, positionMm: null, orientation: [...minus(RIGHT), ...minus(DOWN)] }, image, 0)).toBeNull();
  expect(onImage({ ...image, orientation: [0, 0, 0, 0, 0, 0] }, image, 0)).toBeNull();
});

it('of a later frame of an image only a mask on the same grid is taken: its own position is not known', () => {
  expect(onImage({ ...image, positionMm: at(0, 0, 40) }, image, 8)).not.toBeNull();
  expect(onImage({ ...image, positionMm: at(4, 0, 40) }, image, 8)).toBeNull();
  expect(onImage({ ...image, columns: 4, positionMm: at(4, 0, 40) }, image, 8)).toBeNull();
});
