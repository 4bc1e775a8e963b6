import type { scans as contract } from '@duai/contract';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { failureSentence } from './scan-outcome.ts';
import type { ScanTools } from './scan-tools.ts';
import type { ScanRow } from './scans.tables.ts';

type Queries = Pick<NodePgDatabase, 'select' | 'insert' | 'update' | 'execute'>;

/** Scans as their institution reads them, in the order given. */
export async function presentScans(
  { analyses }: Pick<ScanTools, 'analyses'>,
  on: Queries,
  rows: readonly ScanRow[],
): Promise<contract.Scan[]> {
  const begun = await analyses.begunOfScans(on, rows.filter(isProcessing));
  return rows.map((row) => present(row, begun));
}

const isProcessing = ({ status }: ScanRow): boolean => status === 'processing';

const present = (row: ScanRow, begun: ReadonlySet<string>): contract.Scan => ({
  id: row.id,
  studyDescription: row.studyDescription,
  patientId: row.patientLabel,
  studyDate: row.studyDate,
  modality: row.modality,
  bodyPart: row.bodyPart,
  source: row.source,
  uploadDate: row.createdAt.toISOString(),
  status: row.status,
  stage: !isProcessing(row) ? null : begun.has(row.id) ? 'analysing' : 'waiting',
  findings: row.findings,
  failureReason: row.failureCode && failureSentence(row.failureCode),
  isSample: row.billing === 'sample',
});
