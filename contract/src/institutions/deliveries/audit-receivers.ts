import { z } from 'zod';
import { defineEndpoint } from '../../api/endpoint.ts';
import { idSchema, okAnswer, requiredText, timeSchema } from '../../values/fields.ts';

const tag = 'Audit';

/** DICOM PS3.15 section A.5 in XML, or FHIR R4 AuditEvent in JSON; both by syslog over TLS (RFC 5425). */
export const AUDIT_FORMATS = ['dicom', 'fhir'] as const;

const destination = {
  host: z.union([z.hostname(), z.ipv4(), z.ipv6()]),
  port: z.number().int().min(1).max(65_535),
};
const receiverSchema = z.object({
  id: idSchema,
  /** Null: of the operator, who is sent the whole trail. */
  institutionId: idSchema.nullable(),
  name: z.string(),
  ...destination,
  format: z.enum(AUDIT_FORMATS),
  /** SHA-256, in hexadecimal; null: a certificate of a public authority is asked for. */
  certificateSha256: z.string().nullable(),
  /** Whether an operator lets it be in a private network; before that it is not called there. */
  mayBePrivate: z.boolean(),
  lastSentAt: timeSchema.nullable(),
  /** Tries in vain since something was taken last, why, and when the next one is. */
  failures: z.number().int(),
  lastFailure: z.string().nullable(),
  nextTryAt: timeSchema,
  createdAt: timeSchema,
});
export type AuditReceiver = z.infer<typeof receiverSchema>;
const newReceiver = z.object({
  name: requiredText,
  ...destination,
  format: z.enum(AUDIT_FORMATS),
  /** In PEM, where no public authority issued it. */
  certificate: z.string().max(20_000).optional(),
});
const params = z.object({ receiverId: idSchema });

export const listAuditReceivers = defineEndpoint({
  method: 'GET',
  path: '/api/trial/audit-receivers',
  audience: 'institution-admin',
  tag,
  summary: 'Receivers of what the audit trail holds of the institution',
  answer: z.array(receiverSchema),
});
export const addAuditReceiver = defineEndpoint({
  method: 'POST',
  path: '/api/trial/audit-receivers',
  audience: 'institution-admin',
  tag,
  summary: 'Name a receiver of audit messages; it is sent what happens from now on',
  body: newReceiver,
  answer: receiverSchema,
  status: 201,
});
export const removeAuditReceiver = defineEndpoint({
  method: 'DELETE',
  path: '/api/trial/audit-receivers/:receiverId',
  audience: 'institution-admin',
  tag,
  summary: 'Send a receiver no more audit messages',
  params,
  answer: okAnswer,
});
export const listAllAuditReceivers = defineEndpoint({
  method: 'GET',
  path: '/api/console/audit-receivers',
  audience: 'operator',
  tag,
  summary: 'Receivers of audit messages: of the installation, and of all institutions',
  answer: z.array(receiverSchema),
});
export const addOperatorAuditReceiver = defineEndpoint({
  method: 'POST',
  path: '/api/console/audit-receivers',
  audience: 'operator',
  tag,
  summary: 'Name a receiver of the whole audit trail; private networks are allowed for it',
  body: newReceiver,
  answer: receiverSchema,
  status: 201,
});
export const removeOperatorAuditReceiver = defineEndpoint({
  method: 'DELETE',
  path: '/api/console/audit-receivers/:receiverId',
  audience: 'operator',
  tag,
  summary: 'Send a receiver no more audit messages',
  params,
  answer: okAnswer,
});
export const allowPrivateAuditReceiver = defineEndpoint({
  method: 'PUT',
  path: '/api/console/audit-receivers/:receiverId/private',
  audience: 'operator',
  tag,
  summary: 'Let a receiver of audit messages be in a private network, or no more',
  params,
  body: z.object({ mayBePrivate: z.boolean() }),
  answer: receiverSchema,
});
