import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type cases as caseContract, type studies as contract, type Language, LIMITS } from '@duai/contract';
import type { Tx } from '../../adapters/database/port.ts';
import { accountOf, type Context, type StaffActor } from '../../core/actor.ts';
import { AppError, notFound } from '../../core/app-error.ts';
import { createIntake, type Turns } from '../../core/intake.ts';
import type { Parts } from '../../parts.ts';
import type { Audit } from '../audit/index.ts';
import type { Cases } from '../cases/index.ts';
import { decodeLimitMs } from './ingest/decode-limit.ts';
import { mendPreview } from './ingest/mend-preview.ts';
import { withTables } from './ingest/older-headers.ts';
import { createCheckPauses } from './intake/check-pauses.ts';
import { createDataSetHash } from './intake/data-set-hash.ts';
import { insertFiles } from './intake/insert-files.ts';
import {
  type CheckedFile,
  commitFiles,
  discardFiles,
  type IncomingFile,
  type Received,
  type ReceiveOptions,
  type Refusal,
  receiveFiles,
  receiveInstance,
} from './intake/receive-files.ts';
import { createInstitutionSearch } from './search/institution-search.ts';
import { findIdentities } from './series-identities.store.ts';
import { ingestStudies, type OwnerPayload } from './studies.jobs.ts';
import * as store from './studies.store.ts';
import type { InstanceRow } from './studies.tables.ts';
import { presentStudy, viewableSeries } from './viewing/present-study.ts';
import { createRetrieval } from './viewing/retrieve-images.ts';
import { windowOfInstance } from './viewing/series-windows.ts';

export type Studies = ReturnType<typeof createStudies>;

/** A frame (from 0) and a window in the values of the modality. */
export interface PreviewWish {
  center?: number | undefined;
  width?: number | undefined;
  frame?: number | undefined;
}

/** study → series → instance: one thing, whether it came by a patient's upload, the trial or a PACS. */
export function createStudies(
  parts: Pick<Parts, 'db' | 'storage' | 'queue' | 'quick' | 'clock' | 'log'>,
  { cases, audit }: { cases: Cases; audit: Audit },
) {
  const { db, storage, queue, quick, clock } = parts;

  const pauses = createCheckPauses(clock);
  const intake = createIntake();

  /** Writes rows for committed files and has them ingested; part of the caller's transaction. */
  async function addFiles(
    tx: Tx,
    owner: store.Owner,
    submission: number,
    files: CheckedFile[],
  ): Promise<{ stored: number; duplicates: Refusal[] }> {
    const duplicates = await insertFiles(tx, owner, files);
    const stored = files.length - duplicates.length;
    if (stored > 0) await haveIngested(tx, { ...owner, submission });
    return { stored, duplicates };
  }

  /** In its owner's turn. */
  const haveIngested = async (tx: Tx, payload: OwnerPayload): Promise<void> => {
    await queue.enqueue(tx, ingestStudies, payload, { turn: await store.findTurn(tx, payload) });
  };

  /** Stores files durably and, in one transaction, what refers to them; where that fails nothing stays in staging. */
  async function keepFiles<T>(files: CheckedFile[], refer: (tx: Tx) => Promise<T>): Promise<T> {
    try {
      return await storage.hold(contentOf(files), async (hold) => {
        await commitFiles(parts, files, hold);
        return db.transaction(async (tx) => {
          await hold.release(tx);
          return refer(tx);
        });
      });
    } catch (error) {
      await discardFiles(parts, files).catch((after: unknown) =>
        parts.log.warn({ err: after }, 'staged files not removed'),
      );
      throw error;
    }
  }

  /** Null where the stored copy is damaged. */
  async function dataSetHashOf(sha256: string): Promise<string | null> {
    const hash = createDataSetHash();
    try {
      for await (const bytes of await storage.open(sha256)) hash.update(bytes as Buffer);
      return hash.digest();
    } catch (error) {
      parts.log.warn({ err: error }, 'a stored image was not read for the hash of its data set');
      return null;
    }
  }

  async function readableInstance(context: Context, instanceId: string) {
    const found = await store.findInstance(db.drizzle, instanceId);
    if (!found?.caseId) throw notFound('instance');
    await cases.forPatient(db.drizzle, context, found.caseId);
    return { instance: found.instance, caseId: found.caseId };
  }

  /** An upload may take an hour: what was withdrawn meanwhile is not taken. */
  async function assertStillTakes(context: Context, caseId: string, files: CheckedFile[]): Promise<void> {
    try {
      await cases.assertTakesImages(context, caseId);
    } catch (error) {
      await discardFiles(parts, files);
      throw error;
    }
  }

  const auditImage = (context: Context, action: string, instanceId: string) =>
    db.transaction((tx) => audit.record(tx, context, { action, subjectType: 'instance', subjectId: instanceId }));

  /** The stored default preview, or rendered with the wished window or frame. */
  async function preview(context: Context, instance: InstanceRow, wish: PreviewWish): Promise<Readable | Buffer> {
    if (instance.state !== 'ready' || !instance.previewSha256) throw notFound('preview');
    if ((wish.frame ?? 0) >= instance.frames) throw notFound('frame');
    await auditImage(context, 'studies.preview', instance.id);
    return render(instance, wish);
  }

  /** A damaged copy is made again from the image. */
  async function openPreview(instance: InstanceRow): Promise<Readable | Buffer> {
    try {
      return await storage.open(instance.previewSha256!);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'FILE_DAMAGED') throw error;
      return mendPreview(parts, instance);
    }
  }

  /** Of an instance that is ready. */
  async function render(stored: InstanceRow, wish: PreviewWish): Promise<Readable | Buffer> {
    const instance = await withTables(parts, stored);
    if (!instance.previewSha256) throw notFound('preview');
    // The stored preview of a multi-frame image is its middle frame, so frame 0 is a wish of its own there.
    const isAnyFrame = wish.frame === undefined || instance.frames === 1;
    const opening = windowOfInstance(instance);
    const isWished = wish.center !== undefined && wish.width !== undefined;
    const shown = isWished ? wish : opening;
    // A preview from before the part of the body decided on the window is in another one; one drawn by a VOI LUT is in none.
    const isOfPreview =
      !shown ||
      (!(isWished && opening?.isByTable) &&
        shown.center === instance.windowCenter &&
        shown.width === instance.windowWidth);
    if ((isOfPreview && isAnyFrame) || instance.kind !== 'dicom') return openPreview(instance);
    const local = await storage.checkout(instance.sha256);
    try {
      const png = await quick.run(
        'render-preview',
        { path: local.path, ...wish },
        { timeoutMs: decodeLimitMs(instance) },
      );
      return Buffer.from(png);
    } finally {
      await local.release();
    }
  }

  return {
    retrieval: createRetrieval(parts, { cases, audit }),
    institutionSearch: createInstitutionSearch(parts),
    receive: (incoming: AsyncIterable<IncomingFile>, options?: ReceiveOptions): Promise<Received> =>
      receiveFiles({ ...parts, pauses }, incoming, options),
    /** One instance that a PACS sends, without file meta information. */
    receiveInstance: (
      instance: Parameters<typeof receiveInstance>[1],
      options: Parameters<typeof receiveInstance>[2],
    ) => receiveInstance({ ...parts, pauses }, instance, options),
    /** Whose turn it is to send, by account. */
    enterIntakeOf: (account: string): Turns => intake.enter(account),
    /**
     * What the owner has under these SOP Instance UIDs. Of instances that were stored before the hashes of data sets were
     * kept, it is read from their files now.
     */
    async sameUid(owner: store.Owner, uids: string[]) {
      const found = await store.findByUid(db.drizzle, owner, uids);
      for (const row of found) {
        if (row.dataSetSha256) continue;
        row.dataSetSha256 = await dataSetHashOf(row.sha256);
        if (row.dataSetSha256) await store.keepDataSetHash(db.drizzle, row.id, row.dataSetSha256);
      }
      return found;
    },
    findByUid: store.findByUid,
    /** Rows of one file; nothing is ingested before `haveIngested` is called. */
    insertFiles,
    /** Makes files durable, in place of a damaged copy too, then refers to them in a transaction: no lock of it is held over work on files. */
    keep: keepFiles,
    discard: (files: CheckedFile[]) => discardFiles(parts, files),
    /** When the bytes of this caller's request are read. */
    enterIntake: (context: Context): Turns => intake.enter(accountOf(context.actor) ?? ''),
    addFiles,
    haveIngested,
    /** Whose turn work on this owner's images takes. */
    turnOf: store.findTurn,

    /**
     * The upload call: receives, checks, stores durably, and in one transaction writes the rows, moves the case to
     * processing and has it ingested. Refused files are named; the good ones are kept. `namedPeople`: so many people do
     * the files name whom the sender declares to be one.
     */
    async uploadToCase(
      context: Context,
      caseId: string,
      incoming: AsyncIterable<IncomingFile>,
      { namedPeople = 1 } = {},
    ): Promise<{ case: Awaited<ReturnType<Cases['submit']>>; refused: Refusal[] }> {
      await cases.assertTakesImages(context, caseId);
      const already = await store.countInstances(db.drizzle, { caseId });
      const received = await receiveFiles({ ...parts, pauses }, incoming, {
        maxFiles: Math.max(0, LIMITS.filesPerCase - already),
        account: accountOf(context.actor),
      });
      if (received.files.length === 0) throw nothingAccepted(received.refused);
      await assertStillTakes(context, caseId, received.files);
      return keepFiles(received.files, async (tx) => {
        const row = await cases.lockForImages(tx, context, caseId);
        const { stored, duplicates } = await addFiles(tx, { caseId }, row.submission + 1, received.files);
        const refused = [...received.refused, ...duplicates];
        if (stored === 0) throw nothingAccepted(refused);
        if (namedPeople > 1) await cases.declareOnePerson(tx, caseId, namedPeople);
        const submitted = await cases.submit(tx, context, row);
        await cases.confirmImages(tx, { ...row, submission: row.submission + 1 });
        if (namedPeople > 1) {
          await audit.record(tx, context, {
            action: 'studies.declare-one-person',
            subjectType: 'case',
            subjectId: caseId,
            details: { namedPeople },
          });
        }
        await audit.record(tx, context, {
          action: 'studies.upload',
          subjectType: 'case',
          subjectId: caseId,
          details: { stored, refused: refused.length },
        });
        return { case: submitted, refused };
      });
    },

    /** A case that was taken back or sent back goes to review again with the images that it has. */
    submitAgain: (context: Context, caseId: string) =>
      db.transaction(async (tx) => {
        const row = await cases.lockForImages(tx, context, caseId);
        if ((await store.countInstances(tx, { caseId })) === 0) throw new AppError('UPLOAD_EMPTY');
        await haveIngested(tx, { caseId, submission: row.submission + 1 });
        const submitted = await cases.submit(tx, context, row);
        await audit.record(tx, context, { action: 'studies.submit-again', subjectType: 'case', subjectId: caseId });
        return { case: submitted, refused: [] as Refusal[] };
      }),

    /** Whom the headers of a case's images name. */
    identitiesOf: findIdentities,
    countOfCase: (on: store.Queries, caseId: string): Promise<number> => store.countInstances(on, { caseId }),
    ofCase: async (on: store.Queries, caseId: string, language: Language = 'en'): Promise<contract.Study[]> =>
      (await store.findTree(on, { caseId })).map((study) => presentStudy(study, language)),
    ofScan: async (on: store.Queries, scanId: string, language: Language = 'en'): Promise<contract.Study[]> =>
      (await store.findTree(on, { scanId })).map((study) => presentStudy(study, language)),
    /** In the order of the tree, without their images. */
    seriesOfScan: (on: store.Queries, scanId: string) => store.findSeriesOfScan(on, scanId),
    unreferenced: (on: store.Queries, sha256: string[]) => store.findUnreferenced(on, sha256),
    tree: (on: store.Queries, owner: store.Owner): Promise<store.StudyTree[]> => store.findTree(on, owner),
    /** With whole headers: 15 KB of memory for each image. */
    fullTree: (on: store.Queries, owner: store.Owner): Promise<store.FullTree[]> => store.findFullTree(on, owner),
    fullSeries: (on: store.Queries, owner: store.Owner, seriesId: string) => store.findFullSeries(on, owner, seriesId),
    idsOf: (on: store.Queries, owner: store.Owner): Promise<string[]> => store.findStudyIds(on, owner),
    /** An operator goes on without the images that could not be processed. */
    setAsideStalled: (tx: Tx, owner: store.Owner): Promise<number> => store.setAsideStalled(tx, owner, clock.now()),
    /** Of images that need not be sent again: those refused, or that we could not process, are not among them. */
    hashesOf: (on: store.Queries, owner: store.Owner): Promise<Set<string>> => store.findHashes(on, owner),
    scansByStudy: store.findScansByStudy,
    ownerOf: store.findOwner,
    sourcesOfScans: store.findSources,

    /** An image of a case that the reader may see, by default as its stored preview. */
    async casePreview(
      context: Context,
      caseId: string,
      imageId: string,
      wish: PreviewWish = {},
    ): Promise<Readable | Buffer> {
      await cases.forPatient(db.drizzle, context, caseId);
      const found = await store.findInstance(db.drizzle, imageId);
      if (!found || found.caseId !== caseId) throw notFound('preview');
      return preview(context, found.instance, wish);
    },

    /**
     * One frame as PNG, for print; who may have it is the caller's. Without a window of its own it is the stored preview,
     * as it was when it was signed. @throws AppError when the file is another one
     */
    async picture({
      imageId,
      sha256,
      frame,
      center,
      width,
    }: PreviewWish & { imageId: string; sha256: string }): Promise<Uint8Array> {
      const found = await store.findInstance(db.drizzle, imageId);
      if (found?.instance.sha256 !== sha256 || !found.instance.previewSha256) throw notFound('image');
      const instance = await withTables(parts, found.instance);
      const isPreview = center === undefined && instance.frames === 1 && instance.previewSha256;
      const image = isPreview ? await openPreview(instance) : await render(instance, { frame, center, width });
      return image instanceof Uint8Array ? image : buffer(image);
    },

    /** An image of a scan; `mayRead` decides by the scan it belongs to. */
    async scanPreview(
      context: Context,
      instanceId: string,
      wish: PreviewWish,
      mayRead: (scanId: string) => Promise<boolean>,
    ): Promise<Readable | Buffer> {
      const found = await store.findInstance(db.drizzle, instanceId);
      if (!found?.scanId || !(await mayRead(found.scanId))) throw notFound('instance');
      return preview(context, found.instance, wish);
    },

    /** Deletes the rows of a scan's studies; the files follow by `removeFiles` once that is committed. */
    removeOfScan: (tx: Tx, scanId: string): Promise<string[]> => store.removeTree(tx, { scanId }),
    /** Removes stored files that nothing refers to any more; answers how many. */
    removeFiles: async (hashes: string[]): Promise<number> => (await storage.removeUnreferenced(hashes)).removed.length,

    /** What the owner of a case can look at. */
    seriesForViewing: (context: Context, caseId: string): Promise<caseContract.ViewableSeries[]> =>
      db.transaction(async (tx) => {
        await cases.forPatient(tx, context, caseId);
        const series = viewableSeries(await store.findTree(tx, { caseId }));
        await audit.record(tx, context, { action: 'studies.list', subjectType: 'case', subjectId: caseId });
        return series;
      }),

    /** For reading; that this radiologist was shown the series is kept, for nothing is signed unseen. */
    async readingPreview(
      context: Context,
      staff: StaffActor,
      instanceId: string,
      { use, ...wish }: PreviewWish & { use: 'reading' | 'thumbnail' },
    ): Promise<Readable | Buffer> {
      const { instance, caseId } = await readableInstance(context, instanceId);
      const image = await preview(context, instance, wish);
      if (use === 'thumbnail') return image;
      const submission = await cases.submissionOf(db.drizzle, caseId);
      if (submission !== null) {
        const view = { seriesId: instance.seriesId, staffId: staff.id, submission, viewedAt: clock.now() };
        await store.insertSeriesView(db.drizzle, view);
      }
      return image;
    },
    openedSeries: async (on: store.Queries, caseId: string, staffId: string): Promise<string[]> => {
      const { submission } = await cases.forStaff(on, caseId);
      return store.findOpenedSeries(on, { caseId, submission, staffId });
    },

    /** The stored file as it came; who may read it, and the audit row, are the caller's. */
    openFile: (sha256: string): Promise<Readable> => storage.open(sha256),

    async download(
      context: Context,
      instanceId: string,
    ): Promise<{ stream: Readable; kind: string; sizeBytes: number }> {
      const { instance } = await readableInstance(context, instanceId);
      await auditImage(context, 'studies.download', instanceId);
      return { stream: await storage.open(instance.sha256), kind: instance.kind, sizeBytes: instance.sizeBytes };
    },
  };
}

const contentOf = (files: CheckedFile[]) => files.map(({ staged }) => staged);

const nothingAccepted = (refused: Refusal[]) =>
  refused.length === 0 ? new AppError('UPLOAD_EMPTY') : new AppError('UPLOAD_ALL_REFUSED', { details: { refused } });
