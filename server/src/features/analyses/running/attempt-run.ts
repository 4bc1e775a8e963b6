import type { Algorithm, SeriesInfo } from '@duai/algorithms';
import type { Engine as EngineName } from '@duai/contract';
import { TaskFailed, TaskStopped } from '../../../adapters/compute/port.ts';
import { type Attempt, JobGivenUp } from '../../../adapters/queue/port.ts';
import type { LentFile } from '../../../adapters/storage/port.ts';
import { AppError } from '../../../core/app-error.ts';
import type { Parts } from '../../../parts.ts';
import type { Packages } from '../../packages/index.ts';
import type { RunPayload } from '../analyses.jobs.ts';
import type { AnalysisRow } from '../analyses.tables.ts';
import type { Engine } from '../engines/port.ts';
import { lendInto } from './lend-files.ts';
import type { Ended, RunEnds } from './run-ends.ts';

/** A row of `analyses`, or a run of a shadow version. */
export type Planned = Pick<
  AnalysisRow,
  'id' | 'algorithmId' | 'algorithmVersion' | 'seriesId' | 'inputSha256' | 'title'
> &
  Partial<Pick<AnalysisRow, 'region'>> & { isShadow?: boolean };
export type RunAttempt = ReturnType<typeof createRunAttempts>;

/**
 * One attempt of a planned run: fetches the files, runs the algorithm in a child process, and checks and words its
 * result.
 */
export function createRunAttempts(
  { storage, log }: Pick<Parts, 'storage' | 'log'>,
  { engines, ends, packages }: { engines: Record<EngineName, Engine>; ends: RunEnds; packages: Packages },
  algorithmOf: (planned: Planned) => Promise<Algorithm | undefined>,
  seriesOf: (owner: RunPayload, planned: Planned) => Promise<SeriesInfo | undefined>,
) {
  async function startRun(
    payload: RunPayload,
    planned: Planned,
    paths: string[],
    signal: AbortSignal,
  ): Promise<{ outcome: ReturnType<Engine['run']> } | undefined> {
    const series = await seriesOf(payload, planned);
    if (!series) return undefined;
    const { algorithmId, algorithmVersion, region, isShadow = false } = planned;
    const imported = await packages.inputOf(algorithmId, algorithmVersion);
    const outlined = { ...series, ...(region && { region }) };
    const engine = engines[imported?.manifest.engine ?? 'builtin'];
    const run = { algorithmId, package: imported, series: outlined, paths, owner: payload, isShadow, signal };
    return { outcome: engine.run(run) };
  }

  /** Undefined where the signal stopped it; `awaited` where the result comes from another server. */
  return async function attemptRun(
    payload: RunPayload,
    planned: Planned,
    { attempt, isLastAttempt }: Pick<Attempt, 'attempt' | 'isLastAttempt'>,
    signal: AbortSignal,
  ): Promise<Ended | 'awaited' | undefined> {
    const algorithm = await algorithmOf(planned);
    const failed = (code: string) => ends.failed(algorithm, planned, code);
    const locals: LentFile[] = [];
    try {
      await lendInto(locals, storage, planned.inputSha256);
      const run = await startRun(
        payload,
        planned,
        locals.map((local) => local.path),
        signal,
      );
      if (!run) return failed('SERIES_GONE');
      const outcome = await run.outcome;
      return outcome === 'awaited' ? outcome : ends.ended(algorithm, planned.algorithmId, outcome);
    } catch (error) {
      const code = failureCode(error);
      if (signal.aborted) return undefined;
      log.error({ err: error, analysisId: planned.id, algorithmId: planned.algorithmId, attempt }, 'analysis failed');
      // A damaged copy stays damaged; the job is run again once the file was uploaded again.
      if (error instanceof AppError && error.code === 'FILE_DAMAGED')
        throw new JobGivenUp(`analysis ${planned.id}: ${error.code}`);
      if (mayPass(error, attempt, algorithm?.manifest.engine !== 'builtin') && !isLastAttempt) throw error;
      return failed(code);
    } finally {
      await Promise.all(locals.map((local) => local.release()));
    }
  };
}

/**
 * Whether another try may succeed. An algorithm's own error stays; a process that dies is tried again twice; an
 * unreachable storage or database and a restart pass.
 */
const mayPass = (error: unknown, attempt: number, isImported: boolean): boolean => {
  if (PASSING.includes(failureCode(error))) return attempt < TRIES;
  if (error instanceof TaskFailed || (error instanceof AppError && error.code === 'MODEL_SERVER_UNKNOWN')) return false;
  // An imported network that used up its time or memory is not tried again, since it would delay others.
  if (isImported && error instanceof TaskStopped && (error.code === 'TIMED_OUT' || error.code === 'MEMORY'))
    return false;
  return !(error instanceof TaskStopped) || error.code === 'ABORTED' || attempt < TRIES;
};
const TRIES = 3;
/** Errors of a server that may be restarting. */
const PASSING = ['REMOTE_DOWN', 'REMOTE_PAUSED'];

const failureCode = (error: unknown): string => {
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' ? code : 'TASK_FAILED';
};
