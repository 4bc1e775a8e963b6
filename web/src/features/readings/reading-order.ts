import type { AnalysisRun } from '@duai/contract';

const PLACES: Readonly<Record<AnalysisRun['status'], number>> = {
  evaluated: 0,
  running: 1,
  planned: 1,
  failed: 2,
  'not-evaluable': 2,
  'not-applicable': 3,
};
/** Of equal status: first what the reader judges, then remarks on the images. */
const placeOf = ({ status, isJudged }: Pick<AnalysisRun, 'status' | 'isJudged'>): number =>
  PLACES[status] + (isJudged ? 0 : 0.5);

/** Results first, what does not fit these images last; the order of the catalogue within. */
export const inReadingOrder = <Run extends Pick<AnalysisRun, 'status' | 'isJudged'>>(runs: readonly Run[]): Run[] =>
  runs.toSorted((one, other) => placeOf(one) - placeOf(other));
