import type { Readable } from 'node:stream';
import { type ErrorCode, LIMITS } from '@duai/contract';
import { type StagedFile, type Storage, StorageError } from '../../adapters/storage/port.ts';
import { AppError } from '../../core/app-error.ts';

const REFUSALS: { [Code in StorageError['code']]?: ErrorCode } = {
  TOO_LARGE: 'PACKAGE_TOO_LARGE',
  ABORTED: 'UPLOAD_INTERRUPTED',
};

/** Streams an archive to the staging directory. @throws AppError PACKAGE_TOO_LARGE, UPLOAD_INTERRUPTED */
export const stageArchive = (
  storage: Pick<Storage, 'stage'>,
  body: Readable,
  maxBytes: number = LIMITS.packageUploadBytes,
): Promise<StagedFile> =>
  storage.stage(body, { maxBytes }).catch((error: unknown) => {
    const code = error instanceof StorageError ? REFUSALS[error.code] : undefined;
    throw code ? new AppError(code, { cause: error }) : error;
  });

/** Runs functions one after the other; an error of one does not affect the next. */
export function oneAfterTheOther(): <Result>(run: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (run) => {
    const mine = last.then(run);
    last = mine.catch(() => {});
    return mine;
  };
}
