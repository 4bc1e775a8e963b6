import { describe, expect, it } from 'vitest';
import { breachesOf, chartsOf, type Day, type Measure } from './control-chart.ts';

const day = (change: Partial<Day>): Day => ({
  ...{ day: '2026-01-01', runs: 50, failures: 0, refusals: 0, positives: 10, agreed: 0, disagreed: 0 },
  ...{ images: null, sliceThickness: null, age: null },
  ...change,
});
const breaches = (days: Day[]) => breachesOf(days).map(({ measure }) => measure);
const newest = (days: Day[], measure: Measure) =>
  chartsOf(days)
    .find((chart) => chart.measure === measure)
    ?.points.at(-1);

describe('a control chart', () => {
  it('has the limits of a p-chart, by hand', () => {
    // 20 of 100 before: (20 + 1) / (100 + 2) = 0.205882; 3 √(0.205882 · 0.794118 / 25) = 0.242609.
    expect(newest([day({}), day({}), day({ runs: 25, positives: 11 })], 'positive-rate')).toMatchObject({
      ...{ n: 25, value: 0.44, isBreach: false },
      limits: { centre: expect.closeTo(0.205882, 6), low: 0, high: expect.closeTo(0.448491, 5) },
    });
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

  it('tells readers who disagree more than before, whenever their word comes, and never that they agree more', () => {
    // 90 of 100 agreed: (90 + 1) / (100 + 2) = 0.892157; 3 √(0.892157 · 0.107843 / 20) = 0.208077 below it: 0.684080.
    const before = [day({ agreed: 45, disagreed: 5 }), day({ agreed: 45, disagreed: 5 })];
    const judged = (agreed: number, disagreed: number) => day({ day: '2026-01-05', agreed, disagreed });
    expect(newest([...before, judged(14, 6)], 'agreement')?.limits?.low).toBeCloseTo(0.68408, 6);
    expect(breaches([...before, judged(14, 6)])).toEqual([]);
    expect(breaches([...before, judged(13, 7)])).toEqual(['agreement']);
    // Days without a word follow: it is still told, within a fortnight.
    expect(breaches([...before, judged(13, 7), day({ day: '2026-01-19' })])).toEqual(['agreement']);
    expect(breaches([...before, judged(13, 7), day({ day: '2026-01-20' })])).toEqual([]);
    const poor = [day({ agreed: 10, disagreed: 40 }), day({ agreed: 10, disagreed: 40 })];
    expect(breaches([...poor, judged(20, 0)])).toEqual([]);
  });

  it('tells images that are refused more often, and an age that drifts; fewer failures are no breach', () => {
    const before = [day({ runs: 400, positives: 80, failures: 200, refusals: 4 })];
    expect(breaches([...before, day({ runs: 40, positives: 15, failures: 2, refusals: 3 })])).toEqual(['refusal-rate']);
    expect(breaches([...before, day({ runs: 40, positives: 15, failures: 2, refusals: 0 })])).toEqual([]);
    const ages = (mean: number) => ({ n: 50, mean, squares: 50 * 100 });
    expect(breaches([day({ age: ages(40) }), day({ age: ages(40) }), day({ age: ages(46) })])).toEqual(['age']);
  });

  it('has a point for each day, with the spread of the day, and limits as soon as enough ran before', () => {
    const images = { n: 50, mean: 30, squares: 49 * 4 };
    const { points } = chartsOf([day({ images }), day({ images })]).find(({ measure }) => measure === 'images')!;
    expect(points).toMatchObject([
      { value: 30, spread: 2, limits: null, isBreach: false },
      { value: 30, spread: 2, limits: { centre: 30, low: expect.closeTo(29.151, 3), high: expect.closeTo(30.849, 3) } },
    ]);
  });

  it('takes no change for a drift that is smaller than the step of its value, where the days before never varied', () => {
    const always = (mean: number, n = 50) => ({ n, mean, squares: 0 });
    const before = [day({ images: always(30), sliceThickness: always(0.625) })];
    // 3 · (1 / √12) / √10 = 0.273861; 3 · (0.1 / √12) / √10 = 0.027386.
    const next = (images: number, sliceThickness: number) =>
      day({ runs: 10, positives: 2, images: always(images, 10), sliceThickness: always(sliceThickness, 10) });
    expect(newest([...before, next(30, 0.625)], 'images')?.limits).toMatchObject({
      ...{ low: expect.closeTo(29.726139, 6), centre: 30, high: expect.closeTo(30.273861, 6) },
    });
    expect(breaches([...before, next(30.27, 0.6)])).toEqual([]);
    expect(breaches([...before, next(30.28, 0.6)])).toEqual(['images']);
    expect(breaches([...before, next(30, 0.597)])).toEqual(['slice-thickness']);
    // Whole days with another number of images, or another age.
    expect(breaches([...before, next(31, 0.625)])).toEqual(['images']);
    expect(breaches([day({ age: always(4) }), day({ age: always(5) })])).toEqual(['age']);
  });

  it('takes one unusual series among usual ones for no drift, where the days before never varied', () => {
    const before = [day({ images: { n: 50, mean: 30, squares: 0 } })];
    const today = (mean: number, squares: number) => day({ runs: 10, positives: 2, images: { n: 10, mean, squares } });
    // Nine series of 30 and one of 90: mean 36, squares 9 · 6² + 54² = 3,240; 3 · √(3,240 / 9) / √10 = 18.
    expect(newest([...before, today(36, 3240)], 'images')).toMatchObject({ limits: { high: 48 }, isBreach: false });
    // Three of 30 and seven of 90: mean 72, squares 3 · 42² + 7 · 18² = 7,560; 3 · √(7,560 / 9) / √10 = 27.495.
    const most = newest([...before, today(72, 7560)], 'images');
    expect(most).toMatchObject({ limits: { high: expect.closeTo(57.495454, 6) }, isBreach: true });
  });

  it('says nothing of few runs', () => {
    expect(breachesOf([])).toEqual([]);
    const limits = (days: Day[]) => chartsOf(days).map(({ points }) => points.at(-1)!.limits);
    expect(limits([day({ runs: 49 }), day({})])).toEqual([null, null, null]);
    expect(limits([day({}), day({}), day({ runs: 9, positives: 9 })])).toEqual([null, null, null]);
  });
});
