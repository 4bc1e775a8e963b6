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
  /** Why the algorithm did not apply or failed, in the reader's language. */
  reason: z.string().nullable(),
  result: algorithmResultSchema.nullable(),
  sentences: z.object({ findings: z.array(z.string()), impression: z.array(z.string()) }),
  /** For each of `sentences.findings`, where it is best seen; null if it concerns the whole series. */
  places: z.array(findingPlaceSchema.nullable()),
  measurements: z.array(
    z.object({
      id: idSchema,
      codeSystem: z.string(),
      code: z.string(),
      name: translatedSchema,
      value: z.number(),
      /** Unit in UCUM. */
      unit: z.string(),
    }),
  ),
  /** A verdict is asked: it says or measures something of the person, not of the quality of the images. */
  isJudged: z.boolean(),
  /** When the sentences were stored, for a run from before results were frozen; null if they were stored with the run. */
  wordedLaterAt: timeSchema.nullable(),
  startedAt: timeSchema.nullable(),
  finishedAt: timeSchema.nullable(),
  durationMs: z.number().nullable(),
});
export type AnalysisRun = z.infer<typeof analysisRunSchema>;
