import { and, asc, count, eq, gt, isNull } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { theOne } from '../../core/the-one.ts';
import { questionEntries as entries, type QuestionRow } from './questions.tables.ts';

type Queries = Pick<NodePgDatabase, 'select' | 'insert' | 'update'>;

export const findEntries = (on: Queries, caseId: string): Promise<QuestionRow[]> =>
  on.select().from(entries).where(eq(entries.caseId, caseId)).orderBy(asc(entries.createdAt), asc(entries.id));

export const insertEntry = async (on: Queries, row: QuestionRow): Promise<void> => {
  await on.insert(entries).values(row);
};

export const countSince = async (
  on: Queries,
  caseId: string,
  author: QuestionRow['author'],
  since: Date,
): Promise<number> =>
  theOne(
    await on
      .select({ entries: count() })
      .from(entries)
      .where(and(eq(entries.caseId, caseId), eq(entries.author, author), gt(entries.createdAt, since))),
  ).entries;

/** Marks the entries of that side as read by the other; returns how many. */
export const markRead = async (
  on: Queries,
  caseId: string,
  writtenBy: QuestionRow['author'],
  readAt: Date,
): Promise<number> =>
  (
    await on
      .update(entries)
      .set({ readAt })
      .where(and(eq(entries.caseId, caseId), eq(entries.author, writtenBy), isNull(entries.readAt)))
      .returning({ id: entries.id })
  ).length;
