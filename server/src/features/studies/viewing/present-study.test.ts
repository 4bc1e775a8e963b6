import { expect, it } from 'vitest';
import type { StudyTree } from '../study-trees.store.ts';
import { presentStudy } from './present-study.ts';

it('tells the side that an image names, and none for unpaired parts', () => {
  const instances = ['R', 'L', 'B', 'U', null].map((laterality) => ({ header: { laterality }, state: 'ready' }));
  const study = { series: [{ instances: [...instances, { header: null, state: 'ready' }] }] } as unknown as StudyTree;
  const sides = presentStudy(study, 'en').series.flatMap((series) => series.instances.map((each) => each.laterality));
  expect(sides).toEqual(['right', 'left', 'both', undefined, undefined, undefined]);
});
