import { and, asc, eq, ne, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { type ScanRow, scans } from './scans.tables.ts';

const SCANS_AT_ONCE = 200;

/**
 * Real scans of an institution, without sample scans, oldest first, in pages; each page begins after the last scan of
 * the one before.
 */
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
          // As text, because a Date has milliseconds and the database microseconds.
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

/** Like `pagesOfRealScans`, one scan at a time. */
export async function* realScans(
  on: Pick<NodePgDatabase, 'select'>,
  institutionId: string,
): AsyncGenerator<ScanRow, void> {
  for await (const some of pagesOfRealScans(on, institutionId, SCANS_AT_ONCE)) yield* some;
}
