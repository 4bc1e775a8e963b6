/** Files beyond these limits are refused without trying. */
export const IMAGING_LIMITS = {
  fileBytes: 100 * 1024 * 1024,
  /** Pixels of one frame: a mammogram has about 14 million, a large radiograph 20 million. */
  framePixels: 100_000_000,
  frames: 20_000,
  sequenceDepth: 64,
  /** Largest inflated size of a deflated data set; a checker's memory must hold two copies of it. */
  inflatedBytes: 200 * 1024 * 1024,
  /** Largest ratio of inflated to deflated size, checked beyond the first 32 MB. Images deflate to a third or a tenth. */
  inflateRatio: 50,
  inflatedFreelyBytes: 32 * 1024 * 1024,
  /** Items of encapsulated Pixel Data: a frame rarely has more than a few. */
  fragments: 100_000,
  /** Elements of a data set, not counting those in its sequences. */
  elements: 20_000,
  /** Limits before the frame header of a JPEG: marker segments, and FF fill bytes between them (T.81 section B.1.1.2). */
  jpegSegments: 2000,
  jpegFillBytes: 64 * 1024,
  /** A presentation state has no pixels; outlines on some hundred images take a megabyte. */
  presentationStateBytes: 16 * 1024 * 1024,
  /** The header (everything before Pixel Data) must be within this part of the file. */
  headerBytes: 32 * 1024 * 1024,
} as const;
