import { cases } from '@duai/contract';

const TONES = { uploaded: 'blue', processing: 'yellow', completed: 'green' } as const;

/** Badge colour of a status; grey for an unknown status. */
export const statusTone = (status: string): 'blue' | 'yellow' | 'green' | 'grey' =>
  Object.hasOwn(TONES, status) ? TONES[status as keyof typeof TONES] : 'grey';

export interface CaseCounts {
  readonly total: number;
  readonly completed: number;
  readonly processing: number;
}

/** The three counters of the dashboard. */
export const countCases = (list: readonly Pick<cases.PatientCase, 'status'>[]): CaseCounts => ({
  total: list.length,
  completed: list.filter(({ status }) => status === 'completed').length,
  processing: list.filter(({ status }) => status === 'processing').length,
});

/** State of a step of the case, given its current status. */
export function stepState(step: cases.CaseStatus, status: cases.CaseStatus): 'done' | 'current' | 'ahead' {
  const order = cases.CASE_STATUSES;
  if (status === 'completed') return 'done';
  const distance = order.indexOf(step) - order.indexOf(status);
  return distance < 0 ? 'done' : distance === 0 ? 'current' : 'ahead';
}

const MINUTE_MS = 60_000;

/** Hours and minutes until a time, rounded up; null once it has passed. */
export function timeLeft(dueAt: string, nowMs: number): { hours: number; minutes: number } | null {
  const minutes = Math.ceil((new Date(dueAt).getTime() - nowMs) / MINUTE_MS);
  return minutes > 0 ? { hours: Math.floor(minutes / 60), minutes: minutes % 60 } : null;
}

/** The radiologist's question while the case waits for the patient; null otherwise. */
export const openQuestionOf = ({ question, status }: Pick<cases.PatientCase, 'question' | 'status'>): string | null =>
  status === 'uploaded' ? question : null;
