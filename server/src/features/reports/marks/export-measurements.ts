import { Readable } from 'node:stream';
import type { Context, StaffActor } from '../../../core/actor.ts';
import { notFound } from '../../../core/app-error.ts';
import { zipStream } from '../../../core/files/zip-stream.ts';
import type { Parts } from '../../../parts.ts';
import type { Accounts } from '../../accounts/index.ts';
import type { Audit } from '../../audit/index.ts';
import type { Cases } from '../../cases/index.ts';
import type { Studies } from '../../studies/index.ts';
import { patientIn } from '../outputs/patient-of-objects.ts';
import { readerMeasurementObjects } from '../outputs/reader-measurements.ts';
import { createObjectWriter } from '../outputs/write-objects.ts';
import { findReport } from '../reports.store.ts';
import { identitiesOnImages } from '../signing/identities-on-images.ts';
import { personOn } from '../signing/person-on-images.ts';
import { findMeasurements } from './marks.store.ts';

/** Exports a reader's own measurements as DICOM SR at any time; the object is unverified and claims no signature. */
export function createMeasurementExport(
  { db, storage, compute }: Pick<Parts, 'db' | 'storage' | 'compute'>,
  others: { accounts: Accounts; audit: Audit; cases: Cases; studies: Studies },
) {
  const { audit, cases, studies } = others;
  const write = createObjectWriter({ storage, compute });
  return async (
    context: Context,
    staff: StaffActor,
    caseId: string,
  ): Promise<{ stream: Readable; caseNumber: string }> => {
    const { objects, caseNumber, modifiedAt } = await db.transaction(async (tx) => {
      const caseRow = await cases.forPatient(tx, context, caseId);
      const { caseNumber } = caseRow;
      const rows = await findMeasurements(tx, caseId, staff.id);
      const latest = rows.at(-1);
      if (!latest) throw notFound('measurement');
      const { measuredAt } = latest;
      const person = await personOn(tx, others, caseRow);
      const measured = {
        rows,
        observer: staff.name,
        language: (await findReport(tx, caseId))?.language ?? 'en',
        verification: null,
        at: measuredAt.toISOString(),
        patientIn: patientIn(await identitiesOnImages(tx, studies, caseRow, person), person),
      };
      const found = readerMeasurementObjects(measured, await studies.fullTree(tx, { caseId }));
      if (found.length === 0) throw notFound('measurement');
      await audit.record(tx, context, {
        action: 'reports.export-measurements',
        subjectType: 'case',
        subjectId: caseId,
      });
      return { objects: found, caseNumber, modifiedAt: measuredAt };
    });
    const entries = (await write({ objects, pdf: null }, staff.id)).map(({ name, bytes }) => ({
      name,
      modifiedAt,
      open: async () => Readable.from([Buffer.from(bytes)], { objectMode: false }),
    }));
    return { stream: zipStream(entries), caseNumber };
  };
}
