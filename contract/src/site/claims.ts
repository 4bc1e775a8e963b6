import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { daySchema } from '../values/fields.ts';

/** Every figure that public pages claim; web/src/content/claims.ts contains its value and wording. */
export const CLAIM_NAMES = [
  'costSavings',
  'diagnosisAccuracy',
  'timeSaving',
  'providers',
  'aiModels',
  'dataProtection',
  'quantumPredictability',
  'quantumMachines',
  'quantumShots',
  'quantumConversion',
  'reportTurnaround',
  'fastestReport',
  'secondOpinionAccuracy',
  'privacy',
  'availability',
] as const;
const claimNameSchema = z.enum(CLAIM_NAMES);
export type ClaimName = z.infer<typeof claimNameSchema>;

/** An operator's decision about a claim. Without a row a claim is shown without an end date. */
const claimDecisionSchema = z.object({
  name: claimNameSchema,
  isWithdrawn: z.boolean(),
  /** The last day (UTC) on which it is shown. */
  lastDay: z.iso.date().nullable(),
  changedAt: z.iso.datetime().nullable(),
});
export type ClaimDecision = z.infer<typeof claimDecisionSchema>;

/**
 * Placeholder texts in the built pages that the server replaces with what is installed here, so that a claimed number of
 * models never appears without the counted number.
 */
export const INSTALLED_PLACE = 'DUAI-INSTALLED-ALGORITHMS';

export const listClaims = defineEndpoint({
  method: 'GET',
  path: '/api/console/claims',
  audience: 'operator',
  tag: 'Operations',
  summary: 'Claims of the public pages, and which are withdrawn or have a last day',
  answer: z.array(claimDecisionSchema),
});
export const decideClaim = defineEndpoint({
  method: 'PUT',
  path: '/api/console/claims/:name',
  audience: 'operator',
  tag: 'Operations',
  summary: 'Withdraw a claim, show it again, or give it a last day',
  params: z.object({ name: claimNameSchema }),
  body: z.object({ isWithdrawn: z.boolean(), lastDay: daySchema.nullable() }),
  answer: claimDecisionSchema,
});
