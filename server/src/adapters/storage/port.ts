import type { Readable } from 'node:stream';
import type { Tx } from '../database/port.ts';
import type { FileContent } from './blocks.ts';

/** A received file, private and not yet durable. */
export interface StagedFile extends FileContent {
  path: string;
}

/** A local file that is there until it is released. */
export interface LentFile {
  path: string;
  release(): Promise<void>;
}

/** Where files lie, by content: a directory or a bucket. Staging is a local directory for both. */
export interface FileStore {
  /** Streams with back-pressure while hashing. A source that breaks, or exceeds `maxBytes`, leaves no file. */
  stage(source: Readable, limit: { maxBytes: number }): Promise<StagedFile>;
  discard(staged: StagedFile): Promise<void>;
  /** Removes staging files of cut uploads; answers how many. */
  sweepStaging(olderThanMs: number): Promise<number>;
  /** Throws what is wrong when files cannot be received and kept: a full or read-only disk, a bucket out of reach. */
  assertUsable(): Promise<void>;
  /** Makes a staged file durable, in place of any copy that is there; twice is the same as once. */
  commit(staged: StagedFile): Promise<void>;
  /** The same for bytes. */
  write(sha256: string, bytes: Uint8Array): Promise<void>;
  /** Unchecked bytes. @throws StorageError NOT_FOUND */
  open(sha256: string, range?: { start: number; end: number }): Promise<Readable>;
  /** What the stored bytes are now. @throws StorageError NOT_FOUND */
  digest(sha256: string): Promise<FileContent>;
  /** A local file whose SHA-256 was just checked. @throws StorageError NOT_FOUND, CORRUPT */
  checkout(sha256: string): Promise<LentFile>;
  has(sha256: string): Promise<boolean>;
  remove(sha256: string): Promise<void>;
  list(): AsyncIterable<{ sha256: string; sizeBytes: number; modifiedAt: Date }>;
}

/** Keeps content from being removed while a submission stores it and has not yet referred to it. */
export interface Hold {
  /**
   * In the transaction that refers to the content: from its commit on the reference keeps it.
   * @throws AppError STORAGE_UNAVAILABLE for a hold that has run out
   */
  release(tx: Tx): Promise<void>;
}

/**
 * Files as features see them. The same content is one file, whoever stores it: it is stored under a hold and removed
 * only when nothing refers to it and nobody holds it, in whatever order owners come and go (docs/decisions/0053).
 */
export interface Storage
  extends Pick<
    FileStore,
    'stage' | 'discard' | 'sweepStaging' | 'assertUsable' | 'open' | 'checkout' | 'has' | 'list'
  > {
  /** `use` commits the files and releases the hold in its transaction; when it fails the hold ends with it. */
  hold<T>(files: readonly FileContent[], use: (hold: Hold) => Promise<T>): Promise<T>;
  /** Makes a staged file durable, in place of a damaged or missing copy too; twice is the same as once. */
  commit(staged: StagedFile, hold: Hold): Promise<void>;
  /** Stores bytes and, in one transaction, what refers to them. Answers what `refer` answers. */
  put<T>(bytes: Uint8Array, refer: (tx: Tx, sha256: string) => Promise<T>): Promise<T>;
  /**
   * Removes those that nothing refers to. A file that a submission holds is left to its end.
   * `tx`: in the caller's transaction, whose changes count.
   */
  removeUnreferenced(hashes: Iterable<string>, tx?: Tx): Promise<{ removed: string[]; held: string[] }>;
  /** Ends holds of submissions that ended without a word, a day after they began. */
  sweepHolds(): Promise<void>;
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
/** RFC 4918 section 11.5, as S3 gateways answer it. */
const INSUFFICIENT_STORAGE = 507;

/** Whether a write failed because there is no room: a full disk, a quota, the database's disk, or an S3 server that says so. */
export function isStorageFull(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code, name, $metadata } = cause as Error & { code?: unknown; $metadata?: { httpStatusCode?: number } };
    if (code === 'ENOSPC' || code === 'EDQUOT' || code === DATABASE_DISK_FULL || name === 'QuotaExceeded') return true;
    if ($metadata?.httpStatusCode === INSUFFICIENT_STORAGE) return true;
  }
  return false;
}
