import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aucDeLong, quantile, wilson } from './statistics.ts';

describe('the score interval', () => {
  // The four examples of the paper's table I (Stat Med 1998;17:857–872), looked up, and computed once more by bisection of
  // the score equation |c/n − π| = z √(π(1 − π)/n) with 60 decimal digits: 0.255289–0.366210, 0.062386–0.160487,
  // 0–0.161125, 0.006113–0.171755.
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('of %i in %i is the one of Newcombe 1998, table I, method 3', (count, of, low, high) => {
    const interval = wilson(count, of)!;
    expect(interval.low).toBeCloseTo(low, 4);
    expect(interval.high).toBeCloseTo(high, 4);
  });
  it('has limits at which the score test just rejects, and swaps with the other share', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 400 }), (a, b) => {
        const of = a + b;
        const { low, high, value } = wilson(a, of)!;
        for (const limit of [low, high]) {
          const z = (value - limit) / Math.sqrt((limit * (1 - limit)) / of);
          expect(Math.abs(z)).toBeCloseTo(1.959964, 5);
        }
        expect(wilson(b, of)!.low).toBeCloseTo(1 - high, 10);
      }),
    );
  });
  it('of nothing is nothing', () => expect(wilson(0, 0)).toBeNull());
});

/** Ratings 1 to 5 of 58 normal and 51 abnormal CT (Hanley and McNeil 1982, Radiology 143:29–36, table I). */
const repeated = (counts: number[]) => counts.flatMap((count, rating) => new Array<number>(count).fill(rating + 1));
const NORMAL = repeated([33, 6, 6, 11, 2]);
const ABNORMAL = repeated([3, 2, 2, 11, 33]);

describe('the area under the ROC curve', () => {
  it('of Hanley and McNeil’s readings is 0.893; standard error 0.031 and interval 0.833–0.953 by DeLong', () => {
    // Computed from the 51 × 58 pairs in exact fractions, apart from this code: 1321/1479, standard error 0.0307244,
    // 0.832952–0.953390. The paper's area is 0.893.
    const auc = aucDeLong(ABNORMAL, NORMAL)!;
    expect(auc.value).toBeCloseTo(1321 / 1479, 12);
    expect(auc.standardError).toBeCloseTo(0.0307244084, 9);
    expect(auc.low).toBeCloseTo(0.8329523277, 9);
    expect(auc.high).toBeCloseTo(0.9533897954, 9);
  });
  it('is the share of pairs in the right order, ties half, with the variance of its placements', () => {
    const score = fc.integer({ min: -5, max: 5 });
    const scores = fc.array(score, { minLength: 2, maxLength: 40 });
    fc.assert(
      fc.property(scores, scores, (positives, negatives) => {
        const wins = (a: number, b: number) => (a > b ? 1 : a === b ? 0.5 : 0);
        const average = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
        const above = positives.map((p) => average(negatives.map((n) => wins(p, n))));
        const below = negatives.map((n) => average(positives.map((p) => wins(p, n))));
        const spread = (values: number[], centre: number) =>
          values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1) / values.length;
        const auc = aucDeLong(positives, negatives)!;
        expect(auc.value).toBeCloseTo(average(above), 10);
        const expected = Math.sqrt(spread(above, average(above)) + spread(below, average(above)));
        expect(auc.standardError ?? 0).toBeCloseTo(expected, 8);
      }),
    );
  });
  it('of classes that do not overlap has no interval, and without both classes no value', () => {
    expect(aucDeLong([3, 4], [1, 2])).toEqual({ value: 1, low: null, high: null, standardError: null });
    expect(aucDeLong([1], [])).toBeNull();
  });
});

describe('quantiles', () => {
  it('are those of type 7', () => {
    expect(quantile([4, 1, 3, 2], 0.5)).toBe(2.5);
    expect(quantile([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 0.9)).toBeCloseTo(9.1, 12);
    expect(quantile([7], 0.9)).toBe(7);
  });
});
