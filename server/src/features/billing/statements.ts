import { type Currency, type billing as contract, minorText } from '@duai/contract';
import { PRINT_TIMEOUT_MS, type PrintedDocument } from '../../compute/printed-document.ts';
import type { Context } from '../../core/actor.ts';
import { notFound } from '../../core/app-error.ts';
import { writeCsv } from '../../core/csv.ts';
import type { ScanChargeRow } from './billing.tables.ts';
import type { BillingTools } from './billing-tools.ts';
import { findChargeDays, findChargesOfMonth } from './charges.store.ts';
import { pricesOf } from './prices.store.ts';
import { type ChargeDay, costOf, dayOf, linesOf, sumsOf } from './prices.ts';

const HEADER = [
  'scan',
  'accepted_utc',
  'settled_utc',
  'source',
  'modality',
  'billing',
  'status',
  'unit_price',
  'currency',
  'amount',
  'tax_note',
];
const AS_AGREED = 'as agreed';
const TAX_UNKNOWN = 'As in your agreement';
const money = (minor: number, currency: Currency) => `${minorText(minor, currency)} ${currency}`;
/** On paper; the CSV keeps the words of the contract. */
const STATUSES = { reserved: 'running', charged: 'charged', released: 'not charged' } as const satisfies Record<
  (typeof contract.CHARGE_STATUSES)[number],
  string
>;
const scansText = (count: number) => `${count} ${count === 1 ? 'scan' : 'scans'}`;
const seconds = (at: Date) => at.toISOString().replace('T', ' ').slice(0, 19);

const chargeDay = ({ acceptedAt, billing, status }: ScanChargeRow): ChargeDay => ({
  day: dayOf(acceptedAt),
  billing,
  status,
  scans: 1,
});

/** Usage by calendar month (UTC), from the ledger: as CSV, one line a scan, and as PDF. */
export function createUsageStatements({
  db,
  config,
  clock,
  quick,
  accounts,
  institutions,
  audit,
  notifications,
}: BillingTools) {
  const prices = async (institutionId: string): Promise<contract.Price[]> =>
    (await pricesOf(db.drizzle, institutionId)).get(institutionId) ?? [];

  const sumOf = (month: string, days: readonly ChargeDay[], valid: contract.Price[]): contract.Statement => {
    const lines = linesOf(days, valid);
    const count = (status: ChargeDay['status'], billing?: ChargeDay['billing']) =>
      days.reduce(
        (sum, row) => (row.status === status && (!billing || row.billing === billing) ? sum + row.scans : sum),
        0,
      );
    return {
      lines,
      sums: sumsOf(lines),
      month,
      trialScans: count('charged', 'trial'),
      meteredScans: count('charged', 'metered'),
      releasedScans: count('released'),
      openScans: count('reserved'),
    };
  };

  async function chargesOrNothing(institutionId: string, month: string): Promise<ScanChargeRow[]> {
    const charges = await findChargesOfMonth(db.drizzle, institutionId, month);
    if (charges.length === 0) throw notFound('statement');
    return charges;
  }

  return {
    prices,

    async list(institutionId: string): Promise<contract.Statement[]> {
      const valid = await prices(institutionId);
      const byMonth = Map.groupBy(await findChargeDays(db.drizzle, institutionId), ({ day }) => day.slice(0, 7));
      return [...byMonth].map(([month, days]) => sumOf(month, days, valid));
    },

    async csv(institutionId: string, month: string): Promise<string> {
      const charges = await chargesOrNothing(institutionId, month);
      const valid = await prices(institutionId);
      const { sums } = sumOf(month, charges.map(chargeDay), valid);
      return writeCsv([
        HEADER,
        ...charges.map((row) => {
          const price = costOf(row, valid);
          const amount = price && minorText(price.unitPriceMinor, price.currency);
          return [
            row.scanId,
            seconds(row.acceptedAt),
            row.settledAt && seconds(row.settledAt),
            row.source,
            row.modality,
            row.billing,
            row.status,
            amount,
            price?.currency ?? null,
            amount,
            price?.taxNote ?? null,
          ];
        }),
        ...sums.map(({ currency, sumMinor }) => [
          'total',
          ...Array.from({ length: 7 }, () => null),
          currency,
          minorText(sumMinor, currency),
          null,
        ]),
      ]);
    },

    async pdf(institutionId: string, month: string): Promise<Uint8Array> {
      const charges = await chargesOrNothing(institutionId, month);
      const valid = await prices(institutionId);
      const sum = sumOf(month, charges.map(chargeDay), valid);
      const institution = await accounts.institutions.nameOf(db.drizzle, institutionId);
      const document: PrintedDocument = {
        title: `Usage statement ${month}`,
        footer: `DUAI · Usage statement ${month} · ${institution}`,
        at: clock.now().toISOString(),
        facts: [
          ['Institution', institution],
          ['Month', `${month} (days in UTC)`],
          ['To be paid', toBePaid(sum)],
          ['On the trial', `${scansText(sum.trialScans)}, at no cost`],
          ['Not charged', `${scansText(sum.releasedScans)} that failed or that no algorithm could look at`],
          ['Still running', scansText(sum.openScans)],
        ],
        sections: [
          ...(sum.lines.length > 0 ? [amountSection(sum.lines)] : []),
          {
            heading: 'How it is counted',
            paragraphs: [
              'A scan is one study, analysed. The same study sent again, or with more images, is not counted again. A study is counted in the month in which it was accepted, at the price of that day.',
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
                STATUSES[row.status],
              ]),
            },
          },
        ],
      };
      return quick.run('render-document-pdf', document, { timeoutMs: PRINT_TIMEOUT_MS });
    },

    /** Tells the operators by mail; nothing changes before they act. */
    async requestUpgrade(context: Context, institutionId: string, message: string): Promise<void> {
      await db.transaction(async (tx) => {
        await institutions.trials.find(tx, institutionId);
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

/** Sums of each currency, and what has its price elsewhere. */
function toBePaid({ lines, sums, meteredScans }: contract.Statement): string {
  const agreed = lines.find(({ price }) => price === null)?.scans ?? 0;
  const parts = [
    ...sums.map(({ currency, sumMinor }) => money(sumMinor, currency)),
    ...(agreed > 0 ? [`${agreed} scans ${AS_AGREED}`] : []),
  ];
  return meteredScans === 0 ? 'Nothing' : parts.join(' and ');
}

const amountSection = (lines: readonly contract.StatementLine[]) => ({
  heading: 'Amount',
  paragraphs: [],
  table: {
    columns: ['Price valid from', 'Scans', 'Price of a scan', 'Sum', 'Tax'],
    shares: [18, 10, 20, 20, 32],
    rows: lines.map(({ price, scans, sumMinor }) => [
      price?.validFrom ?? '–',
      String(scans),
      price ? money(price.unitPriceMinor, price.currency) : AS_AGREED,
      price && sumMinor !== null ? money(sumMinor, price.currency) : AS_AGREED,
      price?.taxNote ?? TAX_UNKNOWN,
    ]),
  },
});
