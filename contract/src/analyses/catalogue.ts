import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { idSchema, okAnswer } from '../values/fields.ts';
import { languageSchema } from '../values/languages.ts';

const tag = 'Trial';
const audience = 'institution-admin';
const word = z.string().trim().min(1).max(64);

/** Conditions of a routing rule: all that are given must hold. Texts match any part of the header's value, ignoring case. */
export const routingConditionsSchema = z
  .strictObject({
    modality: z
      .string()
      .regex(/^[A-Z]{2}$/)
      .optional(),
    bodyPart: word.optional(),
    kernel: word.optional(),
    description: word.optional(),
    sex: z.enum(['F', 'M', 'O']).optional(),
    minAgeYears: z.number().int().min(0).max(150).optional(),
    maxAgeYears: z.number().int().min(0).max(150).optional(),
  })
  .refine((conditions) => Object.keys(conditions).length > 0, 'REQUIRED');
export type RoutingConditions = z.infer<typeof routingConditionsSchema>;
export const routingRuleSchema = z.object({ id: idSchema, conditions: routingConditionsSchema });

export const modelSchema = z.object({
  id: z.string(),
  version: z.string(),
  maker: z.string(),
  /** Modality (0008,0060) of the images that it is for; empty: any. */
  modalities: z.array(z.string()),
  title: z.record(languageSchema, z.string()),
  intendedUse: z.record(languageSchema, z.string()),
  weightsSha256: z.string().nullable(),
  /** The model card in Markdown: intended use, evaluation and limits. */
  card: z.string(),
  isEnabled: z.boolean(),
  /** It measures a region that a radiologist outlines, and runs on no series by itself. */
  isAssisted: z.boolean(),
  /** The algorithm runs on its vendor's system, and the images are sent there. */
  isSentOut: z.boolean(),
  rules: z.array(routingRuleSchema),
});
export type Model = z.infer<typeof modelSchema>;

export const listModels = defineEndpoint({
  method: 'GET',
  path: '/api/trial/models',
  audience,
  tag,
  summary: 'The catalogue with model cards, and what the institution has chosen',
  answer: z.array(modelSchema),
});
const modelParams = z.object({ algorithmId: z.string().max(100) });
export const switchModel = defineEndpoint({
  method: 'PUT',
  path: '/api/trial/models/:algorithmId',
  audience,
  tag,
  summary: 'Switch a model on or off; holds for studies that come from now on',
  params: modelParams,
  body: z.object({ isEnabled: z.boolean() }),
  answer: okAnswer,
});
const vendorSendingSchema = z.object({
  /** Names, numbers and dates are removed before images are sent to the vendor's system (DICOM PS3.15 annex E). */
  isDeidentified: z.boolean(),
});
export const getVendorSending = defineEndpoint({
  method: 'GET',
  path: '/api/trial/vendor-sending',
  audience,
  tag,
  summary: 'Whether details of the person are removed before images go to a box of an algorithm’s maker',
  answer: vendorSendingSchema,
});
export const setVendorSending = defineEndpoint({
  method: 'PUT',
  path: '/api/trial/vendor-sending',
  audience,
  tag,
  summary: 'Have these details removed, or left; holds for studies that are sent from now on',
  body: vendorSendingSchema,
  answer: okAnswer,
});
export const addRoutingRule = defineEndpoint({
  method: 'POST',
  path: '/api/trial/models/:algorithmId/rules',
  audience,
  tag,
  summary: 'Add a routing rule',
  params: modelParams,
  body: z.object({ conditions: routingConditionsSchema }),
  answer: routingRuleSchema,
  status: 201,
});
export const removeRoutingRule = defineEndpoint({
  method: 'DELETE',
  path: '/api/trial/rules/:ruleId',
  audience,
  tag,
  summary: 'Remove a routing rule',
  params: z.object({ ruleId: idSchema }),
  answer: okAnswer,
});

export const dryRunSchema = z.array(
  z.object({
    scanId: idSchema,
    studyDescription: z.string().nullable(),
    /** The label under which the institution knows the patient; never the hospital's patient number. */
    patientId: z.string().nullable(),
    seriesId: idSchema,
    series: z.string(),
    decisions: z.array(z.object({ algorithmId: z.string(), wouldRun: z.boolean(), reason: z.string().nullable() })),
  }),
);
export type DryRun = z.infer<typeof dryRunSchema>;
export const dryRunRouting = defineEndpoint({
  method: 'GET',
  path: '/api/trial/routing/dry-run',
  audience,
  tag,
  summary: 'Which of the last 20 studies would go to which model, and why not to the others; nothing runs',
  answer: dryRunSchema,
});
