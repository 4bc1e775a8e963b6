import { scans as scanContract } from '@duai/contract';
import { useWorkTexts } from '../../lib/messages.tsx';
import { saveFile } from '../../lib/save-file.ts';
import { SaveButtons } from '../../ui/forms/save-buttons.tsx';

const EXPORTS = [
  ['PDF', scanContract.getScanPdf, 'pdf'],
  ['CSV', scanContract.getScanCsv, 'csv'],
  ['FHIR', scanContract.getScanFhir, 'fhir.json'],
  ['DICOM SR', scanContract.getScanSr, 'dcm'],
] as const;

/** Downloads of the report in formats for other systems. */
export function ScanExports({ scan }: { readonly scan: scanContract.Scan }) {
  const texts = useWorkTexts().scans.scanExports;
  const { names } = useWorkTexts();
  // A Structured Report refers to the images of its study; sample scans have none.
  const offered = EXPORTS.filter(([, endpoint]) => endpoint !== scanContract.getScanSr || !scan.isSample);
  return (
    <SaveButtons
      labelOf={(form) => texts.saveAs({ form, value: scan.studyDescription ?? names.study })}
      forms={offered.map(([name, endpoint, extension]) => ({
        name,
        save: () => saveFile(endpoint, { scanId: scan.id }, `duaicheck-${scan.id.slice(0, 8)}.${extension}`),
      }))}
    />
  );
}
