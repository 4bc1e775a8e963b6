import { correctPatientJson, type ImageDescription } from '@duai/imaging';
import { type ComputeOptions, TaskFailed } from '../../../adapters/compute/port.ts';
import { type Context, readerOf } from '../../../core/actor.ts';
import { AppError, notFound } from '../../../core/app-error.ts';
import type { Parts } from '../../../parts.ts';
import type { Audit } from '../../audit/index.ts';
import type { Cases } from '../../cases/index.ts';
import { patientOf } from '../corrections/corrected-file.ts';
import { findCorrection } from '../corrections/corrections.store.ts';
import type { CorrectionRow } from '../corrections/corrections.tables.ts';
import { decodeLimitMs } from '../ingest/decode-limit.ts';
import type { Owner } from '../studies.store.ts';
import type { InstanceRow } from '../studies.tables.ts';
import { findWholeTree, type StudyTree, type Uids } from '../study-trees.store.ts';
import { findNamed } from '../viewing/data-sets.store.ts';
import { createDataSets, type DataSet } from '../viewing/data-sets.ts';
import { openPart10 } from '../viewing/part-10.ts';
import type { WithheldObjects } from '../viewing/withheld-objects.ts';
import { createNamedImages } from './named-image.ts';
import { createFrames } from './retrieve-frames.ts';

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
  parts: Pick<Parts, 'db' | 'storage' | 'quick' | 'clock'>,
  { cases, audit, withheld }: { cases: Cases; audit: Audit; withheld: WithheldObjects },
) {
  const { db, storage, quick } = parts;
  const images = createNamedImages(parts, { cases, audit, withheld });
  const { foundBy, named } = images;
  const dataSets = createDataSets({ db, storage, quick });

  /** @throws AppError NOT_FOUND where the owner does not exist or the caller may not read it */
  async function enter(context: Context, owner: Owner): Promise<void> {
    const [subjectType, subjectId] = 'caseId' in owner ? ['case', owner.caseId] : ['scan', owner.scanId];
    await db.transaction(async (tx) => {
      if ('caseId' in owner) await cases.forPatient(tx, context, owner.caseId);
      await audit.record(tx, context, { action: 'studies.list', subjectType, subjectId });
    });
  }

  /** Has the file of an image read by a child process that can be killed; `refused`: what is told where it cannot be. */
  async function readBy<T>(
    context: Context,
    instance: InstanceRow,
    signal: AbortSignal,
    read: (path: string, options: ComputeOptions) => Promise<T>,
    refused: (failure: TaskFailed) => AppError,
  ): Promise<T> {
    const local = await storage.checkout(instance.sha256);
    try {
      return await read(local.path, { timeoutMs: decodeLimitMs(instance), account: readerOf(context), signal });
    } catch (error) {
      // A client that has left gets no answer, and this is not an error.
      signal.throwIfAborted();
      throw error instanceof TaskFailed ? refused(error) : error;
    } finally {
      await local.release();
    }
  }

  return {
    ...createFrames(parts, { cases, audit, images }),

    tree: async (context: Context, owner: Owner): Promise<StudyTree[]> => {
      await enter(context, owner);
      return withheld.shownInTree(db.drizzle, context.actor, owner, await findWholeTree(db.drizzle, owner));
    },

    /** Images with whole headers. @throws AppError NOT_FOUND where nothing has these UIDs */
    images: async (context: Context, owner: Owner, uids: Uids): Promise<InstanceRow[]> => {
      await enter(context, owner);
      const rows = await foundBy(context, owner, uids);
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
      const rows = await foundBy(context, owner, uids, { withPresentations: true });
      if (rows.length === 0) throw notFound('images');
      const correction = await findCorrection(db.drizzle, owner);
      return firstOfEachName(rows).map((row) => ({
        transferSyntaxUid: row.header?.transferSyntaxUid ?? '',
        open: () => openPart10({ storage }, row, correction),
      }));
    },

    /**
     * Whole data sets as DICOM JSON, in reading order, one after the other; of several with the same UID the first received.
     * @throws AppError NOT_FOUND where nothing has these UIDs
     */
    dataSets: async (context: Context, owner: Owner, uids: Uids): Promise<AsyncGenerator<DataSet>> => {
      await enter(context, owner);
      const rows = await findNamed(db.drizzle, owner, uids);
      if (rows.length === 0) throw notFound('images');
      const given = dataSets.of(firstOfEachName(rows), readerOf(context));
      const correction = await findCorrection(db.drizzle, owner);
      return correction ? withCorrectedPatient(given, correction) : given;
    },

    /** The octets of a large value of one image, by its place in the data set. @throws AppError NOT_FOUND, NOT_ACCEPTABLE, FILE_DAMAGED */
    async bulkValue(
      context: Context,
      owner: Owner,
      uids: Uids,
      { place, signal }: { place: string; signal: AbortSignal },
    ): Promise<Uint8Array> {
      const instance = await named(context, owner, uids, [], { withPresentations: true });
      const value = await readBy(
        context,
        instance,
        signal,
        (path, options) => quick.run('read-bulk-value', { path, place }, options),
        () => notFound('bulk data'),
      );
      if (!value) throw notFound('bulk data');
      return value;
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
      const shown = frame ?? Math.floor(instance.frames / 2);
      return readBy(
        context,
        instance,
        signal,
        (path, options) => quick.run('render-preview', { path, frame: shown, ...wish }, options),
        ({ code }) => new AppError('NOT_ACCEPTABLE', { internal: `no such form of a frame: ${code}` }),
      );
    },

    /** One image with what its file says of each frame. @throws AppError NOT_FOUND, NOT_ACCEPTABLE where it cannot be read, FILE_DAMAGED */
    async description(
      context: Context,
      owner: Owner,
      uids: Uids,
      signal: AbortSignal,
    ): Promise<{ instance: InstanceRow; description: ImageDescription }> {
      await enter(context, owner);
      const instance = await images.found(context, owner, uids, []);
      const description = await readBy(
        context,
        instance,
        signal,
        (path, options) => quick.run('describe-image', { path }, options),
        ({ code }) => new AppError('NOT_ACCEPTABLE', { internal: `the image cannot be described: ${code}` }),
      );
      return { instance, description };
    },

    /** The pixels of an overlay of one image. @throws AppError NOT_FOUND, NOT_ACCEPTABLE where it cannot be read, FILE_DAMAGED */
    async overlay(
      context: Context,
      owner: Owner,
      uids: Uids,
      { group, signal }: { group: number; signal: AbortSignal },
    ): Promise<Uint8Array> {
      const instance = await named(context, owner, uids, []);
      return readBy(
        context,
        instance,
        signal,
        (path, options) => quick.run('read-overlay', { path, group }, options),
        ({ code }) => new AppError('NOT_ACCEPTABLE', { internal: `no such overlay: ${code}` }),
      );
    },
  };
}

/** As `files` gives them: the patient is the corrected one. */
async function* withCorrectedPatient(
  given: AsyncGenerator<DataSet>,
  correction: CorrectionRow,
): AsyncGenerator<DataSet> {
  const patient = patientOf(correction);
  for await (const { instance, json } of given)
    yield { instance, json: Buffer.from(correctPatientJson(json.toString(), patient)) };
}

function firstOfEachName<Row extends { sopInstanceUid: string | null; receivedAt: Date }>(rows: readonly Row[]): Row[] {
  const byName = Map.groupBy(rows, ({ sopInstanceUid }) => sopInstanceUid);
  return [...byName.values()].map((same) => same.reduce((a, b) => (b.receivedAt < a.receivedAt ? b : a)));
}
