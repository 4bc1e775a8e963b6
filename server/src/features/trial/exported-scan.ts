import { createHash } from 'node:crypto';
import type { Measurement } from '@duai/contract';
import type { AnalysisRow } from '../analyses/index.ts';
import type { StudyTree } from '../studies/index.ts';
import type { ScanRow } from './trial.tables.ts';

/** All that an export says; the same for every form. */
export interface ExportedScan {
  scan: ScanRow;
  trees: StudyTree[];
  runs: { row: AnalysisRow; title: string; findings: string[]; measurements: Measurement[] }[];
}

/** UID from a name, always the same (PS3.5 annex B.2: 2.25 and 128 bits). */
export const uidOf = (name: string): string =>
  `2.25.${BigInt(`0x${createHash('sha256').update(name).digest('hex').slice(0, 32)}`)}`;
