import { TaskFailed } from '../../../adapters/compute/port.ts';
import { type Context, readerOf } from '../../../core/actor.ts';
import { AppError, notFound } from '../../../core/app-error.ts';
import type { Parts } from '../../../parts.ts';
import type { Audit } from '../../audit/index.ts';
import type { Cases } from '../../cases/index.ts';
import { findCorrection } from '../corrections/corrections.store.ts';
import { decodeLimitMs } from '../ingest/decode-limit.ts';
import type { Owner } from '../studies.store.ts';
import type { InstanceRow } from '../studies.tables.ts';
import { findByUids, findTree, type StudyTree, type Uids } from '../study-trees.store.ts';
import { openPart10 } from './part-10.ts';
import { insertSeriesView } from './series-views.store.ts';

export interface StoredFile {
  transferSyntaxUid: string;
  /** The bytes of the file (PS3.10); each block is checked before it is returned. @throws AppError FILE_DAMAGED */
  open(): Promise<AsyncGenerator<Uint8Array>>;
}

export interface RenderedWish {
  picture: { format: 'png' | 'jpeg'; width?: number; height?: number };
  center?: number;
  width?: number;
}

/** Images by their DICOM UIDs. Access to a case is checked here; the caller checks access to a scan. */
export function createRetrieval(
  { db, storage, quick, clock }: Pick<Parts, 'db' | 'storage' | 'quick' | 'clock'>,
  { cases, audit }: { cases: Cases; audit: Audit },
) {
  /** @throws AppError NOT_FOUND where the owner does not exist or the caller may not read it */
  async function enter(context: Context, owner: Owner): Promise<void> {
    const [subjectType, subjectId] = 'caseId' in owner ? ['case', owner.caseId] : ['scan', owner.scanId];
    await db.transaction(async (tx) => {
      if ('caseId' in owner) await cases.forPatient(tx, context, owner.caseId);
      await audit.record(tx, context, { action: 'studies.list', subjectType, subjectId });
    });
  }

  /** Records that a radiologist was shown the series, because a report is signed only when every series was opened. */
  async function noteView({ actor }: Context, owner: Owner, { seriesId }: InstanceRow): Promise<void> {
    if (actor.realm !== 'staff' || !('caseId' in owner)) return;
    const submission = await cases.submissionOf(db.drizzle, owner.caseId);
    if (submission === null) return;
    await insertSeriesView(db.drizzle, { seriesId, staffId: actor.id, submission, viewedAt: clock.now() });
  }

  /**
   * The one image with these UIDs, if it has these frames (from 0). @throws AppError NOT_FOUND, NOT_ACCEPTABLE for
   * several
   */
  async function named(context: Context, owner: Owner, uids: Uids, frames: readonly number[]) {
    if ('caseId' in owner) await cases.forPatient(db.drizzle, context, owner.caseId);
    const [instance, another] = await findByUids(db.drizzle, owner, uids);
    // Several different files have these UIDs, so it is unclear which is wanted. They can be rendered by their ids.
    if (another) throw new AppError('NOT_ACCEPTABLE', { internal: 'several images have this name' });
    if (!instance || frames.some((frame) => frame >= instance.frames)) throw notFound('frame');
    const audited = { action: 'studies.frames', subjectType: 'instance', subjectId: instance.id };
    await db.transaction((tx) => audit.record(tx, context, audited));
    return instance;
  }

  return {
    tree: async (context: Context, owner: Owner): Promise<StudyTree[]> => {
      await enter(context, owner);
      return findTree(db.drizzle, owner);
    },

    /** Images with whole headers. @throws AppError NOT_FOUND where nothing has these UIDs */
    images: async (context: Context, owner: Owner, uids: Uids): Promise<InstanceRow[]> => {
      await enter(context, owner);
      const rows = await findByUids(db.drizzle, owner, uids);
      if (rows.length === 0) throw notFound('images');
      return rows;
    },

    /**
     * Whole files, in reading order; of several with the same UID the first received. Each is opened when its turn
     * comes.
     * @throws AppError NOT_FOUND where nothing has these UIDs
     */
    files: async (context: Context, owner: Owner, uids: Uids): Promise<StoredFile[]> => {
      await enter(context, owner);
      const rows = await findByUids(db.drizzle, owner, uids);
      if (rows.length === 0) throw notFound('images');
      const correction = await findCorrection(db.drizzle, owner);
      const byName = Map.groupBy(rows, ({ sopInstanceUid }) => sopInstanceUid);
      const first = [...byName.values()].map((same) => same.reduce((a, b) => (b.receivedAt < a.receivedAt ? b : a)));
      return first.map((row) => ({
        transferSyntaxUid: row.header?.transferSyntaxUid ?? '',
        open: () => openPart10({ storage }, row, correction),
      }));
    },

    /**
     * One frame as a picture: the middle one by default, in its opening window or the given one.
     * @throws AppError NOT_FOUND without such a frame, FILE_DAMAGED
     */
    async rendered(
      context: Context,
      owner: Owner,
      uids: Uids,
      { frame, signal, ...wish }: RenderedWish & { frame?: number; signal: AbortSignal },
    ): Promise<Uint8Array> {
      const instance = await named(context, owner, uids, frame === undefined ? [] : [frame]);
      const local = await storage.checkout(instance.sha256);
      try {
        const shown = frame ?? Math.floor(instance.frames / 2);
        const options = { timeoutMs: decodeLimitMs(instance), account: readerOf(context), signal };
        return await quick.run('render-preview', { path: local.path, frame: shown, ...wish }, options);
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof TaskFailed)
          throw new AppError('NOT_ACCEPTABLE', { internal: `no such form of a frame: ${error.code}` });
        throw error;
      } finally {
        await local.release();
      }
    },

    /** The pixels of an overlay of one image. @throws AppError NOT_FOUND, NOT_ACCEPTABLE where it cannot be read, FILE_DAMAGED */
    async overlay(
      context: Context,
      owner: Owner,
      uids: Uids,
      { group, signal }: { group: number; signal: AbortSignal },
    ): Promise<Uint8Array> {
      const instance = await named(context, owner, uids, []);
      const local = await storage.checkout(instance.sha256);
      try {
        const options = { timeoutMs: decodeLimitMs(instance), account: readerOf(context), signal };
        return await quick.run('read-overlay', { path: local.path, group }, options);
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof TaskFailed)
          throw new AppError('NOT_ACCEPTABLE', { internal: `no such overlay: ${error.code}` });
        throw error;
      } finally {
        await local.release();
      }
    },

    /**
     * The stored values of frames (from 0) of one image. A child process that can be killed decodes them one by one;
     * each block of the file is checked as it is read. @throws AppError NOT_FOUND without such a frame, FILE_DAMAGED
     */
    async *frames(
      context: Context,
      owner: Owner,
      uids: Uids,
      { frames, signal }: { frames: readonly number[]; signal: AbortSignal },
    ): AsyncGenerator<Uint8Array> {
      const instance = await named(context, owner, uids, frames);
      const local = await storage.checkout(instance.sha256);
      try {
        for (const frame of frames) {
          const options = { timeoutMs: decodeLimitMs(instance), account: readerOf(context), signal };
          yield await quick.run('decode-frame', { path: local.path, frame }, options);
        }
        await noteView(context, owner, instance);
      } catch (error) {
        // A client that has left gets no answer, and this is not an error.
        signal.throwIfAborted();
        if (error instanceof TaskFailed)
          throw new AppError('NOT_ACCEPTABLE', { internal: `no such form of a frame: ${error.code}` });
        throw error;
      } finally {
        await local.release();
      }
    },
  };
}
