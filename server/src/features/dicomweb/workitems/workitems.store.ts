import { and, asc, count, eq, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { TAGS } from './workitems.policy.ts';
import { type WorkitemRow, workitems } from './workitems.tables.ts';

type Queries = Pick<NodePgDatabase, 'select' | 'insert' | 'update' | 'execute'>;

/** What a search may match; texts with `*` and `?` (PS3.4 section C.2.2.2). */
export interface WorkitemSearch {
  institutionId: string;
  uids?: string[] | undefined;
  states?: string[] | undefined;
  studies?: string[] | undefined;
  /** By tag. */
  texts: ReadonlyMap<string, string>;
  limit: number;
  offset: number;
}

const textAt = (tag: string): SQL => sql`${workitems.dataSet} -> ${sql.raw(`'${tag}'`)} -> 'Value' ->> 0`;
const patternOf = (text: string): string =>
  text
    .replace(/[\\%_]/g, '\\$&')
    .replaceAll('*', '%')
    .replaceAll('?', '_');

export const findWorkitems = (on: Queries, search: WorkitemSearch): Promise<WorkitemRow[]> =>
  on
    .select()
    .from(workitems)
    .where(
      and(
        eq(workitems.institutionId, search.institutionId),
        search.uids && inArray(workitems.uid, search.uids),
        search.states && sql`${workitems.state} = any(${sql.param(search.states)}::text[])`,
        search.studies && inArray(workitems.studyInstanceUid, search.studies),
        ...[...search.texts].map(([tag, text]) => sql`${textAt(tag)} like ${patternOf(text)}`),
      ),
    )
    .orderBy(sql`${textAt(TAGS.scheduledStart)} asc nulls last`, asc(workitems.createdAt), asc(workitems.id))
    .limit(search.limit)
    .offset(search.offset);

/** With its row locked where `isChanged`. */
export async function findWorkitem(
  on: Queries,
  institutionId: string,
  uid: string,
  { isChanged = false } = {},
): Promise<WorkitemRow | undefined> {
  const query = on
    .select()
    .from(workitems)
    .where(and(eq(workitems.institutionId, institutionId), eq(workitems.uid, uid)));
  const [row] = isChanged ? await query.for('update') : await query;
  return row;
}

export async function countWorkitems(on: Queries, institutionId: string): Promise<number> {
  const [row] = await on.select({ items: count() }).from(workitems).where(eq(workitems.institutionId, institutionId));
  return row?.items ?? 0;
}

/** @returns whether there was none of this UID */
export async function insertWorkitem(on: Queries, row: WorkitemRow): Promise<boolean> {
  const rows = await on.insert(workitems).values(row).onConflictDoNothing().returning({ id: workitems.id });
  return rows.length === 1;
}

export async function updateWorkitem(on: Queries, id: string, change: Partial<WorkitemRow>): Promise<void> {
  await on.update(workitems).set(change).where(eq(workitems.id, id));
}

/** Somebody subscribed and asked to keep it. */
const isLocked = sql`exists (
  select from workitem_subscriptions s where s.workitem_id = ${workitems.id} and s.has_lock)`;

/** Deletes those that ended before then; those with a deletion lock later. */
export async function forgetEnded(
  on: Pick<NodePgDatabase, 'delete'>,
  institutionId: string,
  { before, lockedBefore }: { before: Date; lockedBefore: Date },
): Promise<void> {
  const isEnded = inArray(workitems.state, ['COMPLETED', 'CANCELED']);
  await on
    .delete(workitems)
    .where(
      and(
        eq(workitems.institutionId, institutionId),
        isEnded,
        or(lt(workitems.changedAt, lockedBefore), and(lt(workitems.changedAt, before), sql`not ${isLocked}`)),
      ),
    );
}

export async function removeWorkitems(on: Pick<NodePgDatabase, 'delete'>, institutionId: string): Promise<void> {
  await on.delete(workitems).where(eq(workitems.institutionId, institutionId));
}

/** Work items that our algorithms do follow the analysis of their study, until they have ended. @returns those that changed */
export async function followAnalyses(on: Queries, institutionId: string, now: Date): Promise<WorkitemRow[]> {
  const { rows } = await on.execute<{ id: string }>(sql`
    update workitems set changed_at = ${now.toISOString()}::timestamptz, state = found.state
    from (select open.id, p.status, p.failure_code, p.submitted_at, p.completed_at,
                 case p.status when 'complete' then 'COMPLETED' when 'failed' then 'CANCELED' else 'IN PROGRESS' end as state
          from workitems open join scan_progress p using (institution_id, study_instance_uid)
          where open.institution_id = ${institutionId} and open.performer = 'house'
            and open.state in ('SCHEDULED', 'IN PROGRESS')) found
    where workitems.id = found.id and workitems.state <> found.state
    returning workitems.id`);
  const ids = rows.map(({ id }) => id);
  return ids.length === 0 ? [] : on.select().from(workitems).where(inArray(workitems.id, ids));
}

export interface Progress {
  failureCode: string | null;
  submittedAt: Date;
  completedAt: Date | null;
}

/** Of these studies, by Study Instance UID. */
export async function findProgress(
  on: Queries,
  institutionId: string,
  studyInstanceUids: readonly string[],
): Promise<Map<string, Progress>> {
  if (studyInstanceUids.length === 0) return new Map();
  const { rows } = await on.execute<{
    study: string;
    failureCode: string | null;
    submittedAt: string;
    completedAt: string | null;
  }>(sql`
    select study_instance_uid as study, failure_code as "failureCode", submitted_at as "submittedAt",
      completed_at as "completedAt"
    from scan_progress where institution_id = ${institutionId}
      and study_instance_uid = any(${sql.param([...studyInstanceUids])}::text[])`);
  return new Map(
    rows.map(({ study, failureCode, submittedAt, completedAt }) => [
      study,
      {
        failureCode,
        submittedAt: new Date(submittedAt),
        completedAt: completedAt === null ? null : new Date(completedAt),
      },
    ]),
  );
}
