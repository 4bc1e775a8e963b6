import type { Algorithm, GateDecision, SeriesInfo } from './algorithm.ts';
import { ctAgatston } from './ct-agatston/index.ts';
import { ctBodyCompositionSlice } from './ct-body-composition-slice/index.ts';
import { ctLungDensity } from './ct-lung-density/index.ts';
import { ctRoiAttenuation } from './ct-roi-attenuation/index.ts';
import { ptSuv } from './pt-suv/index.ts';
import { qcSeries } from './qc-series/index.ts';
import { xrFilmCheck } from './xr-film-check/index.ts';
import { xrPneumoniaPaediatric } from './xr-pneumonia-paediatric/index.ts';

/** Algorithms in the order in which their results are shown. */
export type Catalogue = readonly Algorithm[];

/** Every algorithm that is installed. */
export const CATALOGUE: Catalogue = [
  qcSeries,
  xrFilmCheck,
  ctLungDensity,
  xrPneumoniaPaediatric,
  ptSuv,
  ctAgatston,
  ctRoiAttenuation,
  ctBodyCompositionSlice,
];

export const findAlgorithm = (catalogue: Catalogue, id: string): Algorithm | undefined =>
  catalogue.find((algorithm) => algorithm.manifest.id === id);

/** Which algorithms apply to a series, and why the others do not. Algorithms that wait for a reader's region are left out. */
export const plan = (catalogue: Catalogue, series: SeriesInfo): { algorithm: Algorithm; decision: GateDecision }[] =>
  catalogue
    .filter(({ isAssisted }) => !isAssisted)
    .map((algorithm) => ({ algorithm, decision: algorithm.gate(series) }));
