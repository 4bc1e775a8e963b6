import type { scans as contract, Language } from '@duai/contract';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { failureSentence } from './scan-outcome.ts';
import type { ScanTools } from './scan-tools.ts';
import type { ScanRow } from './scans.tables.ts';

type Queries = Pick<NodePgDatabase, 'select' | 'insert' | 'update' | 'execute'>;

/** Scans in the form that their institution receives, in the given order. */
export async function presentScans(
  { analyses }: Pick<ScanTools, 'analyses'>,
  on: Queries,
  rows: readonly ScanRow[],
  language: Language,
): Promise<contract.Scan[]> {
  const begun = await analyses.begunOfScans(on, rows.filter(isProcessing));
  // The row has the English sentences, which the search uses; other languages are read from the frozen results.
  const translated = language === 'en' ? new Map() : await analyses.findingsIn(language, on, rows.filter(hasFindings));
  const sentence = (english: string) => translated.get(english) ?? english;
  return rows.map((row) => ({
    id: row.id,
    studyDescription: row.studyDescription,
    patientId: row.patientLabel,
    studyDate: row.studyDate,
    modality: row.modality,
    bodyPart: row.bodyPart,
    source: row.source,
    arrival: row.arrivedBy && { way: row.arrivedBy, system: row.sender },
    uploadDate: row.createdAt.toISOString(),
    status: row.status,
    stage: !isProcessing(row) ? null : begun.has(row.id) ? 'analysing' : 'waiting',
    findings: row.findings.map(sentence),
    failureReason: row.failureCode && failureSentence(row.failureCode, language),
    isSample: row.billing === 'sample',
  }));
}

const isProcessing = ({ status }: ScanRow): boolean => status === 'processing';
const hasFindings = ({ findings }: ScanRow): boolean => findings.length > 0;
