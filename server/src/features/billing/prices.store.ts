import type { billing as contract } from '@duai/contract';
import { desc, eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { newId } from '../../core/ids.ts';
import { scanPrices } from './billing.tables.ts';

/** Prices by institution, newest first. */
export async function pricesOf(
  on: Pick<NodePgDatabase, 'select'>,
  institutionId?: string,
): Promise<Map<string, contract.Price[]>> {
  const rows = await on
    .select()
    .from(scanPrices)
    .where(institutionId ? eq(scanPrices.institutionId, institutionId) : undefined)
    .orderBy(desc(scanPrices.validFrom));
  const present = ({ validFrom, unitPriceMinor, currency, taxNote }: (typeof rows)[number]): contract.Price => ({
    validFrom,
    unitPriceMinor,
    currency,
    taxNote,
  });
  return new Map([...Map.groupBy(rows, (row) => row.institutionId)].map(([id, own]) => [id, own.map(present)]));
}

/** A second price that begins on the same day replaces the first. */
export async function insertPrice(
  on: Pick<NodePgDatabase, 'insert'>,
  institutionId: string,
  price: contract.Price,
  now: Date,
): Promise<void> {
  await on
    .insert(scanPrices)
    .values({ ...price, id: newId(), institutionId, createdAt: now })
    .onConflictDoUpdate({ target: [scanPrices.institutionId, scanPrices.validFrom], set: price });
}
