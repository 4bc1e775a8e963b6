import type { Algorithm, GateDecision, SeriesInfo } from './algorithm.ts';
import { ctLungDensity } from './ct-lung-density/index.ts';
import { ptSuv } from './pt-suv/index.ts';
import { qcSeries } from './qc-series/index.ts';
import { xrFilmCheck } from './xr-film-check/index.ts';
import { xrPneumoniaPaediatric } from './xr-pneumonia-paediatric/index.ts';

/** Algorithms in the order in which results are shown. */
export type Catalogue = readonly Algorithm[];

/** Every algorithm that is installed. */
export const CATALOGUE: Catalogue = [qcSeries, xrFilmCheck, ctLungDensity, xrPneumoniaPaediatric, ptSuv];

export const findAlgorithm = (catalogue: Catalogue, id: string): Algorithm | undefined =>
  catalogue.find((algorithm) => algorithm.manifest.id === id);

/** Which algorithms fit a series, and why the others do not. */
export const plan = (catalogue: Catalogue, series: SeriesInfo): { algorithm: Algorithm; decision: GateDecision }[] =>
  catalogue.map((algorithm) => ({ algorithm, decision: algorithm.gate(series) }));
