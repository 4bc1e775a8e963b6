import type { studies as contract } from '@duai/contract';

export const newestDayOf = (studies: readonly Pick<contract.Study, 'studyDate'>[]): string | null =>
  studies.reduce<string | null>(
    (latest, { studyDate }) => (studyDate !== null && (latest === null || studyDate > latest) ? studyDate : latest),
    null,
  );

/**
 * The studies of one case by their day: those of the newest day are the examination that is read, earlier ones are there for
 * comparison (the latest first). A study without a date cannot be placed and counts as current; `hasUnplaced` tells that one
 * stands beside another study, so that it may be an earlier one.
 */
export function examinationsByDay<Study extends Pick<contract.Study, 'studyDate'>>(studies: readonly Study[]) {
  const newest = newestDayOf(studies);
  const isEarlier = (study: Study): study is Study & { studyDate: string } =>
    study.studyDate !== null && study.studyDate !== newest;
  return {
    current: studies.filter((study) => !isEarlier(study)),
    earlier: studies.filter(isEarlier).sort((one, other) => (one.studyDate < other.studyDate ? 1 : -1)),
    hasUnplaced: studies.length > 1 && studies.some(({ studyDate }) => studyDate === null),
  };
}
