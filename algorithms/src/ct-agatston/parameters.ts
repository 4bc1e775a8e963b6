/** The published definition: Agatston et al., J Am Coll Cardiol 1990;15:827. */
export const PARAMETERS = {
  /** From which on a pixel is calcium, HU. */
  calciumHu: 130,
  /** Smaller areas are noise, mm². */
  minAreaMm2: 1,
  /** Peaks from which on an area counts twice, three and four times, HU. */
  weightFromHu: [200, 300, 400],
  /** Distance of the slices for which the score was defined, mm; others are scaled to it. */
  sliceDistanceMm: 3,
} as const;
