import { acceptance as contract } from '@duai/contract';
import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Tx } from '../../../adapters/database/port.ts';
import { type Page, type PageWish, placeOf, readPage, type SortKey } from '../../../core/keyset.ts';
import {
  type AcceptanceRuleRow,
  type AcceptanceRunRow,
  acceptanceRules,
  acceptanceRuns,
} from '../../packages/index.ts';
import { proofQuestions, type QuestionRow } from '../evaluation.tables.ts';

type Queries = Pick<NodePgDatabase, 'select'>;

export async function findRule(on: Queries, institutionId: string): Promise<AcceptanceRuleRow | undefined> {
  const [row] = await on.select().from(acceptanceRules).where(eq(acceptanceRules.institutionId, institutionId));
  return row;
}

/** Since when an acceptance run is asked for is kept where it was asked for before. */
export async function saveRule(tx: Tx, row: typeof acceptanceRules.$inferInsert): Promise<void> {
  const { institutionId, requiredSince, ...change } = row;
  await tx
    .insert(acceptanceRules)
    .values(row)
    .onConflictDoUpdate({
      target: acceptanceRules.institutionId,
      set: {
        ...change,
        requiredSince: requiredSince && sql`coalesce(${acceptanceRules.requiredSince}, excluded.required_since)`,
      },
    });
}

const NEWEST: readonly SortKey[] = [
  { column: acceptanceRuns.startedAt, type: 'timestamptz', isDescending: true },
  { column: acceptanceRuns.id, type: 'uuid', isDescending: true },
];
/** Newest first. */
export const findRuns = (on: Queries, institutionId: string, wish: PageWish): Promise<Page<AcceptanceRunRow>> =>
  readPage(NEWEST, wish, contract.ACCEPTANCE_RUNS_PER_PAGE, (beyond, order, { limit, offset }) =>
    on
      .select({ ...getTableColumns(acceptanceRuns), place: placeOf(NEWEST) })
      .from(acceptanceRuns)
      .where(and(eq(acceptanceRuns.institutionId, institutionId), beyond))
      .orderBy(...order)
      .limit(limit)
      .offset(offset),
  );

/** @returns false where one of the version runs already */
export const insertRun = async (tx: Tx, row: typeof acceptanceRuns.$inferInsert): Promise<boolean> =>
  (await tx.insert(acceptanceRuns).values(row).onConflictDoNothing().returning({ id: acceptanceRuns.id })).length > 0;

/** Until the transaction ends nobody else ends it. */
export async function lockRun(tx: Tx, id: string): Promise<AcceptanceRunRow | undefined> {
  const [row] = await tx.select().from(acceptanceRuns).where(eq(acceptanceRuns.id, id)).for('update');
  return row;
}

export async function updateRun(tx: Tx, id: string, change: Partial<AcceptanceRunRow>): Promise<void> {
  await tx.update(acceptanceRuns).set(change).where(eq(acceptanceRuns.id, id));
}

/** Runs of the version that are under way and look at this scan. */
export const findRunningOn = (on: Queries, algorithmId: string, version: string, scanId: string) =>
  on
    .select({ id: acceptanceRuns.id })
    .from(acceptanceRuns)
    .where(
      and(
        eq(acceptanceRuns.algorithmId, algorithmId),
        eq(acceptanceRuns.version, version),
        eq(acceptanceRuns.status, 'running'),
        sql`${acceptanceRuns.studies} @> ${JSON.stringify([{ scanId }])}::jsonb`,
      ),
    );

export async function deleteRuns(tx: Tx, institutionId: string): Promise<void> {
  await tx.delete(acceptanceRuns).where(eq(acceptanceRuns.institutionId, institutionId));
}

export const findQuestionsOn = (on: Queries, institutionId: string, algorithmId: string): Promise<QuestionRow[]> =>
  on
    .select()
    .from(proofQuestions)
    .where(and(eq(proofQuestions.institutionId, institutionId), eq(proofQuestions.algorithmId, algorithmId)))
    .orderBy(proofQuestions.createdAt, proofQuestions.id);

/** Real scans with a label of a question about the algorithm, oldest first; a label names a study by its UID or the scan. */
export async function findLabelled(
  on: Pick<NodePgDatabase, 'execute'>,
  institutionId: string,
  algorithmId: string,
): Promise<{ scanId: string; submission: number }[]> {
  const { rows } = await on.execute<{ scanId: string; submission: number }>(sql`
    with labels as (
      select l.study from proof_labels l join proof_questions q on q.id = l.question_id
      where q.institution_id = ${institutionId} and q.algorithm_id = ${algorithmId}
    ), named as (
      select s.id from labels join scans s on s.institution_id = ${institutionId} and s.study_instance_uid = labels.study
      union
      select s.id from labels join scans s on s.id::text = labels.study where s.institution_id = ${institutionId}
    )
    select s.id as "scanId", s.submission from scans s join named using (id)
    where s.billing <> 'sample' and s.status <> 'processing'
    order by s.created_at, s.id limit ${contract.ACCEPTANCE_AT_MOST}`);
  return rows;
}

/** Of these scans: their UIDs, by which labels may name them. */
export async function findUids(
  on: Pick<NodePgDatabase, 'execute'>,
  scanIds: readonly string[],
): Promise<Map<string, string | null>> {
  const { rows } = await on.execute<{ id: string; uid: string | null }>(sql`
    select id, study_instance_uid as uid from scans where id = any(${sql.param(scanIds)}::uuid[])`);
  return new Map(rows.map(({ id, uid }) => [id, uid]));
}
