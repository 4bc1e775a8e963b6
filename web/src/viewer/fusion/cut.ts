import type { PixelDescription } from '../pixels/values/describe-pixels.ts';
import { cross, type ImagePlane, planeOf, plus } from '../room/planes.ts';
import type { Point } from '../stage/gestures.ts';
import type { PlaneStack } from '../volume/resample.ts';

/** Half of what a PET voxel usually measures: finer samples would hold nothing new. */
const LEAST_MM = 2;
/** To a side: 2 m of a patient. */
const MOST_SAMPLES = 1024;

/** Where another volume is cut to lie over an image: on its plane, from its upper left edge on. */
export interface Cut {
  readonly plane: ImagePlane;
  /** The one plane that is sampled. */
  readonly stack: PlaneStack;
  /** Of a slab the maximum is taken, as in the image. */
  readonly slabMm: number;
  /** Equal for images at one place alone: by it a cut is found again. */
  readonly key: string;
  /** Width and height in those of the image; the last samples may lie beyond its edge. */
  readonly share: { readonly x: number; readonly y: number };
}

/** Null for an image without a place in the patient, and for the maximum of a whole volume, which lies at none. */
function makeCut(description: PixelDescription): Cut | null {
  const plane = planeOf(description);
  if (!plane || plane.isWholeDepth) return null;
  const { origin, across, down, columnMm, rowMm } = plane;
  const [width, height] = [plane.columns * columnMm, plane.rows * rowMm];
  const mm = Math.max(LEAST_MM, Math.min(columnMm, rowMm), Math.max(width, height) / MOST_SAMPLES);
  const samples = (sizeMm: number) => Math.max(1, Math.ceil(sizeMm / mm - 1e-6));
  const [columns, rows] = [samples(width), samples(height)];
  const slabMm = description.isMaximum ? (description.thicknessMm ?? 0) : 0;
  // From the centre of the first pixel to that of the first sample.
  const first = plus(plus(origin, across, (mm - columnMm) / 2), down, (mm - rowMm) / 2);
  const step = cross(across, down);
  return {
    plane,
    stack: { kind: 'axial', count: 1, columns, rows, mm, origin: first, across, down, step },
    slabMm,
    key: [...first, ...across, ...down, columns, rows, mm, slabMm].join(' '),
    share: { x: (columns * mm) / width, y: (rows * mm) / height },
  };
}

const cuts = new WeakMap<PixelDescription, Cut | null>();

/** Made once for each image. */
export function cutOf(description: PixelDescription): Cut | null {
  const known = cuts.get(description);
  if (known !== undefined) return known;
  const made = makeCut(description);
  cuts.set(description, made);
  return made;
}

/** The values of a volume on a cut, in the displayed unit; not a number outside the volume. */
export interface CutValues {
  readonly values: Float32Array;
  /** The volume does not reach this plane. */
  readonly isEmpty: boolean;
}

/**
 * The value at a point of the image (columns and rows from its upper left corner), between samples interpolated; null outside the
 * image and outside the volume.
 */
export function valueOnCut({ stack, plane }: Cut, { values }: CutValues, { x, y }: Point): number | null {
  if (x < 0 || y < 0 || x > plane.columns || y > plane.rows) return null;
  const [column, row] = [(x * plane.columnMm) / stack.mm - 0.5, (y * plane.rowMm) / stack.mm - 0.5];
  const within = (at: number, size: number) => Math.min(size - 1, Math.max(0, at));
  const sample = (atColumn: number, atRow: number) =>
    values[within(atRow, stack.rows) * stack.columns + within(atColumn, stack.columns)] ?? Number.NaN;
  const [left, top] = [Math.floor(column), Math.floor(row)];
  const [right, below] = [column - left, row - top];
  const line = (at: number) => sample(left, at) * (1 - right) + sample(left + 1, at) * right;
  const value = line(top) * (1 - below) + line(top + 1) * below;
  if (!Number.isNaN(value)) return value;
  const nearest = sample(Math.round(column), Math.round(row));
  return Number.isNaN(nearest) ? null : nearest;
}
