import { IMPLEMENTATION_CLASS_UID } from '@duai/imaging';

/** The implementation identity that the gateway sends to DICOM peers. */
export const IMPLEMENTATION = { classUid: IMPLEMENTATION_CLASS_UID, versionName: 'DUAI-GATEWAY' };
