import { leftOutObjects, scans as scanContract } from '@duai/contract';
import { callForFile } from '../../lib/api.ts';
import { saveBlob } from '../../lib/files/object-url.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { showToast } from '../../lib/toasts.ts';
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
  const save = async ([, endpoint, extension]: (typeof offered)[number]) => {
    const file = await callForFile(endpoint, { params: { scanId: scan.id } });
    saveBlob(file, `duaicheck-${scan.id.slice(0, 8)}.${extension}`);
    if (endpoint === scanContract.getScanMasks && (await lacksMasks(file)))
      showToast({
        title: texts.masksMissing,
        description: texts.othersSaved({ file: leftOutObjects.LEFT_OUT_FILE }),
        tone: 'destructive',
      });
  };
  return (
    <SaveButtons
      labelOf={(form) => texts.saveAs({ form, value: scan.studyDescription ?? names.study })}
      forms={offered.map((form) => ({ name: form[0], save: () => save(form) }))}
    />
  );
}

/** Whether its last file is the list of masks that could not be made: the directory of a ZIP archive is at its end. */
export const lacksMasks = async (zip: Blob): Promise<boolean> =>
  (await zip.slice(-4096).text()).includes(leftOutObjects.LEFT_OUT_FILE);
