/** Beyond these a file is refused instead of tried. */
export const IMAGING_LIMITS = {
  fileBytes: 100 * 1024 * 1024,
  /** One frame: a mammogram has about 14 million pixels, a large radiograph 20. */
  framePixels: 100_000_000,
  frames: 20_000,
  sequenceDepth: 64,
  /** A deflated data set may not grow beyond this; two copies of it have to fit into a checker's memory. */
  inflatedBytes: 200 * 1024 * 1024,
  /** Beyond the first 32 MB of it, nor to more than so many times its size. Images deflate to a third or a tenth. */
  inflateRatio: 50,
  inflatedFreelyBytes: 32 * 1024 * 1024,
  /** Items of encapsulated Pixel Data: a frame rarely has more than a few. */
  fragments: 100_000,
  /** Elements of a data set beside those in its sequences. */
  elements: 20_000,
  /** Before the frame header of a JPEG: marker segments, and FF bytes that fill up between them (T.81 section B.1.1.2). */
  jpegSegments: 2000,
  jpegFillBytes: 64 * 1024,
  /** The header (all before Pixel Data) is looked for in this much of the file. */
  headerBytes: 32 * 1024 * 1024,
} as const;
