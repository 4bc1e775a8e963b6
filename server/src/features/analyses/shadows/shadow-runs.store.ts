import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { type ShadowRow, shadowAnalyses, type Told, type ToldRun } from '../analyses.tables.ts';

type Queries = Pick<NodePgDatabase, 'select' | 'insert' | 'update'>;

/** Planning twice changes nothing. @returns whether the row is new */
export const insertShadow = async (on: Queries, row: typeof shadowAnalyses.$inferInsert): Promise<boolean> =>
  (await on.insert(shadowAnalyses).values(row).onConflictDoNothing().returning({ id: shadowAnalyses.id })).length > 0;

export async function findShadow(on: Queries, id: string): Promise<ShadowRow | undefined> {
  const [row] = await on.select().from(shadowAnalyses).where(eq(shadowAnalyses.id, id));
  return row;
}

/** Changes only a run that has not ended. */
export async function endShadow(on: Queries, id: string, change: Partial<ShadowRow>): Promise<void> {
  await on
    .update(shadowAnalyses)
    .set(change)
    .where(and(eq(shadowAnalyses.id, id), eq(shadowAnalyses.status, 'planned')));
}

export const findShadowsOf = (on: Queries, algorithmId: string, version: string): Promise<ShadowRow[]> =>
  on
    .select()
    .from(shadowAnalyses)
    .where(and(eq(shadowAnalyses.algorithmId, algorithmId), eq(shadowAnalyses.algorithmVersion, version)))
    .orderBy(asc(shadowAnalyses.createdAt), asc(shadowAnalyses.id));

/** Results of a shadow version for these submissions of scans, by scan, without masks. */
export async function toldInShadow(
  on: Pick<Queries, 'select'>,
  algorithmId: string,
  version: string,
  scans: readonly { id: string; submission: number }[],
): Promise<Map<string, ToldRun[]>> {
  const submissions = new Map(scans.map(({ id, submission }) => [id, submission]));
  const told = await on
    .select({
      id: shadowAnalyses.id,
      scanId: shadowAnalyses.scanId,
      submission: shadowAnalyses.submission,
      algorithmId: shadowAnalyses.algorithmId,
      result: sql<Told | null>`${shadowAnalyses.result} - 'overlays'`,
    })
    .from(shadowAnalyses)
    .where(
      and(
        inArray(shadowAnalyses.scanId, [...submissions.keys()]),
        eq(shadowAnalyses.algorithmId, algorithmId),
        eq(shadowAnalyses.algorithmVersion, version),
      ),
    );
  return Map.groupBy(
    told.filter((run) => run.submission === submissions.get(run.scanId)),
    (run) => run.scanId,
  );
}

/** Of these scans, those on which a run of the version has not ended. */
export async function findAwaited(
  on: Pick<NodePgDatabase, 'selectDistinct'>,
  algorithmId: string,
  version: string,
  scanIds: readonly string[],
): Promise<Set<string>> {
  const rows = await on
    .selectDistinct({ scanId: shadowAnalyses.scanId })
    .from(shadowAnalyses)
    .where(
      and(
        inArray(shadowAnalyses.scanId, [...scanIds]),
        eq(shadowAnalyses.algorithmId, algorithmId),
        eq(shadowAnalyses.algorithmVersion, version),
        eq(shadowAnalyses.status, 'planned'),
      ),
    );
  return new Set(rows.map(({ scanId }) => scanId));
}

/** The versions of an algorithm that ran as shadows, with the number of the institution's studies. */
export async function countShadowVersions(
  on: Pick<NodePgDatabase, 'execute'>,
  institutionId: string,
  algorithmId: string,
): Promise<{ version: string; studies: number }[]> {
  const { rows } = await on.execute<{ version: string; studies: number }>(sql`
    select algorithm_version as version, count(distinct scan_id)::int as studies
    from shadow_analyses join scans on scans.id = shadow_analyses.scan_id
    where scans.institution_id = ${institutionId} and algorithm_id = ${algorithmId}
      and shadow_analyses.status = 'evaluated' and scans.billing <> 'sample'
    group by algorithm_version order by algorithm_version`);
  return rows;
}
