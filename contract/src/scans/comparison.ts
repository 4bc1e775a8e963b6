import { z } from 'zod';
import { algorithmVersionSchema } from '../analyses/algorithm-manifest.ts';
import { defineEndpoint } from '../api/endpoint.ts';
import { emptyAsAbsent, idSchema } from '../values/fields.ts';
import { accuracySchema } from './evaluation.ts';

/** The most studies with ground truth that one comparison includes, the oldest first. */
export const COMPARED_AT_MOST = 5000;

/** One of the two compared algorithms, on the studies that both answered. */
export const comparedSchema = z.object({
  algorithmId: z.string(),
  /** Null: the version that was active at the time of each study. */
  version: z.string().nullable(),
  /** The name of the question. */
  name: z.string(),
  accuracy: accuracySchema,
  /** [1 − specificity, sensitivity] from the strictest threshold to the loosest; null for a question without a score. */
  roc: z.array(z.tuple([z.number(), z.number()])).nullable(),
});
export type Compared = z.infer<typeof comparedSchema>;

export const comparisonSchema = z.object({
  /** Studies with ground truth that both answered; all figures are based on these alone. */
  studies: z.number().int(),
  /** Studies with ground truth that were not answered by both. */
  leftOut: z.number().int(),
  /** There are more studies than the comparison includes. */
  isCut: z.boolean(),
  sides: z.tuple([comparedSchema, comparedSchema]),
  /** The answers of both on the same studies. */
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
