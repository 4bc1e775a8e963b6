import type { Readable } from 'node:stream';

/** A received file, private and not yet durable. */
export interface StagedFile {
  path: string;
  sha256: string;
  sizeBytes: number;
}

/** Files by content: the key is the SHA-256 of the bytes. Staging is a local directory for every implementation. */
export interface Storage {
  /** Streams with back-pressure while hashing. A source that breaks, or exceeds `maxBytes`, leaves no file. */
  stage(source: Readable, limit: { maxBytes: number }): Promise<StagedFile>;
  /** Makes a staged file durable; twice is the same as once. */
  commit(staged: StagedFile): Promise<void>;
  discard(staged: StagedFile): Promise<void>;
  put(bytes: Uint8Array): Promise<{ sha256: string; sizeBytes: number }>;
  /** @throws StorageError NOT_FOUND */
  open(sha256: string, range?: { start: number; end: number }): Promise<Readable>;
  /** A local file whose SHA-256 was just checked. @throws StorageError NOT_FOUND, CORRUPT */
  checkout(sha256: string): Promise<{ path: string; release(): Promise<void> }>;
  has(sha256: string): Promise<boolean>;
  remove(sha256: string): Promise<void>;
  list(): AsyncIterable<{ sha256: string; sizeBytes: number; modifiedAt: Date }>;
  /** Throws what is wrong when files cannot be received and kept: a full or read-only disk, a bucket out of reach. */
  assertUsable(): Promise<void>;
  /** Removes staging files of cut uploads; answers how many. */
  sweepStaging(olderThanMs: number): Promise<number>;
}

export class StorageError extends Error {
  readonly code: 'NOT_FOUND' | 'CORRUPT' | 'TOO_LARGE' | 'ABORTED';

  constructor(code: StorageError['code'], message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'StorageError';
    this.code = code;
  }
}

/** RFC 4918 section 11.5, as S3 gateways answer it. */
const INSUFFICIENT_STORAGE = 507;

/** Whether a write failed because there is no room: a full disk, a quota, or an S3 server that says so. */
export function isStorageFull(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code, name, $metadata } = cause as Error & { code?: unknown; $metadata?: { httpStatusCode?: number } };
    if (code === 'ENOSPC' || code === 'EDQUOT' || name === 'QuotaExceeded') return true;
    if ($metadata?.httpStatusCode === INSUFFICIENT_STORAGE) return true;
  }
  return false;
}
