import type { Algorithm, GateDecision, SeriesInfo } from './algorithm.ts';
import { ctLungDensity } from './ct-lung-density/index.ts';
import { qcSeries } from './qc-series/index.ts';

/** Every algorithm there is, in the order in which results are shown. */
export const CATALOGUE: readonly Algorithm[] = [qcSeries, ctLungDensity];

export const algorithmById = (id: string): Algorithm | undefined =>
  CATALOGUE.find((algorithm) => algorithm.manifest.id === id);

/** Which algorithms fit a series, and why the others do not. */
export const plan = (series: SeriesInfo): { algorithm: Algorithm; decision: GateDecision }[] =>
  CATALOGUE.map((algorithm) => ({ algorithm, decision: algorithm.gate(series) }));
