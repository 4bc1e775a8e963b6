import type { Database } from '../../adapters/database/port.ts';
import { createChangeEvents } from '../../core/change-events.ts';
import { SCAN_CHANGED, type ScanChange } from './scans.store.ts';

/** Notifies the open pages of an institution that a scan changed (`notifyScanChange`). */
export const createScanEvents = (db: Pick<Database, 'listen'>) =>
  createChangeEvents<ScanChange>(db, SCAN_CHANGED, ({ institutionId }) => [institutionId]);
