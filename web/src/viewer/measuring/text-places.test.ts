import { expect, it } from 'vitest';
import { LINE_HEIGHT, textPlaces } from './text-places.ts';

const stage = { width: 200, height: 120 };
const placed = (...all: [text: string, x: number, y: number][]) =>
  textPlaces(
    all.map(([text, x, y]) => ({ text, at: { x, y } })),
    stage,
  );

it('a text that would cover one before it stands right above or below that, whichever is nearer', () => {
  const below = placed(['12 mm', 0, 0], ['30 mm', 10, 4]);
  expect(below.map(({ y }) => y)).toEqual([-6, -6 + LINE_HEIGHT]);
  const above = placed(['12 mm', 0, 0], ['30 mm', 10, -4]);
  expect(above.map(({ y }) => y)).toEqual([-6, -6 - LINE_HEIGHT]);
  // The place of the third is taken by the second, so it goes to the other side.
  const both = placed(['12 mm', 0, 0], ['30 mm', 10, 4], ['5 mm', 4, 3]);
  expect(both.map(({ y }) => y)).toEqual([-6, 9, -21]);
});

it('a text beside, above or below the others stays at its point', () => {
  const free = placed(['12 mm', -60, 0], ['30 mm', 20, 0], ['5 mm', -60, 30]);
  expect(free.map(({ y }) => y)).toEqual([-6, -6, 24]);
});

it('several lines keep clear of each other as one, and end on the stage', () => {
  const figures = 'mean 23 HU, SD 104 HU, min −12, max 204, 1540 mm²';
  const [first, second] = placed([figures, 40, 50], [figures, 30, 52]);
  expect([first!.lines.length, second!.lines.length]).toEqual([2, 2]);
  expect(second!.y).toBe(first!.y - 2 * LINE_HEIGHT);
});

it('where there is no room, a text stays at its point', () => {
  const high = { width: 200, height: 20 };
  const two = ['12 mm', '30 mm'].map((text) => ({ text, at: { x: 0, y: 4 } }));
  expect(textPlaces(two, high).map(({ y }) => y)).toEqual([-2, -2]);
});

it('a stage full of texts costs no long search', () => {
  const many = placed(...Array.from({ length: 5000 }, (): [string, number, number] => ['12 mm', 0, 0]));
  expect(new Set(many.map(({ y }) => y)).size).toBeGreaterThan(5);
  expect(many.at(-1)!.y).toBe(-6);
});
