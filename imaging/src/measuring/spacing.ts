/** The size of a pixel in millimetres, and where it applies (PS3.3 section 10.7.1.3). */
export interface Spacing {
  readonly rowMm: number;
  readonly columnMm: number;
  /** "patient": in the body; "imager": at the detector, where objects appear larger than they are. */
  readonly of: 'patient' | 'imager';
}

/** Between rows, between columns. */
type Pair = readonly [rowMm: number, columnMm: number];

/**
 * Chooses between Pixel Spacing and Imager Pixel Spacing: if both are equal and no calibration is named, magnification was
 * not corrected (PS3.3 10.7.1.1), so lengths are those at the detector.
 */
export function spacingOf(pixel: Pair | null, imager: Pair | null, calibration: string | null): Spacing | null {
  const isUncorrected = pixel?.[0] === imager?.[0] && pixel?.[1] === imager?.[1] && calibration === null;
  const [pair, of] = pixel && !isUncorrected ? ([pixel, 'patient'] as const) : ([imager, 'imager'] as const);
  return pair && { rowMm: pair[0], columnMm: pair[1], of };
}
