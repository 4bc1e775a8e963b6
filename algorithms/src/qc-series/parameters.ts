import { PARAMETERS as FILM_CHECK } from '../xr-film-check/parameters.ts';
import { WEIGHTS } from '../xr-film-check/weights.ts';

/** Thresholds of the checks. Sources stand where they are used. */
export const PARAMETERS = {
  /** A gap larger than this multiple of the usual distance is a missing slice: half a slice more than one step. */
  gapFactor: 1.5,
  /** Distances that differ less, as a share of the usual one, are the same (rounding of DS values, table feed). */
  spacingTolerance: 0.05,
  /**
   * Share of pixels at the bright end from which an image is called saturated, %. Metal and markers stay well below;
   * ours. Clipped is what has piled up on one value: the end of the stored range, or the largest value that occurs.
   */
  saturationPercent: 5,
  /** Share of the edge of the field of view that body touches before the body is called cut off, %. Ours. */
  cutOffPercent: 5,
  /** Slices looked at for pixel checks: evenly spread, so that long series stay quick. */
  sampledSlices: 24,
  /** Soft tissue and denser, in HU: what is body in CT. */
  bodyHu: -300,
  /** Frontal chest films of one series that xr.film-check looks at, and the weights it does so with. */
  mostFilms: FILM_CHECK.mostFilms,
  filmCheckSha256: WEIGHTS.sha256,
} as const;
