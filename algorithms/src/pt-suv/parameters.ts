/** Parameters of a result. */
export const PARAMETERS = {
  modalities: ['PT'],
  /** Volume of the sphere whose mean is the peak, ml (QIBA Profile FDG-PET/CT 1.13, SUVpeak; Wahl et al. 2009). */
  peakMl: 1,
  /** Fewer slices cannot contain a sphere of 1 ml with its neighbours. */
  minSlices: 3,
  /** Stored as 32-bit numbers, which are in memory twice while they are stacked; a whole body at 2 mm has 30 million voxels. */
  mostMillionVoxels: 40,
} as const;
