/** Why a DICOM object of a report could not be made, or not with all that belongs in it. */
export const LEFT_OUT_REASONS = ['FILE_DAMAGED', 'IMAGE_NOT_READABLE', 'NOT_MADE'] as const;

/** Header of an archive without some of its DICOM objects; the file `LEFT_OUT_FILE` in the archive names them all. */
export const LEFT_OUT_HEADER = 'duai-left-out';
export const LEFT_OUT_FILE = 'left-out.txt';
/** As many are named in the header, which proxies bound to a few kilobytes. */
export const LEFT_OUT_NAMED = 20;

export interface LeftOutObject {
  readonly name: string;
  readonly kind: 'report' | 'document' | 'measurements' | 'reader-measurements' | 'key-objects' | 'segmentation';
  readonly reason: (typeof LEFT_OUT_REASONS)[number];
  /** The object is there, without so many measurements. */
  readonly lacks?: number;
}
/** The header, as JSON. */
export interface LeftOut {
  readonly count: number;
  /** The first of them. */
  readonly objects: readonly LeftOutObject[];
}
