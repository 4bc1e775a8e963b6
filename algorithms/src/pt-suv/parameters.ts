/** What decides a result. */
export const PARAMETERS = {
  modalities: ['PT'],
  /** Volume of the sphere whose mean is the peak, ml (QIBA Profile FDG-PET/CT 1.13, SUVpeak; Wahl et al. 2009). */
  peakMl: 1,
  /** Fewer slices hold no sphere of 1 ml with its neighbours. */
  minSlices: 3,
  /** As 32-bit numbers, twice in memory while they are stacked; a whole body at 2 mm has 30 million. */
  mostMillionVoxels: 40,
} as const;
