import type { Language } from '@duai/contract';
import { SERVER_TEXTS } from '../../core/texts.ts';
import type { AnalysisRow } from '../analyses/index.ts';

/** The quality check runs on every series; alone it does not count as a paid analysis. */
const isQualityCheck = (run: Run) => run.algorithmId.startsWith('qc.');

type Run = Pick<AnalysisRow, 'algorithmId' | 'status'>;

/** Whether an algorithm other than the quality check has evaluated the study. */
export const hasEvaluation = (runs: readonly Run[]): boolean =>
  runs.some((run) => run.status === 'evaluated' && !isQualityCheck(run));

export const failureSentence = (code: string, language: Language): string => {
  const failures: Readonly<Record<string, string>> = SERVER_TEXTS[language].scans.failures;
  return failures[code] ?? SERVER_TEXTS[language].scans.failures.ANALYSIS_FAILED;
};

/**
 * The outcome of a scan. It counts as analysed, and is charged, when an algorithm other than the quality check
 * evaluated it. It has failed where nothing could run, or where an error left it without a result.
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
