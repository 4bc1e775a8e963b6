import { sql } from 'drizzle-orm';
import type { Database, Tx } from '../../adapters/database/port.ts';
import { createChangeEvents } from '../../core/change-events.ts';

interface ScanChange {
  institutionId: string;
  scanId: string;
}
const CHANNEL = 'scan_changed';

/** In the transaction of the change: heard at commit, by every process. */
export const announceScan = (tx: Tx, change: ScanChange) =>
  tx.execute(sql`select pg_notify(${CHANNEL}, ${JSON.stringify(change)})`);

/** Which open pages of an institution are told that a scan changed. */
export const createScanEvents = (db: Pick<Database, 'listen'>) =>
  createChangeEvents<ScanChange>(db, CHANNEL, ({ institutionId }) => [institutionId]);
