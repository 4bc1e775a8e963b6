import type { marks, studies } from '@duai/contract';
import { expect, it } from 'vitest';
import type { ViewableImage, ViewableSeries } from '../../../viewer/study-source.ts';
import { measuredPlaces } from './measured-places.ts';

const windows = { opening: null, offered: [] };
const imageOf = (id: string, frames: number, number: number): ViewableImage => {
  return { id, frames, number, sopInstanceUid: null, window: null };
};
const seriesOf = (id: string, images: readonly ViewableImage[]): ViewableSeries => {
  return { id, modality: 'CT', description: null, windows, images };
};
const examinations = [{ series: [{ id: 'chest', description: 'Thorax' }] }] as unknown as readonly studies.Study[];
const measuredAt = (imageId: string, frame = 0) =>
  ({ id: 'm', measure: 'length', text: '5 mm', imageId, frame }) as const;

it('names a measurement by its series and by the number that reports tell', () => {
  const numbered = seriesOf('chest', [imageOf('a', 1, 103), imageOf('b', 1, 102)]);
  const clips = seriesOf('clips', [imageOf('c', 10, 1), imageOf('d', 5, 11)]);
  const placeOf = measuredPlaces({ series: [numbered, clips] }, examinations);
  expect(placeOf(measuredAt('b'))).toEqual({ id: 'm', measure: 'length', text: '5 mm', image: 102, series: 'Thorax' });
  expect(placeOf(measuredAt('d', 2))).toMatchObject({ image: 13, series: undefined });
  expect(placeOf(measuredAt('d', 5))).toBeUndefined();
  expect(placeOf(measuredAt('elsewhere'))).toBeUndefined();
});

it('names one on a computed plane by its plane, which is oblique when it is turned', () => {
  const placeOf = measuredPlaces({ series: [seriesOf('chest', [imageOf('a', 1, 103)])] }, examinations);
  const turn = { nod: 0, lean: 0, twist: 0 };
  const plane = { kind: 'coronal', turn } as marks.ComputedPlane;
  expect(placeOf({ ...measuredAt('a'), plane })).toMatchObject({ image: 'coronal', series: 'Thorax' });
  expect(placeOf({ ...measuredAt('a'), plane: { ...plane, turn: { ...turn, lean: 5 } } })?.image).toBe('oblique');
  expect(placeOf({ ...measuredAt('a'), plane: { ...plane, slabMm: 10 } })).toMatchObject({ slabMm: 10 });
  expect(placeOf({ ...measuredAt('elsewhere'), plane })).toBeUndefined();
});

it('reads the images of a series once, however many measurements there are', () => {
  let reads = 0;
  const images = Array.from({ length: 500 }, (_, at) => imageOf(`i${at}`, 1, at + 1));
  const series: ViewableSeries = {
    ...seriesOf('chest', []),
    get images() {
      reads += 1;
      return images;
    },
  };
  const placeOf = measuredPlaces({ series: [series] }, examinations);
  expect(images.map(({ id }) => placeOf(measuredAt(id))?.image)).toEqual(images.map((_, at) => at + 1));
  expect(reads).toBe(1);
});
