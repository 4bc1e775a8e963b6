import { z } from 'zod';
import { defineEndpoint } from '../../api/endpoint.ts';
import { ONE_LINE } from '../../values/fields.ts';

const nameSchema = z.string().min(1).max(64).regex(ONE_LINE);

/** What stands in one viewport: a series of the case or of the latest earlier one, found again by its name, else by its place. */
export const hangingPlaceSchema = z.strictObject({
  isPrior: z.boolean(),
  description: nameSchema.nullable(),
  /** Among the series of its examination, from 0. */
  rank: z.number().int().min(0).max(999),
  /** It was not the series as acquired, but this plane computed from it. */
  plane: z.enum(['axial', 'coronal', 'sagittal']).optional(),
});
export type HangingPlace = z.infer<typeof hangingPlaceSchema>;

/** How a reader wants the images of a modality and a part of the body to be arranged. */
export const hangingSchema = z.strictObject({
  modality: nameSchema.nullable(),
  bodyPart: nameSchema.nullable(),
  rows: z.number().int().min(1).max(3),
  columns: z.number().int().min(1).max(3),
  hasLines: z.boolean(),
  places: z.array(hangingPlaceSchema.nullable()).max(9),
});
export type Hanging = z.infer<typeof hangingSchema>;
const hangingsSchema = z
  .array(hangingSchema)
  .max(100)
  .refine(
    (all) => new Set(all.map(({ modality, bodyPart }) => JSON.stringify([modality, bodyPart]))).size === all.length,
    'One for each modality and part of the body',
  );

const tag = 'Reading';
export const getHangings = defineEndpoint({
  method: 'GET',
  path: '/api/console/hangings',
  audience: 'radiologist',
  tag,
  summary: 'How this reader arranges images, by modality and part of the body',
  answer: hangingsSchema,
});
export const setHangings = defineEndpoint({
  method: 'PUT',
  path: '/api/console/hangings',
  audience: 'radiologist',
  tag,
  summary: 'Replace the own arrangements',
  body: z.object({ hangings: hangingsSchema }),
  answer: hangingsSchema,
});
