import { type trial, trialScans } from '@duai/contract';
import { saveFile } from '../../lib/save-file.ts';
import { SaveButtons } from '../../ui/save-buttons.tsx';

const EXPORTS = [
  ['PDF', trialScans.getScanPdf, 'pdf'],
  ['CSV', trialScans.getScanCsv, 'csv'],
  ['FHIR', trialScans.getScanFhir, 'fhir.json'],
  ['DICOM SR', trialScans.getScanSr, 'dcm'],
] as const;

/** The report in the forms that other systems take. */
export function ScanExports({ scan }: { readonly scan: trial.Scan }) {
  // A Structured Report stands beside the images of its study; sample scans have none.
  const offered = EXPORTS.filter(([, endpoint]) => endpoint !== trialScans.getScanSr || !scan.isSample);
  return (
    <SaveButtons
      labelOf={(form) => `Save as ${form}: ${scan.studyDescription ?? 'study'}`}
      forms={offered.map(([name, endpoint, extension]) => ({
        name,
        save: () => saveFile(endpoint, { scanId: scan.id }, `duaicheck-${scan.id.slice(0, 8)}.${extension}`),
      }))}
    />
  );
}
