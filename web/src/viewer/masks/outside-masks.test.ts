import { describe, expect, it } from 'vitest';
import { markedPart, outlineOfMask, paintMask } from './mask.tsx';
import { outsideOverlays } from './overlays-of.ts';

const segment = {
  code: 'SEG_1',
  label: 'Nodule',
  isRead: true,
  isFractional: false,
  isOurs: false,
  columns: 4,
  rows: 4,
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
    expect([...outlineOfMask(mask, 4)]).toEqual([1, 1, 1, 0, 1, 0, 1, 0, 1, 1, 1, 0, 0, 0, 0, 0]);
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
    return mask;
  };
  expect(markedPart(marked(), columns, rows)).toBeNull();
  const inner = markedPart(marked([40, 33], [63, 50]), columns, rows);
  expect(inner).toMatchObject({ column: 32, row: 32, columns: 32, rows: 32 });
  expect(inner?.strengths.indexOf(1)).toBe(1 * 32 + 8);
  expect(inner?.strengths.lastIndexOf(1)).toBe(18 * 32 + 31);
  expect(inner?.strengths.reduce((sum, one) => sum + one)).toBe(2);
  // The outermost pixels, and the right and lower edge of the image, which are no multiples.
  const whole = marked([0, 5], [99, 79], [50, 0]);
  expect(markedPart(whole, columns, rows)).toEqual({ column: 0, row: 0, columns, rows, strengths: whole });
});

it('the outline of the marked part is the part of the outline of the mask', () => {
  const [columns, rows] = [100, 80];
  const area = (left: number, top: number, right: number, bottom: number) =>
    Uint8Array.from({ length: columns * rows }, (_, pixel) => {
      const [column, row] = [pixel % columns, Math.floor(pixel / columns)];
      return Number(column >= left && column <= right && row >= top && row <= bottom && (column * row) % 7 !== 3);
    });
  // Within the grid of parts, along its lines, and to the right and lower edge of the image.
  for (const mask of [area(40, 35, 60, 60), area(32, 32, 63, 63), area(70, 0, 99, 79)]) {
    const part = markedPart(mask, columns, rows);
    expect(part?.strengths.length).toBeLessThan(mask.length);
    expect(outlineOfMask(part?.strengths ?? mask, part?.columns ?? columns)).toEqual(
      markedPart(outlineOfMask(mask, columns), columns, rows)?.strengths,
    );
  }
});
