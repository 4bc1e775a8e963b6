import { PARAMETERS as FILM_CHECK } from '../xr-film-check/parameters.ts';
import { WEIGHTS } from '../xr-film-check/weights.ts';

/** Thresholds of the checks. Sources are named where they are used. */
export const PARAMETERS = {
  /** A gap larger than this multiple of the usual distance means a missing slice: half a step more than one step. */
  gapFactor: 1.5,
  /** Distances that differ by less than this fraction of the usual one count as equal (rounding of DS values, table feed). */
  spacingTolerance: 0.05,
  /**
   * Percentage of pixels at the bright end from which an image counts as saturated. Metal and markers stay well below. Ours.
   * Clipped pixels have accumulated at one value: the end of the stored range, or the largest value that occurs.
   */
  saturationPercent: 5,
  /** Percentage of the edge of the field of view that is body from which the body counts as cut off. Ours. */
  cutOffPercent: 5,
  /** Number of slices for pixel checks, evenly spread, so that long series stay fast. */
  sampledSlices: 24,
  /** Lower limit of soft tissue, HU: what counts as body in CT. */
  bodyHu: -300,
  /** Motion is looked for in stacks of these modalities, and where slices are not further apart than this, mm. */
  motionModalities: ['CT', 'MR'] as readonly string[],
  motionStepMm: 10,
  /** Number of slices that are compared with their neighbours, and of those in one run of a longer series. */
  motionSlices: 120,
  motionRun: 24,
  /** Number of steps before and after one that say what is usual there. */
  motionAround: 4,
  /** Displacement against the usual one from which motion is suspected, mm. Ours. */
  motionMm: 5,
  /** Number of frontal chest films of a series that xr.film-check processes, and its weights. */
  mostFilms: FILM_CHECK.mostFilms,
  filmCheckSha256: WEIGHTS.sha256,
} as const;
