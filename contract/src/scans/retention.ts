import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { okAnswer } from '../values/fields.ts';
import { scanParams } from './scans.ts';

const tag = 'Trial';
const audience = 'institution-admin';

/** Before a study goes its institution is told so many days ahead. */
export const NOTICE_DAYS = 14;
export const LEAST_KEPT_DAYS = 30;
export const MOST_KEPT_DAYS = 3650;

const retentionSchema = z.object({
  /** After the last image came; null: studies stay. */
  days: z.number().int().nullable(),
  /** Studies that are about to go: the institution was told. */
  going: z.object({
    studies: z.number().int(),
    /** The day on which the first of them goes. */
    firstOn: z.iso.date().nullable(),
    /** So many of them are part of a question, or readers have judged them. */
    inEvaluation: z.number().int(),
  }),
  /** Studies that stay however old they are. */
  held: z.number().int(),
});
export type Retention = z.infer<typeof retentionSchema>;

export const getRetention = defineEndpoint({
  method: 'GET',
  path: '/api/trial/retention',
  audience,
  tag,
  summary: 'How long studies are kept, and how many are about to go',
  answer: retentionSchema,
});
export const setRetention = defineEndpoint({
  method: 'PUT',
  path: '/api/trial/retention',
  audience,
  tag,
  summary: `How long studies are kept after their last image came; each is told ${NOTICE_DAYS} days before it is deleted`,
  body: z.object({ days: z.number().int().min(LEAST_KEPT_DAYS).max(MOST_KEPT_DAYS).nullable() }),
  answer: retentionSchema,
});
export const holdEvaluated = defineEndpoint({
  method: 'POST',
  path: '/api/trial/retention/hold-evaluated',
  audience,
  tag,
  summary: 'Keep all studies that are about to go and are part of an evaluation',
  answer: retentionSchema,
});
const scanRetentionSchema = z.object({
  isHeld: z.boolean(),
  /** The day on which it goes; null: it stays. */
  goesOn: z.iso.date().nullable(),
});
export const getScanRetention = defineEndpoint({
  method: 'GET',
  path: '/api/trial/scans/:scanId/retention',
  audience,
  tag,
  summary: 'Whether and when a study is deleted by the setting of its institution',
  params: scanParams,
  answer: scanRetentionSchema,
});
export const holdScan = defineEndpoint({
  method: 'PUT',
  path: '/api/trial/scans/:scanId/hold',
  audience,
  tag,
  summary: 'Keep a study however old it is, or no more',
  params: scanParams,
  body: z.object({ isHeld: z.boolean() }),
  answer: okAnswer,
});
