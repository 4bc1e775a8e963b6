import type { Database } from '../../adapters/database/port.ts';
import { createChangeEvents } from '../../core/change-events.ts';

/** The key under which the pages of all radiologists listen: each of them reads every case. */
export const CONSOLE = 'console';

/**
 * Which open pages are told that a case changed: the patient's and the console's. The store announces it, with a patient
 * (`notifyChange`) or for the console alone (`notifyConsole`).
 */
export const createCaseEvents = (db: Pick<Database, 'listen'>) =>
  createChangeEvents<{ patientId: string | null; caseId: string }>(db, 'case_changed', ({ patientId }) =>
    patientId === null ? [CONSOLE] : [patientId, CONSOLE],
  );
