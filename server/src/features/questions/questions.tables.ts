import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { time } from '../../core/columns.ts';

export const questionEntries = pgTable('question_entries', {
  id: uuid().primaryKey(),
  caseId: uuid('case_id').notNull(),
  author: text().$type<'patient' | 'radiologist'>().notNull(),
  authorName: text('author_name'),
  authorId: uuid('author_id').notNull(),
  text: text().notNull(),
  createdAt: time('created_at').notNull(),
  readAt: time('read_at'),
});
export type QuestionRow = typeof questionEntries.$inferSelect;
