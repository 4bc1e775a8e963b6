import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { figuresOf } from './figures.ts';
import { cobbAngleOf, type Point, statisticsOf } from './measure.ts';

const turned = (points: readonly Point[], degrees: number): Point[] => {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return points.map(({ x, y }) => ({ x: x * cos - y * sin, y: x * sin + y * cos }));
};
const along = ({ x, y }: Point, degrees: number, half = 20): Point[] => [
  ...turned([{ x: -half, y: 0 }], degrees).map((end) => ({ x: x + end.x, y: y + end.y })),
  ...turned([{ x: half, y: 0 }], degrees).map((end) => ({ x: x + end.x, y: y + end.y })),
];
/** Two end plates of an upright spine, which tilt by so many degrees. */
const plates = (upper: number, lower: number): Point[] => [
  ...along({ x: 250, y: 100 }, upper),
  ...along({ x: 262, y: 300 }, lower),
];
const swapped = ([a, b, c, d]: readonly Point[], ...order: readonly number[]) =>
  order.flatMap((index) => [a, b, c, d][index] ?? []);

describe('a Cobb angle', () => {
  it.each([
    [4.9, -5, 9.9],
    [0, 0, 0],
    [25, -20, 45],
    [60, -50, 110],
    [85, -15, 100],
  ])('of plates that tilt by %d° and %d° is %d°', (upper, lower, angle) => {
    expect(cobbAngleOf(plates(upper, lower), 1)).toBeCloseTo(angle, 9);
  });

  it('is that between the lines on pixels that are not square', () => {
    const flat = plates(60, -50).map(({ x, y }) => ({ x, y: y / 2.5 }));
    expect(cobbAngleOf(flat, 2.5)).toBeCloseTo(110, 9);
    const onItsSide = turned(plates(60, -50), 90).map(({ x, y }) => ({ x, y: y / 2.5 }));
    expect(cobbAngleOf(onItsSide, 2.5)).toBeCloseTo(110, 9);
  });

  it('is the same on an image turned or mirrored, and however its lines were drawn', () => {
    const tilt = fc.double({ min: -80, max: 80, noNaN: true });
    fc.assert(
      fc.property(tilt, tilt, fc.constantFrom(90, 180, 270, 37), fc.boolean(), (upper, lower, turn, isMirrored) => {
        const drawn = turned(plates(upper, lower), turn).map(({ x, y }) => ({ x: isMirrored ? -x : x, y }));
        for (const order of [
          [0, 1, 2, 3],
          [1, 0, 2, 3],
          [0, 1, 3, 2],
          [1, 0, 3, 2],
          [2, 3, 0, 1],
        ])
          expect(cobbAngleOf(swapped(drawn, ...order), 1)).toBeCloseTo(Math.abs(upper - lower), 6);
      }),
    );
  });

  it('is the smaller one where the lines have no side of the axis between them', () => {
    const crossing = [...along({ x: 50, y: 50 }, 0), ...along({ x: 50, y: 50 }, 120)];
    const alongTheAxis = [...along({ x: 50, y: 50 }, 0), ...along({ x: 150, y: 50 }, 130)];
    for (const turn of [0, 90, 37]) {
      expect(cobbAngleOf(turned(crossing, turn), 1)).toBeCloseTo(60, 9);
      expect(cobbAngleOf(turned(alongTheAxis, turn), 1)).toBeCloseTo(50, 9);
    }
  });

  it('is that of plates drawn from left to right and back', () => {
    const drawn = [0, 0, 10, 5, 10, 20, 0, 25];
    const points = [0, 2, 4, 6].map((at) => ({ x: drawn[at] ?? 0, y: drawn[at + 1] ?? 0 }));
    expect(cobbAngleOf(points, 1)).toBeCloseTo((2 * Math.atan2(5, 10) * 180) / Math.PI, 9);
    expect(cobbAngleOf(points, 2)).toBeCloseTo(90, 9);
  });

  it('is none before both lines are drawn', () => {
    expect(cobbAngleOf(plates(5, -5).slice(0, 2), 1)).toBe(0);
  });
});

describe('the pixels within an outline by hand', () => {
  const field = (columns: number, rows: number) => ({
    columns,
    rows,
    valueAt: (column: number, row: number) => row * columns + column,
  });

  it('are those from which a ray to the right crosses the line an odd number of times', () => {
    const coordinate = fc.double({ min: -2, max: 14, noNaN: true });
    fc.assert(
      fc.property(fc.array(fc.record({ x: coordinate, y: coordinate }), { minLength: 3, maxLength: 12 }), (points) => {
        const inside: number[] = [];
        for (let row = 0; row < 10; row += 1)
          for (let column = 0; column < 12; column += 1) {
            const [x, y] = [column + 0.5, row + 0.5];
            const crossed = points.filter((one, at) => {
              const other = points[(at + 1) % points.length]!;
              if (one.y > y === other.y > y) return false;
              const crossing = one.x + ((y - one.y) / (other.y - one.y)) * (other.x - one.x);
              // On which side of the line a centre on it lies is a matter of rounding.
              fc.pre(Math.abs(crossing - x) > 1e-9);
              return x < crossing;
            });
            if (crossed.length % 2 === 1) inside.push(row * 12 + column);
          }
        const found = statisticsOf('freehand', points, field(12, 10));
        expect([found?.pixels ?? 0, found?.least, found?.most]).toEqual([inside.length, inside[0], inside.at(-1)]);
      }),
      // Numbers near nought are made simpler without an end.
      { endOnFailure: true },
    );
  });

  it('of a film are found soon, along however many points the hand went', () => {
    const around = Array.from({ length: 2000 }, (_, at) => ({
      x: 1250 + 1200 * Math.cos((at / 2000) * 2 * Math.PI),
      y: 1500 + 1450 * Math.sin((at / 2000) * 2 * Math.PI),
    }));
    const { pixels } = statisticsOf('freehand', around, field(2500, 3000))!;
    expect(pixels / (Math.PI * 1200 * 1450)).toBeCloseTo(1, 4);
  });
});

it('a probe on the far edges of an image tells its last pixel, and nothing beside the image', () => {
  const field = {
    ...{ rows: 5, columns: 8 },
    valueAt: (column: number, row: number) =>
      column >= 0 && column < 8 && row >= 0 && row < 5 ? column + 10 * row : null,
  };
  const told = (x: number, y: number) => figuresOf({ measure: 'probe', points: [{ x, y }] }, { spacing: null }, field);
  expect([told(0, 0)[0]?.value, told(7.9, 4.9)[0]?.value, told(8, 5)[0]?.value]).toEqual([0, 47, 47]);
  expect([told(8.1, 2), told(3, -0.1)]).toEqual([[], []]);
});
