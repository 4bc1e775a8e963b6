import { describe, expect, it } from 'vitest';
import { narrowestOf, regrey, typedWindow, windowBy } from './windowing.ts';

describe('a window that is dragged', () => {
  const lung = { center: -600, width: 1500 };

  it('gets wider to the right, and brighter upwards', () => {
    expect(windowBy(lung, { x: 30, y: 0 })).toEqual({ center: -600, width: 1650 });
    expect(windowBy(lung, { x: 0, y: -30 })).toEqual({ center: -750, width: 1500 });
    expect(windowBy(lung, { x: 30, y: -30 }, { isInverted: true })).toEqual({ center: -450, width: 1650 });
  });

  it('moves in small steps where it is narrow', () => {
    expect(windowBy({ center: 40, width: 60 }, { x: 5, y: 5 })).toEqual({ center: 41, width: 61 });
  });

  it('stays within what the server takes', () => {
    expect(windowBy(lung, { x: -9999, y: -9_999_999 })).toEqual({ center: -10_000_000, width: 1 });
    expect(windowBy(lung, { x: 9_999_999, y: 9_999_999 })).toEqual({ center: 10_000_000, width: 10_000_000 });
  });

  it('gets as narrow as values between whole numbers need', () => {
    const dose = { center: 0.002, width: 0.004 };
    expect(narrowestOf(lung)).toBe(1);
    const narrowest = narrowestOf(dose);
    expect(windowBy(dose, { x: -150, y: 0 }, { narrowest }).width).toBeCloseTo(0.002);
    expect(windowBy(dose, { x: -9999, y: 0 }, { narrowest }).width).toBe(narrowest);
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

describe('a window that is typed', () => {
  const typed = (center: string, width: string, suvFactor: number | null = null) =>
    typedWindow({ center, width }, suvFactor);

  it('is taken with a point or a comma and with either minus, in standardised uptake where that is told', () => {
    expect(typed('-600', ' 1500 ')).toEqual({ center: -600, width: 1500 });
    expect(typed('\u22121,5', '0.25')).toEqual({ center: -1.5, width: 0.25 });
    expect(typed('2,5', '5', 0.0005)).toEqual({ center: 5000, width: 10_000 });
    expect(typed('-,5', ',25')).toEqual({ center: -0.5, width: 0.25 });
  });

  const width = (figure: string, language: 'en' | 'tr') =>
    typedWindow({ center: '0', width: figure }, null, {}, language)?.width;

  it.each([
    ['1,500', 1500, 1.5],
    ['1.500', 1.5, 1500],
    ['2,531.5', 2531.5, undefined],
    ['2.531,5', undefined, 2531.5],
    ['1,000,000', 1_000_000, undefined],
    ['1.5', 1.5, 1.5],
    ['1,5', 1.5, 1.5],
    ['0,125', 0.125, 0.125],
    ['0.125', 0.125, 0.125],
    ['1,50,000', undefined, undefined],
    ['1,500,', undefined, undefined],
  ] as const)('of %s is read as the language of the page writes numbers', (figure, english, turkish) => {
    expect([width(figure, 'en'), width(figure, 'tr')]).toEqual([english, turkish]);
  });

  it('has thousands also below zero', () => {
    expect(typedWindow({ center: '\u22121,024', width: '400' }, null, {}, 'en')?.center).toBe(-1024);
  });

  it('keeps what was not typed anew as it is, not as it is told', () => {
    expect(typedWindow({ center: '3', width: '7,5' }, null, { center: 2.5 })).toEqual({ center: 2.5, width: 7.5 });
  });

  it('is refused where it is no number, or no window', () => {
    for (const [center, width] of [
      ['', '400'],
      ['.', '400'],
      ['50', 'wide'],
      ['1e3', '400'],
      ['50', '0'],
      ['50', '-400'],
      ['99999999', '400'],
    ] as const)
      expect(typed(center, width)).toBeNull();
  });
});
