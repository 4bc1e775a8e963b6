import { z } from 'zod';
import { algorithmVersionSchema } from '../analyses/algorithm-manifest.ts';
import { defineEndpoint } from '../api/endpoint.ts';
import { emptyAsAbsent, idSchema } from '../values/fields.ts';
import { accuracySchema } from './evaluation.ts';

/** Studies with a truth that a comparison takes in at most, the oldest first. */
export const COMPARED_AT_MOST = 5000;

/** One of the two that are compared, on the studies that both answered. */
export const comparedSchema = z.object({
  algorithmId: z.string(),
  /** Null: the active version at the time of each study. */
  version: z.string().nullable(),
  /** The question that it answers. */
  name: z.string(),
  accuracy: accuracySchema,
  /** [1 − specificity, sensitivity] from the strictest threshold to the loosest; null for a question without a score. */
  roc: z.array(z.tuple([z.number(), z.number()])).nullable(),
});
export type Compared = z.infer<typeof comparedSchema>;

export const comparisonSchema = z.object({
  /** Studies with a truth that both answered: all figures count these and no others. */
  studies: z.number().int(),
  /** With a truth, but without an answer of both. */
  leftOut: z.number().int(),
  /** There are more studies than are compared. */
  isCut: z.boolean(),
  sides: z.tuple([comparedSchema, comparedSchema]),
  /** How the two answered the same studies. */
  together: z.object({
    bothPositive: z.number().int(),
    firstAlone: z.number().int(),
    secondAlone: z.number().int(),
    bothNegative: z.number().int(),
  }),
});
export type Comparison = z.infer<typeof comparisonSchema>;

const tag = 'Trial proof';
const params = z.object({ questionId: idSchema });
export const listComparable = defineEndpoint({
  method: 'GET',
  path: '/api/trial/proof/:questionId/comparable',
  audience: 'institution-admin',
  tag,
  summary: 'Versions of the algorithm of a question that ran in the shadow on studies of the institution',
  params,
  answer: z.array(z.object({ version: z.string(), studies: z.number().int() })),
});
export const compareAnswers = defineEndpoint({
  method: 'GET',
  path: '/api/trial/proof/:questionId/comparison',
  audience: 'institution-admin',
  tag,
  summary:
    'A question against another one, or against a version in the shadow, on the same studies and the truth of the first',
  params,
  query: z.object({
    otherQuestionId: emptyAsAbsent(idSchema),
    version: emptyAsAbsent(algorithmVersionSchema),
  }),
  answer: comparisonSchema,
});
