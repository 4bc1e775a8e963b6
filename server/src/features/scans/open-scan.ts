import type { DicomHeader } from '@duai/imaging';
import { isoDate } from '../studies/index.ts';
import type { ScanRow } from './scans.tables.ts';

/** What a list shows of a study before its images are read, by the header of its first one. */
export const describeStudy = (header: DicomHeader | null) => ({
  modality: header?.modality ?? null,
  studyDescription: header?.studyDescription ?? null,
  bodyPart: header?.bodyPartExamined ?? null,
  studyInstanceUid: header?.studyInstanceUid ?? null,
  studyDate: isoDate(header?.studyDate),
  patientLabel: header?.patientKey ? `P-${header.patientKey.slice(0, 6).toUpperCase()}` : null,
});

/** More images of a scan that is here: it is analysed anew. */
export const reopened = ({ submission }: ScanRow) => ({
  submission: submission + 1,
  status: 'processing' as const,
  failureCode: null,
  completedAt: null,
});
