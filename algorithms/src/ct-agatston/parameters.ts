/** The published definition: Agatston et al., J Am Coll Cardiol 1990;15:827. */
export const PARAMETERS = {
  /** Lowest value of calcium, HU. */
  calciumHu: 130,
  /** Smaller areas count as noise, mm². */
  minAreaMm2: 1,
  /** Peak values from which an area counts twice, three and four times, HU. */
  weightFromHu: [200, 300, 400],
  /** Slice distance for which the score was defined, mm; other distances are scaled to it. */
  sliceDistanceMm: 3,
} as const;
