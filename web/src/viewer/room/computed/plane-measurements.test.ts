import type { marks } from '@duai/contract';
import { expect, it } from 'vitest';
import type { KeptMeasurements, NewMeasurement } from '../../measuring/use-measurements.ts';
import { fakeSeries, fakeSource } from '../../testing/fake-source.ts';
import type { PlanesSource } from '../../volume/open-volume.ts';
import { onPlanes } from './plane-measurements.ts';

const series = fakeSeries('a', [1, 1]);
const [first] = series.images;
const PLANE = { kind: 'coronal', slabMm: 0 } as marks.ComputedPlane;
const planes = (planeOf: PlanesSource['planeOf']): PlanesSource => ({
  ...fakeSource([fakeSeries('coronal', [1])]),
  planeOf,
  imageOf: (plane) => (plane.slabMm === 0 ? 'coronal 3' : undefined),
});
const onPlane = (id: string, imageId: string, slabMm = 0) => ({
  ...{
    id,
    imageId,
    frame: 0,
    measure: 'probe' as const,
    points: [],
    text: '7 HU',
    isOwn: true,
    measuredBy: 'Dr. Deniz',
  },
  plane: { ...PLANE, slabMm },
});
const added: NewMeasurement[] = [];
const kept: KeptMeasurements = {
  all: [],
  onPlanes: [
    onPlane('here', first!.id),
    onPlane('another look', first!.id, 10),
    onPlane('another series', 'elsewhere'),
  ],
  save: () => {},
  change: { add: (one) => added.push(one), remove: () => {}, annotate: () => {}, move: () => {} },
};

it('measurements stand on the planes on show, and new ones are stored with an image of the series and their plane', () => {
  const shown = onPlanes(
    kept,
    planes(() => PLANE),
    series,
  );
  expect(shown?.all.map(({ id, imageId }) => [id, imageId])).toEqual([['here', 'coronal 3']]);
  shown?.change?.add({ imageId: 'coronal 5', frame: 0, measure: 'probe', points: [], text: '9 HU' });
  expect(added).toMatchObject([{ imageId: first!.id, frame: 0, plane: PLANE, text: '9 HU' }]);
});

it('where points have no place in the patient none is stored', () => {
  expect(
    onPlanes(
      kept,
      planes(() => undefined),
      series,
    ),
  ).toBeUndefined();
});
