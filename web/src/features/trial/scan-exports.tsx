import { type trial, trialScans } from '@duai/contract';
import { Download } from 'lucide-react';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { useTrialChange } from './scan-queries.ts';

const EXPORTS = [
  ['PDF', trialScans.getScanPdf, 'pdf'],
  ['CSV', trialScans.getScanCsv, 'csv'],
  ['FHIR', trialScans.getScanFhir, 'fhir.json'],
  ['DICOM SR', trialScans.getScanSr, 'dcm'],
] as const;

/** The report in the forms that other systems take. */
export function ScanExports({ scan }: { readonly scan: trial.Scan }) {
  const save = useTrialChange(([, endpoint, extension]: (typeof EXPORTS)[number]) =>
    saveFile(endpoint, { scanId: scan.id }, `duaicheck-${scan.id.slice(0, 8)}.${extension}`),
  );
  // A Structured Report stands beside the images of its study; sample scans have none.
  const offered = EXPORTS.filter(([, endpoint]) => endpoint !== trialScans.getScanSr || !scan.isSample);
  return offered.map((entry) => (
    <Button
      key={entry[0]}
      variant="secondary"
      size="small"
      disabled={save.isPending}
      aria-label={`Save as ${entry[0]}: ${scan.studyDescription ?? 'study'}`}
      onClick={() => save.mutate(entry)}
    >
      <Download aria-hidden className="size-4" />
      {entry[0]}
    </Button>
  ));
}
