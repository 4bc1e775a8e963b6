import type { scans as contract } from '@duai/contract';
import { failureSentence } from './scan-outcome.ts';
import type { ScanRow } from './scans.tables.ts';

export const presentScan = (row: ScanRow): contract.Scan => ({
  id: row.id,
  studyDescription: row.studyDescription,
  patientId: row.patientLabel,
  studyDate: row.studyDate,
  modality: row.modality,
  bodyPart: row.bodyPart,
  source: row.source,
  uploadDate: row.createdAt.toISOString(),
  status: row.status,
  findings: row.findings,
  failureReason: row.failureCode && failureSentence(row.failureCode),
  isSample: row.billing === 'sample',
});
