import { Readable } from 'node:stream';
import { AppError } from '../../../core/app-error.ts';
import { fhirBundle } from '../../../fhir/patient-bundle.ts';
import type { Parts } from '../../../parts.ts';
import type { Accounts } from '../../accounts/index.ts';
import type { Analyses } from '../../analyses/index.ts';
import type { Audit } from '../../audit/index.ts';
import type { Cases } from '../../cases/index.ts';
import type { Studies } from '../../studies/index.ts';
import { findMasks, findSignedMeasurements } from '../marks/marks.store.ts';
import { presentAddendum } from '../present-report.ts';
import { newestPdf } from '../read-reports.ts';
import * as store from '../reports.store.ts';
import type { SecondReads } from '../second-reads/second-reads.ts';
import { identitiesOnImages } from '../signing/identities-on-images.ts';
import { personOn } from '../signing/person-on-images.ts';
import type { SignedDocument } from '../signing/signed-document.ts';
import { type Asking, createObjectArchive, type ObjectArchive } from './object-archive.ts';
import { patientIn } from './patient-of-objects.ts';
import { signatureObjects } from './signature-objects.ts';
import { fhirReport, signedRuns } from './signed-runs.ts';

interface Others {
  accounts: Accounts;
  analyses: Analyses;
  audit: Audit;
  cases: Cases;
  studies: Studies;
}

/** The signed results for other systems: PDF, DICOM objects and FHIR in one archive, made on request. */
export function createOutputs(
  parts: Pick<Parts, 'db' | 'storage' | 'compute' | 'log'>,
  others: Others,
  secondReads: SecondReads,
) {
  const { db, storage } = parts;
  const { accounts, analyses, audit, cases, studies } = others;

  const gather = ({ context, staff, caseId }: Asking) =>
    db.transaction(async (tx) => {
      const caseRow = await cases.forPatient(tx, context, caseId);
      const row = await store.findReport(tx, caseId);
      await secondReads.assertNotBlinded(tx, staff, caseRow);
      if (row?.status !== 'signed') throw new AppError('REPORT_NOT_READY');
      const pdf = await newestPdf(tx, row.id);
      await secondReads.leaveSeen(tx, staff, caseRow);
      const person = await personOn(tx, others, caseRow);
      await audit.record(tx, context, { action: 'reports.export-objects', subjectType: 'case', subjectId: caseId });
      return {
        caseRow,
        pdf: pdf.sha256,
        document: JSON.parse(row.signedDocument!) as SignedDocument,
        contentSha256: row.contentSha256!,
        addenda: (await store.findAddenda(tx, row.id)).map(presentAddendum),
        studies: await studies.fullTree(tx, { caseId }),
        measurements: await findSignedMeasurements(tx, caseId),
        correctedMasks: await findMasks(tx, caseId),
        runs: await analyses.ofCase(tx, caseId),
        patientIn: patientIn(await identitiesOnImages(tx, studies, caseRow, person), person),
        holder: {
          ...(await accounts.patientSummary(tx, caseRow.patientId)),
          id: caseRow.patientId,
          email: null,
          phone: null,
        },
      };
    });

  const archived = createObjectArchive(parts, others);

  return {
    /**
     * DICOM objects that cannot be made are left out and named.
     * @throws AppError REPORT_NOT_READY until the report is signed, PDF_NOT_READY until the PDF of its newest edition is there,
     * FILE_DAMAGED where that PDF is damaged
     */
    async archive(asking: Asking): Promise<ObjectArchive> {
      const found = await gather(asking);
      const { caseRow, document, contentSha256, addenda, holder, studies: trees, pdf } = found;
      const own = {
        id: caseRow.id,
        caseNumber: caseRow.caseNumber,
        subject: cases.subjectOf(caseRow),
        studies: trees,
        report: fhirReport(found.runs, document, trees, {
          contentSha256,
          addenda,
          pdf: { path: 'report.pdf' },
        }),
      };
      const modifiedAt = new Date(addenda.at(-1)?.signedAt ?? document.signedAt);
      const others = [
        { name: 'report.pdf', open: () => storage.open(pdf) },
        {
          name: 'fhir-bundle.json',
          open: async () =>
            Readable.from(fhirBundle({ patient: holder, cases: [own] }, modifiedAt), { objectMode: false }),
        },
      ];
      const objects = signatureObjects({ ...found, runs: signedRuns(found.runs, document) });
      const wish = { objects, studies: trees, pdf, others, language: document.language, modifiedAt };
      return { ...(await archived(asking, wish)), caseNumber: caseRow.caseNumber };
    },
  };
}
