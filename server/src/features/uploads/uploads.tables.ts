import { bigint, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, time } from '../../core/columns.ts';

export const uploads = pgTable('uploads', {
  id: uuid().primaryKey(),
  caseId: uuid('case_id').notNull(),
  name: text().notNull(),
  sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
  sha256: text(),
  announcedFiles: integer('announced_files'),
  namedPeople: integer('named_people'),
  createdAt: time('created_at').notNull(),
});
export type UploadRow = typeof uploads.$inferSelect;

/** The secret key of a case with which its files are de-identified before they are sent. */
export const deidentificationKeys = pgTable('deidentification_keys', {
  caseId: uuid('case_id').primaryKey(),
  key: bytea().notNull(),
});
