import type { cases as contract, SecondReadTask } from '@duai/contract';
import { integer, pgTable, pgView, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { time } from '../../../core/columns.ts';

/** Published by the notes feature (migration 1340): whom a case has questions or answers of colleagues for. */
export const caseNotesWaiting = pgView('case_notes_waiting', {
  caseId: uuid('case_id').notNull(),
  staffId: uuid('staff_id').notNull(),
  waiting: integer().notNull(),
}).existing();

/** Published by the reports feature (migration 1630): what an open second read asks of whom. */
export const caseSecondReadTasks = pgView('case_second_read_tasks', {
  caseId: uuid('case_id').notNull(),
  staffId: uuid('staff_id').notNull(),
  task: text().$type<SecondReadTask>().notNull(),
}).existing();

/** Published by the reports feature (migration 1630): cases whose current images a second reader has begun to read. */
export const caseSecondReaders = pgView('case_second_readers', { caseId: uuid('case_id').notNull() }).existing();

/** Published by the analyses feature (migration 1295): the most severe finding on the current images of a case. */
export const caseAiFlags = pgView('case_ai_flags', {
  caseId: uuid('case_id').notNull(),
  flag: text().$type<Exclude<contract.AiFlag, 'pending' | 'withheld'>>().notNull(),
}).existing();

/** Published by the reports feature (migration 1295): the readers from whom AI results of a case are withheld. */
export const caseAiWithheld = pgView('case_ai_withheld', {
  caseId: uuid('case_id').notNull(),
  staffId: uuid('staff_id').notNull(),
}).existing();

/** Radiologists who were shown AI results or the report of a submission. */
export const opinionsSeen = pgTable(
  'opinions_seen',
  {
    caseId: uuid('case_id').notNull(),
    staffId: uuid('staff_id').notNull(),
    submission: integer().notNull(),
    seenAt: time('seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.caseId, table.staffId, table.submission] })],
);
