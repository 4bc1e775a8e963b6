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

/** A run that told one sentence, about the person or about the images. */
const run = (algorithmId: string, seriesId: string, isInDraft: boolean) => ({
  ...{ algorithmId, seriesId, status: 'evaluated' as const },
  findings: [{ kind: 'finding' as const, isInDraft }],
});

it('puts results about the person before remarks on the images, in the order of algorithms and series, whichever was ready first', () => {
  const runs = [
    run('qc.series', 'sharp', false),
    run('xr.pneumonia-paediatric', 'smooth', true),
    run('ct.lung-density', 'sharp', true),
    run('qc.series', 'smooth', false),
    run('ct.lung-density', 'smooth', true),
  ];
  expect(inOrderOfSeries(runs, series).map(({ algorithmId, seriesId }) => `${algorithmId} ${seriesId}`)).toEqual([
    'ct.lung-density smooth',
    'ct.lung-density sharp',
    'xr.pneumonia-paediatric smooth',
    'qc.series smooth',
    'qc.series sharp',
  ]);
});
