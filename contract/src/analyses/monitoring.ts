import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { idSchema, okAnswer, timeSchema } from '../values/fields.ts';
import { algorithmIdSchema, algorithmVersionSchema } from './algorithm-manifest.ts';

/** Shares on a p-chart, means of the input on an x̄-chart. */
export const MEASURES = [
  'positive-rate',
  'agreement',
  'failure-rate',
  'refusal-rate',
  'images',
  'slice-thickness',
  'age',
] as const;
export type Measure = (typeof MEASURES)[number];

/** One day (UTC) of a measure, and the limits that the days before it give. */
export const chartPointSchema = z.object({
  day: z.string(),
  n: z.number().int(),
  value: z.number(),
  /** Of means: the standard deviation of the day. */
  spread: z.number().nullable(),
  /** Null while there are too few runs before. */
  limits: z.object({ centre: z.number(), low: z.number(), high: z.number() }).nullable(),
  isBreach: z.boolean(),
});
export type ChartPoint = z.infer<typeof chartPointSchema>;

export const breachSchema = z.object({
  measure: z.enum(MEASURES),
  day: z.string(),
  n: z.number().int(),
  value: z.number(),
  low: z.number(),
  high: z.number(),
  hasPaused: z.boolean(),
  foundAt: timeSchema,
});

/** Ninety days of a version on the studies of an institution, or (null) on patients' cases. */
export const versionFiguresSchema = z.object({
  algorithmId: z.string(),
  version: z.string(),
  title: z.object({ tr: z.string(), en: z.string(), ar: z.string() }).nullable(),
  institutionId: idSchema.nullable(),
  /** It is switched off on these studies where a figure leaves its limits. */
  pausesOnBreach: z.boolean(),
  days: z.array(
    z.object({
      day: z.string(),
      runs: z.number().int(),
      failures: z.number().int(),
      positives: z.number().int(),
      /** Mean time of a run. */
      seconds: z.number(),
      agreed: z.number().int(),
      disagreed: z.number().int(),
    }),
  ),
  /** Measures of which there is anything. */
  charts: z.array(z.object({ measure: z.enum(MEASURES), points: z.array(chartPointSchema) })),
  /** Newest first. */
  breaches: z.array(breachSchema),
});
export type VersionFigures = z.infer<typeof versionFiguresSchema>;

export const listVersionFigures = defineEndpoint({
  method: 'GET',
  path: '/api/console/algorithms/:algorithmId/figures',
  audience: 'operator',
  tag: 'Operations',
  summary:
    'Volume, time, failures, positives, agreement and input of each version by day and institution, with control limits',
  params: z.object({ algorithmId: algorithmIdSchema }),
  answer: z.array(versionFiguresSchema),
});
export const setVersionGuard = defineEndpoint({
  method: 'PUT',
  path: '/api/console/algorithms/:algorithmId/versions/:version/guard',
  audience: 'operator',
  tag: 'Operations',
  summary: 'Whether a version is switched off on the studies on which a figure leaves its limits, or only told of',
  params: z.object({ algorithmId: algorithmIdSchema, version: algorithmVersionSchema }),
  body: z.object({ pausesOnBreach: z.boolean() }),
  answer: okAnswer,
});
export const listOwnFigures = defineEndpoint({
  method: 'GET',
  path: '/api/trial/model-figures',
  audience: 'institution-admin',
  tag: 'Trial',
  summary: 'The same of every version that ran on the institution’s studies within 90 days',
  answer: z.array(versionFiguresSchema),
});
