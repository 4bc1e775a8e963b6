import type { Readable } from 'node:stream';
import { type Currency, type billing as contract, minorText } from '@duai/contract';
import type { ReadTx } from '../../adapters/database/port.ts';
import { PRINT_TIMEOUT_MS, type PrintedDocument } from '../../compute/paper/printed-document.ts';
import type { Context } from '../../core/actor.ts';
import { notFound } from '../../core/app-error.ts';
import { createSpill, spillStream } from '../../core/files/spill.ts';
import { DOCUMENT_TEXTS, type DocumentLanguage, documentLanguage } from '../../core/texts.ts';
import type { ScanChargeRow } from './billing.tables.ts';
import type { BillingTools } from './billing-tools.ts';
import { chargesOfMonth, findChargeDays } from './charges.store.ts';
import { pricesOf } from './prices.store.ts';
import { type ChargeDay, linesOf, sumsOf, talliedByDay } from './prices.ts';
import { seconds, statementCsv } from './statement-csv.ts';

const money = (minor: number, currency: Currency) => `${minorText(minor, currency)} ${currency}`;
/** Texts of the printed statement; the CSV uses the words of the contract. */
type StatementTexts = (typeof DOCUMENT_TEXTS)[DocumentLanguage]['statement'];

/** Monthly usage statements (UTC) from the ledger: as CSV with one line for each scan, and as PDF. */
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
  const prices = async (institutionId: string, on: Pick<ReadTx, 'select'> = db.drizzle): Promise<contract.Price[]> =>
    (await pricesOf(on, institutionId)).get(institutionId) ?? [];

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

  /** Begins to read the ledger of a month. @throws AppError NOT_FOUND where it has no rows */
  async function begun(on: ReadTx, institutionId: string, month: string) {
    const pages = chargesOfMonth(on, institutionId, month);
    const { value: first } = await pages.next();
    if (!first) throw notFound('statement');
    return { first, pages };
  }

  return {
    prices: (institutionId: string) => prices(institutionId),

    async list(institutionId: string): Promise<contract.Statement[]> {
      const valid = await prices(institutionId);
      const byMonth = Map.groupBy(await findChargeDays(db.drizzle, institutionId), ({ day }) => day.slice(0, 7));
      return [...byMonth].map(([month, days]) => sumOf(month, days, valid));
    },

    /**
     * All lines are of one moment, although scans are settled meanwhile. They are read into a file first, so that a
     * slow client holds no database connection; reading stops when the client leaves.
     */
    async csv(institutionId: string, month: string, signal: AbortSignal): Promise<Readable> {
      const spill = createSpill();
      try {
        await db.read(signal, async (tx) => {
          const { first, pages } = await begun(tx, institutionId, month);
          const all = async function* () {
            yield first;
            yield* pages;
          };
          for await (const text of statementCsv(all(), await prices(institutionId, tx)))
            await spill.add(Buffer.from(text));
        });
      } catch (error) {
        await spill.close();
        throw error;
      }
      return spillStream(spill);
    },

    /** Lists every scan of a small month, else the number of scans by day; the CSV always lists every scan. */
    async pdf(
      { language: reader }: Pick<Context, 'language'>,
      institutionId: string,
      month: string,
      signal: AbortSignal,
    ): Promise<Uint8Array> {
      const language = documentLanguage(reader);
      const texts = DOCUMENT_TEXTS[language].statement;
      const scansText = (count: number) => texts.scans({ count });
      const { valid, first, isWhole, days } = await db.read(signal, async (tx) => {
        const { first, pages } = await begun(tx, institutionId, month);
        const isWhole = (await pages.next()).done;
        const tally = talliedByDay();
        tally.add(first);
        const days = isWhole
          ? tally.days()
          : (await findChargeDays(tx, institutionId)).filter(({ day }) => day.startsWith(month)).toReversed();
        return { valid: await prices(institutionId, tx), first, isWhole, days };
      });
      const sum = sumOf(month, days, valid);
      const institution = await accounts.institutions.nameOf(db.drizzle, institutionId);
      const document: PrintedDocument = {
        language,
        title: texts.title({ month }),
        footer: texts.footer({ month, institution }),
        at: clock.now().toISOString(),
        facts: [
          [texts.institution, institution],
          [texts.month, texts.monthUtc({ month })],
          [texts.toBePaid, toBePaid(sum, texts)],
          [texts.onTheTrial, texts.atNoCost({ scans: scansText(sum.trialScans) })],
          [texts.notCharged, texts.notAnalysed({ scans: scansText(sum.releasedScans) })],
          [texts.stillRunning, scansText(sum.openScans)],
        ],
        sections: [
          ...(sum.lines.length > 0 ? [amountSection(sum.lines, texts)] : []),
          { heading: texts.howCounted, paragraphs: [texts.counting] },
          isWhole ? scansSection(first, texts) : daysSection(days, texts),
        ],
      };
      return quick.run('render-document-pdf', document, { timeoutMs: PRINT_TIMEOUT_MS, account: institutionId });
    },

    /** Mails the operators; the plan changes only when they act. */
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

/** The sums by currency, and the number of scans whose price is agreed outside the system. */
function toBePaid({ lines, sums, meteredScans }: contract.Statement, texts: StatementTexts): string {
  const agreed = lines.find(({ price }) => price === null)?.scans ?? 0;
  const parts = [
    ...sums.map(({ currency, sumMinor }) => money(sumMinor, currency)),
    ...(agreed > 0 ? [texts.scansAsAgreed({ scans: texts.scans({ count: agreed }) })] : []),
  ];
  return meteredScans === 0 ? texts.nothing : parts.reduce((one, other) => texts.and({ one, other }));
}

const amountSection = (lines: readonly contract.StatementLine[], texts: StatementTexts) => ({
  heading: texts.amount,
  paragraphs: [],
  table: {
    columns: [texts.priceValidFrom, texts.scansHead, texts.price, texts.sum, texts.tax],
    shares: [18, 10, 20, 20, 32],
    rows: lines.map(({ price, scans, sumMinor }) => [
      price?.validFrom ?? '–',
      String(scans),
      price ? money(price.unitPriceMinor, price.currency) : texts.asAgreed,
      price && sumMinor !== null ? money(sumMinor, price.currency) : texts.asAgreed,
      price?.taxNote ?? texts.taxAsAgreed,
    ]),
  },
});

const scansSection = (charges: readonly ScanChargeRow[], texts: StatementTexts) => ({
  heading: texts.scansHead,
  paragraphs: [],
  table: {
    columns: [texts.accepted, texts.scan, texts.source, texts.modality, texts.billing, texts.status],
    shares: [19, 34, 10, 11, 11, 12],
    rows: charges.map((row) => [
      seconds(row.acceptedAt),
      row.scanId,
      row.source,
      row.modality ?? '–',
      texts.billings[row.billing],
      texts.statuses[row.status],
    ]),
  },
});

const daysSection = (days: readonly ChargeDay[], texts: StatementTexts) => ({
  heading: texts.days,
  paragraphs: [texts.tooMany],
  table: {
    columns: [texts.acceptedOn, texts.billing, texts.status, texts.scansHead],
    shares: [30, 25, 25, 20],
    rows: days.map(({ day, billing, status, scans }) => [
      day,
      texts.billings[billing],
      texts.statuses[status],
      String(scans),
    ]),
  },
});
