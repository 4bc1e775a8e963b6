import type { Measured, Run } from '../features/analyses/index.ts';
import type { ScanRow } from '../features/scans/index.ts';
import type { StudyTree } from '../features/studies/index.ts';

/** The content of an export, the same for every format. */
export interface ExportedScan {
  scan: ScanRow;
  trees: StudyTree[];
  runs: {
    row: Run;
    title: string;
    /** Every format names the series, because two reconstructions of one examination give two results. */
    series: { name: string; instanceUid: string | null };
    findings: string[];
    measurements: Measured[];
  }[];
}
