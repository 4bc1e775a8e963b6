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

/** How often consent is checked during a run, in ms. */
const CONSENT_CHECK_MS = 1000;

/** An imported algorithm in the planned version; a built-in one in the version of this software. */
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

/** Runs planned analyses, and repeats stored ones for comparison. */
export function createRunning(
  { db, clock, log }: Pick<Parts, 'db' | 'clock' | 'log'>,
  { cases, studies, owners, attemptRun, algorithmOf }: Others,
) {
  /** Stops a run soon after its consent was withdrawn. */
  async function whileConsented<T>(payload: RunPayload, act: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    const look = async () => {
      if ('caseId' in payload && !(await cases.mayGoOn(db.drizzle, payload.caseId))) controller.abort();
    };
    // A failed check is logged only: the next one follows, and consent is checked again before the result is stored.
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
   * Called without consent; nothing is stored. Series are analysed again once consent is back. An open region is
   * deleted, because a report is not signed while one is being measured; the reader outlines it again.
   */
  async function leaveOff(tx: Tx, payload: RunPayload): Promise<void> {
    const isRegion = await store.removeOpenRegion(tx, payload.analysisId);
    if (isRegion && 'caseId' in payload) await cases.notifyChanged(tx, payload.caseId);
  }

  return {
    /**
     * `analyses.run`: runs one algorithm in a child process on verified copies of its inputs. A run that cannot be
     * completed is stored as failed with its reason; the other analyses continue.
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
        // Consent was withdrawn and given again during the run: the error has the job tried again.
        if (!outcome) throw new Error('the run was stopped');
        if (outcome === 'awaited') return;
        await store.freeze(tx, planned.id, outcome.told, { ...outcome.change, finishedAt: clock.now() });
        // A region is measured while the report is in review, so only the open page waits for it.
        if (!planned.region) await owners.finishIfDone(tx, payload);
        else if ('caseId' in payload) await cases.notifyChanged(tx, payload.caseId);
      });
    },

    /**
     * Repeats a stored analysis on the same files and compares the results bit by bit. Nothing is stored.
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
