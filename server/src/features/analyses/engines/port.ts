import type { SeriesInfo } from '@duai/algorithms';
import type { AlgorithmResult } from '@duai/contract';
import type { PackageInput } from '../../../compute/analyse.ts';
import type { RunPayload } from '../analyses.jobs.ts';

/** What an engine gives back of one run. */
export interface RunOutcome {
  result: AlgorithmResult;
  /** Of the algorithm that ran. */
  algorithmVersion: string;
  weightsSha256: string | null;
  runtime: Record<string, unknown>;
}

/** One algorithm on one series; `paths[i]` is a verified copy of `series.instances[i]`. */
export interface EngineRun {
  algorithmId: string;
  /** Undefined: the built-in algorithm of that id. */
  package: PackageInput | undefined;
  series: SeriesInfo;
  paths: string[];
  /** The run, and whose it is. */
  owner: RunPayload;
  signal: AbortSignal;
}

/** What runs an algorithm; `awaited`: its result comes later, from elsewhere. The same for those in this software, networks here, and models elsewhere. */
export interface Engine {
  /** @throws TaskFailed, TaskStopped, BreakerOpen; by its code a run is told why it came to no end */
  run(run: EngineRun): Promise<RunOutcome | 'awaited'>;
}
