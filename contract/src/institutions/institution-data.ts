import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { idSchema, timeSchema } from '../values/fields.ts';

const tag = 'Trial';

/** Return and deletion of an institution's data. */
export const downloadTrialData = defineEndpoint({
  method: 'GET',
  path: '/api/trial/data',
  audience: 'institution-admin',
  tag,
  summary: 'Everything of the institution as a streamed ZIP',
  produces: 'application/zip',
});
export const deletionProofSchema = z.object({
  id: idSchema,
  institution: z.string(),
  deletedAt: timeSchema,
  scans: z.number().int(),
  images: z.number().int(),
  files: z.number().int(),
  /** SHA-256 of every file that was removed from the storage, sorted. */
  fileSha256: z.array(z.string()),
  kept: z.array(z.object({ what: z.string(), reason: z.string() })),
  /** SHA-256 of this document without this field, as canonical JSON (RFC 8785). */
  sha256: z.string(),
});
export type DeletionProof = z.infer<typeof deletionProofSchema>;
/** Studies, images, results, ground truth, dossiers. Cannot be undone; the caller confirms with the institution's name. */
export const deleteTrialData = defineEndpoint({
  method: 'POST',
  path: '/api/trial/data/deletion',
  audience: 'institution-admin',
  tag,
  summary: 'Delete all data of the trial; answers the proof',
  body: z.object({ institutionName: z.string() }),
  answer: deletionProofSchema,
});
export const listDeletionProofs = defineEndpoint({
  method: 'GET',
  path: '/api/trial/data/deletions',
  audience: 'institution-admin',
  tag,
  summary: 'Proofs of deletion, newest first',
  answer: z.array(deletionProofSchema),
});
