import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { caseParams } from '../cases/cases.ts';
import { idSchema } from '../values/fields.ts';

/** Parts of a state that no viewer of ours applies; the reader is told. */
const NOT_APPLIED = [
  'SUBTRACTION',
  'OVERLAYS',
  'BITMAP_SHUTTER',
  'COMPOUND_GRAPHICS',
  'GRAPHIC_STYLES',
  'ANNOTATIONS',
  'ROTATION',
] as const;

const number = z.number();
/** Column and row of the image from its upper left corner, or shares of the displayed area. */
const position = z.tuple([number, number]);
const unitsSchema = z.enum(['pixel', 'display']);
const imagesSchema = z.array(
  /** Frames from 0; null: all of them. */
  z.object({ sopInstanceUid: z.string(), frames: z.array(z.number().int()).nullable() }),
);
/** Without images: it is for all that the state is about. */
const scoped = { images: imagesSchema };
const tableSchema = z.object({ firstMapped: number, entries: z.array(number), bits: number });

/** A presentation state of images, as lists tell it. */
export const presentationStateSchema = z.object({
  /** Of the instance. */
  id: idSchema,
  label: z.string(),
  description: z.string().nullable(),
  creator: z.string().nullable(),
  /** YYYY-MM-DD or YYYY-MM-DDTHH:MM, as its maker wrote it. */
  createdAt: z.string().nullable(),
  /** It was made here from results of AI, sent to an archive, and came back. */
  isOurs: z.boolean(),
  /** False: it cannot be read, and nothing of it can be applied. */
  isRead: z.boolean(),
  /** Of the images that it is about, those that are here. */
  images: z.array(z.string()),
});
export type PresentationState = z.infer<typeof presentationStateSchema>;

/** What a state says (PS3.3 A.33.1). */
export const presentationContentSchema = z.object({
  label: z.string(),
  description: z.string().nullable(),
  creator: z.string().nullable(),
  isOurs: z.boolean(),
  createdAt: z.string().nullable(),
  series: z.array(z.object({ seriesInstanceUid: z.string(), ...scoped })),
  modality: z.union([z.object({ slope: number, intercept: number }), tableSchema]).nullable(),
  voi: z.array(
    z.object({
      ...scoped,
      by: z.union([
        z.object({ center: number, width: number, by: z.enum(['LINEAR', 'LINEAR_EXACT', 'SIGMOID']) }),
        tableSchema,
      ]),
    }),
  ),
  isInverted: z.boolean(),
  presentation: tableSchema.nullable(),
  rotation: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
  isFlipped: z.boolean(),
  areas: z.array(
    z.object({
      ...scoped,
      left: number,
      top: number,
      right: number,
      bottom: number,
      size: z.enum(['fit', 'true-size', 'magnify']),
      magnification: number.nullable(),
      pixelAspect: number.nullable(),
    }),
  ),
  shutter: z
    .object({
      rectangle: z.object({ left: number, top: number, right: number, bottom: number }).nullable(),
      circle: z.object({ column: number, row: number, radius: number }).nullable(),
      polygon: z.array(position).nullable(),
      grey: number,
    })
    .nullable(),
  layers: z.array(
    z.object({ name: z.string(), order: number, grey: number.nullable(), description: z.string().nullable() }),
  ),
  annotations: z.array(
    z.object({
      ...scoped,
      layer: z.string(),
      graphics: z.array(
        z.object({
          units: unitsSchema,
          type: z.enum(['point', 'polyline', 'interpolated', 'circle', 'ellipse']),
          isFilled: z.boolean(),
          points: z.array(number),
        }),
      ),
      texts: z.array(
        z.object({
          text: z.string(),
          box: z
            .object({
              units: unitsSchema,
              from: position,
              to: position,
              align: z.enum(['left', 'center', 'right']),
            })
            .nullable(),
          anchor: z.object({ units: unitsSchema, at: position, isVisible: z.boolean() }).nullable(),
        }),
      ),
    }),
  ),
  notApplied: z.array(z.enum(NOT_APPLIED)),
});
export type PresentationContent = z.infer<typeof presentationContentSchema>;

/** More than a reader chooses among. */
export const MOST_PRESENTATION_STATES = 200;
const listSchema = z.object({
  /** The first `MOST_PRESENTATION_STATES`, in the order in which they came. */
  states: z.array(presentationStateSchema),
  /** There are more than these. */
  isCut: z.boolean(),
});
export type PresentationStates = z.infer<typeof listSchema>;

const ofCase = '/api/console/cases/:caseId/presentation-states';
const ofScan = '/api/trial/scans/:scanId/presentation-states';
const scanParams = z.object({ scanId: idSchema });
const one = { instanceId: idSchema };

export const listOfCase = defineEndpoint({
  method: 'GET',
  path: ofCase,
  audience: 'radiologist',
  tag: 'Reading',
  summary:
    'Presentation states (GSPS) among the images of a case: who made them, and which images they are about. 409 READ_FIRST while AI is withheld',
  params: caseParams,
  answer: listSchema,
});
export const openOfCase = defineEndpoint({
  method: 'GET',
  path: `${ofCase}/:instanceId`,
  audience: 'radiologist',
  tag: 'Reading',
  summary: 'Windows, tables, placement, shutter and annotations of one presentation state of a case',
  params: caseParams.extend(one),
  answer: presentationContentSchema,
});
export const listOfScan = defineEndpoint({
  method: 'GET',
  path: ofScan,
  audience: 'institution-reader',
  scope: 'scans:read',
  tag: 'Trial',
  summary: 'Presentation states (GSPS) among the images of one scan: who made them, and which images they are about',
  params: scanParams,
  answer: listSchema,
});
export const openOfScan = defineEndpoint({
  method: 'GET',
  path: `${ofScan}/:instanceId`,
  audience: 'institution-reader',
  scope: 'scans:read',
  tag: 'Trial',
  summary: 'Windows, tables, placement, shutter and annotations of one presentation state of a scan',
  params: scanParams.extend(one),
  answer: presentationContentSchema,
});
