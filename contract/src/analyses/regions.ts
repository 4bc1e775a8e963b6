import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { caseParams } from '../cases/cases.ts';
import { idSchema } from '../values/fields.ts';
import { overlaySchema } from './analyses.ts';

/** In columns and rows of the image; the centre of the first pixel is at 0.5. */
export const pointSchema = z.strictObject({
  x: z.number().min(-65_536).max(131_072),
  y: z.number().min(-65_536).max(131_072),
});
const MOST_IMAGES = 400;
const MOST_RUNS = 200_000;

/** The tissue inside a region, for measures that depend on it. */
export const TISSUES = ['liver', 'vertebra-l1', 'muscle-l3', 'fat'] as const;
const tissueSchema = z.enum(TISSUES).optional();
export type Tissue = (typeof TISSUES)[number];

/**
 * A region that a reader drew on images of a series: an ellipse or rectangle between two corners, the same on each image, or
 * a mask, run-length encoded as in overlays. Images are identified as in `imageNameOf`.
 */
export const regionSchema = z.discriminatedUnion('shape', [
  z.strictObject({
    shape: z.enum(['ellipse', 'rectangle']),
    from: pointSchema,
    to: pointSchema,
    images: z
      .array(z.strictObject({ sopInstanceUid: z.string().min(1).max(64), frame: z.number().int().min(0) }))
      .min(1)
      .max(MOST_IMAGES),
    tissue: tissueSchema,
  }),
  z.strictObject({
    shape: z.literal('mask'),
    columns: overlaySchema.shape.columns.max(65_535),
    rows: overlaySchema.shape.rows.max(65_535),
    slices: z
      .array(
        z.strictObject({
          sopInstanceUid: z.string().min(1).max(64),
          frame: z.number().int().min(0),
          runs: z.string().max(MOST_RUNS),
        }),
      )
      .min(1)
      .max(MOST_IMAGES),
    tissue: tissueSchema,
  }),
]);
export type Region = z.infer<typeof regionSchema>;

export const measureRegion = defineEndpoint({
  method: 'POST',
  path: '/api/console/cases/:caseId/series/:seriesId/measurements',
  audience: 'radiologist',
  tag: 'Reading',
  summary: 'Have an algorithm measure a region that the reader outlined; the result is one more to judge',
  params: caseParams.extend({ seriesId: idSchema }),
  body: z.strictObject({ algorithmId: z.string().max(64), region: regionSchema }),
  answer: z.object({ analysisId: idSchema }),
  status: 201,
});
