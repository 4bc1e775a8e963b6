import type { cases as contract } from '@duai/contract';
import type { ImageRow } from './cases.store.ts';
import type { CaseRow } from './cases.tables.ts';

const iso = (date: Date | null) => date?.toISOString() ?? null;

/** A case as its patient sees it: nothing of the pipeline, of claims or of AI is in it. */
export const presentCase = (row: CaseRow, images: ImageRow[]): contract.PatientCase => ({
  id: row.id,
  caseNumber: row.caseNumber,
  modality: row.modality,
  bodyPart: row.bodyPart,
  clinicalHistory: row.clinicalHistory,
  symptoms: row.symptoms,
  urgency: row.urgency,
  status: row.status,
  uploadedAt: row.uploadedAt.toISOString(),
  submittedAt: iso(row.submittedAt),
  dueAt: iso(row.dueAt),
  completedAt: iso(row.completedAt),
  question: row.question,
  hasReport: row.status === 'completed',
  images: images.map(({ id, originalName, isDicom, hasPreview }) => ({ id, originalName, isDicom, hasPreview })),
});
