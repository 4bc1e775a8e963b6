import { LIMITS } from '@duai/contract';
import type { PatientIdentity } from '@duai/imaging';
import { TaskFailed, TaskStopped } from '../../../adapters/compute/port.ts';
import type { Tx } from '../../../adapters/database/port.ts';
import { StorageError } from '../../../adapters/storage/port.ts';
import { AppError } from '../../../core/app-error.ts';
import type { Parts } from '../../../parts.ts';
import { decodeLimitMs } from '../ingest/decode-limit.ts';
import { hasImages } from '../intake/intake.store.ts';
import { type CheckedFile, headerOf } from '../intake/receive-files.ts';
import * as store from './versions.store.ts';

/** A stored file, by what is known of it. */
export interface StoredContent {
  sha256: string;
  dataSetSha256: string | null;
  sizeBytes: number;
}

const INSPECTION_TIMEOUT_MS = 45_000;
/** Both data sets are read whole. */
const COMPARISON_TIMEOUT_MS = 30_000;
/** Both images are decoded, frame by frame; what takes longer is not compared. */
const PIXELS_TIMEOUT_MS = 45_000;

/** Instances under one SOP Instance UID: what they are, how two of them differ, and that one takes the place of another. */
export function createVersions({ storage, quick, compute, log }: Pick<Parts, 'storage' | 'quick' | 'compute' | 'log'>) {
  /** @throws AppError FILE_DAMAGED for a copy that is damaged or gone */
  async function withFile<T>(sha256: string, use: (path: string) => Promise<T>): Promise<T> {
    const local = await storage.checkout(sha256).catch((error: unknown) => {
      throw error instanceof StorageError ? new AppError('FILE_DAMAGED', { cause: error }) : error;
    });
    try {
      return await use(local.path);
    } finally {
      await local.release();
    }
  }

  /** A stored file as it was when it came. @throws AppError FILE_DAMAGED */
  const read = (file: StoredContent, name: string, account: string | undefined): Promise<CheckedFile> =>
    withFile(file.sha256, async (path) => {
      const inspection = await quick.run(
        'inspect',
        { path, maxBytes: LIMITS.instanceBytes },
        { timeoutMs: INSPECTION_TIMEOUT_MS, account },
      );
      // It was accepted when it came.
      if (inspection.status === 'refused') throw new AppError('FILE_DAMAGED', { internal: inspection.code });
      const { sha256, sizeBytes, dataSetSha256 } = file;
      // Rows are made of hash and size; the file is where it is.
      return { name, inspection, dataSetSha256, staged: { path, sha256, sizeBytes, blocks: Buffer.alloc(0) } };
    });

  /** The answer of a child process; undefined where it was stopped, or could not read what it was given. */
  async function unlessUnreadable<T>(answer: Promise<T>): Promise<T | undefined> {
    try {
      return await answer;
    } catch (error) {
      const isOurEnd = error instanceof TaskStopped && error.code === 'ABORTED';
      if (isOurEnd || !(error instanceof TaskStopped || error instanceof TaskFailed)) throw error;
      log.warn({ err: error }, 'two versions of an instance were not compared');
      return undefined;
    }
  }

  return {
    find: store.findVersions,
    read,

    /** Whom the header of a stored file names; null where it cannot be read any more. */
    async identityOf(file: StoredContent, account: string | undefined): Promise<PatientIdentity | null> {
      try {
        const { inspection } = await read(file, '', account);
        return 'identity' in inspection ? inspection.identity : null;
      } catch (error) {
        if (error instanceof AppError && error.code === 'FILE_DAMAGED') return null;
        throw error;
      }
    },

    /** @throws AppError FILE_DAMAGED */
    compare: (first: string, second: string, { hasPixels, account }: { hasPixels: boolean; account: string }) =>
      withFile(first, (a) =>
        withFile(second, async (b) => {
          const files = { first: a, second: b };
          const elements = compute.run('compare-elements', files, { timeoutMs: COMPARISON_TIMEOUT_MS, account });
          const told = await unlessUnreadable(elements);
          if (!hasPixels) return { elements: told, pixels: 'none' as const };
          const pixels = compute.run('compare-pixels', files, { timeoutMs: PIXELS_TIMEOUT_MS, account });
          const isSame = await unlessUnreadable(pixels);
          const word = isSame === true ? 'same' : isSame === false ? 'different' : 'not-compared';
          return { elements: told, pixels: word as 'same' | 'different' | 'not-compared' };
        }),
      ),

    /** PNG of the middle frame. @throws AppError FILE_DAMAGED, NOT_ACCEPTABLE for what has no picture */
    picture: (
      {
        sha256,
        ...image
      }: { sha256: string; sizeBytes: number; rows: number | null; columns: number | null; frames: number },
      account: string | undefined,
    ): Promise<Buffer> =>
      withFile(sha256, async (path) => {
        const frame = Math.floor((image.frames - 1) / 2);
        const options = { timeoutMs: decodeLimitMs(image), account };
        const png = await unlessUnreadable(quick.run('render-preview', { path, frame }, options));
        if (!png) throw new AppError('NOT_ACCEPTABLE', { internal: 'the image cannot be drawn' });
        return Buffer.from(png);
      }),

    hasImages,

    /**
     * Takes instances out of a scan, for another one that comes in their place.
     * @returns SHA-256 of their files and previews, for `removeFiles` after the commit
     */
    async takeOut(
      tx: Tx,
      scanId: string,
      versions: readonly { version: store.StoredVersion; identity: PatientIdentity | null }[],
      next: CheckedFile,
    ): Promise<string[]> {
      await store.deleteInstances(
        tx,
        versions.map(({ version }) => version.id),
      );
      for (const { version, identity } of versions) {
        await store.forgetIdentity(tx, scanId, version.seriesId, identity);
        await store.describeAnew(tx, version, headerOf(next));
      }
      return versions.flatMap(({ version: { sha256, previewSha256 } }) =>
        previewSha256 ? [sha256, previewSha256] : [sha256],
      );
    },
  };
}
