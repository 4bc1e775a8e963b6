import type { Readable } from 'node:stream';
import type { Context, SharedActor } from '../../core/actor.ts';
import type { Parts } from '../../parts.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Audit } from '../audit/index.ts';
import type { Cases } from '../cases/index.ts';
import type { Notifications } from '../notifications/index.ts';
import type { Reports } from '../reports/index.ts';
import type { Studies } from '../studies/index.ts';
import { downloadShared } from './download-shared.ts';
import { createLinks } from './manage-links.ts';
import { createOpenings } from './open-link.ts';

export type Shares = ReturnType<typeof createShares>;

interface Others {
  accounts: Accounts;
  audit: Audit;
  notifications: Notifications;
  cases: Cases;
  studies: Studies;
  reports: Reports;
}

/**
 * A patient shares a signed report and its images with a doctor who has no account, for a limited time, and can revoke
 * it.
 */
export function createShares(parts: Pick<Parts, 'db' | 'clock' | 'encryptionKey'>, others: Others) {
  const { studies, reports } = others;
  return {
    ...createLinks(parts, others),
    ...createOpenings(parts, others),

    image: (
      context: Context,
      reader: SharedActor,
      imageId: string,
      wish: { center?: number; width?: number; frame?: number },
    ): Promise<Readable | Buffer> => studies.casePreview(context, reader.caseId, imageId, wish),

    masks: (context: Context, reader: SharedActor) => reports.acceptedMasks(context, reader.caseId),

    reportPdf: (context: Context, reader: SharedActor) => reports.pdfForPatient(context, reader.caseId),

    acknowledge: (context: Context, reader: SharedActor, markedAt: string): Promise<void> =>
      reports.acknowledgeCritical(context, reader.caseId, markedAt),

    download: (context: Context, reader: SharedActor) => downloadShared(parts, others, context, reader),
  };
}
