import type { DicomHeader } from '@duai/imaging';

/** Manufacturer (0008,0070) of what is made here. */
const MAKER = 'DUAI';
/** PS3.4 table B.5-1: Secondary Capture Image Storage and Segmentation Storage. */
const CLASSES: ReadonlySet<string | null> = new Set(['1.2.840.10008.5.1.4.1.1.7', '1.2.840.10008.5.1.4.1.1.66.4']);

/**
 * Whether an object was made here from results, and came back from the archive that it was sent to. It is no image to analyse:
 * its results would be sent to the archive too, which would send them back again.
 */
export const isOwnResult = (header: Pick<DicomHeader, 'manufacturer' | 'sopClassUid'> | null): boolean =>
  header?.manufacturer === MAKER && CLASSES.has(header.sopClassUid);
