/** Published ranges, HU. */
export const PARAMETERS = {
  /** Muscle (Mitsiopoulos et al., J Appl Physiol 1998;85:115). */
  muscleHu: [-29, 150],
  /** Fat (Kvist et al., Am J Clin Nutr 1988;48:1351). */
  fatHu: [-190, -30],
} as const;
