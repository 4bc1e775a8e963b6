import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { accuracySchema, positiveWhenSchema, STABLE_FROM } from '../scans/evaluation.ts';
import { idSchema, okAnswer, pageAnswer, pageQuery, timeSchema } from '../values/fields.ts';
import { algorithmIdSchema, algorithmVersionSchema } from './algorithm-manifest.ts';

/** Labelled studies that one run takes in at most, the oldest first. */
export const ACCEPTANCE_AT_MOST = 1000;

const share = z.number().min(0).max(1);
/** What a version has to reach on an institution's own labelled studies, for every question that has labels. */
export const acceptanceRuleSchema = z.object({
  /** Whether a version must have passed before it is made active for the institution. */
  isRequired: z.boolean(),
  leastSensitivity: share,
  leastSpecificity: share,
  /** Studies with the condition, and as many without it, that have a label and an answer. */
  leastStudies: z.number().int().min(1).max(ACCEPTANCE_AT_MOST),
});
export type AcceptanceRule = z.infer<typeof acceptanceRuleSchema>;

/** What holds where an institution said nothing. */
export const ACCEPTANCE_DEFAULT: AcceptanceRule = {
  isRequired: false,
  leastSensitivity: 0.9,
  leastSpecificity: 0.8,
  leastStudies: STABLE_FROM,
};

/** Why a question was not passed. */
export const ACCEPTANCE_GAPS = ['too-few-studies', 'sensitivity', 'specificity'] as const;

export const acceptedQuestionSchema = z.object({
  name: z.string(),
  positiveWhen: positiveWhenSchema,
  /** With a label, but the version gave no answer: the images do not fit it, or it failed. */
  withoutAnswer: z.number().int(),
  accuracy: accuracySchema,
  gaps: z.array(z.enum(ACCEPTANCE_GAPS)),
});
export type AcceptedQuestion = z.infer<typeof acceptedQuestionSchema>;

export const ACCEPTANCE_STATES = ['running', 'passed', 'not-passed'] as const;
export const acceptanceRunSchema = z.object({
  id: idSchema,
  algorithmId: z.string(),
  version: z.string(),
  status: z.enum(ACCEPTANCE_STATES),
  /** What was asked when the run began. */
  rule: acceptanceRuleSchema,
  /** Labelled studies that it looked at, and those of them that are done. */
  studies: z.number().int(),
  done: z.number().int(),
  /** Null while it runs. */
  questions: z.array(acceptedQuestionSchema).nullable(),
  startedAt: timeSchema,
  finishedAt: timeSchema.nullable(),
});
export type AcceptanceRun = z.infer<typeof acceptanceRunSchema>;

export const acceptanceSchema = z.object({
  rule: acceptanceRuleSchema,
  /** Newest first, in pages. */
  runs: z.array(acceptanceRunSchema),
  ...pageAnswer,
});
export const ACCEPTANCE_RUNS_PER_PAGE = 20;
const runsQuery = z.object(pageQuery(ACCEPTANCE_RUNS_PER_PAGE));
export type Acceptance = z.infer<typeof acceptanceSchema>;

export const getAcceptance = defineEndpoint({
  method: 'GET',
  path: '/api/trial/acceptance',
  audience: 'institution-admin',
  tag: 'Trial',
  summary:
    'What the institution asks of a version before it is made active, and the acceptance runs with their figures, in pages',
  query: runsQuery,
  answer: acceptanceSchema,
});
export const setAcceptanceRule = defineEndpoint({
  method: 'PUT',
  path: '/api/trial/acceptance',
  audience: 'institution-admin',
  tag: 'Trial',
  summary: 'Ask for an acceptance run before a version is made active, or no longer; versions that are active stay',
  body: acceptanceRuleSchema,
  answer: okAnswer,
});
export const getAcceptanceOf = defineEndpoint({
  method: 'GET',
  path: '/api/console/institutions/:institutionId/acceptance',
  audience: 'operator',
  tag: 'Operations',
  summary: 'The same for operators',
  params: z.object({ institutionId: idSchema }),
  query: runsQuery,
  answer: acceptanceSchema,
});
export const startAcceptance = defineEndpoint({
  method: 'POST',
  path: '/api/console/institutions/:institutionId/acceptance',
  audience: 'operator',
  tag: 'Operations',
  summary: 'Run an imported version on the labelled studies of an institution, as in the shadow',
  params: z.object({ institutionId: idSchema }),
  body: z.object({ algorithmId: algorithmIdSchema, version: algorithmVersionSchema }),
  answer: z.object({ id: idSchema }),
  status: 201,
});
