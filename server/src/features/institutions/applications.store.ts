import { LIMITS } from '@duai/contract';
import { and, desc, eq, gt, inArray, lt, ne, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { theOne } from '../../core/the-one.ts';
import { type ApplicationRow, applications } from './institutions.tables.ts';

type Reads = Pick<NodePgDatabase, 'select'>;
type Changes = Pick<NodePgDatabase, 'select' | 'insert' | 'update' | 'delete'>;

/** Those that wait for a decision first, then the newest. */
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

/** The one that became this institution. */
export async function findApplicationOf(on: Reads, institutionId: string): Promise<ApplicationRow | undefined> {
  const [row] = await on.select().from(applications).where(eq(applications.institutionId, institutionId));
  return row;
}

export async function insertApplication(on: Changes, row: typeof applications.$inferInsert): Promise<void> {
  await on.insert(applications).values(row);
}

/** Of an application that the transaction holds. */
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

/** By the link of a question that is still open. */
export async function findAsked(on: Reads, tokenHash: Buffer, now: Date): Promise<ApplicationRow | undefined> {
  const [row] = await on.select().from(applications).where(isAnswerable(tokenHash, now));
  return row;
}

/** Undefined where the question is no longer open. */
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

/** When something last happened to it: the decision, else what the applicant was asked, else that it came. */
const lastTouched = sql`coalesce(${applications.decidedAt}, greatest(${applications.createdAt}, ${applications.questionExpiresAt}))`;

/** Those that did not become an institution and were touched last before. */
export const deleteUntouched = (on: Changes, since: Date): Promise<{ id: string; email: string }[]> =>
  on
    .delete(applications)
    .where(and(ne(applications.status, 'approved'), lt(lastTouched, since)))
    .returning({ id: applications.id, email: applications.email });

/** Of these addresses the ones with an application. */
export const findApplicants = async (on: Reads, emails: string[]): Promise<Set<string>> => {
  const rows = await on
    .select({ email: applications.email })
    .from(applications)
    .where(inArray(applications.email, emails));
  return new Set(rows.map(({ email }) => email));
};
