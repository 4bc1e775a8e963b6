import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { idSchema, okAnswer, pageAnswer, pageQuery, requiredText, timeSchema } from '../values/fields.ts';

const tag = 'HL7 v2';

/** MSH-5 and MSH-6 (HL7 v2.5.1 section 2.14.9): a namespace id of 20 characters. */
const nameOfSystem = z
  .string()
  .max(20)
  .regex(/^[\x20-\x7e]*$/);

const destination = {
  host: z.union([z.hostname(), z.ipv4(), z.ipv6()]),
  port: z.number().int().min(1).max(65_535),
};

/** A record system of an institution that receives results as ORU^R01. */
const receiverSchema = z.object({
  id: idSchema,
  institutionId: idSchema,
  name: z.string(),
  ...destination,
  transport: z.enum(['tls', 'plain']),
  /** SHA-256 in hexadecimal; null: the certificate must come from a public authority. */
  certificateSha256: z.string().nullable(),
  application: z.string(),
  facility: z.string(),
  /** Whether the report is sent as PDF too. */
  hasDocument: z.boolean(),
  /** Null: the results of all algorithms. */
  algorithmIds: z.array(z.string()).nullable(),
  /** Whether an operator allows a private address or a connection without TLS; before that, no messages are sent there. */
  mayBePrivate: z.boolean(),
  createdAt: timeSchema,
});
export type Hl7Receiver = z.infer<typeof receiverSchema>;

const messageSchema = z.object({
  id: idSchema,
  institutionId: idSchema,
  receiverId: idSchema,
  receiverName: z.string(),
  scanId: idSchema,
  state: z.enum(['waiting', 'accepted', 'failed']),
  attempts: z.number().int(),
  /** The acknowledgement code (MSA-1) with the error number (ERR-3), or why no acknowledgement came. */
  lastOutcome: z.string().nullable(),
  createdAt: timeSchema,
  acceptedAt: timeSchema.nullable(),
  /** It was accepted with a patient that was corrected since. */
  namesFormerPatient: z.boolean(),
});
export type Hl7Message = z.infer<typeof messageSchema>;

export const HL7_MESSAGES_PER_PAGE = 100;
/** Newest first, in pages. */
const messagePages = {
  query: z.object(pageQuery(HL7_MESSAGES_PER_PAGE)),
  answer: z.object({ rows: z.array(messageSchema), ...pageAnswer }),
};

const params = z.object({ receiverId: idSchema });

export const listHl7Receivers = defineEndpoint({
  method: 'GET',
  path: '/api/trial/hl7/receivers',
  audience: 'institution-admin',
  tag,
  summary: 'Record systems that are sent results as HL7 v2 messages',
  answer: z.array(receiverSchema),
});
export const addHl7Receiver = defineEndpoint({
  method: 'POST',
  path: '/api/trial/hl7/receivers',
  audience: 'institution-admin',
  tag,
  summary:
    'Name a record system; it is called over TLS at an address of the open internet, unless an operator allows another',
  body: z.object({
    name: requiredText,
    ...destination,
    transport: z.enum(['tls', 'plain']),
    /** PEM; needed only if no public authority issued it. */
    certificate: z.string().max(20_000).optional(),
    application: nameOfSystem.default(''),
    facility: nameOfSystem.default(''),
    hasDocument: z.boolean().default(true),
    algorithmIds: z.array(z.string().max(100)).min(1).max(100).nullable().default(null),
  }),
  answer: receiverSchema,
  status: 201,
});
export const removeHl7Receiver = defineEndpoint({
  method: 'DELETE',
  path: '/api/trial/hl7/receivers/:receiverId',
  audience: 'institution-admin',
  tag,
  summary: 'Send a record system nothing more; what waits for it is removed',
  params,
  answer: okAnswer,
});
export const listHl7Messages = defineEndpoint({
  method: 'GET',
  path: '/api/trial/hl7/messages',
  audience: 'institution-admin',
  tag,
  summary: 'Messages to record systems; in pages, newest first',
  ...messagePages,
});
export const sendHl7MessageAgain = defineEndpoint({
  method: 'POST',
  path: '/api/trial/hl7/messages/:messageId/again',
  audience: 'institution-admin',
  tag,
  summary: 'Send a message once more that failed',
  params: z.object({ messageId: idSchema }),
  answer: okAnswer,
});

export const listAllHl7Receivers = defineEndpoint({
  method: 'GET',
  path: '/api/console/hl7/receivers',
  audience: 'operator',
  tag,
  summary: 'Record systems that are sent HL7 v2 messages, of all institutions',
  answer: z.array(receiverSchema),
});
export const allowPrivateHl7Receiver = defineEndpoint({
  method: 'PUT',
  path: '/api/console/hl7/receivers/:receiverId/private',
  audience: 'operator',
  tag,
  summary: 'Let a record system be in a private network or without TLS, or no more',
  params,
  body: z.object({ mayBePrivate: z.boolean() }),
  answer: receiverSchema,
});
export const listAllHl7Messages = defineEndpoint({
  method: 'GET',
  path: '/api/console/hl7/messages',
  audience: 'operator',
  tag,
  summary: 'Messages to record systems, of all institutions; in pages, newest first',
  ...messagePages,
});
