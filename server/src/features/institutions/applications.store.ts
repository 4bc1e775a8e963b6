import { LIMITS } from '@duai/contract';
import { and, desc, eq, gt, inArray, lt, ne, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { theOne } from '../../core/the-one.ts';
import { type ApplicationRow, applications } from './institutions.tables.ts';

type Reads = Pick<NodePgDatabase, 'select'>;
type Changes = Pick<NodePgDatabase, 'select' | 'insert' | 'update' | 'delete'>;

/** Applications that wait for a decision first, then the newest. */
export const findApplications = (on: Reads): Promise<ApplicationRow[]> =>
  on
    .select()
    .from(applications)
    .orderBy(sql`${applications.status} in ('new', 'asked') desc`, desc(applications.createdAt))
    .limit(LIMITS.rowsAtOnce);

export async function lockApplication(on: Reads, id: string): Promise<ApplicationRow | undefined> {
  const [row] = await on.select().from(applications).where(eq(applications.id, id)).for('update');
  return row;
}

/** The application from which this institution was created. */
export async function findApplicationOf(on: Reads, institutionId: string): Promise<ApplicationRow | undefined> {
  const [row] = await on.select().from(applications).where(eq(applications.institutionId, institutionId));
  return row;
}

export async function insertApplication(on: Changes, row: typeof applications.$inferInsert): Promise<void> {
  await on.insert(applications).values(row);
}

/** The application must be locked by the transaction. */
export async function updateApplication(
  on: Changes,
  id: string,
  change: Partial<ApplicationRow>,
): Promise<ApplicationRow> {
  return theOne(await on.update(applications).set(change).where(eq(applications.id, id)).returning());
}

const isAnswerable = (tokenHash: Buffer, now: Date) =>
  and(
    eq(applications.questionTokenHash, tokenHash),
    eq(applications.status, 'asked'),
    gt(applications.questionExpiresAt, now),
  );

/** The application with an open question and this link. */
export async function findAsked(on: Reads, tokenHash: Buffer, now: Date): Promise<ApplicationRow | undefined> {
  const [row] = await on.select().from(applications).where(isAnswerable(tokenHash, now));
  return row;
}

/** Returns undefined where the question is no longer open. */
export async function answerQuestion(
  on: Changes,
  tokenHash: Buffer,
  answer: string,
  now: Date,
): Promise<ApplicationRow | undefined> {
  const [row] = await on
    .update(applications)
    .set({ status: 'new', answer, questionTokenHash: null })
    .where(isAnswerable(tokenHash, now))
    .returning();
  return row;
}

/** The time of the last event: the decision, else the last question, else the arrival. */
const lastTouched = sql`coalesce(${applications.decidedAt}, greatest(${applications.createdAt}, ${applications.questionExpiresAt}))`;

/** Deletes applications that were not approved and whose last event was before `since`. */
export const deleteUntouched = (on: Changes, since: Date): Promise<{ id: string; email: string }[]> =>
  on
    .delete(applications)
    .where(and(ne(applications.status, 'approved'), lt(lastTouched, since)))
    .returning({ id: applications.id, email: applications.email });

/** Those of these addresses that have an application. */
export const findApplicants = async (on: Reads, emails: string[]): Promise<Set<string>> => {
  const rows = await on
    .select({ email: applications.email })
    .from(applications)
    .where(inArray(applications.email, emails));
  return new Set(rows.map(({ email }) => email));
};
