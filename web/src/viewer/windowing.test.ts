import { describe, expect, it } from 'vitest';
import { regrey, shownWindow, windowBy } from './windowing.ts';

describe('a window that is dragged', () => {
  const lung = { center: -600, width: 1500 };

  it('gets wider to the right, and brighter upwards', () => {
    expect(windowBy(lung, { x: 30, y: 0 })).toEqual({ center: -600, width: 1650 });
    expect(windowBy(lung, { x: 0, y: -30 })).toEqual({ center: -750, width: 1500 });
  });

  it('moves in small steps where it is narrow', () => {
    expect(windowBy({ center: 40, width: 60 }, { x: 5, y: 5 })).toEqual({ center: 41, width: 61 });
  });

  it('stays within what the server takes', () => {
    expect(windowBy(lung, { x: -9999, y: -999_999 })).toEqual({ center: -32768, width: 1 });
    expect(windowBy(lung, { x: 999_999, y: 999_999 })).toEqual({ center: 65535, width: 65535 });
  });

  it('is told in whole numbers, but where a tenth matters', () => {
    expect(shownWindow({ center: 40.4, width: 399.6 })).toEqual({ center: 40, width: 400 });
    expect(shownWindow({ center: 2.54, width: 5 })).toEqual({ center: 2.5, width: 5 });
    expect(shownWindow({ center: -0.2, width: 0.4 })).toEqual({ center: -0.2, width: 1 });
  });
});

describe('grey of one window in another', () => {
  const [from, to] = [
    { center: 40, width: 400 },
    { center: 80, width: 200 },
  ];
  const greyOf = (value: number, { center, width }: typeof from) => (value - center) / width + 0.5;

  it.each([-20, 40, 80, 130])('is what the value itself would have: %d', (value) => {
    const { slope, intercept } = regrey(from, to, false);
    expect(greyOf(value, from) * slope + intercept).toBeCloseTo(greyOf(value, to));
    const inverted = regrey(from, to, true);
    expect((1 - greyOf(value, from)) * inverted.slope + inverted.intercept).toBeCloseTo(1 - greyOf(value, to));
  });

  it('changes nothing in the same window', () => {
    for (const isInverted of [true, false]) {
      const { slope, intercept } = regrey(from, from, isInverted);
      expect([slope, intercept + 0]).toEqual([1, 0]);
    }
  });
});
