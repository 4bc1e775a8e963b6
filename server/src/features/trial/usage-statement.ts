import type { trialMetering as contract } from '@duai/contract';
import { and, asc, eq, gte, lt, sql } from 'drizzle-orm';
import type { Context } from '../../core/actor.ts';
import { notFound } from '../../core/app-error.ts';
import { writeCsv } from '../../core/csv.ts';
import { PRINT_TIMEOUT_MS, type PrintedDocument } from './document.ts';
import { type ScanChargeRow, scanCharges, trials } from './trial.tables.ts';
import type { TrialTools } from './trial-tools.ts';

const HEADER = ['scan', 'accepted_utc', 'settled_utc', 'source', 'modality', 'billing', 'status'];
const seconds = (at: Date) => at.toISOString().replace('T', ' ').slice(0, 19);

/** Usage by calendar month (UTC), from the ledger: as CSV, one line a scan, and as PDF. */
export function createUsageStatements({ db, config, clock, quick, accounts, audit, notifications }: TrialTools) {
  const ofMonth = (institutionId: string, month: string): Promise<ScanChargeRow[]> => {
    const from = new Date(`${month}-01T00:00:00Z`);
    const to = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1));
    return db.drizzle
      .select()
      .from(scanCharges)
      .where(
        and(
          eq(scanCharges.institutionId, institutionId),
          gte(scanCharges.acceptedAt, from),
          lt(scanCharges.acceptedAt, to),
        ),
      )
      .orderBy(asc(scanCharges.acceptedAt), asc(scanCharges.id));
  };

  const sumOf = (month: string, charges: ScanChargeRow[]): contract.Statement => {
    const charged = charges.filter((row) => row.status === 'charged');
    return {
      month,
      trialScans: charged.filter((row) => row.billing === 'trial').length,
      meteredScans: charged.filter((row) => row.billing === 'metered').length,
      releasedScans: charges.filter((row) => row.status === 'released').length,
      openScans: charges.filter((row) => row.status === 'reserved').length,
    };
  };

  async function chargesOrNothing(institutionId: string, month: string): Promise<ScanChargeRow[]> {
    const charges = await ofMonth(institutionId, month);
    if (charges.length === 0) throw notFound('statement');
    return charges;
  }

  return {
    async list(institutionId: string): Promise<contract.Statement[]> {
      const { rows } = await db.drizzle.execute<{ month: string }>(
        sql`select distinct to_char(accepted_at at time zone 'UTC', 'YYYY-MM') as month from scan_charges
            where institution_id = ${institutionId} order by month desc`,
      );
      return Promise.all(rows.map(async ({ month }) => sumOf(month, await ofMonth(institutionId, month))));
    },

    async csv(institutionId: string, month: string): Promise<string> {
      const charges = await chargesOrNothing(institutionId, month);
      return writeCsv([
        HEADER,
        ...charges.map((row) => [
          row.scanId,
          seconds(row.acceptedAt),
          row.settledAt && seconds(row.settledAt),
          row.source,
          row.modality,
          row.billing,
          row.status,
        ]),
      ]);
    },

    async pdf(institutionId: string, month: string): Promise<Uint8Array> {
      const charges = await chargesOrNothing(institutionId, month);
      const sum = sumOf(month, charges);
      const institution = await accounts.institutions.nameOf(db.drizzle, institutionId);
      const document: PrintedDocument = {
        title: `Usage statement ${month}`,
        footer: `DUAI · Usage statement ${month} · ${institution}`,
        at: clock.now().toISOString(),
        facts: [
          ['Institution', institution],
          ['Month', `${month} (days in UTC)`],
          ['To be paid', `${sum.meteredScans} scans, at the price of your agreement`],
          ['On the trial', `${sum.trialScans} scans, at no cost`],
          ['Not charged', `${sum.releasedScans} scans that failed or that no algorithm could look at`],
          ['Still running', `${sum.openScans} scans`],
        ],
        sections: [
          {
            heading: 'How it is counted',
            paragraphs: [
              'A scan is one study, analysed. The same study sent again, or with more images, is not counted again. A study is counted in the month in which it was accepted.',
            ],
          },
          {
            heading: 'Scans',
            paragraphs: [],
            table: {
              columns: ['Accepted (UTC)', 'Scan', 'Source', 'Modality', 'Billing', 'Status'],
              shares: [19, 34, 10, 11, 11, 12],
              rows: charges.map((row) => [
                seconds(row.acceptedAt),
                row.scanId,
                row.source,
                row.modality ?? '–',
                row.billing,
                row.status,
              ]),
            },
          },
        ],
      };
      return quick.run<Uint8Array>('render-document-pdf', document, { timeoutMs: PRINT_TIMEOUT_MS });
    },

    /** Tells the operators by mail; nothing changes before they act. */
    async requestUpgrade(context: Context, institutionId: string, message: string): Promise<void> {
      await db.transaction(async (tx) => {
        const [trial] = await tx.select().from(trials).where(eq(trials.institutionId, institutionId));
        if (!trial) throw notFound('trial');
        const institution = await accounts.institutions.nameOf(tx, institutionId);
        await notifications.enqueue(tx, {
          channel: 'email',
          recipient: config.OPERATORS_EMAIL,
          template: 'upgrade-requested',
          params: { institution, message, link: notifications.link('/console/institutions') },
          language: 'en',
        });
        await audit.record(tx, context, {
          action: 'trial.request-upgrade',
          subjectType: 'institution',
          subjectId: institutionId,
        });
      });
    },
  };
}
