import { scans as scanContract } from '@duai/contract';
import { saveFile } from '../../lib/files/save-file.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { SaveButtons } from '../../ui/forms/save-buttons.tsx';

const EXPORTS = [
  ['PDF', scanContract.getScanPdf, 'pdf'],
  ['CSV', scanContract.getScanCsv, 'csv'],
  ['FHIR', scanContract.getScanFhir, 'fhir.json'],
  ['DICOM SR', scanContract.getScanSr, 'dcm'],
] as const;

const MASKS = ['DICOM SEG', scanContract.getScanMasks, 'segmentations.zip'] as const;

/** Downloads of the report in formats for other systems, and of the masks where there are any. */
export function ScanExports({
  scan,
  hasMasks = false,
}: {
  readonly scan: scanContract.Scan;
  readonly hasMasks?: boolean;
}) {
  const texts = useWorkTexts().scans.scanExports;
  const { names } = useWorkTexts();
  // A Structured Report and a segmentation refer to the images of their study; sample scans have none outside.
  const offered = [...EXPORTS, ...(hasMasks ? [MASKS] : [])].filter(
    ([, endpoint]) =>
      !(scan.isSample && (endpoint === scanContract.getScanSr || endpoint === scanContract.getScanMasks)),
  );
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
