import { reports as contract } from '@duai/contract';
import { and, desc, eq, getTableColumns } from 'drizzle-orm';
import { type Page, type PageWish, placeOf, readPage, type SortKey } from '../../../core/keyset.ts';
import type { Queries } from '../reports.store.ts';
import { reportVersions, type VersionRow } from '../reports.tables.ts';

export async function findLatestVersion(on: Queries, reportId: string): Promise<VersionRow | undefined> {
  const [row] = await on
    .select()
    .from(reportVersions)
    .where(eq(reportVersions.reportId, reportId))
    .orderBy(desc(reportVersions.number))
    .limit(1);
  return row;
}

const NEWEST: readonly SortKey[] = [{ column: reportVersions.number, type: 'bigint', isDescending: true }];
/** The versions of a report, newest first; with `editedBy` only those of this person. */
export const findVersions = (
  on: Queries,
  { reportId, editedBy, ...wish }: PageWish & { reportId: string; editedBy: string | undefined },
): Promise<Page<VersionRow>> =>
  readPage(NEWEST, wish, contract.VERSIONS_PER_PAGE, (beyond, order, { limit, offset }) =>
    on
      .select({ ...getTableColumns(reportVersions), place: placeOf(NEWEST) })
      .from(reportVersions)
      .where(
        and(
          eq(reportVersions.reportId, reportId),
          editedBy === undefined ? undefined : eq(reportVersions.editedBy, editedBy),
          beyond,
        ),
      )
      .orderBy(...order)
      .limit(limit)
      .offset(offset),
  );

export const insertVersion = async (on: Queries, row: VersionRow): Promise<void> => {
  await on.insert(reportVersions).values(row);
};

export const updateVersion = async (
  on: Queries,
  { reportId, number }: Pick<VersionRow, 'reportId' | 'number'>,
  change: Pick<VersionRow, 'language' | 'content' | 'savedAt'>,
): Promise<void> => {
  await on
    .update(reportVersions)
    .set(change)
    .where(and(eq(reportVersions.reportId, reportId), eq(reportVersions.number, number)));
};
