import { z } from 'zod';
import { credentialsSchema, signatureConfirmationSchema } from '../accounts/staff/staff-accounts.ts';
import { defineEndpoint } from '../api/endpoint.ts';
import { caseParams, sideSchema, windowSchema } from '../cases/cases.ts';
import { idSchema, isWritten, okAnswer, pageAnswer, pageQuery, timeSchema } from '../values/fields.ts';
import { LIMITS } from '../values/limits.ts';
import { radsSchema } from './rads/rads.ts';
import { analysisVerdictSchema } from './reading-checks.ts';

export const REPORT_LANGUAGES = ['tr', 'en'] as const;
export const reportLanguageSchema = z.enum(REPORT_LANGUAGES);
/** The sections of the professional text; in Turkish: Klinik Bilgi · Teknik · Karşılaştırma · Bulgular · Sonuç · Öneriler. */
export const REPORT_SECTIONS = [
  'clinicalInformation',
  'technique',
  'comparison',
  'findings',
  'impression',
  'recommendations',
] as const;

/** How the second opinion agrees with the first report, if there is one; in Turkish: uyumlu / küçük fark / büyük fark. */
export const AGREEMENTS = ['concordant', 'minor-difference', 'major-difference'] as const;

/** A placeholder that a template leaves to be filled in; a report that contains one cannot be signed. */
export const REPORT_GAP = '___';

const sectionText = z.string().max(LIMITS.reportTextMaxLength, 'TOO_LONG');
const share = z.number().min(0).max(1);
/** A part of an image, as fractions (0–1) of its width and height from the top left corner. */
export const imageRegionSchema = z
  .object({ x: share, y: share, width: share.min(0.01), height: share.min(0.01) })
  .refine(({ x, y, width, height }) => x + width <= 1.0001 && y + height <= 1.0001, 'REGION_OUTSIDE_IMAGE');
export type ImageRegion = z.infer<typeof imageRegionSchema>;

/** An image that the radiologist puts into the report, in the view that was chosen. */
export const keyImageSchema = z.object({
  /** The id under which its previews are fetched. */
  imageId: idSchema,
  /** Counted from 0. */
  frame: z.number().int().min(0).default(0),
  /** Null: the window in which the image opens. */
  window: windowSchema.nullable().default(null),
  /** For PET: the standardised uptake of one stored value, used to write the window; null if unknown. */
  suvFactor: z.number().positive().nullable().default(null),
  /** Null: the whole image. */
  region: imageRegionSchema.nullable().default(null),
  caption: z.string().max(LIMITS.shortTextMaxLength, 'TOO_LONG'),
});
export type KeyImage = z.infer<typeof keyImageSchema>;

/** Where a reader finds a key image. */
export const keyImagePlaceSchema = z.object({
  /** The description of the series, or else its modality. */
  series: z.string().nullable(),
  /** By which the image is told in the report (`numberedImages`). */
  number: z.number().int(),
  /** The side that the image names. */
  laterality: sideSchema.nullable(),
});
export type KeyImagePlace = z.infer<typeof keyImagePlaceSchema>;

/** A key for the view without its caption: equal for the same part of the same frame in the same window. */
export const nameOfKeyImage = ({ imageId, frame, window, region }: Omit<KeyImage, 'caption' | 'suvFactor'>): string =>
  [
    imageId,
    frame,
    window?.center,
    window?.width,
    ...(region ? [region.x, region.y, region.width, region.height] : []),
  ].join(' ');

export const reportContentSchema = z.object({
  clinicalInformation: sectionText,
  technique: sectionText,
  comparison: sectionText,
  findings: sectionText,
  impression: sectionText,
  recommendations: sectionText,
  /** For the patient, in plain words; part of the signed text. */
  plainSummary: sectionText,
  /** Null if there was no first report to compare with. */
  agreement: z.enum(AGREEMENTS).nullable().default(null),
  /** A RADS category that fits the images; null if none was chosen. */
  rads: radsSchema.nullable().default(null),
  /** In the order of the report; empty in reports from before key images existed. */
  keyImages: z.array(keyImageSchema).max(LIMITS.keyImagesPerReport).default([]),
});
export type ReportContent = z.infer<typeof reportContentSchema>;

/** A supplement adds to a signed report; a correction says which part of it is wrong. The signed text stays unchanged. */
export const ADDENDUM_KINDS = ['supplement', 'correction'] as const;
export const addendumSchema = z.object({
  id: idSchema,
  kind: z.enum(ADDENDUM_KINDS),
  text: z.string(),
  /** The addendum tells a critical finding. */
  isCritical: z.boolean(),
  signedBy: z.string(),
  signedAt: timeSchema,
});

/**
 * The stage of a report: a draft; with a preliminary read that only staff sees; final by its signature; with an addendum; or
 * amended by an addendum that corrects it (HL7 v2 table 0123: P, F, and C for a correction).
 */
export const REPORT_STAGES = ['draft', 'preliminary', 'final', 'addendum', 'amended'] as const;
export type ReportStage = (typeof REPORT_STAGES)[number];

export function stageOf({
  status,
  preliminaryReads,
  addenda,
}: {
  status: 'draft' | 'signed';
  preliminaryReads: number;
  addenda: readonly { kind: (typeof ADDENDUM_KINDS)[number] }[];
}): ReportStage {
  if (status === 'draft') return preliminaryReads > 0 ? 'preliminary' : 'draft';
  if (addenda.some(({ kind }) => kind === 'correction')) return 'amended';
  return addenda.length > 0 ? 'addendum' : 'final';
}

/** One result of an algorithm: what AI reported, and the signer's verdict. */
export const reportAlgorithmSchema = z.object({
  id: z.string(),
  version: z.string(),
  title: z.string(),
  outcome: z.enum(['evaluated', 'not-evaluable']),
  /** The series concerned, if the algorithm had results on several. */
  series: z.string().nullable().default(null),
  /** The signer's verdict; null in a draft, and if there was nothing to judge. */
  verdict: analysisVerdictSchema.nullable().default(null),
});

/** A line of findings or impression that an algorithm proposed and the radiologist kept, with the image that shows it. */
export const linePlaceSchema = z.object({
  /** Absent in reports from before this field existed. */
  findingId: idSchema.optional(),
  line: z.string(),
  imageId: idSchema,
  frame: z.number().int().min(0),
});
export type LinePlace = z.infer<typeof linePlaceSchema>;

/** What one radiologist wrote about the images before the report was final. Only staff see it, and it never changes. */
export const preliminaryReadSchema = z.object({
  by: z.string(),
  savedAt: timeSchema,
  language: reportLanguageSchema,
  findings: z.string(),
  impression: z.string(),
});
export type PreliminaryRead = z.infer<typeof preliminaryReadSchema>;

/** The latest mark of a signer that a finding is critical, and who has acknowledged it. */
export const criticalSchema = z.object({
  markedAt: timeSchema,
  acknowledgedAt: timeSchema.nullable(),
  /** `phone`: somebody of the staff called the patient. */
  acknowledgedBy: z.enum(['patient', 'doctor', 'phone']).nullable(),
});
export type Critical = z.infer<typeof criticalSchema>;
/** `markedAt` of the finding that was read. */
export const acknowledgementSchema = criticalSchema.pick({ markedAt: true });

/** The report as staff see it. */
export const reportSchema = z.object({
  id: idSchema,
  status: z.enum(['draft', 'signed']),
  stage: z.enum(REPORT_STAGES),
  language: reportLanguageSchema,
  /** Increases with each saved edit; an edit based on an older version is refused. */
  version: z.number().int(),
  content: reportContentSchema,
  /** The chosen RADS category in words; null if none was chosen. A signed report keeps the words that it was signed with. */
  radsLine: z.string().nullable(),
  algorithms: z.array(reportAlgorithmSchema),
  signedBy: z.string().nullable(),
  signedAt: timeSchema.nullable(),
  contentSha256: z.string().nullable(),
  pdfSha256: z.string().nullable(),
  addenda: z.array(addendumSchema),
  /** When the patient first opened the latest edition; null while it is unread. */
  openedAt: timeSchema.nullable(),
  critical: criticalSchema.nullable(),
  /** Preliminary reads of the current images, the oldest first. */
  preliminaryReads: z.array(preliminaryReadSchema),
  /** Of the signed key images, in their order; null for those signed before places were kept. Empty before the signature. */
  keyImagePlaces: z.array(keyImagePlaceSchema.nullable()),
  /** What AI drafted, so that a text that nobody has changed since can be told; empty while AI is withheld from the reader. */
  drafted: z.object({ findings: z.string(), impression: z.string() }),
});
export type Report = z.infer<typeof reportSchema>;

/** The report as the patient reads it; only signed reports have this form. */
export const signedReportSchema = reportSchema
  .omit({ status: true, version: true, preliminaryReads: true, drafted: true })
  .extend({
    caseNumber: z.string(),
    patientName: z.string(),
    /** YYYY-MM-DD; null if unknown. */
    dateOfBirth: z.string().nullable(),
    /** Patient IDs in the image headers of the examination; null in reports from before this field existed. */
    patientIds: z.array(z.string()).nullable(),
    /** Accession numbers in the image headers of the examination; null in reports from before this field existed. */
    accessionNumbers: z.array(z.string()).nullable(),
    /** Some images carry numbers that are not told: they name another person, or one examination has several patient IDs. */
    areNumbersLeftOut: z.boolean(),
    /** Dates of the examination that was read, YYYY-MM-DD, the oldest first; null in reports from before this field existed. */
    studyDates: z.array(z.string()).nullable(),
    /** At least one examination has no date because its dates were shifted or removed during de-identification. */
    areDatesRemoved: z.boolean(),
    /** Modality of the case at the time of signature. */
    modality: z.string(),
    signer: credentialsSchema,
    places: z.array(linePlaceSchema),
    signedBy: z.string(),
    signedAt: timeSchema,
    contentSha256: z.string(),
  });
export type SignedReport = z.infer<typeof signedReportSchema>;

const tag = 'Reports';
export const saveReport = defineEndpoint({
  method: 'PUT',
  path: '/api/console/cases/:caseId/report',
  audience: 'radiologist',
  tag,
  summary: 'Save the draft',
  params: caseParams,
  body: z.object({ version: z.number().int(), language: reportLanguageSchema, content: reportContentSchema }),
  answer: reportSchema,
});
export const signReport = defineEndpoint({
  method: 'POST',
  path: '/api/console/cases/:caseId/report/sign',
  audience: 'radiologist',
  tag,
  summary:
    'Sign: the report is frozen and goes to the patient. Where the images name another person, every difference is acknowledged by its key',
  params: caseParams,
  body: z.object({
    version: z.number().int(),
    acknowledgedDifferences: z.array(z.string().max(64)).max(LIMITS.filesPerCase).default([]),
    /** A critical finding: the patient is notified at once on every channel and asked to acknowledge it. */
    isCritical: z.boolean().default(false),
    confirmation: signatureConfirmationSchema,
  }),
  answer: reportSchema,
});
/** The state of a report at the end of one editing session. */
export const reportVersionSchema = z.object({
  number: z.number().int(),
  language: reportLanguageSchema,
  content: reportContentSchema,
  /** Null: the draft made by the algorithms. */
  by: z.string().nullable(),
  savedAt: timeSchema,
});
export type ReportVersion = z.infer<typeof reportVersionSchema>;
export const VERSIONS_PER_PAGE = 50;
export const getReportVersions = defineEndpoint({
  method: 'GET',
  path: '/api/console/cases/:caseId/report/versions',
  audience: 'radiologist',
  tag,
  summary:
    'What the report said before, the newest first, in pages. While AI is kept from this reader, the own versions alone',
  params: caseParams,
  query: z.object(pageQuery(VERSIONS_PER_PAGE)),
  answer: z.object({ rows: z.array(reportVersionSchema), ...pageAnswer }),
});
export const addAddendum = defineEndpoint({
  method: 'POST',
  path: '/api/console/cases/:caseId/report/addenda',
  audience: 'radiologist',
  tag,
  summary: `Add a signed addendum to a signed report, at most ${LIMITS.addendaPerReport}`,
  params: caseParams,
  body: z.object({
    text: sectionText.trim().refine(isWritten, 'REQUIRED'),
    kind: z.enum(ADDENDUM_KINDS).default('supplement'),
    /** As with a signature: the patient is notified at once and asked to acknowledge it, also where an earlier one was acknowledged. */
    isCritical: z.boolean().default(false),
    /** Whether it says what a second read decided that waits for an addendum. */
    answersSecondRead: z.boolean().default(true),
    confirmation: signatureConfirmationSchema,
  }),
  answer: reportSchema,
});
export const getReportPdfForStaff = defineEndpoint({
  method: 'GET',
  path: '/api/console/cases/:caseId/report.pdf',
  audience: 'radiologist',
  tag,
  summary: 'The signed PDF',
  params: caseParams,
  produces: 'application/pdf',
});
export const getReportObjects = defineEndpoint({
  method: 'GET',
  path: '/api/console/cases/:caseId/report-objects.zip',
  audience: 'radiologist',
  tag,
  summary:
    'What other systems take over: PDF, DICOM (encapsulated PDF, SR TID 2000 and TID 1500, segmentations, key objects), FHIR. Objects that cannot be made are left out and named, in the archive and by a header',
  params: caseParams,
  produces: 'application/zip',
});
export const getReport = defineEndpoint({
  method: 'GET',
  path: '/api/second-opinion/cases/:caseId/report',
  audience: 'patient',
  tag,
  summary: 'The signed report',
  params: caseParams,
  answer: signedReportSchema,
});
export const acknowledgeCritical = defineEndpoint({
  method: 'POST',
  path: '/api/second-opinion/cases/:caseId/report/acknowledgement',
  audience: 'patient',
  tag,
  summary:
    'Say that the critical finding of the signed report was read; nobody is told on from then. 409 CRITICAL_CHANGED where another one was marked since',
  params: caseParams,
  body: acknowledgementSchema,
  answer: okAnswer,
});
export const getReportPdf = defineEndpoint({
  method: 'GET',
  path: '/api/second-opinion/cases/:caseId/report.pdf',
  audience: 'patient',
  tag,
  summary: 'The signed report as PDF',
  params: caseParams,
  produces: 'application/pdf',
});

/** Hash of the signed content, as printed and in the QR code, or of the PDF file itself. */
export const reportHashSchema = z
  .string()
  .toLowerCase()
  .regex(/^[0-9a-f]{64}$/);
export const verifyReport = defineEndpoint({
  method: 'GET',
  path: '/api/verify/:sha256',
  audience: 'public',
  tag,
  summary: 'Whether a signed report with this SHA-256 was issued here; says nothing else',
  params: z.object({ sha256: reportHashSchema }),
  answer: z.object({
    isValid: z.boolean(),
    /** Our stored copy of the PDF is currently damaged and is not handed out. */
    isCopyDamaged: z.boolean(),
  }),
});
