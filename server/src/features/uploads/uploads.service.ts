import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { type cases as caseContract, type uploads as contract, LIMITS } from '@duai/contract';
import { z } from 'zod';
import type { Tx } from '../../adapters/database/port.ts';
import { type PartialFiles, partialId } from '../../adapters/partials/port.ts';
import { defineJob } from '../../adapters/queue/port.ts';
import type { Context } from '../../core/actor.ts';
import { AppError, notFound } from '../../core/app-error.ts';
import { DAY_MS, later } from '../../core/clock.ts';
import { inTurns, type Turns } from '../../core/intake.ts';
import type { Parts } from '../../parts.ts';
import type { Cases } from '../cases/index.ts';
import { displayName, type IncomingFile, type Refusal, type Studies } from '../studies/index.ts';
import * as store from './uploads.store.ts';
import type { UploadRow } from './uploads.tables.ts';

export type Uploads = ReturnType<typeof createUploads>;

const sweepUploads = defineJob({
  name: 'uploads.sweep',
  payload: z.object({}),
  options: {
    retryLimit: 1,
    retryDelaySeconds: 60,
    retryBackoff: false,
    expireInSeconds: 900,
    heartbeatSeconds: 30,
    concurrency: 1,
  },
});
/** As long as the output of HMAC-SHA-256 (RFC 2104 section 3). */
const KEY_BYTES = 32;
const HOURLY = '17 * * * *';

/** Resumable uploads. Once whole and submitted, their files are processed by the same code as the plain upload call. */
export function createUploads(
  { db, partials, queue, clock }: Pick<Parts, 'db' | 'partials' | 'queue' | 'clock'>,
  { cases, studies }: { cases: Cases; studies: Studies },
) {
  async function own(context: Context, caseId: string, uploadId: string): Promise<UploadRow> {
    await cases.forPatient(db.drizzle, context, caseId);
    const row = await store.findUpload(db.drizzle, caseId, uploadId);
    if (!row) throw notFound('upload');
    return row;
  }

  /**
   * Whether the patient has this file already, so that it takes no room. The hash is only announced, and is compared when
   * the file is handed in; until then one upload of each stored file is let through, so that it gains little to announce
   * a wrong one.
   */
  const isSentAgain = async (tx: Tx, caseId: string, file: { sha256: string; sizeBytes: number }): Promise<boolean> =>
    (await studies.hasContent(tx, caseId, file)) && !(await store.isOnTheWay(tx, caseId, file.sha256));

  /** Deletes the bytes first: a row without bytes is swept later, but bytes without a row would remain. */
  async function remove(row: UploadRow): Promise<void> {
    await removeBytes(partials, row.id);
    await store.deleteUpload(db.drizzle, row.id);
  }

  /** Deletes uploads that are older than a week. */
  async function sweep(): Promise<void> {
    const old = await store.findUploadsBefore(db.drizzle, later(clock.now(), -LIMITS.uploadKeptDays * DAY_MS));
    for (const row of old) await remove(row);
  }

  return {
    /** Takes turns in reading uploads, for the account of this caller. */
    enterIntake: (context: Context): Turns => studies.enterIntake(context),

    /** Call before a byte is read. @throws AppError where the submission would be refused anyway */
    async assertMayStart(context: Context, caseId: string, sizeBytes: number): Promise<void> {
      await cases.assertTakesImages(context, caseId);
      if (sizeBytes > LIMITS.uploadFileBytes) throw new AppError('BODY_TOO_LARGE');
      const onTheWay = await store.countUploadsOfCase(db.drizzle, caseId);
      const there = await studies.countOfCase(db.drizzle, caseId);
      if (onTheWay + there >= LIMITS.filesPerCase) throw new AppError('TOO_MANY_FILES');
    },

    /** Before a byte is read. @throws AppError ACCOUNT_FULL */
    async start(caseId: string, upload: { id: string; sizeBytes: number } & Announced): Promise<void> {
      const { id, sizeBytes, filename, sha256, files, people } = upload;
      const name = displayName(filename);
      await db.transaction(async (tx) => {
        await studies.assertRoom(tx, caseId, async () => {
          if (sha256 && (await isSentAgain(tx, caseId, { sha256, sizeBytes }))) return null;
          return (await store.countBytesOnTheWay(tx, caseId)) + sizeBytes;
        });
        await store.insertUpload(tx, {
          id,
          caseId,
          name,
          sizeBytes,
          sha256: sha256 ?? null,
          announcedFiles: files ?? null,
          namedPeople: people && people > 1 ? people : null,
          createdAt: clock.now(),
        });
      });
    },

    /** The upload must belong to the caller, and its case must still take images. */
    async assertMayContinue(context: Context, caseId: string, uploadId: string): Promise<void> {
      await own(context, caseId, uploadId);
      await cases.assertTakesImages(context, caseId);
    },

    async list(context: Context, caseId: string): Promise<contract.Upload[]> {
      await cases.forPatient(db.drizzle, context, caseId);
      const rows = await store.findUploadsOfCase(db.drizzle, caseId);
      return Promise.all(
        rows.map(async (row) => ({
          id: row.id,
          name: row.name,
          sizeBytes: row.sizeBytes,
          receivedBytes: await receivedBytes(partials, row.id),
          sha256: row.sha256,
          announcedFiles: row.announcedFiles,
          createdAt: row.createdAt.toISOString(),
        })),
      );
    },

    /** The key by which the patient's own browser changes UIDs and dates (PS3.15 E.3); nobody else gets it. */
    async deidentificationKey(
      context: Context,
      caseId: string,
    ): Promise<z.output<typeof contract.getDeidentificationKey.answer>> {
      await cases.assertTakesImages(context, caseId);
      const key = await store.findOrInsertKey(db.drizzle, caseId, randomBytes(KEY_BYTES));
      return { key: key.toString('hex') };
    },

    assertOwn: own,
    forget: (uploadId: string): Promise<void> => store.deleteUpload(db.drizzle, uploadId),

    /**
     * Submits whole files. The uploads are deleted once the files are accepted or all refused; after any other error
     * they stay for another try.
     */
    async submit(
      context: Context,
      caseId: string,
      { uploadIds, namedPeople, leftOut = [] }: z.output<typeof contract.submitUploads.body>,
    ): Promise<{ case: caseContract.PatientCase; refused: Refusal[] }> {
      await cases.assertTakesImages(context, caseId);
      if (uploadIds.length === 0) return studies.submitAgain(context, caseId);
      const rows = (await store.findUploadsOfCase(db.drizzle, caseId)).filter((row) => uploadIds.includes(row.id));
      if (rows.length !== new Set(uploadIds).size) throw notFound('upload');
      for (const row of rows) {
        if ((await receivedBytes(partials, row.id)) !== row.sizeBytes) throw new AppError('UPLOAD_INCOMPLETE');
      }
      try {
        const submitted = await studies.uploadToCase(
          context,
          caseId,
          filesOf(partials, rows, studies.enterIntake(context)),
          {
            namedPeople: namedPeople ?? Math.max(1, ...rows.map((row) => row.namedPeople ?? 1)),
            leftOut: leftOut.map(({ name, code }) => ({ name: displayName(name), code })),
          },
        );
        for (const row of await store.findUploadsOfCase(db.drizzle, caseId)) await remove(row);
        return submitted;
      } catch (error) {
        if (error instanceof AppError && error.code === 'UPLOAD_ALL_REFUSED') for (const row of rows) await remove(row);
        throw error;
      }
    },

    /** For the erasure of a patient; the caller deletes the rows. */
    removeBytesOfCase: async (caseId: string): Promise<void> => {
      for (const row of await store.findUploadsOfCase(db.drizzle, caseId)) await removeBytes(partials, row.id);
    },

    sweep,
    registerJobs(): void {
      queue.handle(sweepUploads, sweep);
      queue.schedule(sweepUploads, HOURLY, {});
    },
  };
}

type Announced = z.infer<typeof contract.uploadMetadataSchema>;

/** Reads in turns, because a submission reads and hashes all files again. */
async function* filesOf(partials: PartialFiles, rows: UploadRow[], turns: Turns): AsyncGenerator<IncomingFile> {
  for (const row of rows) {
    const bytes = inTurns(await partials.read(partialId(row.id)), turns);
    yield { name: row.name, stream: Readable.from(bytes, { objectMode: false }), sha256: row.sha256 };
  }
}

/** Bytes received so far; 0 where the file does not exist. */
async function receivedBytes(partials: PartialFiles, uploadId: string): Promise<number> {
  try {
    return (await partials.getUpload(partialId(uploadId))).offset;
  } catch (error) {
    if (isGone(error)) return 0;
    throw error;
  }
}

async function removeBytes(partials: PartialFiles, uploadId: string): Promise<void> {
  try {
    await partials.remove(partialId(uploadId));
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

/** The stores throw { status_code }: 404 for a file that never existed, 410 for a deleted one. */
const isGone = (error: unknown): boolean => [404, 410].includes((error as { status_code?: number }).status_code ?? 0);
