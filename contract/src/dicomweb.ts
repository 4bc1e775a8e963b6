import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { UPLOAD_RULES } from './scans.ts';

/** STOW-RS (DICOM PS3.18 section 10.5). */
const stow = {
  method: 'POST',
  audience: 'institution-admin',
  scope: 'scans:write',
  tag: 'DICOMweb',
  consumes: 'multipart/related',
  produces: 'application/dicom+json',
  description: UPLOAD_RULES,
} as const;
export const storeInstances = defineEndpoint({
  ...stow,
  path: '/api/dicom-web/studies',
  summary: 'STOW-RS: store instances (multipart/related; type="application/dicom"); each study is a scan',
});
export const storeStudyInstances = defineEndpoint({
  ...stow,
  path: '/api/dicom-web/studies/:studyInstanceUid',
  summary: 'STOW-RS: store instances of one study',
  params: z.object({ studyInstanceUid: z.string().regex(/^[0-9.]{1,64}$/) }),
});
