import type { UltrasoundRegion } from '../headers/ultrasound-regions.ts';
import type { Point } from './measure.ts';
import type { PixelShape, Spacing } from './spacing.ts';

/** A part of an image with a pixel size of its own; without one where what lies there is not measured in mm. */
export interface CalibratedRegion {
  /** Its edges in columns and rows of the image. */
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly spacing: Spacing | null;
}

const FORMATS = { plane: 1, mMode: 2, waveform: 4 } as const;
const CENTIMETRES = 3;
const MM_PER_CM = 10;

/**
 * The regions of an ultrasound image in which pixels stand for something (PS3.3 C.8.5.5.1): a plane of the body in cm both ways
 * has a pixel size; M-mode, spectra and waveforms have none. Where a region reaches beyond the image, the image was scaled or cut
 * after its regions were stated, and none of them has a pixel size.
 */
export function calibratedRegions(
  stated: readonly UltrasoundRegion[],
  { columns, rows }: { readonly columns: number; readonly rows: number },
): CalibratedRegion[] {
  // Some devices count the last column and row from 1.
  const areOfImage = stated.every(({ bounds: [, , right, bottom] }) => right <= columns && bottom <= rows);
  return stated
    .filter(({ format }) => format >= FORMATS.plane && format <= FORMATS.waveform)
    .map(({ bounds: [left, top, right, bottom], ...region }) => ({
      ...{ left, top, right: right + 1, bottom: bottom + 1 },
      spacing: areOfImage ? spacingIn(region) : null,
    }));
}

function spacingIn({ format, units, delta }: Pick<UltrasoundRegion, 'format' | 'units' | 'delta'>): Spacing | null {
  const [columnMm, rowMm] = delta.map((cm) => Math.abs(cm) * MM_PER_CM);
  const isPlane = format === FORMATS.plane && units.every((unit) => unit === CENTIMETRES);
  if (!isPlane || !columnMm || !rowMm || !Number.isFinite(columnMm + rowMm)) return null;
  return { rowMm, columnMm, of: 'region' };
}

/** By which share two pixel sizes may differ and still be the same, rounded: less than measurements tell. */
const SAME_SIZE = 1e-3;

/**
 * What measurements need to know of the pixels at these points: of an image without spacing, the pixel size of the region that
 * contains all of them. None where there is no such region, or where several overlap there and disagree.
 */
export function shapeAt({ regions = [], ...image }: PixelShape, points: readonly Point[]): PixelShape {
  if (image.spacing) return image;
  const around = regions.filter(({ left, top, right, bottom }) =>
    points.every(({ x, y }) => x >= left && x <= right && y >= top && y <= bottom),
  );
  const [first, ...others] = around.map(({ spacing }) => spacing);
  return first && others.every((other) => isSameSize(first, other)) ? { spacing: first } : image;
}

/** Whether two pixel sizes are the same to a thousandth. */
export const isSameSize = (one: Spacing, other: Spacing | null): boolean =>
  other !== null &&
  Math.abs(other.rowMm - one.rowMm) <= SAME_SIZE * one.rowMm &&
  Math.abs(other.columnMm - one.columnMm) <= SAME_SIZE * one.columnMm;
