import type { Readable } from 'node:stream';
import type { Tx } from '../database/port.ts';
import type { FileContent } from './blocks.ts';

/** A received file that is not yet durable and is visible only to its receiver. */
export interface StagedFile extends FileContent {
  path: string;
}

/** A local file that exists until it is released. */
export interface LentFile {
  path: string;
  release(): Promise<void>;
}

export interface StageOptions {
  maxBytes: number;
}

/** Stores files by content, in a directory or a bucket. Staging is a local directory for both. */
export interface FileStore {
  /** Stages a stream with back-pressure while hashing it. A source that breaks or exceeds `maxBytes` leaves no file. */
  stage(source: Readable, options: StageOptions): Promise<StagedFile>;
  discard(staged: StagedFile): Promise<void>;
  /** Deletes staging files of interrupted uploads; returns how many. */
  sweepStaging(olderThanMs: number): Promise<number>;
  /** Throws where files cannot be stored: a full or read-only disk, or an unreachable bucket. */
  assertUsable(): Promise<void>;
  /** Makes a staged file durable and replaces any existing copy; may be repeated. */
  commit(staged: StagedFile): Promise<void>;
  /** Like `commit`, for bytes. */
  write(sha256: string, bytes: Uint8Array): Promise<void>;
  /** Opens a file without checking its bytes. @throws StorageError NOT_FOUND */
  open(sha256: string, range?: { start: number; end: number }): Promise<Readable>;
  /** Size and hashes of the stored bytes. @throws StorageError NOT_FOUND */
  digest(sha256: string): Promise<FileContent>;
  /** A local copy whose SHA-256 was just verified. @throws StorageError NOT_FOUND, CORRUPT */
  checkout(sha256: string): Promise<LentFile>;
  has(sha256: string): Promise<boolean>;
  remove(sha256: string): Promise<void>;
  list(): AsyncIterable<{ sha256: string; sizeBytes: number; modifiedAt: Date }>;
}

/** Protects content from removal while a submission stores it and has not referred to it yet. */
export interface Hold {
  /**
   * In the transaction that refers to the content, all of which is stored now: from its commit on the reference keeps it.
   * @throws AppError STORAGE_UNAVAILABLE for a hold that has run out
   */
  release(tx: Tx): Promise<void>;
}

/**
 * The storage that features use. Equal content is one file, whoever stores it. It is stored under a hold and removed
 * only when nothing refers to it and no hold exists, in whatever order owners come and go (docs/decisions/0053).
 */
export interface Storage
  extends Pick<FileStore, 'stage' | 'discard' | 'sweepStaging' | 'assertUsable' | 'has' | 'list'> {
  /**
   * Bytes whose block is checked before they are returned: the first block before this returns, the others one by one.
   * A damaged block destroys the stream. @throws AppError FILE_DAMAGED; StorageError NOT_FOUND for an unknown file
   */
  open(sha256: string, range?: { start: number; end: number }): Promise<Readable>;
  /** A local copy that was just checked. @throws as `open` */
  checkout(sha256: string): Promise<LentFile>;
  /** Reads the whole file and records the result. */
  check(sha256: string): Promise<'whole' | Damage>;
  /** How many files to check tonight so that each is checked once in `days` days. */
  countDueChecks(days: number): Promise<number>;
  /** Checks the files with the oldest check, or those known as damaged. @returns how many */
  checkOldest(wish: { damaged: boolean; limit: number }): Promise<number>;
  /** Hashes of files known as damaged or missing, at most a thousand. */
  findDamaged(): Promise<string[]>;
  damage(): Promise<FileDamage>;
  /**
   * Runs `use` under a hold; `use` commits the files and releases the hold in its transaction. Where it fails the hold
   * ends.
   */
  hold<T>(files: readonly FileContent[], use: (hold: Hold) => Promise<T>): Promise<T>;
  /** Replaces the stored copies of these files where they are not whole; the staged files are removed. */
  mend(staged: readonly StagedFile[]): Promise<void>;
  /** Makes a staged file durable, in place of a damaged or missing copy; twice is the same as once. */
  commit(staged: StagedFile, hold: Hold): Promise<void>;
  /** Stores bytes and, in one transaction, the references to them. Returns the result of `refer`. */
  put<T>(bytes: Uint8Array, refer: (tx: Tx, sha256: string) => Promise<T>): Promise<T>;
  /**
   * Removes the files that nothing refers to, except held ones. With `tx` it runs in the caller's transaction and sees
   * its changes.
   */
  removeUnreferenced(hashes: Iterable<string>, tx?: Tx): Promise<{ removed: string[]; held: string[] }>;
  /** Ends holds of submissions that died, a day after they began. */
  sweepHolds(): Promise<void>;
}

/** The content does not match its hashes, or the file is missing. */
export type Damage = 'damaged' | 'missing';
/** What a stored file is used for. */
export type FileUse = 'image' | 'preview' | 'weights' | 'report';

export interface FileDamage {
  damaged: number;
  missing: number;
  /** Files stored before block hashes and not read since. */
  unchecked: number;
  /** The time of the oldest check. */
  oldestCheckAt: Date | null;
  /** The first files with damage. */
  files: { sha256: string; damage: Damage; foundAt: Date; use: FileUse }[];
}

export class StorageError extends Error {
  readonly code: 'NOT_FOUND' | 'CORRUPT' | 'TOO_LARGE' | 'ABORTED';

  constructor(code: StorageError['code'], message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'StorageError';
    this.code = code;
  }
}

/** disk_full: PostgreSQL, appendix A. */
const DATABASE_DISK_FULL = '53100';
/** Insufficient Storage (RFC 4918 section 11.5), as S3 gateways answer it. */
const INSUFFICIENT_STORAGE = 507;

/** Whether a write failed for lack of space: a full disk, a quota, the database's disk, or an S3 server. */
export function isStorageFull(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code, name, $metadata } = cause as Error & { code?: unknown; $metadata?: { httpStatusCode?: number } };
    if (code === 'ENOSPC' || code === 'EDQUOT' || code === DATABASE_DISK_FULL || name === 'QuotaExceeded') return true;
    if ($metadata?.httpStatusCode === INSUFFICIENT_STORAGE) return true;
  }
  return false;
}
