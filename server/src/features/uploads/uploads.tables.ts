import { bigint, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

export const uploads = pgTable('uploads', {
  id: uuid().primaryKey(),
  caseId: uuid('case_id').notNull(),
  name: text().notNull(),
  sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
  sha256: text(),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull(),
});
export type UploadRow = typeof uploads.$inferSelect;
