import { z } from 'zod';
import type { AnalysisStatus } from '../analyses/analyses.ts';
import { defineEndpoint } from '../api/endpoint.ts';
import { caseParams } from '../cases/cases.ts';
import { idSchema } from '../values/fields.ts';

/** A radiologist's verdict on an algorithm's result for a series. */
export const ANALYSIS_VERDICTS = ['accepted', 'corrected', 'rejected'] as const;
export const analysisVerdictSchema = z.enum(ANALYSIS_VERDICTS);
export type AnalysisVerdict = z.infer<typeof analysisVerdictSchema>;

/** How many slices (frames) of a series this radiologist has had on screen. Only series with a readable image are listed. */
export const seenSeriesSchema = z.object({
  seriesId: idSchema,
  shown: z.number().int().min(0),
  total: z.number().int().min(1),
});
export type SeenSeries = z.infer<typeof seenSeriesSchema>;

export const readingChecksSchema = z.object({
  openedSeries: z.array(idSchema),
  seenSeries: z.array(seenSeriesSchema),
  verdicts: z.array(z.object({ analysisId: idSchema, verdict: analysisVerdictSchema })),
});
export type ReadingChecks = z.infer<typeof readingChecksSchema>;

interface ToCheck {
  series: readonly { id: string; instances: readonly { state: string }[] }[];
  analyses: readonly { id: string; status: AnalysisStatus; isJudged: boolean }[];
}

const NOT_ENDED: readonly AnalysisStatus[] = ['planned', 'running'];

/**
 * What must be checked before a report is signed: every series with a readable image, and every result of an algorithm that is about the
 * person.
 */
export const toCheck = ({ series, analyses }: ToCheck) => ({
  series: series.filter(({ instances }) => instances.some(({ state }) => state === 'ready')).map(({ id }) => id),
  // A region that is still being measured counts: signing waits for its result.
  analyses: analyses.filter(({ status, isJudged }) => isJudged || NOT_ENDED.includes(status)).map(({ id }) => id),
});

/** The checks that are still open; a report can be signed only when both lists are empty. */
export function uncheckedOf(
  reading: ToCheck,
  checks: Omit<ReadingChecks, 'seenSeries'>,
): { series: string[]; analyses: string[] } {
  const all = toCheck(reading);
  const judged = checks.verdicts.map(({ analysisId }) => analysisId);
  return {
    series: all.series.filter((id) => !checks.openedSeries.includes(id)),
    analyses: all.analyses.filter((id) => !judged.includes(id)),
  };
}

export const judgeAnalysis = defineEndpoint({
  method: 'PUT',
  path: '/api/console/cases/:caseId/analyses/:analysisId/verdict',
  audience: 'radiologist',
  tag: 'Reading',
  summary: 'Accept, correct or reject what an algorithm said of a series',
  params: caseParams.extend({ analysisId: idSchema }),
  body: z.object({ verdict: analysisVerdictSchema }),
  answer: readingChecksSchema,
});

/** As many slices as a reader scrolls through in a second or two. */
export const MOST_SLICES_AT_ONCE = 500;

export const keepSlicesSeen = defineEndpoint({
  method: 'POST',
  path: '/api/console/cases/:caseId/slices-seen',
  audience: 'radiologist',
  tag: 'Reading',
  summary: `Keep which slices were on the screen of this radiologist. At most ${MOST_SLICES_AT_ONCE} at once`,
  params: caseParams,
  body: z.strictObject({
    slices: z
      .array(z.strictObject({ imageId: idSchema, frame: z.number().int().min(0).max(100_000) }))
      .min(1)
      .max(MOST_SLICES_AT_ONCE),
  }),
  answer: z.object({ seenSeries: readingChecksSchema.shape.seenSeries }),
});
