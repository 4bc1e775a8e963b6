import { and, asc, desc, eq } from 'drizzle-orm';
import type { Queries } from '../reports.store.ts';
import { reportVersions, type VersionRow } from '../reports.tables.ts';

/** The versions of a report, newest first, at most `limit`. */
export const findVersions = (on: Queries, reportId: string, limit: number): Promise<VersionRow[]> =>
  on
    .select()
    .from(reportVersions)
    .where(eq(reportVersions.reportId, reportId))
    .orderBy(desc(reportVersions.number), asc(reportVersions.reportId))
    .limit(limit);

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
