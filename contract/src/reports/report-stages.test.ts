import { expect, it } from 'vitest';
import { stageOf } from './reports.ts';

it('a report is a draft, preliminary, final, with an addendum, or amended by one that corrects it', () => {
  const of = (status: 'draft' | 'signed', preliminaryReads: number, ...kinds: ('supplement' | 'correction')[]) =>
    stageOf({ status, preliminaryReads, addenda: kinds.map((kind) => ({ kind })) });
  expect(of('draft', 0)).toBe('draft');
  expect(of('draft', 1)).toBe('preliminary');
  expect(of('signed', 1)).toBe('final');
  expect(of('signed', 0, 'supplement')).toBe('addendum');
  // A report that was corrected once stays amended, whatever is added later.
  expect(of('signed', 0, 'correction', 'supplement')).toBe('amended');
});
