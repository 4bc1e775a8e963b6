import { Readable } from 'node:stream';
import { type FileRefusalCode, type Language, LIMITS } from '@duai/contract';
import { type DicomHeader, type Inspection, isOwnResult } from '@duai/imaging';
import { type InputOf, TaskStopped } from '../../../adapters/compute/port.ts';
import { type Hold, isStorageFull, type StagedFile } from '../../../adapters/storage/port.ts';
import { AppError } from '../../../core/app-error.ts';
import { refusalText } from '../../../core/check-texts.ts';
import type { Parts, Tasks } from '../../../parts.ts';
import type { CheckPauses } from './check-pauses.ts';
import { createDataSetHash } from './data-set-hash.ts';
import type { Room } from './patient-rooms.ts';

/** One file of a submission as it arrives over any transport. */
export interface IncomingFile {
  name: string;
  stream: Readable;
  /** The hash that the sender declares; content with another hash is refused. */
  sha256?: string | null;
}

/** A presentation state: it is kept beside the images that it is about, and there is nothing to decode or analyse in it. */
export const isPresentation = ({ inspection }: CheckedFile): boolean => inspection.kind === 'presentation';

/** What comes to a study without changing what is analysed or counted: how images are shown, and results of ours that come back. */
export const isBesideImages = (file: CheckedFile): boolean => isPresentation(file) || isOwnResult(headerOf(file));

/** The header of a DICOM instance; null for a picture. */
export const headerOf = ({ inspection }: CheckedFile): DicomHeader | null =>
  'header' in inspection ? inspection.header : null;

/** A file that was received whole and checked by content. It lies in staging and is not durable before `commit`. */
export interface CheckedFile {
  name: string;
  staged: StagedFile;
  inspection: Extract<Inspection, { status: 'accepted' }>;
  /** SHA-256 of the data set alone; null for pictures. */
  dataSetSha256: string | null;
}

export interface Refusal {
  name: string;
  code: FileRefusalCode;
}

export interface Received {
  files: CheckedFile[];
  refused: Refusal[];
}

export interface ReceiveOptions {
  dicomOnly?: boolean;
  maxFiles?: number;
  /** Of one file; by default what a browser may send. */
  maxFileBytes?: number;
  /** The account that sends the files; accounts take turns at the checkers. */
  account?: string | undefined;
  /** What is left of the sender's room; by default there is no limit. */
  room?: Pick<Room, 'take'>;
}

/** A check takes milliseconds of a processor, and a second where its process has yet to start. */
const INSPECTION_PROCESSOR_MS = 10_000;
/** A machine that is busy with other things lets a check wait; so long is not normal there either. */
const INSPECTION_TIMEOUT_MS = 45_000;
/** A check that ended for a reason of ours is done again. */
const INSPECTION_TRIES = 3;
/** A submission with more files than this is refused as a whole, because the answer has a line for each file. */
export const MOST_FILES_NAMED = 5000;
/** One byte above the limit, to tell a file of exactly the limit from a larger one. */
export const STREAM_LIMIT_BYTES = LIMITS.uploadFileBytes + 1;

/**
 * Streams files into staging with back-pressure and checks each by content in a child process while the next one
 * arrives. Memory does not grow with file size.
 * @throws AppError CHECKS_PAUSED before a byte is read, BODY_TOO_LARGE for more than `MOST_FILES_NAMED` files,
 * UPLOAD_INTERRUPTED when the sender goes away, STORAGE_FULL or STORAGE_UNAVAILABLE when staging fails. Nothing is kept
 * then.
 */
export async function receiveFiles(
  { storage, quick, log, pauses }: ReceiveTools,
  incoming: AsyncIterable<IncomingFile>,
  {
    dicomOnly = false,
    maxFiles = LIMITS.filesPerCase,
    maxFileBytes = LIMITS.uploadFileBytes,
    account,
    room,
  }: ReceiveOptions = {},
): Promise<Received> {
  pauses.assertOpen(account);
  const checks: Promise<CheckedFile | Refusal>[] = [];
  const check = createCheck({ storage, quick, log, pauses }, { dicomOnly, account, maxBytes: maxFileBytes });

  try {
    for await (const { name, stream, sha256 } of incoming) {
      if (checks.length >= MOST_FILES_NAMED) throw new AppError('BODY_TOO_LARGE');
      if (pauses.isPaused(account)) {
        stream.resume();
        checks.push(Promise.resolve({ name, code: 'CHECK_FAILED' }));
        continue;
      }
      if (checks.length >= maxFiles) {
        stream.resume();
        checks.push(Promise.resolve({ name, code: 'TOO_MANY_FILES' }));
        continue;
      }
      const { staged, dataSetSha256 } = await stageHashed(storage, stream, maxFileBytes + 1);
      if (staged.sizeBytes === 0 || staged.sizeBytes > maxFileBytes) {
        await storage.discard(staged);
        checks.push(Promise.resolve({ name, code: staged.sizeBytes === 0 ? 'EMPTY' : 'TOO_LARGE' }));
        continue;
      }
      if (sha256 && sha256 !== staged.sha256) {
        await storage.discard(staged);
        checks.push(Promise.resolve({ name, code: 'CHECKSUM_MISMATCH' }));
        continue;
      }
      const fits = await room?.take(staged).catch(async (error: unknown) => {
        await storage.discard(staged);
        throw new OwnFailure(error);
      });
      if (fits === false) {
        await storage.discard(staged);
        checks.push(Promise.resolve({ name, code: 'ACCOUNT_FULL' }));
        continue;
      }
      checks.push(check(name, staged, dataSetSha256));
    }
  } catch (error) {
    await discardFiles({ storage }, (await settle(checks)).files);
    throw error instanceof OwnFailure ? error.cause : asUploadError(error);
  }
  return settle(checks);
}

/** An error while files arrive that is none of their sender. */
class OwnFailure extends Error {
  constructor(cause: unknown) {
    super('', { cause });
  }
}

/**
 * Receives one instance over the network without file meta information; `meta` is written in front of it.
 * @throws AppError CHECKS_PAUSED; StorageError TOO_LARGE, ABORTED; errors of staging
 */
export async function receiveInstance(
  tools: ReceiveTools,
  { meta, dataSet }: { meta: Uint8Array; dataSet: AsyncIterable<Buffer> },
  { account, maxBytes }: { account: string; maxBytes: number },
): Promise<CheckedFile | Refusal> {
  tools.pauses.assertOpen(account);
  async function* file() {
    yield Buffer.from(meta);
    yield* dataSet;
  }
  const { staged, dataSetSha256 } = await stageHashed(tools.storage, file(), maxBytes);
  return createCheck(tools, { dicomOnly: true, account, maxBytes })('', staged, dataSetSha256);
}

type ReceiveTools = Pick<Parts, 'storage' | 'quick' | 'log'> & { pauses: CheckPauses };

async function stageHashed(storage: Parts['storage'], source: AsyncIterable<Buffer>, maxBytes: number) {
  const hash = createDataSetHash();
  async function* hashed() {
    for await (const bytes of source) {
      hash.update(bytes);
      yield bytes;
    }
  }
  const staged = await storage.stage(Readable.from(hashed(), { objectMode: false }), { maxBytes });
  return { staged, dataSetSha256: hash.digest() };
}

/** That says nothing about the file: the machine had no time for it, or we are ending. */
const isOurs = ({ code }: TaskStopped): boolean => code === 'STARVED' || code === 'ABORTED';

/**
 * A check that got no time is done again, and so is, once, one whose process died: whoever killed it need not be the file.
 * @throws TaskStopped, TaskFailed of the last try
 */
async function inspect(
  quick: Parts['quick'],
  input: InputOf<Tasks, 'inspect'>,
  account: string | undefined,
): Promise<Inspection> {
  const options = { processorMs: INSPECTION_PROCESSOR_MS, timeoutMs: INSPECTION_TIMEOUT_MS, account };
  for (let tryNumber = 1; ; tryNumber += 1) {
    try {
      return await quick.run('inspect', input, options);
    } catch (error) {
      const code = error instanceof TaskStopped ? error.code : undefined;
      const tries = code === 'STARVED' ? INSPECTION_TRIES : code === 'CRASHED' ? 2 : 1;
      if (tryNumber >= tries) throw error;
    }
  }
}

/** Creates a check of staged files in a child process; refused files are removed from staging. */
function createCheck(
  { storage, quick, log, pauses }: ReceiveTools,
  { dicomOnly, account, maxBytes }: { dicomOnly: boolean; account: string | undefined; maxBytes: number },
) {
  return async (name: string, staged: StagedFile, dataSetSha256: string | null): Promise<CheckedFile | Refusal> => {
    const refuse = async (code: FileRefusalCode): Promise<Refusal> => {
      // Checks run beside the upload: a file that cannot be removed now is swept at night and must not end the process.
      await storage.discard(staged).catch((error: unknown) => log.warn({ err: error }, 'refused file not removed'));
      return { name, code };
    };
    if (pauses.isPaused(account)) return refuse('CHECK_FAILED');
    let inspection: Inspection;
    try {
      inspection = await inspect(quick, { path: staged.path, maxBytes }, account);
    } catch (error) {
      log.warn({ err: error }, 'file check failed');
      if (error instanceof TaskStopped && !isOurs(error)) pauses.countEnded(account);
      return refuse('CHECK_FAILED');
    }
    if (inspection.status === 'refused') {
      if (inspection.isOverLimit) pauses.countEnded(account);
      const { code } = inspection;
      return refuse(dicomOnly && code === 'TYPE_NOT_SUPPORTED' ? 'NOT_DICOM' : code);
    }
    if (dicomOnly && !('header' in inspection)) return refuse('NOT_DICOM');
    return { name, staged, inspection, dataSetSha256: 'header' in inspection ? dataSetSha256 : null };
  };
}

/** Removes from staging what is not going to be kept. */
export async function discardFiles({ storage }: Pick<Parts, 'storage'>, files: CheckedFile[]): Promise<void> {
  await Promise.all(files.map((file) => storage.discard(file.staged)));
}

/** Several commits run at once, because most of the time of one is waiting for the disk (fsync). */
const COMMITS_AT_ONCE = 8;

/** Makes held files durable, so that rows can refer to them by hash. @throws AppError STORAGE_FULL, STORAGE_UNAVAILABLE */
export async function commitFiles(
  { storage, log }: Pick<Parts, 'storage' | 'log'>,
  files: CheckedFile[],
  hold: Hold,
): Promise<void> {
  try {
    const waiting = files.values();
    const commits = Array.from({ length: COMMITS_AT_ONCE }, async () => {
      for (const file of waiting) await storage.commit(file.staged, hold);
    });
    const failed = (await Promise.allSettled(commits)).find((ended) => ended.status === 'rejected');
    if (failed) throw failed.reason;
  } catch (error) {
    // Files that cannot be removed are swept at night; the caller gets the first error.
    await discardFiles({ storage }, files).catch((after: unknown) =>
      log.warn({ err: after }, 'staged files not removed'),
    );
    throw new AppError(isStorageFull(error) ? 'STORAGE_FULL' : 'STORAGE_UNAVAILABLE', { cause: error });
  }
}

/** A refusal with its message in the reader's language. */
export const presentRefusal = ({ name, code }: Refusal, language: Language) => ({
  name,
  code,
  message: refusalText(code, language),
});

async function settle(checks: Promise<CheckedFile | Refusal>[]): Promise<Received> {
  const outcomes = await Promise.all(checks);
  return {
    files: outcomes.filter((outcome) => 'staged' in outcome),
    refused: outcomes.filter((outcome) => 'code' in outcome),
  };
}

function asUploadError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isStorageFull(error)) return new AppError('STORAGE_FULL', { cause: error });
  // An error of the multipart parser: more parts, fields or files than it accepts.
  if ((error as { statusCode?: unknown }).statusCode === 413) return new AppError('BODY_TOO_LARGE', { cause: error });
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string' && ['EIO', 'EACCES', 'EROFS'].includes(code)) {
    return new AppError('STORAGE_UNAVAILABLE', { cause: error });
  }
  return new AppError('UPLOAD_INTERRUPTED', { cause: error });
}
