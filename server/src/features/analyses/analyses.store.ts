import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { type AnalysisRow, analyses, analysisVerdicts } from './analyses.tables.ts';

export type Queries = Pick<NodePgDatabase, 'select' | 'insert' | 'update' | 'execute'>;

/** Planning twice changes nothing. */
export const insertAnalysis = async (on: Queries, row: typeof analyses.$inferInsert): Promise<boolean> =>
  (await on.insert(analyses).values(row).onConflictDoNothing().returning({ id: analyses.id })).length > 0;

export async function lockAnalysis(on: Queries, id: string): Promise<AnalysisRow | undefined> {
  const [row] = await on.select().from(analyses).where(eq(analyses.id, id)).for('update');
  return row;
}

export async function updateAnalysis(on: Queries, id: string, change: Partial<AnalysisRow>): Promise<void> {
  await on.update(analyses).set(change).where(eq(analyses.id, id));
}

export const findAnalyses = async (on: Queries, studyIds: string[], submission: number): Promise<AnalysisRow[]> =>
  studyIds.length === 0
    ? []
    : on
        .select()
        .from(analyses)
        .where(and(inArray(analyses.studyId, studyIds), eq(analyses.submission, submission)))
        .orderBy(asc(analyses.algorithmId), asc(analyses.createdAt), asc(analyses.id));

/** Whatever was evaluated, in any submission. */
export const findEvaluated = async (on: Queries, studyIds: string[]): Promise<AnalysisRow[]> =>
  studyIds.length === 0
    ? []
    : on
        .select()
        .from(analyses)
        .where(and(inArray(analyses.studyId, studyIds), eq(analyses.status, 'evaluated')));

/** The newest word of a radiologist counts. */
export async function upsertVerdict(on: Queries, row: typeof analysisVerdicts.$inferInsert): Promise<void> {
  const { verdict, givenAt } = row;
  await on
    .insert(analysisVerdicts)
    .values(row)
    .onConflictDoUpdate({
      target: [analysisVerdicts.analysisId, analysisVerdicts.staffId],
      set: { verdict, givenAt },
    });
}

export const findVerdicts = async (on: Queries, analysisIds: string[], staffId: string) =>
  analysisIds.length === 0
    ? []
    : on
        .select({ analysisId: analysisVerdicts.analysisId, verdict: analysisVerdicts.verdict })
        .from(analysisVerdicts)
        .where(and(inArray(analysisVerdicts.analysisId, analysisIds), eq(analysisVerdicts.staffId, staffId)));

/** The newest submission of a scan, from the view that the trial feature publishes; undefined for a deleted scan. */
export async function submissionOfScan(on: Queries, scanId: string): Promise<number | undefined> {
  const { rows } = await on.execute<{ submission: number }>(
    sql`select submission from scan_submissions where scan_id = ${scanId}`,
  );
  return rows[0]?.submission;
}

/** One finisher at a time per owner: the last analysis to end is the one that announces the end. */
export const lockOwner = (on: Queries, ownerId: string) =>
  on.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`analyses:${ownerId}`}, 0))`);

export async function removeAnalyses(on: Pick<NodePgDatabase, 'delete'>, studyIds: string[]): Promise<void> {
  if (studyIds.length > 0) await on.delete(analyses).where(inArray(analyses.studyId, studyIds));
}
