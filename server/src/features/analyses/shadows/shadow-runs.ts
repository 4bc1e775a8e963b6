import type { Algorithm, GateDecision } from '@duai/algorithms';
import type { Tx } from '../../../adapters/database/port.ts';
import type { Attempt } from '../../../adapters/queue/port.ts';
import { newId } from '../../../core/ids.ts';
import type { Parts } from '../../../parts.ts';
import { type RunShadowPayload, runShadow, shadowEnded } from '../analyses.jobs.ts';
import type { RunAttempt } from '../running/attempt-run.ts';
import * as store from './shadow-runs.store.ts';

interface Planned {
  scanId: string;
  seriesId: string;
  submission: number;
  inputSha256: string[];
}

export type ShadowRuns = ReturnType<typeof createShadowRuns>;

/** Runs shadow versions beside the active one, on studies of institutions only, never on a patient's case. */
export function createShadowRuns({ db, queue, clock }: Pick<Parts, 'db' | 'queue' | 'clock'>, attemptRun: RunAttempt) {
  return {
    async plan(tx: Tx, planned: Planned, decisions: { algorithm: Algorithm; decision: GateDecision }[]): Promise<void> {
      for (const { algorithm, decision } of decisions) {
        const id = newId();
        const isNew = await store.insertShadow(tx, {
          ...planned,
          id,
          algorithmId: algorithm.manifest.id,
          algorithmVersion: algorithm.manifest.version,
          status: decision.fits ? 'planned' : 'not-applicable',
          reason: decision.fits ? null : { code: decision.code, params: decision.params },
          createdAt: clock.now(),
        });
        // Enqueued without the account's turn, so that shadow runs do not delay runs that are shown.
        if (isNew && decision.fits)
          await queue.enqueue(tx, runShadow, { shadowId: id, scanId: planned.scanId, submission: planned.submission });
      }
    },

    /** `analyses.run-shadow`: like `analyses.run`, but the result is not shown to readers. */
    async run(payload: RunShadowPayload, attempt: Pick<Attempt, 'attempt' | 'isLastAttempt'>): Promise<void> {
      const row = await store.findShadow(db.drizzle, payload.shadowId);
      if (row?.status !== 'planned') return;
      const { scanId, submission } = payload;
      const owner = { scanId, submission, analysisId: row.id };
      const ended = await attemptRun(
        owner,
        { ...row, title: null, isShadow: true },
        attempt,
        new AbortController().signal,
      );
      if (ended === 'awaited') throw new Error('what runs on a vendor’s box is not tried in the shadow');
      if (!ended) return;
      const { status, reason = null, result = null } = ended.change;
      if (!status || status === 'running') throw new Error('a run ended without an end');
      const { algorithmId, algorithmVersion: version } = row;
      await db.transaction(async (tx) => {
        await store.endShadow(tx, row.id, { status, reason, result, finishedAt: clock.now() });
        await queue.enqueue(tx, shadowEnded, { scanId, algorithmId, version });
      });
    },

    /** For operators and comparisons. */
    of: (algorithmId: string, version: string) => store.findShadowsOf(db.drizzle, algorithmId, version),
  };
}
