import { describe, expect, it } from 'vitest';
import { costOf, linesOf, priceAt, sumsOf, talliedByDay } from './prices.ts';

const price = (validFrom: string, unitPriceMinor: number, currency: 'EUR' | 'USD' = 'EUR') => ({
  validFrom,
  unitPriceMinor,
  currency,
  taxNote: 'Net of value added tax',
});
const PRICES = [price('2027-03-01', 300, 'USD'), price('2027-02-10', 225), price('2027-01-15', 250)];
const charge = (
  acceptedAt: string,
  billing: 'trial' | 'metered' = 'metered',
  status: 'charged' | 'released' = 'charged',
) => ({
  acceptedAt: new Date(acceptedAt),
  day: acceptedAt.slice(0, 10),
  scans: 1,
  billing,
  status,
});

describe('a price', () => {
  it('holds from the first to the last moment of its days, in UTC', () => {
    expect(priceAt(PRICES, new Date('2027-01-14T23:59:59.999Z'))).toBeNull();
    expect(priceAt(PRICES, new Date('2027-01-15T00:00:00Z'))?.unitPriceMinor).toBe(250);
    expect(priceAt(PRICES, new Date('2027-02-09T23:59:59.999Z'))?.unitPriceMinor).toBe(250);
    expect(priceAt(PRICES, new Date('2027-02-10T00:00:00Z'))?.unitPriceMinor).toBe(225);
    expect(priceAt([], new Date())).toBeNull();
  });
});

describe('a statement', () => {
  it('multiplies charged scans after the upgrade by the price of their day, and adds up by currency', () => {
    const charges = [
      charge('2027-01-02T10:00:00Z'),
      charge('2027-02-01T10:00:00Z'),
      charge('2027-02-02T10:00:00Z'),
      charge('2027-02-20T10:00:00Z'),
      charge('2027-02-20T11:00:00Z', 'trial'),
      charge('2027-02-20T12:00:00Z', 'metered', 'released'),
      charge('2027-03-02T10:00:00Z'),
    ];
    const lines = linesOf(charges, PRICES);
    expect(lines.map(({ price: at, scans, sumMinor }) => [at?.unitPriceMinor ?? null, scans, sumMinor])).toEqual([
      [null, 1, null],
      [250, 2, 500],
      [225, 1, 225],
      [300, 1, 300],
    ]);
    expect(sumsOf(lines)).toEqual([
      { currency: 'EUR', sumMinor: 725 },
      { currency: 'USD', sumMinor: 300 },
    ]);
  });
  it('takes nothing for the trial, for what failed, and no sum where the price is agreed elsewhere', () => {
    expect(costOf(charge('2027-02-20T11:00:00Z', 'trial'), PRICES)).toBeNull();
    expect(costOf(charge('2027-02-20T11:00:00Z', 'metered', 'released'), PRICES)).toBeNull();
    expect(sumsOf(linesOf([charge('2027-02-01T10:00:00Z')], []))).toEqual([]);
  });
});

describe('charges while they pass', () => {
  it('are counted by day, kind and state', () => {
    const tally = talliedByDay();
    tally.add([charge('2026-03-01T00:00:00Z'), charge('2026-03-01T23:59:59Z')]);
    tally.add([charge('2026-03-01T12:00:00Z', 'metered', 'released'), charge('2026-03-01T13:00:00Z')]);
    expect(tally.days()).toEqual([
      { day: '2026-03-01', billing: 'metered', status: 'charged', scans: 3 },
      { day: '2026-03-01', billing: 'metered', status: 'released', scans: 1 },
    ]);
  });
});
