import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { idSchema, linkTokenSchema, timeSchema } from '../values/fields.ts';
import { LIMITS } from '../values/limits.ts';

/** Who accessed the data, in the patient's terms. `shared-link`: a doctor to whom the patient gave a link. */
export const ACCESS_PARTIES = ['you', 'radiologist', 'operator', 'shared-link', 'nobody', 'system'] as const;
/** What was done, in broader groups than the actions of the audit trail. */
export const ACCESS_KINDS = [
  'registered',
  'signed-in',
  'sign-in-refused',
  'asked-password-reset',
  'changed-account',
  'opened-case',
  'changed-case',
  'uploaded-images',
  'viewed-images',
  'downloaded-images',
  'read-report',
  'wrote-report',
  'signed-report',
  'shared',
  'opened-share',
  'share-refused',
  'exported',
  'asked-erasure',
  'other',
] as const;

/** One line of "who saw my data". Repeated accesses of one kind by one person within an hour are one line with a count. */
export const accessLineSchema = z.object({
  from: timeSchema,
  to: timeSchema,
  party: z.enum(ACCESS_PARTIES),
  /** The name of a radiologist, or the label that the patient gave the link. */
  name: z.string().nullable(),
  kind: z.enum(ACCESS_KINDS),
  caseNumber: z.string().nullable(),
  count: z.number().int().positive(),
});
export type AccessLine = z.infer<typeof accessLineSchema>;

const path = (rest: string) => `/api/second-opinion/rights/${rest}`;
const tag = 'Rights';

export const listAccess = defineEndpoint({
  method: 'GET',
  path: path('access'),
  audience: 'patient',
  tag,
  summary: 'Who saw my data: newest first, out of the audit trail',
  query: z.object({ before: timeSchema.optional() }),
  /** `next`: the value of `before` for the next page of older lines; null at the end. */
  answer: z.object({ lines: z.array(accessLineSchema), next: timeSchema.nullable() }),
});

export const prepareExport = defineEndpoint({
  method: 'POST',
  path: path('export'),
  audience: 'patient',
  tag,
  summary: 'Ask for a copy of everything; sets a cookie with which the file may be fetched once',
  answer: z.object({ cases: z.number().int(), files: z.number().int(), bytes: z.number().int() }),
});
export const downloadExport = defineEndpoint({
  method: 'GET',
  path: path('export/file'),
  audience: 'public',
  tag,
  summary: 'The copy: DICOM, FHIR R4, PDF and JSON in one ZIP file, streamed; works once with the cookie',
  produces: 'application/zip',
});

export const erasureSchema = z.object({ id: idSchema, requestedAt: timeSchema, dueAt: timeSchema });
export type Erasure = z.infer<typeof erasureSchema>;
const erasureAnswer = z.object({ erasure: erasureSchema.nullable() });

export const getErasure = defineEndpoint({
  method: 'GET',
  path: path('erasure'),
  audience: 'patient',
  tag,
  summary: 'The erasure that waits for its day, if there is one',
  answer: erasureAnswer,
});
export const requestErasure = defineEndpoint({
  method: 'POST',
  path: path('erasure'),
  audience: 'patient',
  tag,
  summary: 'Have everything erased after the grace period; asks for the password again',
  body: z.object({ password: z.string().min(1, 'PASSWORD_REQUIRED').max(LIMITS.passwordMaxLength) }),
  answer: erasureAnswer,
});
export const cancelErasure = defineEndpoint({
  method: 'POST',
  path: path('erasure/cancel'),
  audience: 'patient',
  tag,
  summary: 'Keep the account after all',
  answer: erasureAnswer,
});

/**
 * The kinds under which a proof of erasure counts rows. Every table with patient data is declared as one of them (server:
 * rights/held-tables.ts), and each kind has a name in every language. `other`: tables that no longer exist.
 */
export const RECORD_KINDS = [
  'account',
  'consents',
  'sessions',
  'mail-links',
  'phone-codes',
  'recovery-codes',
  'passkeys',
  'passkey-requests',
  'cases',
  'first-reports',
  'deidentification-keys',
  'person-declarations',
  'uploads',
  'refused-files',
  'studies',
  'series',
  'image-identities',
  'findings',
  'images',
  'analyses',
  'verdicts',
  'image-views',
  'reports',
  'addenda',
  'preliminary-reads',
  'second-reads',
  'measurements',
  'corrected-masks',
  'report-versions',
  'critical-findings',
  'report-pdfs',
  'report-receipts',
  'questions',
  'notes',
  'shares',
  'share-openings',
  'messages',
  'copy-requests',
  'other',
] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

/** The result of an erasure. It names no person, because anybody with the link of the last mail can open it. */
export const erasureProofSchema = z.object({
  id: idSchema,
  requestedAt: timeSchema,
  erasedAt: timeSchema,
  /** Rows removed from the database. Older proofs name tables; the answer maps them to kinds. */
  rows: z.partialRecord(z.enum(RECORD_KINDS), z.number().int()),
  files: z.object({
    removed: z.number().int(),
    /** Number of byte-identical files that another account has too and that are therefore kept. */
    keptForOthers: z.number().int(),
  }),
  messages: z.number().int(),
  /** What is kept, and why. */
  kept: z.array(
    z.object({ what: z.enum(['audit-rows', 'erasure-proof', 'backups']), count: z.number().int().nullable() }),
  ),
  /**
   * Days (UTC) by which the data can no longer be read anywhere: in pages and log of the database, and in its last backup.
   * Null if only the operator of the database server knows; older proofs lack the field.
   */
  cleanBy: z.object({ database: z.iso.date().nullable(), backups: z.iso.date().nullable() }).optional(),
});
export type ErasureProof = z.infer<typeof erasureProofSchema>;

export const getErasureProof = defineEndpoint({
  method: 'POST',
  path: path('erasure/proof'),
  audience: 'public',
  tag,
  summary: 'The proof of an erasure, by the secret of the last mail',
  body: z.object({ token: linkTokenSchema }),
  /** `document` is the proof as canonical JSON (RFC 8785); its SHA-256 is in the audit trail too. */
  answer: z.object({ proof: erasureProofSchema, document: z.string(), sha256: z.string() }),
});
