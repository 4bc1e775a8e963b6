import { describe, expect, it } from 'vitest';
import { controlPoints, type Day } from './control-chart.ts';

const day = (change: Partial<Day>): Day => ({
  ...{ day: '2026-01-01', runs: 50, failures: 0, positives: 10, images: null, sliceThickness: null },
  ...change,
});
const breaches = (days: Day[]) =>
  controlPoints(days)
    .filter(({ isBreach }) => isBreach)
    .map(({ measure }) => measure);

describe('a control chart', () => {
  it('has the limits of a p-chart, by hand', () => {
    // 20 of 100 before: (20 + 1) / (100 + 2) = 0.205882; 3 √(0.205882 · 0.794118 / 25) = 0.242609.
    const [point] = controlPoints([day({}), day({}), day({ runs: 25, positives: 11 })]);
    expect(point).toMatchObject({ measure: 'positive-rate', n: 25, value: 0.44, low: 0, isBreach: false });
    expect(point!.high).toBeCloseTo(0.448491, 5);
    expect(breaches([day({}), day({}), day({ runs: 25, positives: 12 })])).toEqual(['positive-rate']);
  });

  it('tells a rate that fell, and failures where there were none; one failure alone is no breach', () => {
    const much = [day({ runs: 400, positives: 200 })];
    expect(breaches([...much, day({ runs: 40, positives: 8 })])).toEqual(['positive-rate']);
    expect(breaches([...much, day({ runs: 40, positives: 20, failures: 1 })])).toEqual([]);
    expect(breaches([...much, day({ runs: 40, positives: 18, failures: 5 })])).toEqual(['failure-rate']);
  });

  it('tells input that drifts by its mean and spread', () => {
    const spread = (mean: number, n = 50) => ({ n, mean, squares: n * 4 });
    const before = [day({ images: spread(30) }), day({ images: spread(30) })];
    // 3 · √(400 / 99) / √16 = 1.5076.
    expect(breaches([...before, day({ runs: 16, positives: 3, images: spread(31.4, 16) })])).toEqual([]);
    expect(breaches([...before, day({ runs: 16, positives: 3, images: spread(31.6, 16) })])).toEqual(['images']);
  });

  it('says nothing of few runs', () => {
    expect(controlPoints([])).toEqual([]);
    expect(controlPoints([day({ runs: 49 }), day({})])).toEqual([]);
    expect(controlPoints([day({}), day({}), day({ runs: 9, positives: 9 })])).toEqual([]);
  });
});
