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

export interface StageOptions {
  maxBytes: number;
}

/** Where files lie, by content: a directory or a bucket. Staging is a local directory for both. */
export interface FileStore {
  /** Streams with back-pressure while hashing. A source that breaks, or exceeds `maxBytes`, leaves no file. */
  stage(source: Readable, options: StageOptions): Promise<StagedFile>;
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
   * In the transaction that refers to the content, all of which is stored now: from its commit on the reference keeps it.
   * @throws AppError STORAGE_UNAVAILABLE for a hold that has run out
   */
  release(tx: Tx): Promise<void>;
}

/**
 * Files as features see them. The same content is one file, whoever stores it: it is stored under a hold and removed
 * only when nothing refers to it and nobody holds it, in whatever order owners come and go (docs/decisions/0053).
 */
export interface Storage
  extends Pick<FileStore, 'stage' | 'discard' | 'sweepStaging' | 'assertUsable' | 'has' | 'list'> {
  /**
   * Bytes whose block was checked before they are given: the first one before this answers, the others one by one. A
   * damaged block destroys the stream. @throws AppError FILE_DAMAGED; StorageError NOT_FOUND for an unknown file
   */
  open(sha256: string, range?: { start: number; end: number }): Promise<Readable>;
  /** A local file that was just checked. @throws as `open` */
  checkout(sha256: string): Promise<LentFile>;
  /** Reads the whole file and remembers what it found. */
  check(sha256: string): Promise<'whole' | Damage>;
  /** How many files to check tonight, so that each is checked every so many days. */
  countDueChecks(days: number): Promise<number>;
  /** Checks those whose check is longest ago, or those that were found damaged. @returns how many */
  checkOldest(wish: { damaged: boolean; limit: number }): Promise<number>;
  /** Hashes of files that were found damaged or missing, a thousand at most. */
  findDamaged(): Promise<string[]>;
  damage(): Promise<FileDamage>;
  /** `use` commits the files and releases the hold in its transaction; when it fails the hold ends with it. */
  hold<T>(files: readonly FileContent[], use: (hold: Hold) => Promise<T>): Promise<T>;
  /** Replaces the stored copies of these files where they are not whole; the staged files are gone then. */
  mend(staged: readonly StagedFile[]): Promise<void>;
  /** Makes a staged file durable, in place of a damaged or missing copy; twice is the same as once. */
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

/** Another content than its hashes say, or no file where there has to be one. */
export type Damage = 'damaged' | 'missing';
/** What a stored file is to those who refer to it. */
export type FileUse = 'image' | 'preview' | 'weights' | 'report';

export interface FileDamage {
  damaged: number;
  missing: number;
  /** Stored before blocks were kept, and not read since. */
  unchecked: number;
  /** When the file was checked whose check is longest ago. */
  oldestCheckAt: Date | null;
  /** The first of them. */
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
