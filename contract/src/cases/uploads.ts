import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { idSchema, timeSchema } from '../values/fields.ts';
import { LIMITS } from '../values/limits.ts';
import { caseParams, uploadAnswerSchema } from './cases.ts';

/** One file on its way: bytes are kept until the case is submitted, the upload is cancelled or it grows too old. */
export const uploadSchema = z.object({
  id: idSchema,
  name: z.string(),
  sizeBytes: z.number().int(),
  receivedBytes: z.number().int(),
  /** SHA-256 that the sender promised: tells the same file when it is chosen again, and is checked at the end. */
  sha256: z.string().nullable(),
  /** How many files were chosen together with this one; null where the sender did not say. */
  announcedFiles: z.number().int().nullable(),
  createdAt: timeSchema,
});
export type Upload = z.infer<typeof uploadSchema>;

/**
 * How many people the headers of a selection name which the sender declares to be one person; 1 where they name nobody
 * else. A number and nothing more: whom they name may have been taken out before sending.
 */
const namedPeopleSchema = z.number().int().min(1).max(LIMITS.filesPerCase);

export const uploadMetadataSchema = z.object({
  filename: z.string().min(1).max(1024),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  /** Upload-Metadata carries text only. */
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
    /** Of all these files, where the sender looked into all of them; absent: what was said with each file stands. */
    namedPeople: namedPeopleSchema.optional(),
  }),
  answer: uploadAnswerSchema,
});
