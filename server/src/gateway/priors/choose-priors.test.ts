import { expect, it } from 'vitest';
import { choosePriors, type PriorsRule, type TellableStudy } from './choose-priors.ts';

const STUDY: TellableStudy = {
  ...{ studyInstanceUid: '1.1', patientId: 'P-1', birthDate: '19700102', day: '20261123' },
  ...{ modalities: ['CT'], parts: ['CHEST'] },
};
const RULE: PriorsRule = { most: 5, days: 365, like: 'modality-and-part' };
const chosen = (change: Partial<TellableStudy>, rule: Partial<PriorsRule> = {}) =>
  choosePriors(STUDY, [{ ...STUDY, studyInstanceUid: '1.2', day: '20260601', ...change }], { ...RULE, ...rule }).length;

it('takes studies of the same patient, modality and part within the days, and no other', () => {
  expect(chosen({})).toBe(1);
  expect(chosen({ parts: ['chest'] })).toBe(1);
  expect(chosen({ birthDate: null })).toBe(1);
  expect(chosen({ patientId: 'P-2' })).toBe(0);
  expect(chosen({ birthDate: '19700103' })).toBe(0);
  expect(chosen({ studyInstanceUid: '1.1' })).toBe(0);
  expect(chosen({ modalities: ['MR'] })).toBe(0);
  expect(chosen({ modalities: ['MR'] }, { like: 'any' })).toBe(1);
  expect(chosen({ parts: ['HEAD'] })).toBe(0);
  expect(chosen({ parts: [] }, { like: 'modality' })).toBe(1);
  expect(chosen({ day: '20251122' })).toBe(0);
  expect(chosen({ day: '20251123' })).toBe(1);
  expect(chosen({ day: '20261124' })).toBe(0);
  expect(chosen({ day: null })).toBe(0);
  expect(chosen({}, { most: 0 })).toBe(0);
});

it('takes the newest where there are more, and none where the day of the study is unknown', () => {
  const others = ['20260101', '20260701', '20260301'].map((day, at) => ({
    ...STUDY,
    ...{ studyInstanceUid: `1.${at + 2}`, day },
  }));
  expect(choosePriors(STUDY, others, { ...RULE, most: 2 }).map(({ day }) => day)).toEqual(['20260701', '20260301']);
  expect(choosePriors({ ...STUDY, day: null }, others, RULE)).toEqual([]);
});
