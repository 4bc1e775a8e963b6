/** Beyond these a file is refused instead of tried. */
export const IMAGING_LIMITS = {
  fileBytes: 100 * 1024 * 1024,
  /** One frame: a mammogram has about 14 million pixels, a large radiograph 20. */
  framePixels: 100_000_000,
  frames: 20_000,
  sequenceDepth: 64,
  /** A deflated data set may not grow beyond this. */
  inflatedBytes: 512 * 1024 * 1024,
  /** The header (all before Pixel Data) is looked for in this much of the file. */
  headerBytes: 32 * 1024 * 1024,
} as const;
