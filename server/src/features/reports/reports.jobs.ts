import { reports as contract, given } from '@duai/contract';
import { z } from 'zod';
import { BACKGROUND, defineJob } from '../../adapters/queue/port.ts';
import type { Parts } from '../../parts.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Cases } from '../cases/index.ts';
import type { Notifications } from '../notifications/index.ts';
import type { Studies } from '../studies/index.ts';
import { presentAddendum } from './present-report.ts';
import * as store from './reports.store.ts';
import { type ReportPdfInput, type SignedDocument, signedRadsLine } from './signing/signed-document.ts';

export const deliverReport = defineJob({
  name: 'reports.deliver',
  payload: z.strictObject({ reportId: z.uuid(), edition: z.number().int().min(0) }),
  options: { ...BACKGROUND, expireInSeconds: 300 },
});
/** Renders PDFs again whose stored copy is damaged; the same software gives the same bytes. */
export const mendDocuments = defineJob({
  name: 'reports.mend-documents',
  payload: z.object({}),
  options: { ...BACKGROUND, retryLimit: 1 },
});
export const HOURLY = '12 * * * *';
const RENDER_TIMEOUT_MS = 60_000;

/**
 * `reports.deliver`: renders the PDF of an edition, then tells the patient. Safe to run twice: the same edition gives
 * the same bytes, a second row is not inserted, and the outbox takes each message of an edition once.
 */
export function createDelivery(
  { db, storage, compute, clock }: Pick<Parts, 'db' | 'storage' | 'compute' | 'clock'>,
  {
    accounts,
    cases,
    notifications,
    studies,
  }: { accounts: Accounts; cases: Cases; notifications: Notifications; studies: Studies },
) {
  return async ({ reportId, edition }: z.infer<typeof deliverReport.payload>): Promise<void> => {
    const row = await store.findReportById(db.drizzle, reportId);
    if (row?.status !== 'signed') return;
    const addenda = (await store.findAddenda(db.drizzle, reportId)).slice(0, edition);
    const signed = JSON.parse(given(row.signedDocument, 'the signed document')) as SignedDocument;
    // The schema fills in what older documents lack: windows and key images were not always stored.
    const chosen = contract.keyImageSchema.array().parse(signed.content.keyImages ?? []);
    const keyImages: ReportPdfInput['keyImages'] = [];
    for (const [index, image] of chosen.entries()) {
      const { imageId, frame } = image;
      const { sha256, window, place } = signed.keyImages![index]!;
      const png = await studies.picture({ ...(window ?? image.window), imageId, frame, sha256 });
      keyImages.push({ image, place, png });
    }
    const input: ReportPdfInput = {
      language: row.language,
      signed,
      radsLine: signedRadsLine(signed),
      keyImages,
      contentSha256: given(row.contentSha256, 'the hash of the signed content'),
      verifyUrl: notifications.link(`/verify/${row.contentSha256}`),
      addenda: addenda.map(presentAddendum),
    };
    const pdf = await compute.run('render-report-pdf', input, { timeoutMs: RENDER_TIMEOUT_MS, account: undefined });
    await storage.put(pdf, async (tx, sha256) => {
      await store.insertDocument(tx, { reportId, edition, sha256, createdAt: clock.now() });
      const caseRow = await cases.forStaff(tx, row.caseId);
      const contact = await accounts.contactOf(tx, caseRow.patientId);
      const link = notifications.link(`/second-opinion/cases/${row.caseId}/report`);
      await notifications.notify(
        tx,
        contact,
        'report-ready',
        { caseNumber: caseRow.caseNumber, link },
        `report:${reportId}:${edition}`,
      );
      await cases.notifyChanged(tx, row.caseId);
    });
  };
}

export const createMending =
  ({ db, storage, queue }: Pick<Parts, 'db' | 'storage' | 'queue'>) =>
  async (): Promise<void> => {
    const editions = await store.findEditionsOf(db.drizzle, await storage.findDamaged());
    await db.transaction(async (tx) => {
      for (const edition of editions) await queue.enqueue(tx, deliverReport, edition);
    });
  };
