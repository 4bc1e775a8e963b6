import { type billing as contract, minorText } from '@duai/contract';
import { writeCsv } from '../../core/files/csv.ts';
import type { ScanChargeRow } from './billing.tables.ts';
import { costOf, linesOf, sumsOf, talliedByDay } from './prices.ts';

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

/** A time to the second, in UTC. */
export const seconds = (at: Date) => at.toISOString().replace('T', ' ').slice(0, 19);

/** A line for each scan, then one for each currency with the sum of the lines. */
export async function* statementCsv(
  pages: AsyncIterable<readonly ScanChargeRow[]>,
  prices: readonly contract.Price[],
): AsyncGenerator<string> {
  const tally = talliedByDay();
  yield writeCsv([HEADER]);
  for await (const charges of pages) {
    tally.add(charges);
    yield writeCsv(charges.map((charge) => lineOf(charge, prices)));
  }
  yield writeCsv(
    sumsOf(linesOf(tally.days(), prices)).map(({ currency, sumMinor }) => [
      'total',
      ...Array.from({ length: 7 }, () => null),
      currency,
      minorText(sumMinor, currency),
      null,
    ]),
  );
}

function lineOf(charge: ScanChargeRow, prices: readonly contract.Price[]) {
  const price = costOf(charge, prices);
  const amount = price && minorText(price.unitPriceMinor, price.currency);
  return [
    charge.scanId,
    seconds(charge.acceptedAt),
    charge.settledAt && seconds(charge.settledAt),
    charge.source,
    charge.modality,
    charge.billing,
    charge.status,
    amount,
    price?.currency ?? null,
    amount,
    price?.taxNote ?? null,
  ];
}
