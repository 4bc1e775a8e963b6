import { buffer } from 'node:stream/consumers';
import type { ErrorCode } from '@duai/contract';
import { plainFrameBytes, plainPlaceOf } from '@duai/imaging';
import { TaskFailed } from '../../../adapters/compute/port.ts';
import type { LentFile } from '../../../adapters/storage/port.ts';
import { type Context, readerOf } from '../../../core/actor.ts';
import { AppError, notFound } from '../../../core/app-error.ts';
import type { Parts } from '../../../parts.ts';
import type { Audit } from '../../audit/index.ts';
import type { Cases } from '../../cases/index.ts';
import { decodeLimitMs } from '../ingest/decode-limit.ts';
import type { Owner } from '../studies.store.ts';
import type { InstanceRow } from '../studies.tables.ts';
import type { Uids } from '../study-trees.store.ts';
import { insertSeriesView } from '../viewing/series-views.store.ts';
import { type NamedImages, readingOf } from './named-image.ts';

/** A frame (from 0) of an image of a series. */
export interface FrameWish {
  sopInstanceUid: string;
  frame: number;
}
/** Its stored values, or the code of the error that keeps them from being read. */
export type GivenFrame = FrameWish & ({ bytes: Uint8Array } | { code: ErrorCode });

/** So many frames are read while those before them are sent; none where they are large, for each is held in memory. */
const READ_AHEAD = 3;
const LARGE_FRAME_BYTES = 8 * 1024 * 1024;
const isLarge = ({ header }: InstanceRow): boolean =>
  header !== null &&
  (header.rows * header.columns * header.samplesPerPixel * header.bitsAllocated) / 8 > LARGE_FRAME_BYTES;

/** The stored values of frames, by the UIDs of their images. */
export function createFrames(
  { db, storage, quick, clock }: Pick<Parts, 'db' | 'storage' | 'quick' | 'clock'>,
  { cases, audit, images }: { cases: Cases; audit: Audit; images: NamedImages },
) {
  const { foundBy, found, named } = images;

  /** Records that a radiologist was shown the series, because a report is signed only when every series was opened. */
  async function noteView({ actor }: Context, owner: Owner, { seriesId }: InstanceRow): Promise<void> {
    if (actor.realm !== 'staff' || !('caseId' in owner)) return;
    const submission = await cases.submissionOf(db.drizzle, owner.caseId);
    if (submission === null) return;
    await insertSeriesView(db.drizzle, { seriesId, staffId: actor.id, submission, viewedAt: clock.now() });
  }

  /**
   * The stored values of a frame. Plain ones are read from the file, each block checked; a child process that can be
   * killed decodes the others. @throws AppError NOT_ACCEPTABLE, FILE_DAMAGED
   */
  async function valuesOf(
    context: Context,
    instance: InstanceRow,
    frame: number,
    { lent, isStored = false, signal }: { lent: Lending; isStored?: boolean; signal: AbortSignal },
  ): Promise<Uint8Array> {
    const { header, sha256 } = instance;
    const place = header && !isStored && plainPlaceOf(header, frame);
    if (place) return plainFrameBytes(header, await buffer(await storage.open(sha256, place)));
    const { path } = await lent.take(sha256);
    try {
      const options = { timeoutMs: decodeLimitMs(instance), account: readerOf(context), signal };
      return await quick.run(isStored ? 'read-stored-frame' : 'decode-frame', { path, frame }, options);
    } catch (error) {
      // A client that has left gets no answer, and this is not an error.
      signal.throwIfAborted();
      if (error instanceof TaskFailed)
        throw new AppError('NOT_ACCEPTABLE', { internal: `no such form of a frame: ${error.code}` });
      throw error;
    }
  }

  return {
    /** How many frames one image has, and the syntax of grey ones. @throws AppError NOT_FOUND, NOT_ACCEPTABLE */
    async aboutFrames(
      context: Context,
      owner: Owner,
      uids: Uids,
    ): Promise<{ frames: number; greySyntaxUid: string | undefined }> {
      const { frames, header } = await found(context, owner, uids, []);
      const isGrey = header?.samplesPerPixel === 1 && header.photometricInterpretation.startsWith('MONOCHROME');
      return { frames, greySyntaxUid: isGrey ? header.transferSyntaxUid : undefined };
    },

    /**
     * The stored values of frames (from 0) of one image, one by one; `isStored`: compressed ones as they are.
     * @throws AppError NOT_FOUND without such a frame, NOT_ACCEPTABLE, FILE_DAMAGED
     */
    async *frames(
      context: Context,
      owner: Owner,
      uids: Uids,
      { frames, isStored = false, signal }: { frames: readonly number[]; isStored?: boolean; signal: AbortSignal },
    ): AsyncGenerator<Uint8Array> {
      const instance = await named(context, owner, uids, frames);
      const lent = createLending(storage);
      try {
        for (const frame of frames) yield await valuesOf(context, instance, frame, { lent, isStored, signal });
        await noteView(context, owner, instance);
      } finally {
        await lent.release();
      }
    },

    /**
     * The stored values of frames of several images of a series, in the order of the wish; without one, of the first
     * images. One that cannot be read does not keep the others back. @throws AppError NOT_FOUND where the series has none
     * of these images
     */
    async *framesOfSeries(
      context: Context,
      owner: Owner,
      uids: Uids,
      { wanted, most, signal }: { wanted: readonly FrameWish[] | undefined; most: number; signal: AbortSignal },
    ): AsyncGenerator<GivenFrame> {
      const among = wanted && [...new Set(wanted.map(({ sopInstanceUid }) => sopInstanceUid))];
      const rows = await foundBy(context, owner, uids, among ? { among } : { most });
      const [first] = rows;
      if (!first) throw notFound('frame');
      await db.transaction(async (tx) => {
        for (const row of rows) await audit.record(tx, context, readingOf(row));
      });
      const byName = Map.groupBy(rows, ({ sopInstanceUid }) => sopInstanceUid);
      const wishes = wanted ?? [...byName.keys()].map((name) => ({ sopInstanceUid: name ?? '', frame: 0 }));
      const lent = createLending(storage);
      try {
        yield* madeAhead(
          wishes.map((wish) => async (): Promise<GivenFrame> => {
            const [instance, another] = byName.get(wish.sopInstanceUid) ?? [];
            if (!instance || wish.frame >= instance.frames) return { ...wish, code: 'NOT_FOUND' };
            if (another) return { ...wish, code: 'NOT_ACCEPTABLE' };
            try {
              return { ...wish, bytes: await valuesOf(context, instance, wish.frame, { lent, signal }) };
            } catch (error) {
              signal.throwIfAborted();
              // A process that was killed over this file, or a storage that is away, is told as the single frame tells it.
              return { ...wish, code: error instanceof AppError ? error.code : 'INTERNAL' };
            }
          }),
          rows.some(isLarge) ? 0 : READ_AHEAD,
        );
        await noteView(context, owner, first);
      } finally {
        await lent.release();
      }
    },
  };
}

/** The files that one call reads from: each is checked once, however many of its frames are wanted. */
function createLending(storage: Parts['storage']) {
  const lent = new Map<string, Promise<LentFile>>();
  return {
    take(sha256: string): Promise<LentFile> {
      const file = lent.get(sha256) ?? storage.checkout(sha256);
      lent.set(sha256, file);
      return file;
    },
    async release(): Promise<void> {
      for (const file of await Promise.allSettled(lent.values())) if ('value' in file) await file.value.release();
    },
  };
}
type Lending = ReturnType<typeof createLending>;

/** Results in their order; so many more are begun while one is taken. */
async function* madeAhead<T>(jobs: readonly (() => Promise<T>)[], ahead: number): AsyncGenerator<T> {
  const waiting = [...jobs];
  const begun: Promise<T>[] = [];
  for (;;) {
    for (const job of waiting.splice(0, ahead + 1 - begun.length)) {
      const made = job();
      // Told when its turn comes.
      made.catch(() => {});
      begun.push(made);
    }
    const first = begun.shift();
    if (!first) return;
    yield await first;
  }
}
