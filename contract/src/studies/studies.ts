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
import { seriesWindowsSchema } from './image-windows.ts';
import { imageProblemSchema } from './refusals/image-problems.ts';

/**
 * The state of a stored file: received → ready (decoded, preview made) or refused (with the reason). A file that failed to
 * decode through our fault stays received.
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
  /** The side that the file names (0020,0062 or 0020,0060); absent where it names none. */
  laterality: sideSchema.optional(),
  /** The default window; null for pictures and colour images, which have none. */
  window: windowSchema
    .extend({
      isInverted: z.boolean(),
      /** For PET: the standardised uptake (SUV by body weight, g/ml) of one stored value; null if it cannot be computed. */
      suvFactor: z.number().positive().nullable(),
      /**
       * The image opens with the VOI LUT in its file (PS3.3 C.11.2); centre and width are the start values once a window is
       * chosen.
       */
      isByTable: z.boolean(),
    })
    .nullable(),
  sha256: z.string(),
});
export const seriesSchema = z.object({
  id: idSchema,
  seriesInstanceUid: z.string().nullable(),
  /** As the scanner numbered it. */
  seriesNumber: z.number().int().nullable(),
  modality: z.string().nullable(),
  description: z.string().nullable(),
  bodyPart: z.string().nullable(),
  convolutionKernel: z.string().nullable(),
  sliceThicknessMm: z.number().nullable(),
  windows: seriesWindowsSchema,
  /** The people named in the headers: one key each, equal for equal ID, name and date of birth; empty if nobody is named. */
  people: z.array(z.string()),
  /** In reading order: along the normal of the slices, otherwise by instance number. */
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

const priorSchema = z.object({
  caseId: idSchema,
  caseNumber: z.string(),
  modality: caseModalitySchema,
  bodyPart: z.string().nullable(),
  submittedAt: timeSchema.nullable(),
});
export type Prior = z.infer<typeof priorSchema>;

/**
 * A file that the patient wanted to send with the case and that was refused, by the browser or the server: perhaps a slice
 * that is missing.
 */
export const missingFileSchema = z.object({
  /** Null for files beyond the names that are kept. */
  originalName: z.string().nullable(),
  /** How many files of this name were refused for this reason. */
  files: z.number().int().min(1),
  problem: imageProblemSchema,
  /** A file of this name came later; it may be the same one, or another of that name. */
  hasCome: z.boolean(),
});
export type MissingFile = z.infer<typeof missingFileSchema>;

/** Everything that a radiologist needs to read one case. */
export const readingSchema = z.object({
  case: z.object({
    id: idSchema,
    caseNumber: z.string(),
    modality: caseModalitySchema,
    bodyPart: z.string().nullable(),
    side: sideSchema.nullable(),
    /** How the person on the images is related to the account holder; null if it is the account holder. */
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
    /** The patient withdrew consent or agreed to an older text, so an unsigned report cannot be signed. */
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
  missingFiles: z.array(missingFileSchema),
  /** Earlier signed cases of the same person, the latest first, for comparison. */
  priors: z.array(priorSchema),
  /** The cursor of the next ones for `listPriors`; null where these are all. */
  morePriors: z.string().nullable(),
  /** Of them, those that were signed after the draft was written, which does not name them; the sentence that would, by language. */
  laterPriors: z.array(z.object({ caseNumber: z.string(), tr: z.string(), en: z.string() })),
  /** The people named by the images, compared with the person of the case. */
  identities: z.array(imageIdentitySchema),
  analyses: z.array(analysisRunSchema),
  /** The sentences that each result proposes for the report, in the report languages. */
  proposals: z.array(z.object({ analysisId: idSchema, isForImpression: z.boolean(), tr: z.string(), en: z.string() })),
  report: reportSchema.nullable(),
  /**
   * AI results, the draft made from them and the list of algorithms are hidden from this reader until their preliminary read
   * is saved.
   */
  isAiWithheld: z.boolean(),
  /** This radiologist is a blinded second reader and sees neither the report nor AI output. */
  isBlinded: z.boolean(),
  /** The checks of the radiologist who asks. */
  checks: readingChecksSchema,
  /** The credentials that would be printed under the signature of the radiologist who asks. */
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
  /** `apart`: results come without their overlays, which are most of the answer; `getAnalyses` has them. */
  query: z.object({ masks: z.enum(['within', 'apart']).default('within') }),
  isCompressed: true,
  answer: readingSchema,
});
export const listPriors = defineEndpoint({
  method: 'GET',
  path: '/api/console/cases/:caseId/priors',
  audience: 'radiologist',
  tag,
  summary: 'Earlier signed cases of the same person, the latest first, beyond those that come with the case',
  params: caseParams,
  query: z.object({ cursor: z.string().min(1).max(8000) }),
  answer: z.object({ rows: z.array(priorSchema), next: z.string().nullable() }),
});
export const getInstancePreview = defineEndpoint({
  method: 'GET',
  path: '/api/console/instances/:instanceId/preview',
  audience: 'radiologist',
  tag,
  summary: 'Preview of one image, default or chosen window',
  params: z.object({ instanceId: idSchema }),
  /** Loading a thumbnail beside a text does not count as having seen the series. */
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
