import type { Parts } from '../../../parts.ts';
import { freezeOlder } from '../analyses.jobs.ts';
import * as store from '../analyses.store.ts';
import { freezeNextOlder } from './freeze-runs.ts';

/** Transactions in one job; the rest is left to the next job. */
const BATCHES_PER_JOB = 200;

/** Freezes older results, which were stored before results were frozen, in the background. */
export function createFreezing({
  db,
  queue,
  clock,
  algorithms: catalogue,
}: Pick<Parts, 'db' | 'queue' | 'clock' | 'algorithms'>) {
  return {
    /** Called at the start of the server. */
    begin: (): Promise<void> =>
      db.transaction(async (tx) => {
        if (await store.hasUnfrozen(tx)) await queue.enqueue(tx, freezeOlder, {});
      }),

    /** `analyses.freeze-older` */
    async goOn(signal: AbortSignal): Promise<void> {
      for (let batch = 0; batch < BATCHES_PER_JOB; batch += 1) {
        signal.throwIfAborted();
        if (!(await db.transaction((tx) => freezeNextOlder(tx, catalogue, clock.now())))) return;
      }
      await db.transaction((tx) => queue.enqueue(tx, freezeOlder, {}));
    },
  };
}
