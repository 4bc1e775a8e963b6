import english from '@duai/texts/en/workplace';
import { expect, it } from 'vitest';
import { tellingOf } from '../../measuring/measurements.tsx';
import type { PixelDescription } from './describe-pixels.ts';
import { valueAt } from './frame-values.ts';
import { scaleOf, valueText } from './value-scale.ts';

const described = (change: Partial<PixelDescription> = {}) =>
  ({
    rows: 2,
    columns: 4,
    isColor: false,
    slope: 1,
    intercept: 0,
    unit: null,
    spacing: { rowMm: 1, columnMm: 1, of: 'patient' },
    ...change,
  }) as PixelDescription;
const adc = described({ slope: 0.001 });

it('an ADC map in steps of 0.001 is told with its decimals: under the mouse, in a region, in the report', () => {
  const stored = Uint16Array.from([720, 721, 1340, 1340, 720, 719, 1340, 1340]);
  const values = { description: adc, stored };
  const scale = scaleOf(adc, null);
  expect([0, 1, 2].map((column) => valueText(valueAt(values, column, 0)!, scale))).toEqual(['0.72', '0.721', '1.34']);
  const points = [
    { x: 0, y: 0 },
    { x: 2, y: 2 },
  ];
  const told = tellingOf(values, scale, english.viewer.pixels)({ measure: 'rectangle', points });
  expect(told.values.map(({ name }) => name)).toEqual(['mean', 'deviation', 'least', 'most']);
  expect(told.text).toBe('mean 0.72, SD 0.0007, min 0.719, max 0.721, 4 mm²');
});

it.each([
  ['HU are whole numbers, whatever the slope', described({ unit: 'HU', slope: 0.5 }), -873.6, '\u2212874 HU'],
  ['a signal in steps of 1 as well', described(), 853, '853'],
  ['steps larger than 1 need no decimals', described({ slope: 2.442 }), 1001.22, '1001'],
  ['large values none either', described({ slope: 0.38 }), 10_207.3, '10207'],
  ['smaller ones of the same image have one', described({ slope: 0.38 }), 98.14, '98.1'],
  ['fine steps end at four figures', described({ slope: 0.0000152 }), 0.7201234, '0.7201'],
  ['and small values keep theirs', described({ slope: 0.0000152 }), 0.0000304, '0.00003'],
  ['nothing is nothing', described({ slope: 0.001 }), 0, '0'],
  ['what a lookup table gives is whole', described({ slope: 0.001, modalityTable: {} as never }), 40, '40'],
])('%s', (_, description, value, told) => {
  expect(valueText(value, scaleOf(description, null))).toBe(told);
});

it('standardised uptake has two decimals, also where the file is in it', () => {
  expect(valueText(12.3456, scaleOf(described({ slope: 0.38 }), 0.0005))).toBe('12.35 SUV');
  expect(valueText(2.5, scaleOf(described(), 1))).toBe('2.5 SUV');
});
