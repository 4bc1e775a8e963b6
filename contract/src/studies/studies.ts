import { z } from 'zod';
import { credentialsSchema } from '../accounts/staff/staff-accounts.ts';
import { analysisRunSchema } from '../analyses/analysis-runs.ts';
import { defineEndpoint } from '../api/endpoint.ts';
import {
  caseModalitySchema,
  caseParams,
  caseStatusSchema,
  firstReportSchema,
  imageWishSchema,
  personDeclarationSchema,
  RELATIONS,
  sideSchema,
  urgencySchema,
  windowSchema,
} from '../cases/cases.ts';
import { imageIdentitySchema } from '../cases/identity-checks.ts';
import { readingChecksSchema } from '../reports/reading-checks.ts';
import { reportSchema } from '../reports/reports.ts';
import { idSchema, timeSchema } from '../values/fields.ts';
import { imageProblemSchema } from './image-problems.ts';
import { seriesWindowsSchema } from './image-windows.ts';

/**
 * How far one stored file came: received → ready (decoded, preview made) or refused (with the reason). One that we failed
 * to decode stays received.
 */
export const INSTANCE_STATES = ['received', 'ready', 'refused'] as const;

export const instanceSchema = z.object({
  id: idSchema,
  originalName: z.string(),
  kind: z.enum(['dicom', 'jpeg', 'png']),
  state: z.enum(INSTANCE_STATES),
  problem: imageProblemSchema.nullable(),
  sopInstanceUid: z.string().nullable(),
  instanceNumber: z.number().nullable(),
  columns: z.number().int().nullable(),
  rows: z.number().int().nullable(),
  frames: z.number().int(),
  /** What is shown where no window is chosen; null for pictures and colour, which have none. */
  window: windowSchema
    .extend({
      isInverted: z.boolean(),
      /** Of PET: standardised uptake (SUV by body weight, g/ml) of one value; null where it cannot be computed. */
      suvFactor: z.number().positive().nullable(),
      /** It opens by the VOI LUT in its file (PS3.3 C.11.2); centre and width are where a window begins that is chosen. */
      isByTable: z.boolean(),
    })
    .nullable(),
  sha256: z.string(),
});
export const seriesSchema = z.object({
  id: idSchema,
  seriesInstanceUid: z.string().nullable(),
  modality: z.string().nullable(),
  description: z.string().nullable(),
  bodyPart: z.string().nullable(),
  convolutionKernel: z.string().nullable(),
  sliceThicknessMm: z.number().nullable(),
  windows: seriesWindowsSchema,
  /** Whom the headers name: a key for each, the same for equal ID, name and date of birth; empty where nobody is named. */
  people: z.array(z.string()),
  /** In the order of reading: along the normal of the slices, else by instance number. */
  instances: z.array(instanceSchema),
});
export const studySchema = z.object({
  id: idSchema,
  studyInstanceUid: z.string().nullable(),
  studyDate: z.string().nullable(),
  description: z.string().nullable(),
  series: z.array(seriesSchema),
});
export type Study = z.infer<typeof studySchema>;
export type Series = z.infer<typeof seriesSchema>;
export type Instance = z.infer<typeof instanceSchema>;

/** All a radiologist needs to read one case. */
export const readingSchema = z.object({
  case: z.object({
    id: idSchema,
    caseNumber: z.string(),
    modality: caseModalitySchema,
    bodyPart: z.string().nullable(),
    side: sideSchema.nullable(),
    /** How the person on the images is related to the holder of the account; null where it is the holder. */
    relation: z.enum(RELATIONS).nullable(),
    firstReport: firstReportSchema.nullable(),
    clinicalHistory: z.string().nullable(),
    symptoms: z.string().nullable(),
    urgency: urgencySchema,
    status: caseStatusSchema,
    submittedAt: timeSchema.nullable(),
    dueAt: timeSchema.nullable(),
    question: z.string().nullable(),
    personDeclarations: z.array(personDeclarationSchema),
    claimedBy: z.object({ id: idSchema, name: z.string() }).nullable(),
    /** The patient's consent is withdrawn or to an older text: what is not signed cannot be. */
    isConsentMissing: z.boolean(),
    patient: z.object({
      firstName: z.string(),
      lastName: z.string(),
      dateOfBirth: z.string().nullable(),
      gender: z.string().nullable(),
      language: z.string(),
    }),
  }),
  studies: z.array(studySchema),
  /** Signed cases of the same person from before this one, the latest first: to be compared with. */
  priors: z.array(
    z.object({
      caseId: idSchema,
      caseNumber: z.string(),
      modality: caseModalitySchema,
      bodyPart: z.string().nullable(),
      submittedAt: timeSchema.nullable(),
    }),
  ),
  /** Whom the images name, held against the person of the case. */
  identities: z.array(imageIdentitySchema),
  analyses: z.array(analysisRunSchema),
  /** What each result proposes for the report, by sentence, in the languages of reports. */
  proposals: z.array(z.object({ analysisId: idSchema, isForImpression: z.boolean(), tr: z.string(), en: z.string() })),
  report: reportSchema.nullable(),
  /** AI results, its draft and its list of algorithms are kept from this reader until their preliminary read is saved. */
  isAiWithheld: z.boolean(),
  /** A second reader forms an opinion: who asks sees neither the report nor AI. */
  isBlinded: z.boolean(),
  /** Of the radiologist who asks. */
  checks: readingChecksSchema,
  /** What would stand under the signature of the radiologist who asks. */
  credentials: credentialsSchema,
});
export type Reading = z.infer<typeof readingSchema>;

const tag = 'Reading';
export const getReading = defineEndpoint({
  method: 'GET',
  path: '/api/console/cases/:caseId',
  audience: 'radiologist',
  tag,
  summary: 'Images, findings and report of one case',
  params: caseParams,
  answer: readingSchema,
});
export const getInstancePreview = defineEndpoint({
  method: 'GET',
  path: '/api/console/instances/:instanceId/preview',
  audience: 'radiologist',
  tag,
  summary: 'Preview of one image, default or chosen window',
  params: z.object({ instanceId: idSchema }),
  /** A thumbnail beside a text does not count as having been shown the series. */
  query: imageWishSchema.extend({ use: z.enum(['reading', 'thumbnail']).default('reading') }),
  produces: 'image/png',
});
export const downloadInstance = defineEndpoint({
  method: 'GET',
  path: '/api/console/instances/:instanceId/file',
  audience: 'radiologist',
  tag,
  summary: 'The stored file as it came',
  params: z.object({ instanceId: idSchema }),
  produces: 'application/dicom',
});
