import type { ToldPatient } from '../../studies/index.ts';

const FIELDS = ['name', 'patientId', 'birthDate', 'sex'] as const;

/** What another patient is told by. */
export const changedFields = (former: ToldPatient | null, now: ToldPatient): (typeof FIELDS)[number][] =>
  FIELDS.filter((field) => (former?.[field] ?? null) !== now[field]);
