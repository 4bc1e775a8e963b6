import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { idSchema, timeSchema } from '../values/fields.ts';
import { translatedSchema } from '../values/languages.ts';
import { scanParams } from './scans.ts';

const vendorPictureSchema = z.object({
  id: idSchema,
  /** The run to which the maker's box sent it. */
  analysisId: idSchema,
  algorithmId: z.string(),
  algorithmVersion: z.string(),
  title: translatedSchema,
  receivedAt: timeSchema,
  /** SHA-256 of the DICOM object that it was drawn from. */
  objectSha256: z.string(),
});
export type VendorPicture = z.infer<typeof vendorPictureSchema>;
export const listPictures = defineEndpoint({
  method: 'GET',
  path: '/api/trial/scans/:scanId/vendor-pictures',
  audience: 'institution-reader',
  scope: 'scans:read',
  tag: 'Trial',
  summary: 'Pictures (secondary captures) that boxes of makers sent as results of one scan; nothing is read of them',
  params: scanParams,
  answer: z.array(vendorPictureSchema),
});
export const getPicture = defineEndpoint({
  method: 'GET',
  path: '/api/trial/scans/:scanId/vendor-pictures/:pictureId',
  audience: 'institution-reader',
  scope: 'scans:read',
  tag: 'Trial',
  summary: 'One of these pictures, drawn anew from its pixels',
  params: z.object({ scanId: idSchema, pictureId: idSchema }),
  produces: 'image/png',
});
