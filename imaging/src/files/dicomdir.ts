import { openDataSet } from './data-set.ts';

/** Media Storage Directory Storage, the SOP class of a DICOMDIR (PS3.4 I.4). */
export const DIRECTORY_SOP_CLASS = '1.2.840.10008.1.3.10';

/** A file named by a DICOMDIR. */
export interface IndexedFile {
  /** Components of the File ID, joined by "/"; relative to the folder of the DICOMDIR (PS3.10 section 8.2). */
  path: string;
  /** IMAGE, SR DOCUMENT, PRESENTATION … (PS3.3 F.5). */
  recordType: string;
}

/**
 * The files that a DICOMDIR names (PS3.3 F.3, Basic Directory IOD), in the order of its records. The sequence is read in file
 * order, not along the offsets between records, because discs with wrong offsets are common and offsets add no files. Records
 * that are no longer in use (PS3.3 F.3.2.2, flag 0000H) are left out.
 * @throws ImagingError as `openDataSet`
 * @returns null if the file is not a DICOMDIR
 */
export function readDicomDirectory(bytes: Uint8Array): IndexedFile[] | null {
  const { dataSet, layout } = openDataSet(bytes);
  const records = dataSet.elements.x00041220;
  if (!records && layout.mediaStorageSopClassUid !== DIRECTORY_SOP_CLASS) return null;
  const files = (records?.items ?? []).flatMap(({ dataSet: record }): IndexedFile[] => {
    if (!record || record.uint16('x00041410') === 0) return [];
    const components = (record.string('x00041500') ?? '')
      .split('\\')
      .map((component) => component.trim())
      .filter(Boolean);
    if (components.length === 0) return [];
    return [{ path: components.join('/'), recordType: record.string('x00041430') ?? '' }];
  });
  // Several records may name one file (PS3.3 F.2.2.2, a file with several roles).
  return [...new Map(files.map((file) => [file.path, file])).values()];
}
