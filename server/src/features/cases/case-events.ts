import type { Database } from '../../adapters/database/port.ts';

type Listener = (caseId: string) => void;

/**
 * Who is told when a case changed. Changes are announced through the database at commit, so a page that hangs on one
 * process hears of work done in another.
 */
export function createCaseEvents(db: Pick<Database, 'listen'>) {
  const listeners = new Map<string, Set<Listener>>();
  let stopListening: (() => Promise<void>) | undefined;

  return {
    async start(): Promise<void> {
      stopListening = await db.listen('case_changed', (payload) => {
        const { patientId, caseId } = JSON.parse(payload) as { patientId: string; caseId: string };
        for (const listener of listeners.get(patientId) ?? []) listener(caseId);
      });
    },
    async stop(): Promise<void> {
      await stopListening?.();
      listeners.clear();
    },
    subscribe(patientId: string, listener: Listener): () => void {
      const own = listeners.get(patientId) ?? new Set();
      listeners.set(patientId, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0) listeners.delete(patientId);
      };
    },
  };
}
export type CaseEvents = ReturnType<typeof createCaseEvents>;
