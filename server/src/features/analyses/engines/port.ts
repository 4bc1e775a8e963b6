import type { SeriesInfo } from '@duai/algorithms';
import type { AlgorithmResult } from '@duai/contract';
import type { PackageInput } from '../../../compute/analyse.ts';
import type { RunPayload } from '../analyses.jobs.ts';

/** The result of one run. */
export interface RunOutcome {
  result: AlgorithmResult;
  /** The version of the algorithm that ran. */
  algorithmVersion: string;
  weightsSha256: string | null;
  runtime: Record<string, unknown>;
}

/** One algorithm on one series; `paths[i]` is a verified copy of `series.instances[i]`. */
export interface EngineRun {
  algorithmId: string;
  /** Undefined for the built-in algorithm with this id. */
  package: PackageInput | undefined;
  series: SeriesInfo;
  paths: string[];
  /** The run and its owner (a case or a scan). */
  owner: RunPayload;
  /** Whether nobody waits for it: a version that is tried. */
  isShadow: boolean;
  signal: AbortSignal;
}

/**
 * Runs algorithms: built-in ones, networks on this machine, or models on other servers. `awaited` means that the result
 * comes later.
 */
export interface Engine {
  /** The code of an error becomes the reason of the failed run. @throws TaskFailed, TaskStopped, BreakerOpen */
  run(run: EngineRun): Promise<RunOutcome | 'awaited'>;
}
