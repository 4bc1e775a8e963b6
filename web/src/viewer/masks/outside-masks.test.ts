import { decodeRuns, encodeRuns, type Overlay } from '@duai/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blendMask, drawnMasksOn, isOnGrid } from './drawn-masks.ts';
import { paintMask } from './mask.tsx';
import { markedRuns, outlineRuns, partOfRuns, type Runs } from './mask-runs.ts';
import { outsideOverlays } from './overlays-of.ts';

const segment = {
  code: 'SEG_1',
  label: 'Nodule',
  isRead: true,
  isFractional: false,
  isOurs: false,
  columns: 4,
  rows: 4,
  unplaced: [] as string[],
};

describe('masks from outside', () => {
  it('stand on the series that they outline, and what could not be read on every one', () => {
    const here = { ...segment, slices: [{ sopInstanceUid: '1.2', runs: 'DC' }] };
    const elsewhere = { ...segment, code: 'SEG_2', slices: [{ sopInstanceUid: '9.9', runs: 'DC' }] };
    const unread = { ...segment, code: 'SEG_3', isRead: false, slices: [] };
    const found = outsideOverlays([here, elsewhere, unread], new Set(['1.1', '1.2', null]));
    expect(found.map(({ code, isUnread = false }) => [code, isUnread])).toEqual([
      ['SEG_1', false],
      ['SEG_3', true],
    ]);
  });

  it('that lie elsewhere than their images are counted on the series of these images alone', () => {
    const elsewhere = { ...segment, slices: [], unplaced: ['1.1', '1.2', '7.7'] };
    expect(outsideOverlays([elsewhere], new Set(['1.1', '1.2', null]))).toMatchObject([{ code: 'SEG_1', unplaced: 2 }]);
    expect(outsideOverlays([elsewhere], new Set(['1.3']))).toEqual([]);
  });

  it('of shares say from which on a pixel is in the mask', () => {
    const shares = { ...segment, isFractional: true, slices: [{ sopInstanceUid: '1.2', runs: 'DC' }] };
    const [shown] = outsideOverlays([shares], new Set(['1.2']));
    expect(shown?.label).toBe('Nodule (≥ 50 %)');
  });

  it('are told apart where this service made them and an archive gave them back', () => {
    const slices = [{ sopInstanceUid: '1.2', runs: 'DC' }];
    const shown = outsideOverlays(
      [
        { ...segment, isOurs: true, slices },
        { ...segment, slices },
      ],
      new Set(['1.2']),
    );
    expect(shown.map(({ isOurs = false }) => isOurs)).toEqual([true, false]);
  });

  it('are drawn as an outline: pixels that have one outside beside them, and those at the edge of the image', () => {
    const mask = Uint8Array.from([1, 1, 1, 0, 1, 1, 1, 0, 1, 1, 1, 0, 0, 0, 0, 0]);
    expect(outlineRuns(markedRuns(encodeRuns(mask), 4, 4), 4)).toEqual([0, 3, 4, 5, 6, 7, 8, 11]);
  });
});

it('a mask is painted in its colour and strength; what it leaves out stays transparent', () => {
  const painted = (strengths: number[], most: number, opacity: number) => {
    const rgba = new Uint8ClampedArray(strengths.length * 4);
    paintMask(Uint8Array.from(strengths), most, [82, 200, 208], opacity, rgba);
    return Array.from({ length: strengths.length }, (_, pixel) => [...rgba.slice(pixel * 4, pixel * 4 + 4)]);
  };
  expect(painted([0, 1, 0], 1, 0.5)).toEqual([
    [0, 0, 0, 0],
    [82, 200, 208, 128],
    [0, 0, 0, 0],
  ]);
  expect(painted([255, 128], 255, 0.4).map(([, , , alpha]) => alpha)).toEqual([102, 51]);
  // An outline is opaque, however faint the area would be.
  expect(painted([1], 0.3, 0.3)[0]?.[3]).toBe(255);
});

it('of a mask only the part that it marks is drawn, with edges that stay where they are from slice to slice', () => {
  const [columns, rows] = [100, 80];
  const marked = (...places: readonly (readonly [number, number])[]) => {
    const mask = new Uint8Array(columns * rows);
    for (const [column, row] of places) mask[row * columns + column] = 1;
    return encodeRuns(mask);
  };
  const partOf = (text: string) => partOfRuns(markedRuns(text, columns, rows), columns, rows);
  expect(partOf(marked())).toBeNull();
  const inner = partOf(marked([40, 33], [63, 50]));
  expect(inner).toMatchObject({ column: 32, row: 32, columns: 32, rows: 32 });
  expect(inner?.strengths.indexOf(1)).toBe(1 * 32 + 8);
  expect(inner?.strengths.lastIndexOf(1)).toBe(18 * 32 + 31);
  expect(inner?.strengths.reduce((sum, one) => sum + one)).toBe(2);
  // The outermost pixels, and the right and lower edge of the image, which are no multiples.
  const whole = marked([0, 5], [99, 79], [50, 0]);
  expect(partOf(whole)).toEqual({
    column: 0,
    row: 0,
    columns,
    rows,
    strengths: decodeRuns(whole, columns * rows),
  });
  // A run from the end of a line to the begin of the next.
  const across = partOf(marked([98, 40], [99, 40], [0, 41], [1, 41]));
  expect(across).toMatchObject({ column: 0, row: 32, columns, rows: 32 });
  expect([...(across?.strengths.entries() ?? [])].flatMap(([at, one]) => (one ? [at] : []))).toEqual([
    898, 899, 900, 901,
  ]);
  // More than the image has.
  expect(() => markedRuns(whole, columns, rows - 1)).toThrow(RangeError);
});

it('an outline made of runs is that of a look at each pixel and its four neighbours', () => {
  const [columns, rows] = [37, 29];
  const size = { minLength: columns * rows, maxLength: columns * rows };
  const pixelsOf = (runs: Runs) => {
    const pixels = new Uint8Array(columns * rows);
    for (let run = 0; run < runs.length; run += 2) pixels.fill(1, runs[run], runs[run + 1]);
    return pixels;
  };
  fc.assert(
    fc.property(fc.uint8Array({ ...size, max: 9 }), fc.integer({ min: 1, max: 10 }), (noise, share) => {
      const mask = noise.map((value) => Number(value < share));
      const isSet = (column: number, row: number) =>
        column >= 0 && column < columns && mask[row * columns + column] === 1;
      const outline = mask.map((marked, pixel) => {
        const [column, row] = [pixel % columns, Math.floor(pixel / columns)];
        const isInner =
          isSet(column - 1, row) && isSet(column + 1, row) && isSet(column, row - 1) && isSet(column, row + 1);
        return Number(marked === 1 && !isInner);
      });
      const marked = markedRuns(encodeRuns(mask), columns, rows);
      expect(pixelsOf(marked)).toEqual(mask);
      expect(pixelsOf(outlineRuns(marked, columns))).toEqual(outline);
    }),
  );
  // Three pixels, none, and six more: one run, in which nothing is an edge.
  expect(markedRuns('BDAG', 20, 1)).toEqual([1, 10]);
});

describe('masks in the pixels of their image', () => {
  const [columns, rows] = [100, 80];
  const at = (column: number, row: number) => row * columns + column;
  const runsOf = (...pixels: readonly number[]) => {
    const mask = new Uint8Array(columns * rows);
    for (const pixel of pixels) mask[pixel] = 1;
    return encodeRuns(mask);
  };
  const square = [at(40, 33), at(41, 33), at(42, 33)].flatMap((pixel) => [0, 100, 200].map((down) => pixel + down));
  const lung: Overlay = {
    code: 'LUNG',
    columns,
    rows,
    slices: [
      { sopInstanceUid: '1', runs: runsOf(...square) },
      { sopInstanceUid: '2', frame: 3, runs: runsOf(at(0, 0)) },
      { sopInstanceUid: '3', runs: '' },
    ],
  };
  const other: Overlay = {
    ...lung,
    code: 'SEG_1',
    slices: [{ sopInstanceUid: '1', runs: runsOf(at(41, 34), at(99, 79)) }],
  };
  /** Colours of an even grey image with what is drawn into it, of the pixels that are not grey. */
  const drawnInto = (grey: number, image: string, frame: number, look: { opacity: number; isOutlined: boolean }) => {
    const rgba = new Uint8ClampedArray(columns * rows * 4).fill(grey);
    for (let alpha = 3; alpha < rgba.length; alpha += 4) rgba[alpha] = 255;
    for (const mask of drawnMasksOn([lung, other], image, frame, look)) blendMask(mask, rgba);
    expect(rgba.filter((value, index) => index % 4 === 3 && value !== 255)).toHaveLength(0);
    const colours = new Map<number, number[]>();
    for (let pixel = 0; pixel < columns * rows; pixel += 1) {
      const colour = [...rgba.slice(pixel * 4, pixel * 4 + 3)];
      if (colour.some((channel) => channel !== grey)) colours.set(pixel, colour);
    }
    return colours;
  };

  it('are blended into it as areas, the later over the earlier, and leave all other pixels as they are', () => {
    const colours = drawnInto(100, '1', 0, { opacity: 0.5, isOutlined: false });
    expect([...colours.keys()].sort((one, next) => one - next)).toEqual(
      [...square, at(99, 79)].sort((one, next) => one - next),
    );
    expect(colours.get(at(40, 33))).toEqual([91, 150, 154]);
    // The colour of the other one, half over that of the lung.
    expect(colours.get(at(41, 34))).toEqual([106, 175, 117]);
  });

  it('are drawn as outlines in full colour, on the slice and frame that they mark alone', () => {
    const outlines = drawnInto(100, '1', 0, { opacity: 0.1, isOutlined: true });
    expect(outlines.get(at(42, 35))).toEqual([82, 200, 208]);
    expect(outlines.get(at(41, 34))).toEqual([120, 200, 80]);
    expect(outlines.size).toBe(10);
    expect([...drawnInto(7, '2', 3, { opacity: 1, isOutlined: false })]).toEqual([[0, [82, 200, 208]]]);
    for (const [image, frame] of [
      ['2', 0],
      ['3', 0],
      ['4', 0],
    ] as const)
      expect(drawnMasksOn([lung, other], image, frame, { opacity: 1, isOutlined: true })).toEqual([]);
  });

  it('a heat map and a mask of another grid are not of its pixels', () => {
    expect(isOnGrid(lung, { columns, rows })).toBe(true);
    expect(isOnGrid(lung, { columns, rows: rows + 1 })).toBe(false);
    expect(isOnGrid(lung, { columns: columns / 2, rows })).toBe(false);
    expect(isOnGrid({ ...lung, kind: 'heat' }, { columns, rows })).toBe(false);
  });
});
