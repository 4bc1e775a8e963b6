import { and, eq } from 'drizzle-orm';
import type { Queries } from '../studies.store.ts';
import { series, seriesViews, studies } from '../studies.tables.ts';

/** Only the first view is stored. */
export async function insertSeriesView(on: Queries, row: typeof seriesViews.$inferInsert): Promise<void> {
  await on.insert(seriesViews).values(row).onConflictDoNothing();
}

/** Series of a case that this radiologist has opened in its current submission. */
export const findOpenedSeries = async (
  on: Queries,
  wish: { caseId: string; submission: number; staffId: string },
): Promise<string[]> => {
  const rows = await on
    .select({ id: seriesViews.seriesId })
    .from(seriesViews)
    .innerJoin(series, eq(series.id, seriesViews.seriesId))
    .innerJoin(studies, eq(studies.id, series.studyId))
    .where(
      and(
        eq(studies.caseId, wish.caseId),
        eq(seriesViews.staffId, wish.staffId),
        eq(seriesViews.submission, wish.submission),
      ),
    );
  return rows.map(({ id }) => id);
};
