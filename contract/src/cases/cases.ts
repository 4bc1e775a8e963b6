import { z } from 'zod';
import { GENDERS } from '../accounts/patient-accounts.ts';
import { defineEndpoint } from '../api/endpoint.ts';
import { SECOND_READ_TASKS } from '../reports/second-read-tasks.ts';
import { SUBSPECIALTIES, subspecialtySchema } from '../studies/body-parts.ts';
import { seriesWindowsSchema } from '../studies/image-windows.ts';
import { FILE_REFUSAL_CODES } from '../studies/refusals/file-refusals.ts';
import { imageProblemSchema } from '../studies/refusals/image-problems.ts';
import { ageSchema } from '../values/age.ts';
import {
  birthDateSchema,
  emptyAsAbsent,
  freeText,
  idSchema,
  nameSchema,
  ONE_LINE,
  okAnswer,
  optionalText,
  timeSchema,
} from '../values/fields.ts';
import { LIMITS } from '../values/limits.ts';

export const CASE_MODALITIES = ['CT', 'MRI', 'X-Ray', 'Ultrasound', 'Mammography', 'PET-CT'] as const;
export const CASE_STATUSES = ['uploaded', 'processing', 'completed'] as const;
export const URGENCIES = ['urgent', 'semi-urgent', 'routine'] as const;
export const SIDES = ['left', 'right', 'both'] as const;
/** Relation of the person on the images to the account holder. */
export const RELATIONS = ['child', 'parent', 'spouse', 'ward', 'other'] as const;
/** Version of the declaration by which an account holder acts for a relative. */
export const GUARDIAN_DECLARATION_VERSION = '2025-04-01';
export const caseModalitySchema = z.enum(CASE_MODALITIES, 'MODALITY_NOT_CHOSEN');
export const caseStatusSchema = z.enum(CASE_STATUSES);
export const urgencySchema = z.enum(URGENCIES);
export type CaseModality = z.infer<typeof caseModalitySchema>;
export type CaseStatus = z.infer<typeof caseStatusSchema>;
export type Urgency = z.infer<typeof urgencySchema>;

export const caseImageSchema = z.object({
  id: idSchema,
  originalName: z.string(),
  isDicom: z.boolean(),
  /** False until the worker has made the preview. */
  hasPreview: z.boolean(),
  /** Why the image is not shown; null if it is shown or still being prepared. */
  problem: imageProblemSchema.nullable(),
});
export type CaseImage = z.infer<typeof caseImageSchema>;

export const sideSchema = z.enum(SIDES);
export type Side = z.infer<typeof sideSchema>;
export const caseSubjectSchema = z.object({
  relation: z.enum(RELATIONS),
  firstName: z.string(),
  lastName: z.string(),
  dateOfBirth: z.string().nullable(),
  gender: z.enum(GENDERS).nullable(),
});
export type CaseSubject = z.infer<typeof caseSubjectSchema>;

/** The first report, on which a second opinion is asked. */
export const firstReportSchema = z.object({
  text: z.string().nullable(),
  file: z.object({ name: z.string(), sizeBytes: z.number().int() }).nullable(),
});
export type FirstReport = z.infer<typeof firstReportSchema>;

/** The sender's confirmation that all images show one person although their headers name several. */
export const personDeclarationSchema = z.object({
  namedPeople: z.number().int().min(2),
  declaredAt: timeSchema,
});
export type PersonDeclaration = z.infer<typeof personDeclarationSchema>;

/** A case as its patient sees it. It contains no AI output in any status. */
export const patientCaseSchema = z.object({
  id: idSchema,
  caseNumber: z.string(),
  modality: caseModalitySchema,
  bodyPart: z.string().nullable(),
  side: sideSchema.nullable(),
  /** Null if the images are the patient's own. */
  subject: caseSubjectSchema.nullable(),
  firstReport: firstReportSchema.nullable(),
  clinicalHistory: z.string().nullable(),
  symptoms: z.string().nullable(),
  urgency: urgencySchema,
  status: caseStatusSchema,
  uploadedAt: timeSchema,
  submittedAt: timeSchema.nullable(),
  dueAt: timeSchema.nullable(),
  completedAt: timeSchema.nullable(),
  /** The radiologist's question while the case is returned to the patient. */
  question: z.string().nullable(),
  hasReport: z.boolean(),
  /** The radiologist marked a finding of the signed report that should not wait, and nobody has confirmed to have read it. */
  isCriticalOpen: z.boolean(),
  /** The case is submitted and no radiologist has begun to read it, so the patient may take it back to add images. */
  canTakeBack: z.boolean(),
  images: z.array(caseImageSchema),
  personDeclarations: z.array(personDeclarationSchema),
});
export type PatientCase = z.infer<typeof patientCaseSchema>;

export const caseCreationSchema = z.object({
  modality: caseModalitySchema,
  bodyPart: optionalText,
  clinicalHistory: freeText.optional().transform((text) => text || undefined),
  symptoms: freeText.optional().transform((text) => text || undefined),
  urgency: urgencySchema.default('routine'),
  side: emptyAsAbsent(sideSchema),
  subject: z
    .object({
      relation: z.enum(RELATIONS, 'RELATION_NOT_CHOSEN'),
      firstName: nameSchema('FIRST_NAME_TOO_SHORT'),
      lastName: nameSchema('LAST_NAME_TOO_SHORT'),
      dateOfBirth: emptyAsAbsent(birthDateSchema),
      gender: emptyAsAbsent(z.enum(GENDERS)),
      /** The declaration to be this person's guardian or to act at their request. */
      isDeclared: z.boolean().refine((declared) => declared, 'AUTHORITY_NOT_CONFIRMED'),
    })
    .optional(),
  firstReportText: freeText.optional().transform((text) => text || undefined),
  /** Created by the client for each press of the button; repeating it returns the same case. */
  requestId: idSchema.optional(),
});
export type CaseCreation = z.output<typeof caseCreationSchema>;

export const caseParams = z.object({ caseId: idSchema });
const imageParams = z.object({ caseId: idSchema, imageId: idSchema });
const tag = 'Cases';

/** Pixel values of the modality range from a dose of 0.00001 Gy to an activity of millions of Bq/ml. */
export const WINDOW_RANGE = { center: [-10_000_000, 10_000_000], width: [0.000_001, 10_000_000] } as const;

/** A window in values of the modality: HU for CT, Bq/ml for most PET. */
export const windowSchema = z.object({
  center: z.number().min(WINDOW_RANGE.center[0]).max(WINDOW_RANGE.center[1]),
  width: z.number().min(WINDOW_RANGE.width[0]).max(WINDOW_RANGE.width[1]),
});
export type ImageWindow = z.infer<typeof windowSchema>;

/** Window (centre and width in values of the modality, HU for CT) and frame of one image; without them, the image as it opens. */
export const imageWishSchema = z.object({
  center: z.coerce.number().pipe(windowSchema.shape.center).optional(),
  width: z.coerce.number().pipe(windowSchema.shape.width).optional(),
  frame: z.coerce.number().int().min(0).max(9999).optional(),
});

/** The images of one series in reading order, for display, each with the number by which a report tells it. No AI output is included. */
export const viewableSeriesSchema = z.object({
  id: idSchema,
  modality: z.string().nullable(),
  description: z.string().nullable(),
  windows: seriesWindowsSchema,
  images: z.array(
    z.object({
      id: idSchema,
      isDicom: z.boolean(),
      frames: z.number().int(),
      /** By which a report tells the first frame (`numberedImages`). */
      number: z.number().int(),
    }),
  ),
});
export type ViewableSeries = z.infer<typeof viewableSeriesSchema>;

/** One refused file of an upload. */
export const refusedFileSchema = z.object({ name: z.string(), code: z.enum(FILE_REFUSAL_CODES), message: z.string() });
export type RefusedFile = z.infer<typeof refusedFileSchema>;
export const uploadAnswerSchema = z.object({
  message: z.string(),
  case: patientCaseSchema,
  refused: z.array(refusedFileSchema).optional(),
});

export const listCases = defineEndpoint({
  method: 'GET',
  path: '/api/second-opinion/cases',
  audience: 'patient',
  tag,
  summary: "The patient's cases, newest first",
  answer: z.array(patientCaseSchema),
});
export const getCase = defineEndpoint({
  method: 'GET',
  path: '/api/second-opinion/cases/:caseId',
  audience: 'patient',
  tag,
  summary: 'One case',
  params: caseParams,
  answer: patientCaseSchema,
});
export const createCase = defineEndpoint({
  method: 'POST',
  path: '/api/second-opinion/cases',
  audience: 'patient',
  tag,
  summary: 'Open a case',
  body: caseCreationSchema,
  answer: patientCaseSchema,
  status: 201,
});
export const uploadFirstReport = defineEndpoint({
  method: 'POST',
  path: '/api/second-opinion/cases/:caseId/first-report',
  audience: 'patient',
  tag,
  summary: 'Attach the first report as a PDF (multipart, one "report" part); it takes the place of an earlier one',
  params: caseParams,
  consumes: 'multipart/form-data',
  answer: patientCaseSchema,
});
export const getFirstReport = defineEndpoint({
  method: 'GET',
  path: '/api/second-opinion/cases/:caseId/first-report',
  audience: 'patient',
  tag,
  summary: 'The attached first report',
  params: caseParams,
  produces: 'application/pdf',
});
export const removeFirstReport = defineEndpoint({
  method: 'DELETE',
  path: '/api/second-opinion/cases/:caseId/first-report',
  audience: 'patient',
  tag,
  summary: 'Take the attached file off, while images can still be added',
  params: caseParams,
  answer: patientCaseSchema,
});
export const uploadCaseImages = defineEndpoint({
  method: 'POST',
  path: '/api/second-opinion/cases/:caseId/upload',
  audience: 'patient',
  tag,
  summary: 'Upload images (multipart, repeated "images" parts); analysis starts',
  params: caseParams,
  consumes: 'multipart/form-data',
  answer: uploadAnswerSchema,
});
export const getCaseImagePreview = defineEndpoint({
  method: 'GET',
  path: '/api/second-opinion/cases/:caseId/images/:imageId/preview',
  audience: 'patient',
  tag,
  summary: "One of the patient's own images at preview quality, with the wished window and frame",
  params: imageParams,
  query: imageWishSchema,
  produces: 'image/png',
});
export const takeCaseBack = defineEndpoint({
  method: 'POST',
  path: '/api/second-opinion/cases/:caseId/take-back',
  audience: 'patient',
  tag,
  summary: 'Take a submitted case back to add images, as long as no radiologist has claimed it',
  params: caseParams,
  answer: patientCaseSchema,
});
export const listCaseSeries = defineEndpoint({
  method: 'GET',
  path: '/api/second-opinion/cases/:caseId/series',
  audience: 'patient',
  tag,
  summary: "The patient's own images by series, for the viewer",
  params: caseParams,
  answer: z.array(viewableSeriesSchema),
});
export const streamPatientEvents = defineEndpoint({
  method: 'GET',
  path: '/api/second-opinion/events',
  audience: 'patient',
  tag,
  summary: 'Server-sent events: `case` {caseId} whenever a case of this patient changed',
  produces: 'text/event-stream',
});
/** The only event; it carries no content, the client refetches. */
export const caseEventSchema = z.object({ caseId: idSchema });

// ---- Console (staff) ----
/**
 * The most severe AI finding on the current images. `clear`: runs ended without a noteworthy finding; `pending`: none has
 * ended yet; `withheld`: this radiologist reads before AI is shown, or is blinded.
 */
export const AI_FLAGS = ['important', 'notice', 'clear', 'pending', 'withheld'] as const;
export type AiFlag = (typeof AI_FLAGS)[number];
export const worklistRowSchema = z.object({
  id: idSchema,
  caseNumber: z.string(),
  modality: caseModalitySchema,
  bodyPart: z.string().nullable(),
  urgency: urgencySchema,
  status: caseStatusSchema,
  submittedAt: timeSchema.nullable(),
  dueAt: timeSchema.nullable(),
  completedAt: timeSchema.nullable(),
  isLate: z.boolean(),
  /**
   * Only for an open case: the patient withdrew consent or agreed to an older text, so nothing runs and nothing can be
   * signed.
   */
  isConsentMissing: z.boolean(),
  /** Who reads it, by modality and body part. */
  subspecialty: subspecialtySchema,
  imageCount: z.number().int(),
  /** How far the pipeline has come. */
  pipeline: z.enum(['waiting-for-images', 'analysing', 'draft-ready', 'signed', 'failed', 'stopped']),
  claimedBy: z.object({ id: idSchema, name: z.string() }).nullable(),
  /** The radiologist to whom the assignment rules gave the case, until somebody claims it. */
  assignedTo: z.object({ id: idSchema, name: z.string() }).nullable(),
  /** The patient's questions that no radiologist has read yet. */
  unreadQuestions: z.number().int(),
  /** Of colleagues, for the radiologist who looks: questions without an answer, and answers that were not read. */
  waitingNotes: z.number().int(),
  secondRead: z.enum(SECOND_READ_TASKS).nullable(),
  /** Signed, but the patient has not opened the latest edition. */
  isReportUnread: z.boolean(),
  /** Signed with a critical finding that is not acknowledged yet; false for a blinded second reader. */
  isCriticalOpen: z.boolean(),
  /** The person on the images; the age is that on the day of submission. */
  patientName: z.string(),
  age: ageSchema.nullable(),
  gender: z.enum(GENDERS).nullable(),
  /** Clinical history, or the symptoms if there is none; shortened. */
  indication: z.string().nullable(),
  aiFlag: z.enum(AI_FLAGS),
});
export type WorklistRow = z.infer<typeof worklistRowSchema>;
const consoleTag = 'Reading';
/** `questions`: of patients, unread; `notes` of colleagues and `second-reads`: for the radiologist who looks. */
export const WORKLIST_SHOWS = ['open', 'second-reads', 'questions', 'notes', 'completed', 'all'] as const;
export const getWorklist = defineEndpoint({
  method: 'GET',
  path: '/api/console/worklist',
  audience: 'radiologist',
  tag: consoleTag,
  summary: `Cases to read: late first, then by due time; at most ${LIMITS.rowsAtOnce}`,
  isAskedByPages: true,
  query: z.object({ show: z.enum(WORKLIST_SHOWS).default('open') }),
  answer: z.array(worklistRowSchema),
});
/** Order of a worklist. */
export const WORKLIST_SORTS = [
  'due',
  'case',
  'submitted',
  'urgency',
  'modality',
  'bodyPart',
  'aiFlag',
  'state',
] as const;
export const WORKLIST_CLAIMS = ['any', 'mine', 'nobody'] as const;
export const worklistWishSchema = z.object({
  show: z.enum(WORKLIST_SHOWS).default('open'),
  sort: z.enum(WORKLIST_SORTS).default('due'),
  order: z.enum(['ascending', 'descending']).default('ascending'),
  claim: z.enum(WORKLIST_CLAIMS).default('any'),
  modality: caseModalitySchema.nullable().default(null),
  urgency: urgencySchema.nullable().default(null),
  /** `mine`: what the radiologist who looks reads. */
  subspecialty: z
    .enum([...SUBSPECIALTIES, 'mine'])
    .nullable()
    .default(null),
  /** Words that must all occur in the number, the name, the body part or the indication, ignoring accents and case. */
  text: z.string().trim().max(LIMITS.shortTextMaxLength, 'TOO_LONG').regex(ONE_LINE, 'NOT_ALLOWED').default(''),
});
export type WorklistWish = z.output<typeof worklistWishSchema>;
/** A POST, because the search text may be about a person and URLs are logged. */
export const searchWorklist = defineEndpoint({
  method: 'POST',
  path: '/api/console/worklist/search',
  audience: 'radiologist',
  tag: consoleTag,
  summary: `Cases that are looked for, in the wished order; at most ${LIMITS.rowsAtOnce}`,
  isAskedByPages: true,
  body: worklistWishSchema,
  answer: z.array(worklistRowSchema),
});
const viewNameSchema = z.string().trim().min(1, 'REQUIRED').max(40).regex(ONE_LINE, 'NOT_ALLOWED');
export const worklistViewsSchema = z
  .array(z.object({ name: viewNameSchema, wish: worklistWishSchema }))
  .max(LIMITS.viewsPerReader)
  .refine((views) => new Set(views.map(({ name }) => name)).size === views.length, 'Each name once');
export type WorklistView = z.output<typeof worklistViewsSchema>[number];
export const getWorklistViews = defineEndpoint({
  method: 'GET',
  path: '/api/console/worklist/views',
  audience: 'radiologist',
  tag: consoleTag,
  summary: 'The own ways to look at the worklist, by name',
  answer: worklistViewsSchema,
});
export const setWorklistViews = defineEndpoint({
  method: 'PUT',
  path: '/api/console/worklist/views',
  audience: 'radiologist',
  tag: consoleTag,
  summary: 'Replace the own ways to look at the worklist',
  body: z.object({ views: worklistViewsSchema }),
  answer: worklistViewsSchema,
});
export const worklistCountsSchema = z.object({
  /** Cases in review that nobody has claimed. */
  unclaimed: z.number().int(),
  late: z.number().int(),
  /** Questions and answers of colleagues that wait for the radiologist who asks. */
  notes: z.number().int(),
  /** Second reads that ask something of the radiologist who asks. */
  secondReads: z.number().int(),
});
export type WorklistCounts = z.infer<typeof worklistCountsSchema>;
export const countWorklist = defineEndpoint({
  method: 'GET',
  path: '/api/console/worklist/counts',
  audience: 'radiologist',
  tag: consoleTag,
  summary:
    'How many cases in review nobody has claimed, how many are late, and how many notes of colleagues and second reads wait for who asks',
  isAskedByPages: true,
  answer: worklistCountsSchema,
});
export const streamConsoleEvents = defineEndpoint({
  method: 'GET',
  path: '/api/console/events',
  audience: 'radiologist',
  tag: consoleTag,
  summary: 'Server-sent events: `case` {caseId} whenever a case changed, arrived, was claimed or became late',
  produces: 'text/event-stream',
});
export const getFirstReportForStaff = defineEndpoint({
  method: 'GET',
  path: '/api/console/cases/:caseId/first-report',
  audience: 'radiologist',
  tag: consoleTag,
  summary: 'The first report that the patient attached',
  params: caseParams,
  produces: 'application/pdf',
});
export const claimCase = defineEndpoint({
  method: 'POST',
  path: '/api/console/cases/:caseId/claim',
  audience: 'radiologist',
  tag: consoleTag,
  summary: 'Take a case to read',
  params: caseParams,
  answer: okAnswer,
});
export const releaseCase = defineEndpoint({
  method: 'POST',
  path: '/api/console/cases/:caseId/release',
  audience: 'radiologist',
  tag: consoleTag,
  summary: 'Give a claimed case back to the worklist',
  params: caseParams,
  answer: okAnswer,
});
/**
 * Why a case is taken over from the colleague who claimed it. A closed list, because the audit trail contains no free text
 * about a case.
 */
export const TAKE_OVER_REASONS = ['agreed', 'urgent', 'unreachable', 'shift-ended'] as const;
export const takeCaseOver = defineEndpoint({
  method: 'POST',
  path: '/api/console/cases/:caseId/take-over',
  audience: 'radiologist',
  tag: consoleTag,
  summary: 'Take a case that a colleague has claimed; what the colleague saved stays in the draft',
  params: caseParams,
  body: z.object({ reason: z.enum(TAKE_OVER_REASONS) }),
  answer: okAnswer,
});
export const sendCaseBack = defineEndpoint({
  method: 'POST',
  path: '/api/console/cases/:caseId/question',
  audience: 'radiologist',
  tag: consoleTag,
  summary: 'Send a case back to the patient with a question',
  params: caseParams,
  body: z.object({ question: freeText.pipe(z.string().min(1, 'REQUIRED')) }),
  answer: okAnswer,
});
