import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { time } from '../../core/columns.ts';

export const notes = pgTable('notes', {
  id: uuid().primaryKey(),
  caseId: uuid('case_id').notNull(),
  questionId: uuid('question_id'),
  authorId: uuid('author_id').notNull(),
  authorName: text('author_name').notNull(),
  toId: uuid('to_id').notNull(),
  toName: text('to_name').notNull(),
  text: text().notNull(),
  createdAt: time('created_at').notNull(),
  readAt: time('read_at'),
  answeredAt: time('answered_at'),
});
export type NoteRow = typeof notes.$inferSelect;
