import type { CalibratedRegion } from './regions.ts';

/** The size of a pixel in millimetres, and where it applies (PS3.3 section 10.7.1.3). */
export interface Spacing {
  readonly rowMm: number;
  readonly columnMm: number;
  /**
   * "patient": in the body; "imager": at the detector, where objects appear larger than they are; "region": in the body, within a
   * region of an ultrasound image.
   */
  readonly of: 'patient' | 'imager' | 'region';
}

/** What measurements need to know of the pixels of an image. */
export interface PixelShape {
  readonly spacing: Spacing | null;
  /** Height of a pixel divided by its width, stated by an image without spacing (Pixel Aspect Ratio, PS3.3 C.7.6.3.1.7). */
  readonly statedAspect?: number | undefined;
  /** Of an image without spacing, the parts that have a pixel size of their own. */
  readonly regions?: readonly CalibratedRegion[] | undefined;
}

/** Height of a pixel divided by its width; pixels are square where nothing is said of them. */
export const pixelAspectOf = ({ spacing, statedAspect = 1 }: PixelShape): number =>
  spacing ? spacing.rowMm / spacing.columnMm : statedAspect;

/** Between rows, between columns. */
type Pair = readonly [rowMm: number, columnMm: number];

/**
 * Chooses between Pixel Spacing and Imager Pixel Spacing: if both are equal and no calibration is named, magnification was
 * not corrected (PS3.3 10.7.1.1), so lengths are those at the detector.
 */
export function spacingOf(
  pixel: Pair | null,
  imager: Pair | null,
  calibration: string | null,
): (Spacing & { readonly of: 'patient' | 'imager' }) | null {
  const isUncorrected = pixel?.[0] === imager?.[0] && pixel?.[1] === imager?.[1] && calibration === null;
  const [pair, of] = pixel && !isUncorrected ? ([pixel, 'patient'] as const) : ([imager, 'imager'] as const);
  return pair && { rowMm: pair[0], columnMm: pair[1], of };
}
