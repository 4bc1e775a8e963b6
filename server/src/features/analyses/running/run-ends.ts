import { type Algorithm, NoWordingError, type Told } from '@duai/algorithms';
import { algorithmResultSchema } from '@duai/contract';
import { TaskFailed } from '../../../adapters/compute/port.ts';
import type { Clock } from '../../../core/clock.ts';
import type * as store from '../analyses.store.ts';
import type { AnalysisRow } from '../analyses.tables.ts';
import type { RunOutcome } from '../engines/port.ts';
import { failureWording, freezeReason, freezeResult, titleOf } from '../told/freeze-runs.ts';

/** How a run ended: the change of its row, and its findings. */
export interface Ended {
  change: store.Freezing & Partial<AnalysisRow>;
  told: Told[];
}

export type RunEnds = ReturnType<typeof createRunEnds>;

/** The possible ends of a run, with their texts. */
export const createRunEnds = ({ clock }: { clock: Clock }) => ({
  /** @throws TaskFailed for an invalid result, or one that the algorithm has no text for */
  ended(
    algorithm: Algorithm | undefined,
    algorithmId: string,
    { result, algorithmVersion, weightsSha256, runtime }: RunOutcome,
  ): Ended {
    // During an update a child process may be newer than this process; the error has the job tried again by the new
    // one.
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
  },

  /** The end of a run without a result, with the reason. */
  failed(
    algorithm: Algorithm | undefined,
    { title, algorithmId }: Pick<AnalysisRow, 'title' | 'algorithmId'>,
    code: string,
  ): Ended {
    const reason = { code, params: {} };
    const change = freezeReason(title ?? titleOf(algorithm, algorithmId), failureWording(reason), clock.now());
    return { told: [], change: { ...change, status: 'failed', reason } };
  },
});
