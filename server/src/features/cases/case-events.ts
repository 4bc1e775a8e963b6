import type { Database } from '../../adapters/database/port.ts';
import { createChangeEvents } from '../../core/change-events.ts';

/** Which open pages of a patient are told that a case changed; `notifyChange` of the store announces it. */
export const createCaseEvents = (db: Pick<Database, 'listen'>) =>
  createChangeEvents<{ patientId: string; caseId: string }>(db, 'case_changed', ({ patientId }) => patientId);
export type CaseEvents = ReturnType<typeof createCaseEvents>;
