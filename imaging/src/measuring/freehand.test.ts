import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areaOf, type Point, statisticsOf } from './measure.ts';

const at = (...points: readonly (readonly [number, number])[]): Point[] => points.map(([x, y]) => ({ x, y }));
const pixels = (points: readonly Point[]) => areaOf('freehand', points, { spacing: null }).value;
/** How many pixels of a field of 100 × 100 have their centre in the line. */
const counted = (points: readonly Point[]) =>
  statisticsOf('freehand', points, { rows: 100, columns: 100, valueAt: () => 1 })?.pixels ?? 0;

/** By the cross products of the sides of a line that does not cross itself. */
const shoelace = (points: readonly Point[]): number =>
  Math.abs(
    points.reduce((sum, one, index) => {
      const other = points[(index + 1) % points.length] ?? one;
      return sum + one.x * other.y - other.x * one.y;
    }, 0),
  ) / 2;

/** A line round (50, 50) whose points lie at these distances, in even steps of the angle. */
const round = (distances: readonly number[], turns = 1): Point[] =>
  distances.map((far, index) => {
    const angle = (index / distances.length) * 2 * Math.PI * turns;
    return { x: 50 + far * Math.cos(angle), y: 50 + far * Math.sin(angle) };
  });

describe('the area within a freehand line', () => {
  it('is that of the polygon where it does not cross itself', () => {
    const far = fc.double({ min: 1, max: 49, noNaN: true });
    fc.assert(
      fc.property(fc.array(far, { minLength: 3, maxLength: 200 }), (distances) => {
        const points = round(distances);
        expect(pixels(points)).toBeCloseTo(shoelace(points), 6);
      }),
    );
    const notched = at([0, 0], [4, 0], [4, 4], [3, 4], [3, 1], [1, 1], [1, 4], [0, 4]);
    expect(pixels(notched)).toBe(10);
    expect(pixels(notched.toReversed())).toBe(10);
  });

  it('is that of both loops of a figure of eight, as its pixels are', () => {
    // Two triangles, each with a base of 40 and a height of 20.
    const eight = at([10, 10], [50, 50], [50, 10], [10, 50]);
    expect(pixels(eight)).toBeCloseTo(800, 3);
    expect(Math.abs(counted(eight) - 800)).toBeLessThanOrEqual(40);
    // Loops of 10 × 10 and 30 × 30, which cross at (20, 20).
    const unequal = at([10, 10], [20, 10], [20, 50], [50, 50], [50, 20], [10, 20]);
    expect(pixels(unequal)).toBe(1000);
    expect(counted(unequal)).toBe(1000);
  });

  it('has a small loop at its join once', () => {
    const join = at([10, 10], [50, 10], [50, 50], [10, 50], [10, 5], [15, 5], [15, 10]);
    // The loop of 5 × 5 lies outside; the way back along the first side encloses nothing.
    expect(pixels(join)).toBe(1600 + 25);
    expect(counted(join)).toBe(1600 + 25);
  });

  it('is none where the line runs round twice, and then no pixel is within it', () => {
    const square = at([10, 10], [50, 10], [50, 50], [10, 50]);
    expect(pixels([...square, ...square])).toBe(0);
    expect(counted([...square, ...square])).toBe(0);
  });

  it('is that of the pixels within it, however the line is drawn', () => {
    const place = fc.integer({ min: 0, max: 100 });
    fc.assert(
      fc.property(fc.array(fc.record({ x: place, y: place }), { minLength: 3, maxLength: 12 }), (points) => {
        // In a field three times as fine each way, along whose columns and rows no side runs.
        const fine = points.map(({ x, y }) => ({ x: x * 3 + y / 7, y: y * 3 + x / 9 }));
        const found = statisticsOf('freehand', fine, { rows: 320, columns: 320, valueAt: () => 1 })?.pixels ?? 0;
        // Each side cuts about as many pixels as it is long.
        const long = fine.reduce((sum, { x, y }, index) => {
          const next = fine[(index + 1) % fine.length];
          return sum + (next ? Math.hypot(next.x - x, next.y - y) : 0);
        }, 0);
        expect(Math.abs(pixels(fine) - found)).toBeLessThanOrEqual(long);
      }),
      { numRuns: 30 },
    );
  });

  it('of as many points as a line may have is found in seconds, also of a scrawl', () => {
    const scrawls = [
      // Each side from one end of the image to the other.
      Array.from({ length: 2000 }, (_, index) => ({ x: (index * 37) % 511, y: index % 2 === 0 ? index / 8 : 511 })),
      // Seven hundred turns, which cross each other.
      round(
        Array.from({ length: 2000 }, (_, index) => 20 + (index % 29)),
        700,
      ),
    ];
    for (const scrawl of scrawls) expect(pixels(scrawl)).toBeGreaterThan(0);
  }, 20_000);
});
