import { expect, it } from 'vitest';
import { outlinesOf } from './outlines.ts';

const maskOf = (...lines: string[]) =>
  Uint8Array.from(
    lines
      .join('')
      .split('')
      .map((one) => (one === '#' ? 1 : 0)),
  );
/** The pixels inside of outlines by the even-odd rule. */
function filled(outlines: ReturnType<typeof outlinesOf>, columns: number, rows: number): Uint8Array {
  const mask = new Uint8Array(columns * rows);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      let crossings = 0;
      for (const points of outlines)
        for (const [at, [x, y]] of points.entries()) {
          const [nextX, nextY] = points[(at + 1) % points.length] ?? [x, y];
          if (x === nextX && x > column + 0.5 && Math.min(y, nextY) < row + 0.5 && Math.max(y, nextY) > row + 0.5)
            crossings += 1;
        }
      mask[row * columns + column] = crossings % 2;
    }
  return mask;
}

it('a rectangle is four corners, at the edges of its pixels', () => {
  expect(outlinesOf(maskOf('....', '.##.', '.##.', '....'), 4, 4)).toEqual([
    [
      [1, 1],
      [3, 1],
      [3, 3],
      [1, 3],
    ],
  ]);
});

it('parts and holes have outlines of their own, also where pixels touch at a corner', () => {
  const ring = maskOf('#####', '#...#', '#.#.#', '#...#', '#####');
  expect(outlinesOf(ring, 5, 5)).toHaveLength(3);
  expect(outlinesOf(maskOf('#.', '.#'), 2, 2)).toHaveLength(2);
  expect(outlinesOf(maskOf('.#', '#.'), 2, 2)).toHaveLength(2);
});

it('encloses the mask and nothing else, whatever it is', () => {
  let state = 7;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  for (let turn = 0; turn < 200; turn += 1) {
    const [columns, rows] = [1 + Math.floor(next() * 12), 1 + Math.floor(next() * 12)];
    const mask = Uint8Array.from({ length: columns * rows }, () => (next() < 0.5 ? 1 : 0));
    expect(filled(outlinesOf(mask, columns, rows), columns, rows)).toEqual(mask);
  }
  expect(outlinesOf(new Uint8Array(4), 2, 2)).toEqual([]);
});
