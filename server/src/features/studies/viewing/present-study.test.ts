import { describe, expect, it } from 'vitest';
import type { StudyTree } from '../study-trees.store.ts';
import { presentStudy, viewableSeries } from './present-study.ts';

it('tells the side that an image names, and none for unpaired parts', () => {
  const instances = ['R', 'L', 'B', 'U', null].map((laterality) => ({ header: { laterality }, state: 'ready' }));
  const study = { series: [{ instances: [...instances, { header: null, state: 'ready' }] }] } as unknown as StudyTree;
  const sides = presentStudy(study, 'en').series.flatMap((series) => series.instances.map((each) => each.laterality));
  expect(sides).toEqual(['right', 'left', 'both', undefined, undefined, undefined]);
});

describe('what patients and doctors with a link get of a series', () => {
  const imagesOf = (...instances: object[]) => {
    const study = {
      series: [{ id: 's', instances: instances.map((one) => ({ kind: 'dicom', state: 'ready', frames: 1, ...one })) }],
    };
    return viewableSeries([study] as unknown as StudyTree[])[0]!.images;
  };
  const first = { id: 'a', instanceNumber: 101, sopInstanceUid: '1.2', originalName: 'A', sha256: '00' };
  const second = { ...first, id: 'b', instanceNumber: 102 };

  it('is of each image the number by which a report tells it, and nothing else of its header', () => {
    expect(imagesOf(first, second)).toEqual([
      { id: 'a', isDicom: true, frames: 1, number: 101 },
      { id: 'b', isDicom: true, frames: 1, number: 102 },
    ]);
  });

  it('counts images that cannot be read, where a report tells images by position', () => {
    const broken = { ...second, id: 'broken', state: 'refused', refusalCode: 'NOT_READABLE', frames: 9 };
    const clip = { ...first, instanceNumber: null, frames: 4 };
    expect(imagesOf(clip, broken, { ...second, instanceNumber: null })).toMatchObject([
      { id: 'a', number: 1 },
      { id: 'b', number: 6 },
    ]);
  });
});
