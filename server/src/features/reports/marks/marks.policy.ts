import { LIMITS, type marks, type Overlay, shortestRuns } from '@duai/contract';
import { isOrientation, isRegion, isWhole, POINTS } from '@duai/imaging';
import { AppError, notFound } from '../../../core/app-error.ts';

/** Beside those that the reader has. @throws AppError TOO_MANY_MEASUREMENTS, TOO_MANY_POINTS */
export function assertHasRoom(known: { measurements: number; points: number }, points: number): void {
  if (known.measurements >= LIMITS.measurementsPerCase) throw new AppError('TOO_MANY_MEASUREMENTS');
  assertHasRoomForPoints(known.points + points);
}

/** @throws AppError TOO_MANY_POINTS */
export function assertHasRoomForPoints(points: number): void {
  if (points > LIMITS.measurementPointsPerCase) throw new AppError('TOO_MANY_POINTS');
}

/** @throws AppError TOO_MANY_MASKS */
export function assertHasRoomForMask(versions: number): void {
  if (versions >= LIMITS.maskVersionsPerCase) throw new AppError('TOO_MANY_MASKS');
}

type Drawn = Pick<marks.Measurement, 'measure' | 'points' | 'frame' | 'plane' | 'values'>;
/**
 * A measurement that a tool can draw: with its number of points, all of them within the image (PS3.3 C.18.6) or the computed
 * plane, on a frame of an image that can be read. Any other would keep the files of a signature from being made, or tell an area
 * without pixels.
 * @throws AppError NOT_FOUND, VALIDATION_FAILED
 */
export function assertDrawable(drawn: Drawn, image: Drawable | undefined): void {
  const { measure, points, frame, plane } = drawn;
  if (image?.state !== 'ready' || frame >= image.frames) throw notFound('image');
  const isTooMany = measure !== 'freehand' && points.length > POINTS[measure];
  const { columns, rows } = plane ?? image;
  const isWithin = points.every(({ x, y }) => isFrom0To(columns, x) && isFrom0To(rows, y));
  if (isTooMany || !isWithin || !isWhole({ measure, points })) throw new AppError('VALIDATION_FAILED');
  if (!hasItsValues(drawn) || (plane && !isOrientation([...plane.across, ...plane.down], ROUNDING)))
    throw new AppError('VALIDATION_FAILED');
}

/** Values are told of a plane alone: those of an image are found where the files are. */
function hasItsValues({ measure, plane, values = [] }: Drawn): boolean {
  const names = new Set(values.map(({ name }) => name));
  const isProbe = measure === 'probe';
  const canHave = plane !== undefined && (isProbe || isRegion(measure));
  return names.size === values.length && values.every(({ name }) => canHave && (name === 'value') === isProbe);
}

/** Of unit vectors, rounded on their way. */
const ROUNDING = 0.001;
/** What is known of an image; rows and columns are null where its header tells none. */
interface Drawable {
  readonly state: string;
  readonly frames: number;
  readonly columns: number | null;
  readonly rows: number | null;
}
const isFrom0To = (most: number | null, place: number): boolean => place >= 0 && place <= (most ?? place);

type Mask = marks.CorrectedMask['mask'];

/**
 * The mask with the corrected slices in place of its own; slices that become empty stay, as empty ones. Every corrected
 * slice must be a frame of `images`, which tells how many frames each has, and stand once.
 * @throws AppError MASK_CHANGED, NOT_FOUND, VALIDATION_FAILED for runs that cannot be decoded
 */
export function correctedFrom(
  before: Pick<Overlay, 'columns' | 'rows' | 'slices'>,
  change: Mask,
  images: ReadonlyMap<string, number>,
): Mask {
  const { columns, rows } = before;
  if (columns !== change.columns || rows !== change.rows) throw new AppError('MASK_CHANGED');
  const changed = change.slices.map((slice) => {
    if ((slice.frame ?? 0) >= (images.get(slice.sopInstanceUid) ?? 0)) throw notFound('image');
    return { ...slice, runs: checkedRuns(slice.runs, columns * rows) };
  });
  const name = ({ sopInstanceUid, frame = 0 }: Mask['slices'][number]) => `${sopInstanceUid} ${frame}`;
  if (new Set(changed.map(name)).size < changed.length) throw new AppError('VALIDATION_FAILED');
  const slices = new Map([...before.slices, ...changed].map((slice) => [name(slice), slice]));
  return { columns, rows, slices: [...slices.values()] };
}

/** As we write them: runs without length would make a mask of any size. @throws AppError VALIDATION_FAILED */
function checkedRuns(runs: string, pixels: number): string {
  try {
    return shortestRuns(runs, pixels);
  } catch {
    throw new AppError('VALIDATION_FAILED');
  }
}
