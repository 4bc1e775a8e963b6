import type { FileRefusalCode } from '@duai/contract';
import type { DicomHeader } from '@duai/imaging';
import {
  bigint,
  boolean,
  customType,
  date,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { time } from '../../core/columns.ts';

export const studies = pgTable('studies', {
  id: uuid().primaryKey(),
  caseId: uuid('case_id'),
  scanId: uuid('scan_id'),
  studyInstanceUid: text('study_instance_uid'),
  studyDate: date('study_date', { mode: 'string' }),
  description: text(),
  createdAt: time('created_at').notNull().defaultNow(),
  /** Of a scan; written by a trigger (migration 1570), for searches by day. */
  scanInstitutionId: uuid('scan_institution_id'),
});
export type StudyRow = typeof studies.$inferSelect;

export const series = pgTable('series', {
  id: uuid().primaryKey(),
  studyId: uuid('study_id').notNull(),
  seriesKey: text('series_key').notNull(),
  seriesInstanceUid: text('series_instance_uid'),
  modality: text(),
  description: text(),
  bodyPart: text('body_part'),
  convolutionKernel: text('convolution_kernel'),
  sliceThicknessMm: doublePrecision('slice_thickness_mm'),
  seriesNumber: integer('series_number'),
});
export type SeriesRow = typeof series.$inferSelect;

export type InstanceKind = 'dicom' | 'jpeg' | 'png';

export const instances = pgTable('instances', {
  id: uuid().primaryKey(),
  studyId: uuid('study_id').notNull(),
  seriesId: uuid('series_id').notNull(),
  originalName: text('original_name').notNull(),
  kind: text().$type<InstanceKind>().notNull(),
  sha256: text().notNull(),
  /** SHA-256 of the data set without meta information; null for pictures, and for files received before it was stored. */
  dataSetSha256: text('data_set_sha256'),
  sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
  sopInstanceUid: text('sop_instance_uid'),
  instanceNumber: integer('instance_number'),
  columns: integer(),
  rows: integer(),
  frames: integer().notNull().default(1),
  header: jsonb().$type<DicomHeader>(),
  state: text().$type<'received' | 'ready' | 'refused'>().notNull().default('received'),
  /** A DICOM object without pixels that says how images of its study are to be shown; it has no frames (migration 1480). */
  isPresentation: boolean('is_presentation').notNull().default(false),
  refusalCode: text('refusal_code'),
  refusalReason: text('refusal_reason'),
  /** Failed tries in a row that were not the fault of the file. */
  failedTries: integer('failed_tries').notNull().default(0),
  /** When the tries were used up and the image began to wait for an operator. */
  stalledAt: time('stalled_at'),
  /** When an operator decided to continue without the image. */
  setAsideAt: time('set_aside_at'),
  previewSha256: text('preview_sha256'),
  windowCenter: doublePrecision('window_center'),
  windowWidth: doublePrecision('window_width'),
  position: integer(),
  receivedAt: time('received_at').notNull().defaultNow(),
});
export type InstanceRow = typeof instances.$inferSelect;

/** Files of a patient's case that were refused (migration 1640); they have no instance. */
export const refusedFiles = pgTable(
  'refused_files',
  {
    caseId: uuid('case_id').notNull(),
    name: text().notNull(),
    code: text().$type<FileRefusalCode>().notNull(),
    files: integer().notNull(),
    refusedAt: time('refused_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.caseId, table.name, table.code] })],
);

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Copies of data sets as DICOM JSON (migration 1460). */
export const instanceDataSets = pgTable('instance_data_sets', {
  instanceId: uuid('instance_id').primaryKey(),
  version: smallint().notNull(),
  deflated: bytea().notNull(),
});

const identityColumns = () => ({
  id: uuid().primaryKey(),
  seriesId: uuid('series_id').notNull(),
  name: text(),
  patientId: text('patient_id'),
  birthDate: text('birth_date'),
  sex: text(),
  accessionNumber: text('accession_number'),
  isRemoved: boolean('is_removed').notNull(),
  images: integer().notNull(),
});

/** The patient identities that are told of a series; no row means that they were not read (migration 0851). */
export const seriesIdentities = pgTable('series_identities', identityColumns());

/** What the headers of a corrected study say (migration 1450). */
export const writtenIdentities = pgTable('written_identities', identityColumns());

/** Series of which a radiologist was shown an image, for each submission of the case. */
export const seriesViews = pgTable(
  'series_views',
  {
    seriesId: uuid('series_id').notNull(),
    staffId: uuid('staff_id').notNull(),
    submission: integer().notNull(),
    viewedAt: time('viewed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.seriesId, table.staffId, table.submission] })],
);

const int4multirange = customType<{ data: string }>({ dataType: () => 'int4multirange' });

/** The frames of an image, from 0, that were on a radiologist's screen, for each submission of the case. */
export const slicesSeen = pgTable(
  'slices_seen',
  {
    instanceId: uuid('instance_id').notNull(),
    staffId: uuid('staff_id').notNull(),
    submission: integer().notNull(),
    frames: int4multirange().notNull(),
  },
  (table) => [primaryKey({ columns: [table.instanceId, table.staffId, table.submission] })],
);
