/** Which priors are fetched; the settings of the gateway. */
export interface PriorsRule {
  /** At most so many of a study; 0: none is ever asked for. */
  most: number;
  /** No older than so many days before the study. */
  days: number;
  like: 'any' | 'modality' | 'modality-and-part';
}

/** A study as an archive tells it; days as YYYYMMDD. */
export interface TellableStudy {
  studyInstanceUid: string;
  patientId: string;
  birthDate: string | null;
  day: string | null;
  modalities: readonly string[];
  /** Parts of the body of its series. */
  parts: readonly string[];
}

const DAY_MS = 86_400_000;
const timeOf = (day: string): number =>
  Date.parse(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6, 8)}T00:00:00Z`);
/** The first and the last day of priors, for the archive's search; null where the day of the study is unknown. */
export function daysOf({ day }: Pick<TellableStudy, 'day'>, { days }: PriorsRule): { from: string; to: string } | null {
  if (!day || !/^\d{8}$/.test(day)) return null;
  const from = new Date(timeOf(day) - days * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '');
  return { from, to: day };
}

const sharesOne = (a: readonly string[], b: readonly string[]): boolean => {
  const known = new Set(b.map((one) => one.toUpperCase()));
  return a.some((one) => known.has(one.toUpperCase()));
};

/** The priors to fetch, the newest first: of the same patient, no matter what the archive's search let through. */
export function choosePriors(
  study: TellableStudy,
  candidates: readonly TellableStudy[],
  rule: PriorsRule,
): TellableStudy[] {
  const days = daysOf(study, rule);
  if (!days) return [];
  return candidates
    .filter(
      ({ studyInstanceUid, patientId, birthDate, day, modalities, parts }) =>
        studyInstanceUid !== study.studyInstanceUid &&
        patientId === study.patientId &&
        (!birthDate || !study.birthDate || birthDate === study.birthDate) &&
        day !== null &&
        day >= days.from &&
        day <= days.to &&
        (rule.like === 'any' || sharesOne(modalities, study.modalities)) &&
        (rule.like !== 'modality-and-part' || sharesOne(parts, study.parts)),
    )
    .toSorted((a, b) => (b.day ?? '').localeCompare(a.day ?? ''))
    .slice(0, rule.most);
}
