import type { Database } from '../../../adapters/database/port.ts';
import { createChangeEvents } from '../../../core/change-events.ts';

/**
 * Notifies listeners that a session, an account or a key may have ended, as announced by triggers (migration 0800).
 * Listeners then check again whether the caller is admitted.
 */
export const createAccessEnds = (db: Pick<Database, 'listen'>) =>
  createChangeEvents<{ accountId: string }>(db, 'access_ended', ({ accountId }) => [accountId]);
