import { integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { time } from '../../../core/columns.ts';

/** Whom a study shows, as DICOM writes it: PN, LO, DA and CS. Health data. */
export interface ToldPatient {
  name: string | null;
  patientId: string | null;
  birthDate: string | null;
  sex: string | null;
}

export const patientCorrections = pgTable('patient_corrections', {
  id: uuid().primaryKey(),
  scanId: uuid('scan_id').notNull(),
  institutionId: uuid('institution_id').notNull(),
  /** The newest of a study is in force. */
  number: integer().notNull(),
  former: jsonb().$type<ToldPatient>(),
  name: text(),
  patientId: text('patient_id').notNull(),
  birthDate: text('birth_date'),
  sex: text().$type<'M' | 'F' | 'O'>(),
  reason: text().notNull(),
  correctedBy: uuid('corrected_by').notNull(),
  byRealm: text('by_realm').$type<'institution' | 'staff'>().notNull(),
  byName: text('by_name').notNull(),
  correctedAt: time('corrected_at').notNull(),
});
export type CorrectionRow = typeof patientCorrections.$inferSelect;
