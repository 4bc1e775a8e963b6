import { notFound } from '../../../core/app-error.ts';
import type { Parts } from '../../../parts.ts';
import type { Accounts } from '../../accounts/index.ts';
import type { Audit } from '../../audit/index.ts';
import type { Cases } from '../../cases/index.ts';
import type { Studies } from '../../studies/index.ts';
import { type Asking, createObjectArchive, type ObjectArchive } from '../outputs/object-archive.ts';
import { patientIn } from '../outputs/patient-of-objects.ts';
import { readerMeasurementObjects } from '../outputs/reader-measurements.ts';
import { findReport } from '../reports.store.ts';
import { identitiesOnImages } from '../signing/identities-on-images.ts';
import { personOn } from '../signing/person-on-images.ts';
import { findMeasurements } from './marks.store.ts';

/** Exports a reader's own measurements as DICOM SR at any time; the object is unverified and claims no signature. */
export function createMeasurementExport(
  parts: Pick<Parts, 'db' | 'storage' | 'compute' | 'log'>,
  others: { accounts: Accounts; audit: Audit; cases: Cases; studies: Studies },
) {
  const { audit, cases, studies } = others;
  const archived = createObjectArchive(parts, others);
  return async (asking: Asking): Promise<ObjectArchive> => {
    const { context, staff, caseId } = asking;
    const { caseNumber, ...wish } = await parts.db.transaction(async (tx) => {
      const caseRow = await cases.forPatient(tx, context, caseId);
      const { caseNumber } = caseRow;
      const rows = await findMeasurements(tx, caseId, staff.id);
      const latest = rows.at(-1);
      if (!latest) throw notFound('measurement');
      const { measuredAt } = latest;
      const person = await personOn(tx, others, caseRow);
      const measured = {
        rows,
        reader: staff,
        language: (await findReport(tx, caseId))?.language ?? 'en',
        verification: null,
        at: measuredAt.toISOString(),
        patientIn: patientIn(await identitiesOnImages(tx, studies, caseRow, person), person),
      };
      const trees = await studies.fullTree(tx, { caseId });
      const objects = readerMeasurementObjects(measured, trees);
      if (objects.length === 0) throw notFound('measurement');
      await audit.record(tx, context, {
        action: 'reports.export-measurements',
        subjectType: 'case',
        subjectId: caseId,
      });
      return { objects, studies: trees, caseNumber, language: measured.language, modifiedAt: measuredAt };
    });
    return { ...(await archived(asking, { ...wish, pdf: null, others: [] })), caseNumber };
  };
}
