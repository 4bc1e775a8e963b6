import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { idSchema, okAnswer, timeSchema } from '../values/fields.ts';
import { ARRIVAL_WAYS } from './scans.ts';

const tag = 'PACS';
const audience = 'institution-admin';

export const DECISIONS = ['keep-stored', 'take-new'] as const;
export type Decision = (typeof DECISIONS)[number];

const versionSchema = z.object({
  receivedAt: timeSchema,
  /** How and from whom; of a stored one that is told for its study. Null where it was not kept. */
  arrival: z.object({ way: z.enum(ARRIVAL_WAYS), sender: z.string().nullable() }).nullable(),
  sizeBytes: z.number().int(),
  transferSyntaxUid: z.string().nullable(),
  columns: z.number().int().nullable(),
  rows: z.number().int().nullable(),
  frames: z.number().int(),
  /** Our copy cannot be read, so it is not shown and not compared. */
  isDamaged: z.boolean(),
  /** There is something to draw: `picture` answers it. */
  hasPicture: z.boolean(),
});
export type InstanceVersion = z.infer<typeof versionSchema>;

/** Both objects under one UID, and what differs. */
export const keptAsideSchema = z.object({
  id: idSchema,
  scanId: idSchema,
  sopInstanceUid: z.string(),
  /** The one in the study; null where it is there no more. */
  stored: versionSchema.nullable(),
  /** Further instances of the study with this UID, from before there was a quarantine; who takes the new one replaces them too. */
  moreStored: z.number().int(),
  aside: versionSchema,
  /** Null where they could not be compared. */
  elements: z
    .object({
      /** The value of the stored one first; null: it does not have this element. */
      differences: z.array(
        z.object({ element: z.string(), first: z.string().nullable(), second: z.string().nullable() }),
      ),
      /** Further ones that are not listed. */
      more: z.number().int(),
      /** Private elements that differ. */
      privateOnes: z.number().int(),
      /** They name the person differently. */
      namesDiffer: z.boolean(),
    })
    .nullable(),
  pixels: z.enum(['same', 'different', 'not-compared', 'none']),
  /** What was seen: a decision names it, and is refused where something else is stored by then. */
  seen: z.string(),
});
export type KeptAside = z.infer<typeof keptAsideSchema>;

const params = z.object({ quarantineId: idSchema });

export const getKeptAside = defineEndpoint({
  method: 'GET',
  path: '/api/trial/pacs/quarantine/:quarantineId',
  audience,
  tag,
  summary: 'An instance that was kept aside, the stored one with its UID, and what differs',
  params,
  answer: keptAsideSchema,
});
export const getKeptAsidePicture = defineEndpoint({
  method: 'GET',
  path: '/api/trial/pacs/quarantine/:quarantineId/pictures/:version',
  audience,
  tag,
  summary: 'A picture of the stored instance, or of the one kept aside',
  params: params.extend({ version: z.enum(['stored', 'aside']) }),
  produces: 'image/png',
});
export const decideKeptAside = defineEndpoint({
  method: 'POST',
  path: '/api/trial/pacs/quarantine/:quarantineId/decision',
  audience,
  tag,
  summary: 'Keep the stored instance and remove the one kept aside, or take that one in its place',
  description:
    'The one that is not chosen is deleted. Where the new one is taken, the study is analysed again without being counted a second time, and earlier results stay as they were. The same decision sent again is answered in the same way.',
  params,
  body: z.object({ decision: z.enum(DECISIONS), seen: z.string().regex(/^[0-9a-f]{64}$/) }),
  answer: okAnswer,
});
