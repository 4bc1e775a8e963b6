import type { Measured, Run } from '../features/analyses/index.ts';
import type { ScanRow } from '../features/scans/index.ts';
import type { StudyTree } from '../features/studies/index.ts';

/** All that an export says; the same for every form. */
export interface ExportedScan {
  scan: ScanRow;
  trees: StudyTree[];
  runs: {
    row: Run;
    title: string;
    /** Two reconstructions of one examination give two results: which is which has to be said in every form. */
    series: { name: string; instanceUid: string | null };
    findings: string[];
    measurements: Measured[];
  }[];
}
