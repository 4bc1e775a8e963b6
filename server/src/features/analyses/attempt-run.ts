import { type Algorithm, NoWordingError, type SeriesInfo, type Told } from '@duai/algorithms';
import { algorithmResultSchema } from '@duai/contract';
import { TaskFailed, TaskStopped } from '../../adapters/compute/port.ts';
import { type Attempt, JobGivenUp } from '../../adapters/queue/port.ts';
import { AppError } from '../../core/app-error.ts';
import type { Parts } from '../../parts.ts';
import type { Packages } from '../packages/index.ts';
import type { RunPayload } from './analyses.jobs.ts';
import type * as store from './analyses.store.ts';
import type { AnalysisRow } from './analyses.tables.ts';
import { createEngines } from './engines/engines.ts';
import type { RunOutcome } from './engines/port.ts';
import { failureWording, freezeReason, freezeResult, titleOf } from './freeze-runs.ts';

/** What is run: of `analyses`, or of a version that is tried beside the active one. */
export type Planned = Pick<
  AnalysisRow,
  'id' | 'algorithmId' | 'algorithmVersion' | 'seriesId' | 'inputSha256' | 'title'
> &
  Partial<Pick<AnalysisRow, 'region'>>;
export type RunAttempt = ReturnType<typeof createRunAttempts>;

/** How a run ended, and what it told. */
export interface Ended {
  change: store.Freezing & Partial<AnalysisRow>;
  told: Told[];
}

/** One attempt of a planned run: the files are fetched, a child process runs the algorithm, its result is checked and worded. */
export function createRunAttempts(
  parts: Pick<Parts, 'storage' | 'compute' | 'clock' | 'config' | 'log'>,
  packages: Packages,
  algorithmOf: (planned: Planned) => Promise<Algorithm | undefined>,
  seriesOf: (owner: RunPayload, planned: Planned) => Promise<SeriesInfo | undefined>,
) {
  const { storage, clock, log } = parts;
  const engines = createEngines(parts);

  /** @throws TaskFailed for a result that is none, or that the algorithm has no words for */
  function endedWith(
    algorithm: Algorithm | undefined,
    algorithmId: string,
    { result, algorithmVersion, weightsSha256, runtime }: RunOutcome,
  ): Ended {
    // While the software is replaced a child process may be newer than this one: the job is tried again by the new one.
    if (algorithm?.manifest.version !== algorithmVersion)
      throw new Error(`${algorithmId} ${algorithmVersion} ran, ${algorithm?.manifest.version} is here`);
    const checked = algorithmResultSchema.safeParse(result);
    if (!checked.success) throw new TaskFailed('RESULT_INVALID', checked.error.message);
    try {
      const { told, change } = freezeResult(algorithm, checked.data, clock.now());
      const { version, parameters } = algorithm.manifest;
      const ran = { algorithmVersion: version, parameters, weightsSha256, runtime };
      return { told, change: { ...change, ...ran, status: checked.data.outcome, result: checked.data } };
    } catch (error) {
      if (error instanceof NoWordingError) throw new TaskFailed('RESULT_INVALID', error.message);
      throw error;
    }
  }

  async function startRun(
    payload: RunPayload,
    planned: Planned,
    paths: string[],
    signal: AbortSignal,
  ): Promise<{ outcome: Promise<RunOutcome> } | undefined> {
    const series = await seriesOf(payload, planned);
    if (!series) return undefined;
    const { algorithmId, algorithmVersion, region } = planned;
    const imported = await packages.inputOf(algorithmId, algorithmVersion);
    const outlined = { ...series, ...(region && { region }) };
    const engine = engines[imported?.manifest.engine ?? 'builtin'];
    return { outcome: engine.run({ algorithmId, package: imported, series: outlined, paths, signal }) };
  }

  /** Undefined where it was stopped by the signal. */
  return async function attemptRun(
    payload: RunPayload,
    planned: Planned,
    { attempt, isLastAttempt }: Pick<Attempt, 'attempt' | 'isLastAttempt'>,
    signal: AbortSignal,
  ): Promise<Ended | undefined> {
    const algorithm = await algorithmOf(planned);
    const failed = (code: string): Ended => {
      const reason = { code, params: {} };
      const title = planned.title ?? titleOf(algorithm, planned.algorithmId);
      const change = freezeReason(title, failureWording(reason), clock.now());
      return { told: [], change: { ...change, status: 'failed', reason } };
    };
    const locals: { path: string; release(): Promise<void> }[] = [];
    try {
      for (const sha256 of planned.inputSha256) locals.push(await storage.checkout(sha256));
      const run = await startRun(
        payload,
        planned,
        locals.map((local) => local.path),
        signal,
      );
      if (!run) return failed('SERIES_GONE');
      return endedWith(algorithm, planned.algorithmId, await run.outcome);
    } catch (error) {
      const code = failureCode(error);
      if (signal.aborted) return undefined;
      log.error({ err: error, analysisId: planned.id, algorithmId: planned.algorithmId, attempt }, 'analysis failed');
      // A stored copy that is damaged does not mend itself: the job is run again once it was uploaded anew.
      if (error instanceof AppError && error.code === 'FILE_DAMAGED')
        throw new JobGivenUp(`analysis ${planned.id}: ${error.code}`);
      if (mayPass(error, attempt, algorithm?.manifest.engine !== 'builtin') && !isLastAttempt) throw error;
      return failed(code);
    } finally {
      for (const local of locals) await local.release();
    }
  };
}

/** The algorithm's own error will not pass. A death may, twice; a storage or database that is away, or a restart, will. */
const mayPass = (error: unknown, attempt: number, isImported: boolean): boolean => {
  if (PASSING.includes(failureCode(error))) return attempt < TRIES;
  if (error instanceof TaskFailed || (error instanceof AppError && error.code === 'MODEL_SERVER_UNKNOWN')) return false;
  // The time of others is not spent three times on a network that takes too much of it.
  if (isImported && error instanceof TaskStopped && (error.code === 'TIMED_OUT' || error.code === 'MEMORY'))
    return false;
  return !(error instanceof TaskStopped) || error.code === 'ABORTED' || attempt < TRIES;
};
const TRIES = 3;
/** A server that is restarted answers soon. */
const PASSING = ['REMOTE_DOWN', 'REMOTE_PAUSED'];

const failureCode = (error: unknown): string => {
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' ? code : 'TASK_FAILED';
};
