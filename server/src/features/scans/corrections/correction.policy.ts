import type { ToldPatient } from '../../studies/index.ts';

const FIELDS = ['name', 'patientId', 'birthDate', 'sex'] as const;

/** What another patient is told by. */
export const changedFields = (former: ToldPatient | null, now: ToldPatient): (typeof FIELDS)[number][] =>
  FIELDS.filter((field) => (former?.[field] ?? null) !== now[field]);

const DAY_MS = 86_400_000;
const YEAR_DAYS = 365.25;

/** Age at the examination, in years; null where either day is unknown. @param birthDate YYYYMMDD @param day ISO */
export function ageAt(birthDate: string | null, day: string | null): number | null {
  const [, year, month, date] = /^(\d{4})(\d{2})(\d{2})$/.exec(birthDate ?? '') ?? [];
  if (!year || day === null) return null;
  const years = (Date.parse(day) - Date.parse(`${year}-${month}-${date}`)) / DAY_MS / YEAR_DAYS;
  return years >= 0 ? Math.round(years * 100) / 100 : null;
}
