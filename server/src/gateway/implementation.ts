import { IMPLEMENTATION_CLASS_UID } from '@duai/imaging';

/** How the gateway calls itself to DICOM peers. */
export const IMPLEMENTATION = { classUid: IMPLEMENTATION_CLASS_UID, versionName: 'DUAI-GATEWAY' };
