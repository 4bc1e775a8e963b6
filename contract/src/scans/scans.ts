import { z } from 'zod';
import { analysisRunSchema } from '../analyses/analysis-runs.ts';
import { defineEndpoint } from '../api/endpoint.ts';
import { imageWishSchema, refusedFileSchema } from '../cases/cases.ts';
import { trialUsageSchema } from '../institutions/institutions.ts';
import { outsideMaskSchema } from '../reports/marks.ts';
import { studySchema } from '../studies/studies.ts';
import {
  completedYearsSchema,
  daySchema,
  emptyAsAbsent,
  idSchema,
  pageAnswer,
  pageQuery,
  timeSchema,
} from '../values/fields.ts';
import { LIMITS } from '../values/limits.ts';

const tag = 'Trial';
const audience = 'institution-admin';
const reader = 'institution-reader';

export const SCAN_STATUSES = ['processing', 'complete', 'failed'] as const;
/** Stages of a scan in processing: no algorithm has started yet, or at least one has. */
export const SCAN_STAGES = ['waiting', 'analysing'] as const;
/** How the first image of a study came: the portal, an API key's upload, STOW-RS, C-STORE, or the gateway of a hospital. */
export const ARRIVAL_WAYS = ['browser', 'api', 'stow-rs', 'c-store', 'gateway'] as const;
export type ArrivalWay = (typeof ARRIVAL_WAYS)[number];
const arrivalSchema = z.object({
  way: z.enum(ARRIVAL_WAYS),
  /** The name of the system that sent it, where one is known. */
  system: z.string().nullable(),
});

/** Radiographs and fluoroscopy are one thing to who looks for a study (PS3.3 section C.7.3.1.1.1); samples say it in a word. */
export const X_RAY_MODALITIES: readonly string[] = ['CR', 'DX', 'RG', 'RF', 'X-Ray'];
/** In a filter: any of these. */
export const X_RAY = 'X-RAY';

/** One study of an institution. */
export const scanSchema = z.object({
  id: idSchema,
  studyDescription: z.string().nullable(),
  /** A label made by this system; the patient's identity is never read out. */
  patientId: z.string().nullable(),
  studyDate: z.iso.date().nullable(),
  modality: z.string().nullable(),
  bodyPart: z.string().nullable(),
  source: z.enum(['upload', 'pacs']),
  /** Null for studies from before it was kept, and for samples. */
  arrival: arrivalSchema.nullable(),
  uploadDate: timeSchema,
  status: z.enum(SCAN_STATUSES),
  /** Stage of a scan in processing; null once its analysis has ended. */
  stage: z.enum(SCAN_STAGES).nullable(),
  /** AI sentences in English, for research use; not a diagnosis. */
  findings: z.array(z.string()),
  /** Why a failed scan has no result, in English. */
  failureReason: z.string().nullable(),
  /** Sample content: the images are generated phantoms. */
  isSample: z.boolean(),
});
export type Scan = z.infer<typeof scanSchema>;
export const listScans = defineEndpoint({
  method: 'GET',
  path: '/api/trial/scans',
  audience,
  scope: 'scans:read',
  tag,
  summary: `The institution's scans, newest first; at most ${LIMITS.rowsAtOnce}, all of them by the page under \`/api/trial/studies\``,
  answer: z.array(scanSchema),
});
/** For the API page: what an integrator must know. */
export const UPLOAD_RULES =
  'At most 100 MB a file and 2,000 files a request; a larger study comes in several requests, which add up to one scan. ' +
  'Sending a file again is harmless. A series of more voxels than `mostVoxels` of `GET /api/trial/usage` is checked, but ' +
  'nothing is measured in it, and it costs no scan. Where the headers lack the age, `ageYears` may state it (completed ' +
  'years at the examination, 0 under one year) for a request with one study; sending a study again with another age has it ' +
  'analysed again. A trial that is over answers 403 with the code `TRIAL_EXPIRED` or `TRIAL_SCANS_USED_UP`.';
/** The files of one study form one scan; sending the same study again gives the same scan. */
export const uploadScan = defineEndpoint({
  method: 'POST',
  path: '/api/trial/scans',
  audience,
  scope: 'scans:write',
  tag,
  summary: 'Upload scans (multipart, repeated "images" parts, DICOM only); counted in the same transaction',
  description: UPLOAD_RULES,
  consumes: 'multipart/form-data',
  query: z.object({ ageYears: emptyAsAbsent(completedYearsSchema) }),
  answer: z.object({
    message: z.string(),
    /** The first entry of `scans`. */
    scan: scanSchema,
    /** One for each study in the upload. */
    scans: z.array(scanSchema),
    usage: trialUsageSchema,
    refused: z.array(refusedFileSchema).optional(),
  }),
  status: 201,
});

export const scanParams = z.object({ scanId: idSchema });

export const STUDIES_PER_PAGE = 25;
export const STUDY_SORTS = ['uploadDate', 'studyDate', 'studyDescription', 'modality', 'status'] as const;
export const studyQuerySchema = z.object({
  /** Words of the description, label, body part or findings. */
  text: emptyAsAbsent(z.string().max(LIMITS.shortTextMaxLength)),
  /** A DICOM code, or `X-RAY` for CR, DX, RG and RF. */
  modality: emptyAsAbsent(z.string().max(LIMITS.shortTextMaxLength)),
  source: emptyAsAbsent(z.enum(ARRIVAL_WAYS)),
  status: emptyAsAbsent(z.enum(SCAN_STATUSES)),
  /** Day of upload, UTC, both ends included. */
  from: emptyAsAbsent(daySchema),
  to: emptyAsAbsent(daySchema),
  sort: z.enum(STUDY_SORTS).default('uploadDate'),
  direction: z.enum(['ascending', 'descending']).default('descending'),
  ...pageQuery(STUDIES_PER_PAGE),
});
export type StudyQuery = z.output<typeof studyQuerySchema>;
export const listStudies = defineEndpoint({
  method: 'GET',
  path: '/api/trial/studies',
  audience: reader,
  scope: 'scans:read',
  tag,
  summary:
    'Studies by modality, source, date, status and text; sorted, in pages: the first thousand by number, all by cursor',
  query: studyQuerySchema,
  answer: z.object({
    rows: z.array(scanSchema),
    /** Counted up to 1,000; 1,001 means more. */
    total: z.number().int(),
    ...pageAnswer,
    /** All modalities of the institution's scans, for the filter. */
    modalities: z.array(z.string()),
  }),
});

/** One sentence of a model with a permanent id. Two sentences with the same code are judged separately. */
export const scanFindingSchema = z.object({
  id: idSchema,
  /** The series concerned, if the model analysed several. */
  series: z.string().nullable(),
  analysisId: idSchema,
  algorithmId: z.string(),
  code: z.string(),
  sentence: z.string(),
  /** Whether readers are asked to agree or disagree: true for statements about the person, not about the images. */
  isJudged: z.boolean(),
});
export type ScanFinding = z.infer<typeof scanFindingSchema>;
export const scanDetailSchema = z.object({
  scan: scanSchema,
  /** Age of the person at the examination, in completed years: of the images' headers, else as stated at the upload. */
  age: z.object({ years: z.number().int(), from: z.enum(['images', 'statement']) }).nullable(),
  /** What the headers say of the order; more than one where they disagree. */
  order: z.object({ accessionNumbers: z.array(z.string()), referringPhysician: z.string().nullable() }),
  /** Instances with a known UID and other content, about which an administrator has to decide. */
  keptAside: z.number().int(),
  studies: z.array(studySchema),
  analyses: z.array(analysisRunSchema),
  /** The sentences of all analyses, each with the id used for verdicts. */
  findings: z.array(scanFindingSchema),
});
export type ScanDetail = z.infer<typeof scanDetailSchema>;
export const getScanOfStudy = defineEndpoint({
  method: 'GET',
  path: '/api/trial/scans/of-study/:studyInstanceUid',
  audience,
  scope: 'scans:read',
  tag,
  summary: 'The scan of a study that was sent, by its Study Instance UID',
  params: z.object({ studyInstanceUid: z.string().regex(/^[0-9.]{1,64}$/) }),
  answer: scanSchema,
});
export const getScan = defineEndpoint({
  method: 'GET',
  path: '/api/trial/scans/:scanId',
  audience: reader,
  scope: 'scans:read',
  tag,
  summary: 'Images, analyses and reviews of one scan',
  params: scanParams,
  isCompressed: true,
  answer: scanDetailSchema,
});
export const listScanSegmentations = defineEndpoint({
  method: 'GET',
  path: '/api/trial/scans/:scanId/segmentations',
  audience: reader,
  scope: 'scans:read',
  tag,
  summary: 'Masks of the DICOM segmentations among the images of one scan, one for each segment',
  params: scanParams,
  isCompressed: true,
  answer: z.array(outsideMaskSchema),
});
export const deleteScan = defineEndpoint({
  method: 'DELETE',
  path: '/api/trial/scans/:scanId',
  audience,
  tag,
  summary: 'Delete one scan with its images and results; what it cost stays counted',
  params: scanParams,
  answer: z.object({ message: z.string(), removedFiles: z.number().int() }),
});
export const getScanPreview = defineEndpoint({
  method: 'GET',
  path: '/api/trial/instances/:instanceId/preview',
  audience: reader,
  scope: 'scans:read',
  tag,
  summary: 'Preview of one image, default or chosen window',
  params: z.object({ instanceId: idSchema }),
  query: imageWishSchema,
  produces: 'image/png',
});

export const streamTrialEvents = defineEndpoint({
  method: 'GET',
  path: '/api/trial/events',
  audience: reader,
  scope: 'scans:read',
  tag,
  summary: 'Server-sent events: `scan` {scanId} whenever a scan of this institution changed',
  produces: 'text/event-stream',
});
/** Carries no content; the client fetches what it shows. */
export const scanEventSchema = z.object({ scanId: idSchema });

// ---- Reports ----
export const reportRowSchema = z.object({ scan: scanSchema, findings: z.array(scanFindingSchema) });
export type ReportRow = z.infer<typeof reportRowSchema>;
export const REPORTS_PER_PAGE = 10;
export const listTrialReports = defineEndpoint({
  method: 'GET',
  path: '/api/trial/reports',
  audience,
  scope: 'scans:read',
  tag,
  summary: 'Findings of the analysed studies, newest first, in pages',
  query: z.object(pageQuery(REPORTS_PER_PAGE)),
  answer: z.object({ rows: z.array(reportRowSchema), total: z.number().int(), ...pageAnswer }),
});
const scanExport = <const Produces extends string>(extension: string, summary: string, produces: Produces) =>
  ({
    method: 'GET',
    path: `/api/trial/scans/:scanId/report.${extension}`,
    audience,
    scope: 'scans:read',
    tag,
    summary,
    params: scanParams,
    produces,
  }) as const;
export const getScanPdf = defineEndpoint(scanExport('pdf', 'AI findings as PDF', 'application/pdf'));
export const getScanCsv = defineEndpoint(scanExport('csv', 'Findings and measurements as CSV', 'text/csv'));
export const getScanFhir = defineEndpoint(
  scanExport(
    'fhir.json',
    'FHIR R4 bundle: DiagnosticReport, Observation, ImagingStudy, Device',
    'application/fhir+json',
  ),
);
export const getScanSr = defineEndpoint(
  scanExport('dcm', 'DICOM Comprehensive SR beside the study', 'application/dicom'),
);
export const getScanMasks = defineEndpoint({
  method: 'GET',
  path: '/api/trial/scans/:scanId/segmentations.zip',
  audience,
  scope: 'scans:read',
  tag,
  summary:
    'Masks of the algorithms as DICOM segmentations, a file for each algorithm and series; heat maps are left out. Masks that cannot be made are named in left-out.txt at the end',
  params: scanParams,
  produces: 'application/zip',
});
/** DICOM objects that are made of one run with masks. */
export const OBJECTS_OF_RUNS = ['segmentation', 'secondary-capture', 'presentation-state'] as const;
export type ObjectOfRun = (typeof OBJECTS_OF_RUNS)[number];
export const listMaskedRuns = defineEndpoint({
  method: 'GET',
  path: '/api/trial/scans/:scanId/masked-runs',
  audience,
  scope: 'scans:read',
  tag,
  summary: 'The newest runs of the algorithms that have masks',
  params: scanParams,
  answer: z.array(z.object({ runId: idSchema, algorithmId: z.string() })),
});
export const getObjectOfRun = defineEndpoint({
  method: 'GET',
  path: '/api/trial/scans/:scanId/masked-runs/:runId/:object',
  audience,
  scope: 'scans:read',
  tag,
  summary:
    'Masks of one run as a DICOM segmentation, as a picture with the masks burnt in, or as outlines over the images; not found where the series is no stack of images that the object can refer to',
  params: scanParams.extend({ runId: idSchema, object: z.enum(OBJECTS_OF_RUNS) }),
  produces: 'application/dicom',
});
