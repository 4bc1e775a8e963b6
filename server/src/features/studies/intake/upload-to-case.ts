import { LIMITS } from '@duai/contract';
import { accountOf, type Context } from '../../../core/actor.ts';
import { AppError } from '../../../core/app-error.ts';
import type { Parts } from '../../../parts.ts';
import type { Audit } from '../../audit/index.ts';
import type { Cases } from '../../cases/index.ts';
import type { CheckPauses } from './check-pauses.ts';
import { countInstances, hasImages } from './intake.store.ts';
import type { KeptFiles } from './keep-files.ts';
import type { PatientRooms, Room } from './patient-rooms.ts';
import { type CheckedFile, type IncomingFile, type Refusal, receiveFiles } from './receive-files.ts';
import { keepRefused } from './refused-files.store.ts';

type Submitted = { case: Awaited<ReturnType<Cases['submit']>>; refused: Refusal[] };

interface Others {
  cases: Cases;
  audit: Audit;
  kept: KeptFiles;
  pauses: CheckPauses;
  rooms: PatientRooms;
}

/** A patient's submissions to a case: new images, or the same images once more. */
export function createCaseUploads(
  parts: Pick<Parts, 'db' | 'storage' | 'quick' | 'clock' | 'log'>,
  { cases, audit, kept, pauses, rooms }: Others,
) {
  const { db } = parts;

  /** An upload may take an hour, so the case is checked again: it may have been withdrawn meanwhile. */
  async function assertStillTakes(context: Context, caseId: string, files: CheckedFile[]): Promise<void> {
    try {
      await cases.assertTakesImages(context, caseId);
    } catch (error) {
      await kept.discard(files);
      throw error;
    }
  }

  async function takeFiles(
    context: Context,
    caseId: string,
    incoming: AsyncIterable<IncomingFile>,
    room: Room,
    { namedPeople, leftOut }: { namedPeople: number; leftOut: readonly Refusal[] },
  ): Promise<Submitted> {
    const already = await countInstances(db.drizzle, { caseId });
    const received = await receiveFiles({ ...parts, pauses }, incoming, {
      maxFiles: Math.max(0, LIMITS.filesPerCase - already),
      account: accountOf(context.actor),
      room,
    });
    if (received.files.length === 0) throw nothingAccepted(received.refused);
    await assertStillTakes(context, caseId, received.files);
    return kept.keep(received.files, async (tx) => {
      const row = await cases.lockForImages(tx, context, caseId);
      const assertFits = await rooms.measure(tx, caseId);
      const { stored, duplicates } = await kept.addFiles(tx, { caseId }, row.submission + 1, received.files);
      const refused = [...received.refused, ...duplicates];
      if (stored === 0) throw nothingAccepted(refused);
      // Presentation states alone show nothing.
      if (!(await hasImages(tx, { caseId })))
        throw nothingAccepted([
          ...refused,
          ...received.files.map(({ name }): Refusal => ({ name, code: 'NO_PIXEL_DATA' })),
        ]);
      await assertFits();
      await keepRefused(tx, caseId, [...leftOut, ...refused]);
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
  }

  /** The sender may send the rest without these files, so that they are missing. */
  async function keepAllRefused(context: Context, caseId: string, { details }: AppError): Promise<void> {
    const { refused } = details as { refused: Refusal[] };
    await db.transaction(async (tx) => {
      await cases.lockForImages(tx, context, caseId);
      await keepRefused(tx, caseId, refused);
    });
  }

  return {
    /**
     * The upload call: receives, checks, stores durably, and in one transaction writes the rows, moves the case to
     * processing and has it ingested. Refused files are named, also to the reader of the case; the good ones are kept.
     * `namedPeople`: so many people do the files name whom the sender declares to be one. `leftOut`: what the sender's browser
     * refused.
     */
    async uploadToCase(
      context: Context,
      caseId: string,
      incoming: AsyncIterable<IncomingFile>,
      { namedPeople = 1, leftOut = [] as readonly Refusal[] } = {},
    ): Promise<Submitted> {
      await cases.assertTakesImages(context, caseId);
      const room = await rooms.enter(caseId);
      try {
        return await takeFiles(context, caseId, incoming, room, { namedPeople, leftOut });
      } catch (error) {
        if (error instanceof AppError && error.code === 'UPLOAD_ALL_REFUSED')
          await keepAllRefused(context, caseId, error);
        throw error;
      } finally {
        room.leave();
      }
    },

    /** Submits a case that was taken back or sent back again, with the images that it has. */
    submitAgain: (context: Context, caseId: string): Promise<Submitted> =>
      db.transaction(async (tx) => {
        const row = await cases.lockForImages(tx, context, caseId);
        if (!(await hasImages(tx, { caseId }))) throw new AppError('UPLOAD_EMPTY');
        await kept.haveIngested(tx, { caseId, submission: row.submission + 1 });
        const submitted = await cases.submit(tx, context, row);
        await audit.record(tx, context, { action: 'studies.submit-again', subjectType: 'case', subjectId: caseId });
        return { case: submitted, refused: [] };
      }),
  };
}

const nothingAccepted = (refused: Refusal[]) =>
  refused.length === 0 ? new AppError('UPLOAD_EMPTY') : new AppError('UPLOAD_ALL_REFUSED', { details: { refused } });
