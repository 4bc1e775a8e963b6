import type { leftOutObjects } from '@duai/contract';
import { REFUSAL_CODES } from '@duai/imaging';
import { TaskFailed, TaskStopped } from '../../adapters/compute/port.ts';
import { AppError } from '../../core/app-error.ts';

export const isDamaged = (error: unknown): boolean => error instanceof AppError && error.code === 'FILE_DAMAGED';

/** Why an object was not made; undefined for an error that says nothing of the object, such as a lost connection. */
export function whyNotMade(error: unknown): leftOutObjects.LeftOutObject['reason'] | undefined {
  if (isDamaged(error)) return 'FILE_DAMAGED';
  if (error instanceof TaskFailed)
    return REFUSAL_CODES.some((code) => code === error.code) ? 'IMAGE_NOT_READABLE' : 'NOT_MADE';
  return error instanceof TaskStopped && error.code !== 'ABORTED' ? 'NOT_MADE' : undefined;
}

/** So many images of a study or series are tried for what they all tell: its patient and its identifiers. */
const SOURCES_TRIED = 10;

/** The first of some stored images that is whole. @throws AppError FILE_DAMAGED */
export async function firstWhole<T>(hashes: readonly string[], lend: (sha256: string) => Promise<T>): Promise<T> {
  for (const sha256 of hashes.slice(0, SOURCES_TRIED))
    try {
      return await lend(sha256);
    } catch (error) {
      if (!isDamaged(error)) throw error;
    }
  throw new AppError('FILE_DAMAGED');
}
