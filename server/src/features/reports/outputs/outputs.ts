import { Readable } from 'node:stream';
import type { Context, StaffActor } from '../../../core/actor.ts';
import { AppError } from '../../../core/app-error.ts';
import { type ZipEntry, zipStream } from '../../../core/files/zip-stream.ts';
import { fhirBundle } from '../../../fhir/patient-bundle.ts';
import type { Parts } from '../../../parts.ts';
import type { Accounts } from '../../accounts/index.ts';
import type { Analyses } from '../../analyses/index.ts';
import type { Audit } from '../../audit/index.ts';
import type { Cases } from '../../cases/index.ts';
import type { Studies } from '../../studies/index.ts';
import { findMasks, findMeasurements } from '../marks/marks.store.ts';
import { presentAddendum } from '../present-report.ts';
import { newestPdf } from '../read-reports.ts';
import * as store from '../reports.store.ts';
import type { SecondReads } from '../second-reads/second-reads.ts';
import { identitiesOnImages } from '../signing/identities-on-images.ts';
import { personOn } from '../signing/person-on-images.ts';
import type { SignedDocument } from '../signing/signed-document.ts';
import { patientIn } from './patient-of-objects.ts';
import { signatureObjects } from './signature-objects.ts';
import { fhirReport, signedRuns } from './signed-runs.ts';
import { createObjectWriter } from './write-objects.ts';

interface Others {
  accounts: Accounts;
  analyses: Analyses;
  audit: Audit;
  cases: Cases;
  studies: Studies;
}

/** The signed results for other systems: PDF, DICOM objects and FHIR in one archive, made on request. */
export function createOutputs(
  { db, storage, compute }: Pick<Parts, 'db' | 'storage' | 'compute'>,
  others: Others,
  secondReads: SecondReads,
) {
  const { accounts, analyses, audit, cases, studies } = others;

  const gather = (context: Context, staff: StaffActor, caseId: string) =>
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
        measurements: await findMeasurements(
          tx,
          caseId,
          (JSON.parse(row.signedDocument!) as SignedDocument).signedById,
        ),
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

  const write = createObjectWriter({ storage, compute });

  return {
    /** @throws AppError REPORT_NOT_READY until the report is signed, PDF_NOT_READY until the PDF of its newest edition is there */
    async archive(
      context: Context,
      staff: StaffActor,
      caseId: string,
    ): Promise<{ stream: Readable; caseNumber: string }> {
      const found = await gather(context, staff, caseId);
      const { caseRow, document, contentSha256, addenda, holder } = found;
      const own = {
        id: caseId,
        caseNumber: caseRow.caseNumber,
        subject: cases.subjectOf(caseRow),
        studies: found.studies,
        report: fhirReport(found.runs, document, found.studies, {
          contentSha256,
          addenda: addenda.some(({ kind }) => kind === 'correction')
            ? ('correction' as const)
            : addenda.length > 0
              ? ('supplement' as const)
              : null,
          pdf: { path: 'report.pdf' },
        }),
      };
      const signed = signedRuns(found.runs, document);
      const modifiedAt = new Date(addenda.at(-1)?.signedAt ?? document.signedAt);
      const entry = (name: string, open: () => Promise<Readable>): ZipEntry => ({ name, modifiedAt, open });
      const entries = [
        entry('report.pdf', () => storage.open(found.pdf)),
        entry('fhir-bundle.json', async () =>
          Readable.from(fhirBundle({ patient: holder, cases: [own] }, modifiedAt), { objectMode: false }),
        ),
        ...(await write({ objects: signatureObjects({ ...found, runs: signed }), pdf: found.pdf }, staff.id)).map(
          ({ name, bytes }) => entry(name, async () => Readable.from([Buffer.from(bytes)], { objectMode: false })),
        ),
      ];
      return { stream: zipStream(entries), caseNumber: caseRow.caseNumber };
    },
  };
}
