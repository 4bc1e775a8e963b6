import type { CalibratedRegion } from './regions.ts';

/** The size of a pixel in millimetres, and where it applies (PS3.3 section 10.7.1.3). */
export interface Spacing {
  readonly rowMm: number;
  readonly columnMm: number;
  /**
   * "patient": in the body; "imager": at the detector, and "film": on the film or sheet that was scanned, where objects appear
   * larger than they are; "region": in the body, within a region of an ultrasound image.
   */
  readonly of: 'patient' | 'imager' | 'film' | 'region';
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

interface StatedSpacings {
  readonly pixel: Pair | null;
  readonly imager: Pair | null;
  /** Nominal Scanned Pixel Spacing (PS3.3 C.8.6.2). */
  readonly scanned: Pair | null;
  /** Pixel Spacing Calibration Type. */
  readonly calibration: string | null;
  /** The image states its plane in the patient: then Pixel Spacing counts, whatever was scanned (PS3.3 A.8.1.3). */
  readonly hasPlane: boolean;
}

/**
 * Chooses among the spacings of a file: Pixel Spacing that is equal to that of the detector or of the scanned film, without a
 * calibration, is not corrected for magnification (PS3.3 10.7.1.1), so lengths are those there.
 */
export function spacingOf({ pixel, imager, scanned, calibration, hasPlane }: StatedSpacings) {
  const surfaces = [
    { pair: imager, of: 'imager' },
    { pair: hasPlane ? null : scanned, of: 'film' },
  ] as const;
  const isThere = (pair: Pair | null) =>
    pixel ? calibration === null && pair?.[0] === pixel[0] && pair[1] === pixel[1] : pair !== null;
  const { pair, of } = surfaces.find((surface) => isThere(surface.pair)) ?? ({ pair: pixel, of: 'patient' } as const);
  return pair && { rowMm: pair[0], columnMm: pair[1], of };
}
