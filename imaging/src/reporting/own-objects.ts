import type { DicomHeader } from '../headers/header.ts';

/** Manufacturer (0008,0070) of the objects that are written here. */
export const MAKER = 'DUAI';

/** PS3.4 table B.5-1: Secondary Capture Image Storage. */
export const SECONDARY_CAPTURE = '1.2.840.10008.5.1.4.1.1.7';
/** PS3.4 table B.5-1: Segmentation Storage. */
export const SEGMENTATION = '1.2.840.10008.5.1.4.1.1.66.4';

/** Whether an object was written here, and came back from where it was sent. */
export const isOurs = (manufacturer: string | null): boolean => manufacturer === MAKER;

/**
 * Whether an image is a result of ours that came back. It is nothing to analyse: its results would be sent too, and would come
 * back again.
 */
export const isOwnResult = (header: Pick<DicomHeader, 'manufacturer' | 'sopClassUid'> | null): boolean =>
  header !== null &&
  isOurs(header.manufacturer) &&
  [SECONDARY_CAPTURE, SEGMENTATION].some((sopClassUid) => sopClassUid === header.sopClassUid);
