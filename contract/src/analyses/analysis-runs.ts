import { z } from 'zod';
import { idSchema, timeSchema } from '../values/fields.ts';
import { translatedSchema } from '../values/languages.ts';
import { ANALYSIS_STATUSES, algorithmResultSchema, findingPlaceSchema } from './analyses.ts';

/** One algorithm on one series, as the console shows it: what ran, on what, with which result, or why it did not run. */
export const analysisRunSchema = z.object({
  id: idSchema,
  algorithmId: z.string(),
  algorithmVersion: z.string(),
  title: translatedSchema,
  seriesId: idSchema.nullable(),
  status: z.enum(ANALYSIS_STATUSES),
  /** Why it did not fit, or why it failed, in the reader's language. */
  reason: z.string().nullable(),
  result: algorithmResultSchema.nullable(),
  sentences: z.object({ findings: z.array(z.string()), impression: z.array(z.string()) }),
  /** Where each of `sentences.findings` is seen best; null for what is about the whole series. */
  places: z.array(findingPlaceSchema.nullable()),
  measurements: z.array(
    z.object({
      id: idSchema,
      codeSystem: z.string(),
      code: z.string(),
      name: translatedSchema,
      value: z.number(),
      /** UCUM. */
      unit: z.string(),
    }),
  ),
  /** Of a run from before results were frozen: when its words were stored. Null: with the run itself. */
  wordedLaterAt: timeSchema.nullable(),
  startedAt: timeSchema.nullable(),
  finishedAt: timeSchema.nullable(),
  durationMs: z.number().nullable(),
});
export type AnalysisRun = z.infer<typeof analysisRunSchema>;
