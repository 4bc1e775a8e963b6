import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { acknowledgementSchema, signedReportSchema } from '../reports/reports.ts';
import { idSchema, linkTokenSchema, okAnswer, optionalText, sixDigits, timeSchema } from '../values/fields.ts';
import { LIMITS } from '../values/limits.ts';
import { caseModalitySchema, caseParams, imageWishSchema, viewableSeriesSchema } from './cases.ts';

/** Whether a link works (`open`), or why not. `locked`: too many wrong PINs. */
export const SHARE_STATES = ['open', 'expired', 'used-up', 'revoked', 'locked'] as const;
export type ShareState = (typeof SHARE_STATES)[number];

/** A link to one signed report and its images, as the patient sees it. It contains neither the secret nor the PIN. */
export const shareSchema = z.object({
  id: idSchema,
  /** The person it is for, in the patient's own words. */
  label: z.string().nullable(),
  state: z.enum(SHARE_STATES),
  createdAt: timeSchema,
  expiresAt: timeSchema,
  revokedAt: timeSchema.nullable(),
  maxOpenings: z.number().int(),
  openingsLeft: z.number().int(),
  /** Every time the link was opened with the PIN, the newest first. */
  openings: z.array(z.object({ at: timeSchema, hasDownloaded: z.boolean() })),
});
export type Share = z.infer<typeof shareSchema>;

export const shareCreationSchema = z.object({
  label: optionalText,
  days: z.number().int().min(1).max(LIMITS.shareDays).default(7),
  maxOpenings: z.number().int().min(1).max(LIMITS.shareOpenings).default(3),
});

export const sharePinSchema = sixDigits('PIN_INVALID');

const shareParams = z.object({ caseId: idSchema, shareId: idSchema });
const tag = 'Shares';

export const listShares = defineEndpoint({
  method: 'GET',
  path: '/api/second-opinion/cases/:caseId/shares',
  audience: 'patient',
  tag,
  summary: 'Links to this case that were given to doctors, with each opening',
  params: caseParams,
  answer: z.array(shareSchema),
});
export const createShare = defineEndpoint({
  method: 'POST',
  path: '/api/second-opinion/cases/:caseId/shares',
  audience: 'patient',
  tag,
  summary: 'Make a link for a doctor; link and PIN are shown this once',
  params: caseParams,
  body: shareCreationSchema,
  answer: z.object({ share: shareSchema, link: z.string(), pin: z.string() }),
  status: 201,
});
export const revokeShare = defineEndpoint({
  method: 'POST',
  path: '/api/second-opinion/cases/:caseId/shares/:shareId/revoke',
  audience: 'patient',
  tag,
  summary: 'Close a link at once, images included',
  params: shareParams,
  answer: shareSchema,
});

// ---- The doctor, without an account ----
export const openedParams = z.object({ shareId: idSchema });
export const sharedCaseSchema = z.object({
  shareId: idSchema,
  /** When this session ends; the link may be opened again until it expires. */
  openUntil: timeSchema,
  expiresAt: timeSchema,
  modality: caseModalitySchema,
  bodyPart: z.string().nullable(),
  report: signedReportSchema,
  series: z.array(viewableSeriesSchema),
  download: z.object({ files: z.number().int(), bytes: z.number().int() }),
});
export type SharedCase = z.infer<typeof sharedCaseSchema>;

export const openShare = defineEndpoint({
  method: 'POST',
  path: '/api/shared/open',
  audience: 'public',
  tag,
  summary: 'Open a link with its PIN; sets an http-only cookie for this link alone',
  body: z.object({ secret: linkTokenSchema, pin: sharePinSchema }),
  answer: sharedCaseSchema,
});
export const getSharedCase = defineEndpoint({
  method: 'GET',
  path: '/api/shared/:shareId',
  audience: 'shared-link',
  tag,
  summary: 'What the link shows, while this opening lasts',
  params: openedParams,
  answer: sharedCaseSchema,
});
export const getSharedState = defineEndpoint({
  method: 'GET',
  path: '/api/shared/:shareId/state',
  audience: 'public',
  tag,
  summary: 'Whether this opening still holds; the open page asks every few seconds',
  params: openedParams,
  answer: z.object({ isOpen: z.boolean() }),
});
export const getSharedImage = defineEndpoint({
  method: 'GET',
  path: '/api/shared/:shareId/images/:imageId',
  audience: 'shared-link',
  tag,
  summary: 'One image (frame and window as wished)',
  params: openedParams.extend({ imageId: idSchema }),
  query: imageWishSchema,
  produces: 'image/png',
});
export const getSharedReportPdf = defineEndpoint({
  method: 'GET',
  path: '/api/shared/:shareId/report.pdf',
  audience: 'shared-link',
  tag,
  summary: 'The signed report as PDF',
  params: openedParams,
  produces: 'application/pdf',
});
export const downloadSharedImages = defineEndpoint({
  method: 'GET',
  path: '/api/shared/:shareId/images.zip',
  audience: 'shared-link',
  tag,
  summary: 'The images as they came (DICOM), one ZIP file, streamed',
  params: openedParams,
  produces: 'application/zip',
});
export const acknowledgeShared = defineEndpoint({
  method: 'POST',
  path: '/api/shared/:shareId/acknowledgement',
  audience: 'shared-link',
  tag,
  summary:
    'Say, as a doctor, that the critical finding of the shared report was read. 409 CRITICAL_CHANGED where another one was marked since',
  params: openedParams,
  body: acknowledgementSchema,
  answer: okAnswer,
});
export const closeShared = defineEndpoint({
  method: 'POST',
  path: '/api/shared/:shareId/close',
  audience: 'shared-link',
  tag,
  summary: 'End this opening on this computer',
  params: openedParams,
  answer: okAnswer,
});
