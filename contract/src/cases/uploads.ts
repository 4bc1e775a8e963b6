import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { FILE_REFUSAL_CODES } from '../studies/refusals/file-refusals.ts';
import { idSchema, timeSchema } from '../values/fields.ts';
import { LIMITS } from '../values/limits.ts';
import { caseParams, uploadAnswerSchema } from './cases.ts';

/** A file that is being uploaded. Its bytes are kept until the case is submitted, the upload is cancelled or it expires. */
export const uploadSchema = z.object({
  id: idSchema,
  name: z.string(),
  sizeBytes: z.number().int(),
  receivedBytes: z.number().int(),
  /** The SHA-256 that the sender announced. It recognises the same file when it is chosen again, and is verified at the end. */
  sha256: z.string().nullable(),
  /** How many files were selected together with this one; null if the sender did not say. */
  announcedFiles: z.number().int().nullable(),
  createdAt: timeSchema,
});
export type Upload = z.infer<typeof uploadSchema>;

/**
 * Number of people named in the headers of a selection that the sender declares to be one person; 1 if only one is named.
 * Only the number is sent, because the names may have been removed before sending.
 */
const namedPeopleSchema = z.number().int().min(1).max(LIMITS.filesPerCase);

/** A file that is not sent. A name that could not be told in one line must not stop the others, so it is cleaned. */
const leftOutSchema = z.object({
  name: z
    .string()
    .max(1024)
    .transform((name) => name.replace(/[\p{Cc}\u2028\u2029]/gu, '')),
  code: z.enum(FILE_REFUSAL_CODES),
});

export const uploadMetadataSchema = z.object({
  filename: z.string().min(1).max(1024),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  /** Coerced, because Upload-Metadata carries text only. */
  files: z.coerce.number().int().min(1).max(LIMITS.filesPerCase).optional(),
  people: z.coerce.number().pipe(namedPeopleSchema).optional(),
});

const uploadParams = z.object({ caseId: idSchema, uploadId: idSchema });
const tag = 'Uploads';

export const listUploads = defineEndpoint({
  method: 'GET',
  path: '/api/second-opinion/cases/:caseId/uploads',
  audience: 'patient',
  tag,
  summary: 'Files of a case that are on their way',
  params: caseParams,
  answer: z.array(uploadSchema),
});
export const getDeidentificationKey = defineEndpoint({
  method: 'GET',
  path: '/api/second-opinion/cases/:caseId/deidentification-key',
  audience: 'patient',
  tag,
  summary:
    'The secret of a case, 32 bytes in hexadecimal, by which the browser de-identifies its files before it sends them: the same on every device, erased with the case',
  params: caseParams,
  answer: z.object({ key: z.string().regex(/^[0-9a-f]{64}$/) }),
});
export const createUpload = defineEndpoint({
  method: 'POST',
  path: '/api/second-opinion/cases/:caseId/uploads',
  audience: 'patient',
  tag,
  summary:
    'tus 1.0 creation: Upload-Length, Upload-Metadata with filename, sha256, files (how many were chosen together) and people (how many their headers name, where the sender declares them to be one person); may carry the first bytes',
  params: caseParams,
});
export const getUploadOffset = defineEndpoint({
  method: 'HEAD',
  path: '/api/second-opinion/cases/:caseId/uploads/:uploadId',
  audience: 'patient',
  tag,
  summary: 'tus 1.0: how many bytes have arrived (Upload-Offset)',
  params: uploadParams,
});
export const continueUpload = defineEndpoint({
  method: 'PATCH',
  path: '/api/second-opinion/cases/:caseId/uploads/:uploadId',
  audience: 'patient',
  tag,
  summary: 'tus 1.0: bytes from Upload-Offset on',
  params: uploadParams,
});
export const cancelUpload = defineEndpoint({
  method: 'DELETE',
  path: '/api/second-opinion/cases/:caseId/uploads/:uploadId',
  audience: 'patient',
  tag,
  summary: 'tus 1.0 termination: nothing is kept',
  params: uploadParams,
});
export const submitUploads = defineEndpoint({
  method: 'POST',
  path: '/api/second-opinion/cases/:caseId/submission',
  audience: 'patient',
  tag,
  summary:
    'Hand in files that have arrived whole; checked and stored as by the upload call, analysis starts. Without files: the images that the case has',
  params: caseParams,
  body: z.object({
    uploadIds: z.array(idSchema).max(LIMITS.filesPerCase),
    /**
     * Number of people named in all these files, if the sender inspected all of them; if absent, the value sent with each
     * file counts.
     */
    namedPeople: namedPeopleSchema.optional(),
    /** Files that the sender's browser refused or could not read; the reader of the case is told of them. */
    leftOut: z.array(leftOutSchema).max(LIMITS.filesPerCase).optional(),
  }),
  answer: uploadAnswerSchema,
});
