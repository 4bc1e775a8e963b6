import { and, asc, eq, isNull, or } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { type NoteRow, notes } from './notes.tables.ts';

type Queries = Pick<NodePgDatabase, 'select' | 'insert' | 'update'>;

/** Of a case, oldest first; of one reader those that they wrote or that are for them. */
export const findNotes = (on: Queries, caseId: string, of?: { reader: string }): Promise<NoteRow[]> =>
  on
    .select()
    .from(notes)
    .where(and(eq(notes.caseId, caseId), of ? or(eq(notes.authorId, of.reader), eq(notes.toId, of.reader)) : undefined))
    .orderBy(asc(notes.createdAt), asc(notes.id));

/** Locks a question, so that two answers do not both come first. */
export async function lockQuestion(on: Queries, caseId: string, id: string): Promise<NoteRow | undefined> {
  const [row] = await on
    .select()
    .from(notes)
    .where(and(eq(notes.id, id), eq(notes.caseId, caseId), isNull(notes.questionId)))
    .for('update');
  return row;
}

export const insertNote = async (on: Queries, row: NoteRow): Promise<void> => {
  await on.insert(notes).values(row);
};

/** A question that has an answer waits for none; the first answer counts. */
export const markAnswered = async (on: Queries, id: string, answeredAt: Date): Promise<void> => {
  await on
    .update(notes)
    .set({ answeredAt })
    .where(and(eq(notes.id, id), isNull(notes.answeredAt)));
};

/** Marks what is for a reader as read; answers how many. */
export const markRead = async (on: Queries, caseId: string, reader: string, readAt: Date): Promise<number> =>
  (
    await on
      .update(notes)
      .set({ readAt })
      .where(and(eq(notes.caseId, caseId), eq(notes.toId, reader), isNull(notes.readAt)))
      .returning({ id: notes.id })
  ).length;
