import type { Database } from '../../../adapters/database/port.ts';
import { createChangeEvents } from '../../../core/change-events.ts';

/**
 * Tells when a session, an account or a key may have ended, whatever ended it: announced by triggers (migration 0800).
 * Listeners check again whether the reader is admitted.
 */
export const createAccessEnds = (db: Pick<Database, 'listen'>) =>
  createChangeEvents<{ accountId: string }>(db, 'access_ended', ({ accountId }) => [accountId]);
