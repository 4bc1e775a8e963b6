import { z } from 'zod';
import { overlaySchema } from '../analyses/analyses.ts';
import { pointSchema } from '../analyses/regions.ts';
import { defineEndpoint } from '../api/endpoint.ts';
import { caseParams } from '../cases/cases.ts';
import { idSchema, ONE_LINE, okAnswer, timeSchema } from '../values/fields.ts';
import { LIMITS } from '../values/limits.ts';

/** The measuring tools of a reader. An arrow only points and carries a text. */
export const MEASURES = [
  'length',
  'bidirectional',
  'angle',
  'cobb',
  'ellipse',
  'rectangle',
  'freehand',
  'arrow',
  'probe',
] as const;
export type Measure = (typeof MEASURES)[number];

/** A freehand line has many points; all other measurements have at most four. */
const MOST_POINTS = 2000;
const coordinateSchema = z.number().min(-10_000).max(10_000);
const vectorSchema = z.tuple([coordinateSchema, coordinateSchema, coordinateSchema]);
const degreesSchema = z.number().int().min(-90).max(90);
/**
 * A plane that the viewer computed from the slices of a series, in patient coordinates (PS3.3 C.7.6.2.1.1), mm: the centre of its
 * first pixel, the directions of its rows and columns as unit vectors, and the side of a pixel.
 */
export const computedPlaneSchema = z.strictObject({
  kind: z.enum(['axial', 'coronal', 'sagittal']),
  /** Whole degrees about the axes from right to left, front to back and feet to head. */
  turn: z.strictObject({ nod: degreesSchema, lean: degreesSchema, twist: degreesSchema }),
  /** Thickness of the slab of which it shows the maximum; 0 is a single plane. */
  slabMm: z.number().min(0).max(100),
  origin: vectorSchema,
  across: vectorSchema,
  down: vectorSchema,
  mm: z.number().positive().max(100),
  columns: z.number().int().min(1).max(4096),
  rows: z.number().int().min(1).max(4096),
});
export type ComputedPlane = z.infer<typeof computedPlaneSchema>;
/** How a plane is told: one that is turned is oblique. */
export const computedPlaneName = ({ kind, turn }: Pick<ComputedPlane, 'kind' | 'turn'>) =>
  Object.values(turn).some((degrees) => degrees !== 0) ? ('oblique' as const) : kind;

/** Figures of the values on a computed plane, in the unit of its series, as the viewer found them. */
const planeValuesSchema = z
  .array(z.strictObject({ name: z.enum(['value', 'mean', 'deviation', 'least', 'most']), value: z.number() }))
  .max(4);

const wishSchema = z.strictObject({
  /** Where there is a plane, an image of the series that it was computed from. */
  imageId: idSchema,
  frame: z.number().int().min(0).max(100_000),
  measure: z.enum(MEASURES),
  points: z.array(pointSchema).min(1).max(MOST_POINTS),
  /** What the reader found; for an arrow, its text. */
  text: z.string().max(400).regex(ONE_LINE),
  /** The points lie on it instead of on the image. */
  plane: computedPlaneSchema.optional(),
  values: planeValuesSchema.optional(),
});
export const measurementSchema = z.object({
  ...wishSchema.shape,
  id: idSchema,
  measuredBy: z.string(),
  measuredAt: timeSchema,
  /** Drawn by the radiologist who asks, who may change it. */
  isOwn: z.boolean(),
});
export type Measurement = z.infer<typeof measurementSchema>;

const tag = 'Reading';
const path = '/api/console/cases/:caseId/marks';
export const listMeasurements = defineEndpoint({
  method: 'GET',
  path: `${path}/measurements`,
  audience: 'radiologist',
  tag,
  summary:
    'What this reader measured on the images of a case; for who has claimed it what every reader of its draft measured, and of a signed case for all. Withheld as the draft is',
  params: caseParams,
  answer: z.array(measurementSchema),
});
export const addMeasurement = defineEndpoint({
  method: 'POST',
  path: `${path}/measurements`,
  audience: 'radiologist',
  tag,
  summary: `Keep a measurement: by whoever claimed the case, until the report is signed. At most ${LIMITS.measurementsPerCase}`,
  params: caseParams,
  body: wishSchema,
  answer: measurementSchema,
  status: 201,
});
export const annotateMeasurement = defineEndpoint({
  method: 'PUT',
  path: `${path}/measurements/:measurementId/text`,
  audience: 'radiologist',
  tag,
  summary: 'Change the text of an own arrow',
  params: caseParams.extend({ measurementId: idSchema }),
  body: z.strictObject({ text: wishSchema.shape.text }),
  answer: okAnswer,
});
export const moveMeasurement = defineEndpoint({
  method: 'PUT',
  path: `${path}/measurements/:measurementId/points`,
  audience: 'radiologist',
  tag,
  summary: 'Move the points of an own measurement, with what it tells then. An arrow keeps its text',
  params: caseParams.extend({ measurementId: idSchema }),
  body: wishSchema.pick({ points: true, text: true, values: true }),
  answer: okAnswer,
});
export const removeMeasurement = defineEndpoint({
  method: 'DELETE',
  path: `${path}/measurements/:measurementId`,
  audience: 'radiologist',
  tag,
  summary: 'Delete an own measurement, or one of a colleague that stands with the draft: by whoever claimed the case',
  params: caseParams.extend({ measurementId: idSchema }),
  answer: okAnswer,
});

export const exportMeasurements = defineEndpoint({
  method: 'GET',
  path: `${path}/measurements.zip`,
  audience: 'radiologist',
  tag,
  summary:
    'What this reader measured on DICOM images of a case as DICOM SR (TID 1500), an object for each study, not verified. 404 where there is nothing',
  params: caseParams,
  produces: 'application/zip',
});

/** Allows 2,000 slices of some 50 characters each. */
const MOST_RUNS = 400_000;
const MOST_SLICES = 4000;
export const maskSchema = z.strictObject({
  columns: overlaySchema.shape.columns.max(65_535),
  rows: overlaySchema.shape.rows.max(65_535),
  slices: z
    .array(
      z.strictObject({
        sopInstanceUid: z.string().min(1).max(64).regex(ONE_LINE),
        frame: z.number().int().positive().optional(),
        runs: z
          .string()
          .max(MOST_RUNS)
          .regex(/^[\w-]*$/),
      }),
    )
    .max(MOST_SLICES),
});
export const correctedMaskSchema = z.object({
  analysisId: idSchema,
  code: overlaySchema.shape.code,
  /** Counted from 1; the mask of the algorithm precedes the first. */
  version: z.number().int(),
  correctedBy: z.string(),
  correctedAt: timeSchema,
  mask: maskSchema,
});
export type CorrectedMask = z.infer<typeof correctedMaskSchema>;

/** A segment of a DICOM segmentation that came with the images; the brush does not change it. */
export const outsideMaskSchema = overlaySchema.omit({ kind: true }).extend({
  /** The label given by its creator. */
  label: z.string(),
  /** False: the object cannot be read, and there is nothing to show of it. */
  isRead: z.boolean(),
  /** Its pixels are shares: the mask is where they reach half of the largest (PS3.3 C.8.20.2.3). */
  isFractional: z.boolean(),
  /** It was made here from results of AI, sent to an archive, and came back. */
  isOurs: z.boolean(),
  /**
   * Images that it names and is not shown on: it does not lie in their plane, or their size is another and it does not say where it
   * lies (PS3.3 C.7.6.16.2.3, C.7.6.16.2.4).
   */
  unplaced: z.array(z.string()),
});
export type OutsideMask = z.infer<typeof outsideMaskSchema>;

export const listSegmentations = defineEndpoint({
  method: 'GET',
  path: `${path}/segmentations`,
  audience: 'radiologist',
  tag,
  summary:
    'Masks of the DICOM segmentations among the images of a case, one for each segment, by the images that they lie on. 409 READ_FIRST while AI is withheld',
  params: caseParams,
  isCompressed: true,
  answer: z.array(outsideMaskSchema),
});
export const listCorrectedMasks = defineEndpoint({
  method: 'GET',
  path: `${path}/masks`,
  audience: 'radiologist',
  tag,
  summary: 'The latest version of each mask that a reader corrected. 409 READ_FIRST while AI is withheld',
  params: caseParams,
  isCompressed: true,
  answer: z.array(correctedMaskSchema),
});
export const correctMask = defineEndpoint({
  method: 'POST',
  path: `${path}/masks`,
  audience: 'radiologist',
  tag,
  summary:
    'Save a mask of an algorithm as this reader corrected it, as a new version: by whoever claimed the case, until the report is signed. 409 MASK_CHANGED where another version came first',
  params: caseParams,
  body: z.strictObject({
    analysisId: idSchema,
    code: overlaySchema.shape.code,
    /** The version that was corrected; 0 is the mask of the algorithm. */
    base: z.number().int().min(0),
    mask: maskSchema,
  }),
  answer: correctedMaskSchema,
  status: 201,
});
