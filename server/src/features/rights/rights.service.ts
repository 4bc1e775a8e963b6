import type { rights as contract } from '@duai/contract';
import type { Context, PatientActor } from '../../core/actor.ts';
import type { Parts } from '../../parts.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Analyses } from '../analyses/index.ts';
import type { Audit } from '../audit/index.ts';
import type { Cases, FirstReports } from '../cases/index.ts';
import type { Notifications } from '../notifications/index.ts';
import type { Reports } from '../reports/index.ts';
import type { Shares } from '../shares/index.ts';
import type { Studies } from '../studies/index.ts';
import type { Uploads } from '../uploads/index.ts';
import { createAccessLog } from './access-log.ts';
import { createEraseAccount } from './erasure/erase-account.ts';
import { createRewriteDisk } from './erasure/rewrite-disk.ts';
import { createExportCopy } from './export/export-copy.ts';

export type Rights = ReturnType<typeof createRights>;

interface Others {
  accounts: Accounts;
  audit: Audit;
  notifications: Notifications;
  cases: Cases;
  firstReports: FirstReports;
  studies: Studies;
  uploads: Uploads;
  reports: Reports;
  shares: Shares;
  analyses: Analyses;
}

const LINES_A_PAGE = 100;

/** Data-subject rights: access log, copy of all data, and erasure. */
export function createRights(
  parts: Pick<Parts, 'db' | 'queue' | 'storage' | 'clock' | 'maintenance' | 'config'>,
  others: Others,
) {
  const { db } = parts;
  const accessLog = createAccessLog(others);
  const disk = createRewriteDisk(parts);
  const erasure = createEraseAccount(parts, { ...others, disk });

  return {
    access: (
      context: Context,
      patient: PatientActor,
      { before }: { before?: string },
    ): Promise<{ lines: contract.AccessLine[]; next: string | null }> =>
      db.transaction(async (tx) => {
        const answer = await accessLog(tx, patient.id, {
          before: before ? new Date(before) : undefined,
          limit: LINES_A_PAGE,
        });
        await others.audit.record(tx, context, {
          action: 'rights.access',
          subjectType: 'patient',
          subjectId: patient.id,
        });
        return answer;
      }),
    copy: createExportCopy(parts, others, accessLog),
    erasure,
    disk,
    registerJobs(): void {
      erasure.registerJobs();
      disk.registerJobs();
    },
  };
}
