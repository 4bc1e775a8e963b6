import type { Currency, billing as contract } from '@duai/contract';
import type { ScanChargeRow } from './billing.tables.ts';

type Charge = Pick<ScanChargeRow, 'billing' | 'status' | 'acceptedAt'>;

/** Scans that were accepted on one day (UTC) and are charged alike. */
export interface ChargeDay extends Pick<ScanChargeRow, 'billing' | 'status'>, Record<string, unknown> {
  day: string;
  scans: number;
}

/** The calendar day in UTC, YYYY-MM-DD. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** Counts rows of the ledger by day while they are read, as the database view `scan_charge_days` does. */
export function talliedByDay() {
  const days = new Map<string, ChargeDay>();
  return {
    add(charges: readonly Charge[]): void {
      for (const { acceptedAt, billing, status } of charges) {
        const day = dayOf(acceptedAt);
        const key = `${day} ${billing} ${status}`;
        days.set(key, { day, billing, status, scans: (days.get(key)?.scans ?? 0) + 1 });
      }
    },
    days: (): ChargeDay[] => [...days.values()],
  };
}

/** The price on the day on which a scan was accepted; null where it is agreed outside the system. `prices`: newest first. */
export const priceAt = (prices: readonly contract.Price[], at: Date): contract.Price | null =>
  priceOn(prices, dayOf(at));
const priceOn = (prices: readonly contract.Price[], day: string): contract.Price | null =>
  prices.find((price) => price.validFrom <= day) ?? null;

const isPaid = (charge: Pick<Charge, 'billing' | 'status'>): boolean =>
  charge.billing === 'metered' && charge.status === 'charged';

/** Charged scans after the upgrade, grouped by price; the oldest price first, scans without a price before it. */
export function linesOf(days: readonly ChargeDay[], prices: readonly contract.Price[]): contract.StatementLine[] {
  return [...Map.groupBy(days.filter(isPaid), ({ day }) => priceOn(prices, day))]
    .map(([price, paid]) => {
      const scans = paid.reduce((sum, day) => sum + day.scans, 0);
      return { price, scans, sumMinor: price && price.unitPriceMinor * scans };
    })
    .sort((a, b) => (a.price?.validFrom ?? '').localeCompare(b.price?.validFrom ?? ''));
}

/** Sums of lines by currency. */
export function sumsOf(lines: readonly contract.StatementLine[]): contract.Statement['sums'] {
  const sums = new Map<Currency, number>();
  for (const { price, sumMinor } of lines)
    if (price && sumMinor !== null) sums.set(price.currency, (sums.get(price.currency) ?? 0) + sumMinor);
  return [...sums].map(([currency, sumMinor]) => ({ currency, sumMinor }));
}

/** The price of one scan; null where it is free or its price is agreed outside the system. */
export const costOf = (charge: Charge, prices: readonly contract.Price[]): contract.Price | null =>
  isPaid(charge) ? priceAt(prices, charge.acceptedAt) : null;
