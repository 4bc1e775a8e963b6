import { and, asc, eq, ne, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { type ScanRow, scans } from './scans.tables.ts';

const SCANS_AT_ONCE = 200;

/** Real scans of an institution, oldest first, by the page: each page begins where the one before ended. Sample scans are nobody's. */
export async function* pagesOfRealScans(
  on: Pick<NodePgDatabase, 'select'>,
  institutionId: string,
  perPage: number,
): AsyncGenerator<ScanRow[], void> {
  let last: { at: string; id: string } | undefined;
  for (;;) {
    const rows = await on
      .select({ scan: scans, at: sql<string>`${scans.createdAt}::text` })
      .from(scans)
      .where(
        and(
          eq(scans.institutionId, institutionId),
          ne(scans.billing, 'sample'),
          // A Date holds milliseconds, the database microseconds.
          last && sql`(${scans.createdAt}, ${scans.id}) > (${last.at}::timestamptz, ${last.id}::uuid)`,
        ),
      )
      .orderBy(asc(scans.createdAt), asc(scans.id))
      .limit(perPage);
    const end = rows.at(-1);
    if (end) yield rows.map(({ scan }) => scan);
    if (!end || rows.length < perPage) return;
    last = { at: end.at, id: end.scan.id };
  }
}

/** The same, one after the other. */
export async function* realScans(
  on: Pick<NodePgDatabase, 'select'>,
  institutionId: string,
): AsyncGenerator<ScanRow, void> {
  for await (const some of pagesOfRealScans(on, institutionId, SCANS_AT_ONCE)) yield* some;
}
