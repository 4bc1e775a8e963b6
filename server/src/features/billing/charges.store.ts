import { and, asc, eq, gte, lt, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { newId } from '../../core/ids.ts';
import { type ScanChargeRow, scanCharges } from './billing.tables.ts';
import type { ChargeDay } from './prices.ts';

type Queries = Pick<NodePgDatabase, 'select' | 'insert' | 'update' | 'execute'>;
type Study = Pick<ScanChargeRow, 'institutionId' | 'studyKey'>;

const ofStudy = ({ institutionId, studyKey }: Study) =>
  and(eq(scanCharges.institutionId, institutionId), eq(scanCharges.studyKey, studyKey));

export async function findCharge(on: Queries, study: Study): Promise<ScanChargeRow | undefined> {
  const [charge] = await on.select().from(scanCharges).where(ofStudy(study));
  return charge;
}

/** Links the charge of a study to its newest scan. */
export async function moveCharge(on: Queries, study: Study, scanId: string): Promise<void> {
  await on.update(scanCharges).set({ scanId }).where(ofStudy(study));
}

/** Reserves a charge; replaces a released one of the same study. */
export async function reserveCharge(
  on: Queries,
  { institutionId, studyKey }: Study,
  fresh: Omit<typeof scanCharges.$inferInsert, 'id' | 'institutionId' | 'studyKey'>,
): Promise<void> {
  await on
    .insert(scanCharges)
    .values({ ...fresh, id: newId(), institutionId, studyKey })
    .onConflictDoUpdate({ target: [scanCharges.institutionId, scanCharges.studyKey], set: fresh });
}

/** Returns undefined where nothing was reserved for this scan. */
export async function settleCharge(
  on: Queries,
  { id, institutionId }: { id: string; institutionId: string },
  change: Pick<ScanChargeRow, 'status' | 'settledAt'>,
): Promise<ScanChargeRow | undefined> {
  const [charge] = await on
    .update(scanCharges)
    .set(change)
    .where(
      and(eq(scanCharges.institutionId, institutionId), eq(scanCharges.scanId, id), eq(scanCharges.status, 'reserved')),
    )
    .returning();
  return charge;
}

/** Removes the Study Instance UIDs; the rows stay. */
export async function forgetStudies(on: Queries, institutionId: string): Promise<void> {
  await on
    .update(scanCharges)
    .set({ studyKey: sql`'deleted:' || ${scanCharges.id}` })
    .where(eq(scanCharges.institutionId, institutionId));
}

/** Rows of one query, and of one piece of a file. */
const CHARGES_AT_ONCE = 500;

/**
 * The ledger of a calendar month (UTC, `YYYY-MM`) in the order in which scans were accepted, in pages that are read on
 * demand. Call it on a snapshot, because rows change meanwhile.
 */
export async function* chargesOfMonth(
  on: Pick<Queries, 'select'>,
  institutionId: string,
  month: string,
): AsyncGenerator<ScanChargeRow[], void> {
  const from = new Date(`${month}-01T00:00:00Z`);
  const to = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1));
  const { acceptedAt, id } = scanCharges;
  let last: { at: string; id: string } | undefined;
  for (;;) {
    const rows = await on
      // As text, because a Date has milliseconds and the database microseconds.
      .select({ charge: scanCharges, at: sql<string>`${acceptedAt}::text` })
      .from(scanCharges)
      .where(
        and(
          eq(scanCharges.institutionId, institutionId),
          gte(acceptedAt, from),
          lt(acceptedAt, to),
          last && sql`(${acceptedAt}, ${id}) > (${last.at}::timestamptz, ${last.id}::uuid)`,
        ),
      )
      .orderBy(asc(acceptedAt), asc(id))
      .limit(CHARGES_AT_ONCE);
    const end = rows.at(-1);
    if (end) yield rows.map(({ charge }) => charge);
    if (!end || rows.length < CHARGES_AT_ONCE) return;
    last = { at: end.at, id: end.charge.id };
  }
}

/** The ledger by day, as the database sums it (migration 0871), the newest day first. */
export async function findChargeDays(on: Pick<Queries, 'execute'>, institutionId: string): Promise<ChargeDay[]> {
  const { rows } = await on.execute<ChargeDay>(sql`
    select day::text as day, billing, status, scans from scan_charge_days
    where institution_id = ${institutionId} and scans > 0 order by day desc`);
  return rows;
}
