import { type Algorithm, findAlgorithm, packagedAlgorithm } from '@duai/algorithms';
import type { Tx } from '../../../adapters/database/port.ts';
import type { Attempt } from '../../../adapters/queue/port.ts';
import { notFound } from '../../../core/app-error.ts';
import type { Parts } from '../../../parts.ts';
import type { Cases } from '../../cases/index.ts';
import type { Packages } from '../../packages/index.ts';
import type { Studies } from '../../studies/index.ts';
import type { RunPayload } from '../analyses.jobs.ts';
import * as store from '../analyses.store.ts';
import type { RunOwners } from '../run-owners.ts';
import type { Planned, RunAttempt } from './attempt-run.ts';
import { type Replay, replayed } from './replay.ts';

/** So soon after a consent was withdrawn does a run end. */
const CONSENT_CHECK_MS = 1000;

/** In the version that was planned, where it was imported; a built-in one in that of this software. */
export const createAlgorithmOf =
  ({ db, algorithms: catalogue }: Pick<Parts, 'db' | 'algorithms'>, packages: Packages) =>
  async ({ algorithmId, algorithmVersion }: Planned): Promise<Algorithm | undefined> => {
    const imported = await packages.find(db.drizzle, algorithmId, algorithmVersion);
    return imported ? packagedAlgorithm(imported.manifest) : findAlgorithm(catalogue, algorithmId);
  };

interface Others {
  cases: Cases;
  studies: Studies;
  owners: RunOwners;
  attemptRun: RunAttempt;
  algorithmOf: ReturnType<typeof createAlgorithmOf>;
}

/** Planned analyses are run, and stored ones are run once more. */
export function createRunning(
  { db, clock, log }: Pick<Parts, 'db' | 'clock' | 'log'>,
  { cases, studies, owners, attemptRun, algorithmOf }: Others,
) {
  /** Ends a run soon after the consent to it was withdrawn. */
  async function whileConsented<T>(payload: RunPayload, act: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    const look = async () => {
      if ('caseId' in payload && !(await cases.mayGoOn(db.drizzle, payload.caseId))) controller.abort();
    };
    // A look that fails is followed by the next one, and by the one before the result is kept.
    const timer = setInterval(
      () => void look().catch((error: unknown) => log.warn({ err: error }, 'consent not looked up')),
      CONSENT_CHECK_MS,
    );
    try {
      return await act(controller.signal);
    } finally {
      clearInterval(timer);
    }
  }

  /**
   * Consent is gone: nothing is kept. Series are analysed anew once it is back; a region would stand there as a result to
   * come, beside which nobody signs, so its row goes and the reader outlines it anew.
   */
  async function leaveOff(tx: Tx, payload: RunPayload): Promise<void> {
    const isRegion = await store.removeOpenRegion(tx, payload.analysisId);
    if (isRegion && 'caseId' in payload) await cases.notifyChanged(tx, payload.caseId);
  }

  return {
    /**
     * `analyses.run`: runs one algorithm in a child process on verified copies of its inputs. A run that cannot be
     * brought to an end is recorded as failed with its reason; the other analyses go on.
     */
    async run(payload: RunPayload, attempt: Pick<Attempt, 'attempt' | 'isLastAttempt'>): Promise<void> {
      const planned = await db.transaction(async (tx) => {
        if (await owners.stops(tx, payload)) {
          await leaveOff(tx, payload);
          return undefined;
        }
        const row = await store.lockAnalysis(tx, payload.analysisId);
        if (!row || (row.status !== 'planned' && row.status !== 'running')) {
          await owners.finishIfDone(tx, payload);
          return undefined;
        }
        await store.updateAnalysis(tx, row.id, { status: 'running', startedAt: clock.now() });
        return row;
      });
      if (!planned) return;
      const outcome = await whileConsented(payload, (signal) => attemptRun(payload, planned, attempt, signal));
      await db.transaction(async (tx) => {
        if (await owners.stops(tx, payload)) {
          await store.updateAnalysis(tx, planned.id, { status: 'planned', startedAt: null });
          await leaveOff(tx, payload);
          return;
        }
        // Withdrawn and given again within a second: the job is tried again.
        if (!outcome) throw new Error('the run was stopped');
        if (outcome === 'awaited') return;
        await store.freeze(tx, planned.id, outcome.told, { ...outcome.change, finishedAt: clock.now() });
        // A region is measured while the report is in review: nothing waits for its end but the page.
        if (!planned.region) await owners.finishIfDone(tx, payload);
        else if ('caseId' in payload) await cases.notifyChanged(tx, payload.caseId);
      });
    },

    /**
     * Runs a stored analysis once more, on the same files, and compares what it tells bit by bit; nothing is stored.
     * @throws AppError NOT_FOUND
     */
    async replay(analysisId: string): Promise<Replay> {
      const row = await store.findAnalysis(db.drizzle, analysisId);
      const owner = row && (await studies.ownerOf(db.drizzle, row.studyId));
      if (!row?.result || !owner) throw notFound('analysis with a result');
      const algorithm = await algorithmOf(row);
      if (algorithm?.manifest.version !== row.algorithmVersion) return { outcome: 'version-gone', told: null };
      if (algorithm.manifest.engine === 'dicom') return { outcome: 'ran-elsewhere', told: null };
      const payload = { ...owner, analysisId, submission: row.submission };
      const once = { attempt: 1, isLastAttempt: true };
      const ended = await attemptRun(payload, row, once, new AbortController().signal);
      return replayed(row.result, ended);
    },
  };
}
