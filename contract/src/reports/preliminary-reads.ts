import { z } from 'zod';
import { analysisRunSchema } from '../analyses/analysis-runs.ts';
import { defineEndpoint } from '../api/endpoint.ts';
import { caseParams } from '../cases/cases.ts';
import { okAnswer } from '../values/fields.ts';
import { reportSchema } from './reports.ts';

const tag = 'Reading';
export const getAnalyses = defineEndpoint({
  method: 'GET',
  path: '/api/console/cases/:caseId/analyses',
  audience: 'radiologist',
  tag,
  summary: 'AI results of a case with their overlays. 409 READ_FIRST while this reader has to read the images first',
  params: caseParams,
  isCompressed: true,
  answer: z.array(analysisRunSchema),
});
export const savePreliminary = defineEndpoint({
  method: 'POST',
  path: '/api/console/cases/:caseId/report/preliminary',
  audience: 'radiologist',
  tag,
  summary:
    'Keep the draft, as it was saved last, as the preliminary read of this reader: once for a submission of images. AI results are shown from then on',
  params: caseParams,
  body: z.object({ version: z.number().int() }),
  answer: reportSchema,
});

export const readingRulesSchema = z.object({
  /** Every radiologist reads the images before AI is shown. */
  isReadFirstForAll: z.boolean(),
  /** Percentage of cases that a second, blinded reader reads before the signature. */
  secondReadPercent: z.number().int().min(0).max(100),
});
export type ReadingRules = z.infer<typeof readingRulesSchema>;
export const getReadingRules = defineEndpoint({
  method: 'GET',
  path: '/api/console/reading-rules',
  audience: 'operator',
  tag: 'Operations',
  summary: 'The rules by which all radiologists of the house read',
  answer: readingRulesSchema,
});
export const setReadingRules = defineEndpoint({
  method: 'PUT',
  path: '/api/console/reading-rules',
  audience: 'operator',
  tag: 'Operations',
  summary: 'Change the rules by which all radiologists of the house read; what is absent stays as it is',
  body: readingRulesSchema.partial(),
  answer: readingRulesSchema,
});
export const setReadFirst = defineEndpoint({
  method: 'PUT',
  path: '/api/console/users/staff/:userId/read-first',
  audience: 'operator',
  tag: 'Operations',
  summary: 'Whether one radiologist reads the images before AI is shown',
  params: z.object({ userId: z.uuid() }),
  body: z.object({ isReadFirst: z.boolean() }),
  answer: okAnswer,
});
