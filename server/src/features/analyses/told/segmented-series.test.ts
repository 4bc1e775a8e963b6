import { encodeRuns } from '@duai/contract';
import { expect, it } from 'vitest';
import { segmentedSeries } from './segmented-series.ts';

const AXIAL = [1, 0, 0, 0, 1, 0];
type Header = Record<string, unknown>;
const instance = (uid: string, change: Header = {}) => ({
  frames: 1,
  header: {
    ...{
      sopInstanceUid: uid,
      sopClassUid: '1.2.840.10008.5.1.4.1.1.2',
      frameOfReferenceUid: '2.25.7',
      columns: 2,
      rows: 2,
    },
    ...{
      imageOrientationPatient: AXIAL,
      imagePositionPatientMm: [0, 0, Number(uid)],
      pixelSpacingMm: [1, 1],
      sliceThicknessMm: 5,
    },
    ...change,
  },
});
const runs = encodeRuns(Uint8Array.of(0, 1, 0, 0));
const run = {
  ...{ id: 'r', algorithmId: 'ct.lung-density', algorithmVersion: '1.0.0' },
  result: {
    outcome: 'evaluated',
    overlays: [
      {
        code: 'LUNG',
        kind: 'mask',
        columns: 2,
        rows: 2,
        slices: ['1', '2'].map((sopInstanceUid) => ({ sopInstanceUid, runs })),
      },
    ],
  },
};
const told = (...instances: object[]) =>
  segmentedSeries(
    run as unknown as Parameters<typeof segmentedSeries>[0],
    { seriesInstanceUid: '2.25.9', instances } as unknown as Parameters<typeof segmentedSeries>[1],
  );

it('the marked slices of a segmentation share what it says once, whatever the others of their series are', () => {
  const localizer = instance('0', { imageOrientationPatient: [1, 0, 0, 0, 0, -1], columns: 9, rows: 9 });
  const rounded = instance('2', { imageOrientationPatient: [1, 0, 0.00005, 0, 1, 0] });
  const found = told(localizer, instance('1'), rounded);
  expect(found?.source).toMatchObject({ orientation: AXIAL, columns: 2, rows: 2 });
  expect(found?.segments.map(({ frames }) => frames.map(({ sopInstanceUid }) => sopInstanceUid))).toEqual([['1', '2']]);
});

it.each([
  ['direction', { imageOrientationPatient: [0, 1, 0, 0, 0, -1] }],
  ['pixel size', { pixelSpacingMm: [2, 1] }],
  ['frame of reference', { frameOfReferenceUid: '2.25.8' }],
  ['number of columns', { columns: 3 }],
])('there is none of marked slices that differ in their %s', (_, change) => {
  expect(told(instance('1'), instance('2', change))).toBeNull();
});
