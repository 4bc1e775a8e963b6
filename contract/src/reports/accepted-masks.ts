import { z } from 'zod';
import { overlaySchema } from '../analyses/analyses.ts';
import { defineEndpoint } from '../api/endpoint.ts';
import { caseParams } from '../cases/cases.ts';
import { openedParams } from '../cases/shares.ts';

/** `sopInstanceUid` is our own id of the image: patients and doctors with a link get no identifiers of files. */
export const acceptedMaskSchema = overlaySchema.extend({
  /** The algorithm that drew it, in the language of its reader. */
  title: z.string(),
  seriesId: z.string(),
});
export type AcceptedMask = z.infer<typeof acceptedMaskSchema>;

const tag = 'Reports';
export const getAcceptedMasks = defineEndpoint({
  method: 'GET',
  path: '/api/second-opinion/cases/:caseId/report/masks',
  audience: 'patient',
  tag,
  summary:
    'Masks and heat maps of the AI results that the signer of the report accepted, as the signer corrected them; never others, and 404 before the signature',
  params: caseParams,
  isCompressed: true,
  answer: z.array(acceptedMaskSchema),
});
export const getSharedMasks = defineEndpoint({
  method: 'GET',
  path: '/api/shared/:shareId/masks',
  audience: 'shared-link',
  tag,
  summary: 'The masks and heat maps that the signer of the shared report accepted',
  params: openedParams,
  isCompressed: true,
  answer: z.array(acceptedMaskSchema),
});
