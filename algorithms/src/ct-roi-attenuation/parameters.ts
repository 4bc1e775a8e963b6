/** The values of a region that are counted, and published thresholds for their mean. */
export const PARAMETERS = {
  /** Muscle, HU (Mitsiopoulos et al., J Appl Physiol 1998;85:115). */
  muscleHu: [-29, 150],
  /** Fat, HU (Kvist et al., Am J Clin Nutr 1988;48:1351). */
  fatHu: [-190, -30],
  /** Unenhanced liver below this: moderate or severe fatty liver (Boyce et al., AJR 2010;194:623). */
  fattyLiverHu: 40,
  /** Trabecular L1 up to this: osteoporosis with a specificity of about 90 % (Pickhardt et al., Ann Intern Med 2013;158:588). */
  osteoporosisHu: 110,
} as const;
