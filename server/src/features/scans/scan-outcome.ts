import type { Language } from '@duai/contract';
import { SERVER_TEXTS } from '../../core/texts.ts';
import type { AnalysisRow } from '../analyses/index.ts';

/** Runs on every series; on its own it is no analysis that anybody pays for. */
const isQualityCheck = (run: Run) => run.algorithmId.startsWith('qc.');

type Run = Pick<AnalysisRow, 'algorithmId' | 'status'>;

/** An algorithm beyond the quality check looked at the study and said what it saw. */
export const hasEvaluation = (runs: readonly Run[]): boolean =>
  runs.some((run) => run.status === 'evaluated' && !isQualityCheck(run));

export const failureSentence = (code: string, language: Language): string => {
  const failures: Readonly<Record<string, string>> = SERVER_TEXTS[language].scans.failures;
  return failures[code] ?? SERVER_TEXTS[language].scans.failures.ANALYSIS_FAILED;
};

/**
 * What the runs of a scan come to. It is analysed, and paid for, when an algorithm beyond the quality check evaluated
 * it; it failed when there was nothing to run on, or an error left no algorithm's result.
 */
export function outcomeOfScan(runs: Run[]): {
  isAnalysed: boolean;
  failureCode: string | null;
} {
  const isAnalysed = hasEvaluation(runs);
  if (isAnalysed) return { isAnalysed, failureCode: null };
  if (runs.length === 0) return { isAnalysed, failureCode: 'NO_READABLE_IMAGE' };
  if (runs.some((run) => run.status === 'failed')) return { isAnalysed, failureCode: 'ANALYSIS_FAILED' };
  const hasWord = runs.some((run) => run.status === 'evaluated' || run.status === 'not-evaluable');
  return { isAnalysed, failureCode: hasWord ? null : 'NOTHING_FITTED' };
}
