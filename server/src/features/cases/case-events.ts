import type { Database } from '../../adapters/database/port.ts';
import { createChangeEvents } from '../../core/change-events.ts';

/** The key for the pages of all radiologists, since each of them reads every case. */
export const CONSOLE = 'console';

/**
 * Notifies the patient's and the console's open pages that a case changed. The store sends the notification, with a
 * patient (`notifyChange`) or for the console alone (`notifyConsole`).
 */
export const createCaseEvents = (db: Pick<Database, 'listen'>) =>
  createChangeEvents<{ patientId: string | null; caseId: string }>(db, 'case_changed', ({ patientId }) =>
    patientId === null ? [CONSOLE] : [patientId, CONSOLE],
  );
