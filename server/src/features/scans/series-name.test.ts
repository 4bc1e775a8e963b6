import { expect, it } from 'vitest';
import { inOrderOfSeries, seriesNames } from './series-name.ts';

const series = [
  { id: 'smooth', description: 'Chest B40f' },
  { id: 'sharp', description: null },
];

it('names a series by its place and by what the scanner calls it', () => {
  const nameOf = seriesNames(series);
  expect([nameOf('smooth'), nameOf('sharp')]).toEqual(['Series 1 of 2: Chest B40f', 'Series 2 of 2']);
});

it('puts results in the order of algorithms and series, whichever was ready first', () => {
  const runs = [
    { algorithmId: 'qc.series', seriesId: 'sharp' },
    { algorithmId: 'ct.lung-density', seriesId: 'sharp' },
    { algorithmId: 'qc.series', seriesId: 'smooth' },
    { algorithmId: 'ct.lung-density', seriesId: 'smooth' },
  ];
  expect(inOrderOfSeries(runs, series).map((run) => `${run.algorithmId} ${run.seriesId}`)).toEqual([
    'ct.lung-density smooth',
    'ct.lung-density sharp',
    'qc.series smooth',
    'qc.series sharp',
  ]);
});
