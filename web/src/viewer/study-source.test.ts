import type { studies } from '@duai/contract';
import { expect, it } from 'vitest';
import { framesOf, middleFrame, neighboursOf, toldNumbers } from './frames.ts';
import { seriesOfCase, seriesOfStudies } from './study-source.ts';

const instance = (id: string, change: Partial<studies.Instance> = {}) =>
  ({
    id,
    kind: 'dicom',
    state: 'ready',
    problem: null,
    frames: 1,
    sopInstanceUid: id,
    window: null,
    ...change,
  }) as studies.Instance;
const broken = (id: string, change: Partial<studies.Instance> = {}) =>
  instance(id, {
    state: 'refused',
    frames: 9,
    problem: { code: 'NOT_READABLE', isOurs: false, message: 'Its pixels cannot be read.', advice: '' },
    ...change,
  });
const listed = (...instances: studies.Instance[]) =>
  seriesOfStudies([{ series: [{ id: 's', instances }] }] as unknown as studies.Study[])[0]!;

it('an image that cannot be read keeps its place in the series, with the reason; it is not drawn, fetched ahead or a thumbnail', () => {
  const series = listed(instance('a'), broken('b'), instance('c'), instance('d', { state: 'received' }));
  const frames = framesOf(series);
  expect(frames.map(({ image }) => [image.id, image.problem])).toEqual([
    ['a', undefined],
    ['b', 'Its pixels cannot be read.'],
    ['c', undefined],
  ]);
  expect(middleFrame(frames)?.image.id).toBe('c');
  expect(neighboursOf(frames, 0).map(({ image }) => image.id)).toEqual(['c']);
});

it('a series of which nothing can be read, and a picture that is none, are not in the viewer', () => {
  expect(listed(broken('a')).images).toEqual([]);
  expect(listed(instance('a'), broken('photo', { kind: 'jpeg' })).images).toHaveLength(1);
});

it('a reader of the report is told images by the same numbers as its radiologist', () => {
  const read = listed(instance('a', { instanceNumber: 103 }), broken('b'), instance('c', { instanceNumber: 104 }));
  expect(toldNumbers(read)).toEqual([103, 2, 104]);
  const shown = read.images.filter(({ problem }) => !problem).map(({ id, frames, number }) => ({ id, frames, number }));
  const [ofPatient] = seriesOfCase([{ ...read, images: shown.map((image) => ({ ...image, isDicom: true })) }]);
  expect(toldNumbers(ofPatient!)).toEqual([103, 104]);
  expect(toldNumbers(listed(instance('clip', { frames: 3 }), instance('d')))).toEqual([1, 2, 3, 4]);
});
