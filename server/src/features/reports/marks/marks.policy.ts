import { decodeRuns, LIMITS, type marks, type Overlay } from '@duai/contract';
import { AppError, notFound } from '../../../core/app-error.ts';

/** @throws AppError TOO_MANY_MEASUREMENTS */
export function assertHasRoom(measurements: number): void {
  if (measurements >= LIMITS.measurementsPerCase) throw new AppError('TOO_MANY_MEASUREMENTS');
}

type Mask = marks.CorrectedMask['mask'];

/**
 * The mask with the corrected slices in place of its own; slices that become empty stay, as empty ones. Every corrected
 * slice must belong to `images`.
 * @throws AppError MASK_CHANGED, NOT_FOUND, VALIDATION_FAILED for runs that cannot be decoded
 */
export function correctedFrom(
  before: Pick<Overlay, 'columns' | 'rows' | 'slices'>,
  change: Mask,
  images: ReadonlySet<string>,
): Mask {
  const { columns, rows } = before;
  if (columns !== change.columns || rows !== change.rows) throw new AppError('MASK_CHANGED');
  for (const { sopInstanceUid, runs } of change.slices) {
    if (!images.has(sopInstanceUid)) throw notFound('image');
    if (!areRuns(runs, columns * rows)) throw new AppError('VALIDATION_FAILED');
  }
  const name = ({ sopInstanceUid, frame = 0 }: Mask['slices'][number]) => `${sopInstanceUid} ${frame}`;
  const slices = new Map([...before.slices, ...change.slices].map((slice) => [name(slice), slice]));
  return { columns, rows, slices: [...slices.values()] };
}

function areRuns(runs: string, pixels: number): boolean {
  try {
    decodeRuns(runs, pixels);
    return true;
  } catch {
    return false;
  }
}
