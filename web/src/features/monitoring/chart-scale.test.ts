import { expect, it } from 'vitest';
import { scaleOf, valueText } from './chart-scale.ts';

const point = (value: number, limits: { centre: number; low: number; high: number } | null = null) => ({
  ...{ day: '2026-01-01', n: 20, value, spread: null, limits, isBreach: false },
});

it('a chart has room around values and limits, and a share never leaves 0 to 100 %', () => {
  expect(scaleOf('images', [point(10), point(30, { centre: 20, low: 15, high: 25 })])).toEqual({
    ...{ low: 8, high: 32, ticks: [8, 20, 32] },
  });
  expect(scaleOf('failure-rate', [point(0), point(0.5)])).toMatchObject({ low: 0, high: 0.55 });
  expect(scaleOf('agreement', [point(0.5), point(1)])).toMatchObject({ low: 0.45, high: 1 });
  // One value, and always the same one.
  expect(scaleOf('failure-rate', [point(0), point(0)])).toMatchObject({ low: 0, high: 0.05 });
  expect(scaleOf('images', [point(24)])).toMatchObject({ low: expect.closeTo(21.6), high: expect.closeTo(26.4) });
});

it('a share is written in percent, a mean as a number, as the language writes them', () => {
  expect(valueText('agreement', 0.125, 'en')).toBe('12.5%');
  expect(valueText('agreement', 0.125, 'tr')).toBe('%12,5');
  expect(valueText('slice-thickness', 1.25, 'en')).toBe('1.3');
});
