import { sql } from 'drizzle-orm';
import type { Database, Tx } from '../../adapters/database/port.ts';

type Listener = (scanId: string) => void;
const CHANNEL = 'scan_changed';

/** In the transaction of the change: heard at commit, by every process. */
export const announceScan = (tx: Tx, institutionId: string, scanId: string) =>
  tx.execute(sql`select pg_notify(${CHANNEL}, ${JSON.stringify({ institutionId, scanId })})`);

/** Which open pages of an institution are told that a scan changed. */
export function createScanEvents(db: Pick<Database, 'listen'>) {
  const listeners = new Map<string, Set<Listener>>();
  let stopListening: (() => Promise<void>) | undefined;
  return {
    async start(): Promise<void> {
      stopListening = await db.listen(CHANNEL, (payload) => {
        const { institutionId, scanId } = JSON.parse(payload) as { institutionId: string; scanId: string };
        for (const listener of listeners.get(institutionId) ?? []) listener(scanId);
      });
    },
    async stop(): Promise<void> {
      await stopListening?.();
      listeners.clear();
    },
    subscribe(institutionId: string, listener: Listener): () => void {
      const own = listeners.get(institutionId) ?? new Set();
      listeners.set(institutionId, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0) listeners.delete(institutionId);
      };
    },
  };
}
