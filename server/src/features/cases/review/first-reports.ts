import type { Readable } from 'node:stream';
import { type cases as contract, LIMITS } from '@duai/contract';
import type { Tx } from '../../../adapters/database/port.ts';
import type { Context } from '../../../core/actor.ts';
import { AppError, notFound } from '../../../core/app-error.ts';
import type { Parts } from '../../../parts.ts';
import type { Audit } from '../../audit/index.ts';
import type { Cases } from '../cases.service.ts';
import * as store from '../cases.store.ts';

/** ISO 32000-2 §7.5.2: a PDF starts with this header. Some readers accept up to 1,024 bytes before it; we do not. */
const PDF_MARK = '%PDF-';

/** The report on which the patient wants a second opinion; one PDF for a case. */
export function createFirstReports(
  { db, clock }: Pick<Parts, 'db' | 'clock'>,
  { cases, audit }: { cases: Cases; audit: Audit },
) {
  /** @throws AppError NOT_FOUND, CASE_NOT_OPEN_FOR_IMAGES, CONSENT_REQUIRED */
  async function assertOpen(context: Context, caseId: string): Promise<void> {
    await cases.assertTakesImagesOf(db.drizzle, await cases.forPatient(db.drizzle, context, caseId));
  }

  const change = (
    context: Context,
    caseId: string,
    action: string,
    act: (tx: Tx) => Promise<void>,
  ): Promise<contract.PatientCase> =>
    db.transaction(async (tx) => {
      await act(tx);
      await cases.notifyChanged(tx, caseId);
      const presented = await cases.present(tx, context, caseId);
      await audit.record(tx, context, { action, subjectType: 'case', subjectId: caseId });
      return presented;
    });

  return {
    assertOpen,

    /** @throws AppError FIRST_REPORT_TOO_LARGE, FIRST_REPORT_NOT_PDF */
    async attach(
      context: Context,
      caseId: string,
      { name, stream }: { name: string; stream: Readable },
    ): Promise<contract.PatientCase> {
      const file = await bytesOf(stream);
      if (file.subarray(0, PDF_MARK.length).toString('latin1') !== PDF_MARK) throw new AppError('FIRST_REPORT_NOT_PDF');
      return change(context, caseId, 'cases.attach-first-report', async (tx) => {
        await cases.lockForImages(tx, context, caseId);
        await store.saveFirstReport(tx, caseId, { fileName: name, file }, clock.now());
      });
    },

    remove: (context: Context, caseId: string): Promise<contract.PatientCase> =>
      change(context, caseId, 'cases.remove-first-report', async (tx) => {
        await cases.lockOpen(tx, context, caseId);
        await store.removeFirstReportFile(tx, caseId);
      }),

    /** For patients and radiologists. @throws AppError NOT_FOUND */
    open: (context: Context, caseId: string): Promise<{ name: string; bytes: Buffer }> =>
      db.transaction(async (tx) => {
        await cases.forPatient(tx, context, caseId);
        const file = await store.findFirstReportFile(tx, caseId);
        if (!file) throw notFound('first report');
        await audit.record(tx, context, { action: 'cases.read-first-report', subjectType: 'case', subjectId: caseId });
        return file;
      }),
  };
}
export type FirstReports = ReturnType<typeof createFirstReports>;

async function bytesOf(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    // The rest is read and dropped, because an answer before the end of the request would not reach the client.
    if (sizeBytes <= LIMITS.firstReportBytes) chunks.push(chunk);
  }
  if (sizeBytes > LIMITS.firstReportBytes) throw new AppError('FIRST_REPORT_TOO_LARGE');
  return Buffer.concat(chunks);
}
