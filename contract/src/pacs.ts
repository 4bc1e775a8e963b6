import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { idSchema, okAnswer, requiredText, timeSchema } from './fields.ts';

const tag = 'PACS';

/** PS3.5 section 6.2, AE: printable ASCII without backslash, 16 characters, no space around it. */
const aeTitleSchema = z.string().regex(/^(?! )[ -[\]-~]{1,16}(?<! )$/);

/** Where a system listens: a name or an address. */
const destinationSchema = z.object({
  host: z.union([z.hostname(), z.ipv4(), z.ipv6()]),
  port: z.number().int().min(1).max(65_535),
});

/** A system of an institution that may send studies by DIMSE. */
export const pacsPeerSchema = z.object({
  id: idSchema,
  institutionId: idSchema,
  institutionName: z.string(),
  name: z.string(),
  /** As it calls itself. */
  aeTitle: aeTitleSchema,
  transport: z.enum(['tls', 'plain']),
  /** Of a plain peer: the address that it calls from. */
  address: z.string().nullable(),
  /** Of a TLS peer: SHA-256 of its certificate, in hexadecimal. */
  certificateSha256: z.string().nullable(),
  /** Where it listens; null for one that instances are not sent to. */
  host: z.string().nullable(),
  port: z.number().int().nullable(),
  /** Whether it may search and fetch the studies of its institution. */
  mayQuery: z.boolean(),
  /** Whether it may associate now. */
  isOpen: z.boolean(),
  createdAt: timeSchema,
});
export type PacsPeer = z.infer<typeof pacsPeerSchema>;

const identification = z.discriminatedUnion('transport', [
  z.object({ transport: z.literal('tls'), certificate: z.string().max(20_000) }),
  z.object({ transport: z.literal('plain'), address: z.union([z.ipv4(), z.ipv6()]) }),
]);

/** Other content under the SOP Instance UID of an instance that is here. No UID: those are of the patient's record. */
export const quarantinedInstanceSchema = z.object({
  id: idSchema,
  institutionId: idSchema,
  peerId: idSchema,
  scanId: idSchema,
  sizeBytes: z.number().int(),
  receivedAt: timeSchema,
});
export type QuarantinedInstance = z.infer<typeof quarantinedInstanceSchema>;

const peerParams = z.object({ peerId: idSchema });
export const listPacsPeers = defineEndpoint({
  method: 'GET',
  path: '/api/console/pacs/peers',
  audience: 'operator',
  tag,
  summary: 'Systems that may send studies by DIMSE, of all institutions',
  answer: z.array(pacsPeerSchema),
});
export const addPacsPeer = defineEndpoint({
  method: 'POST',
  path: '/api/console/pacs/peers',
  audience: 'operator',
  tag,
  summary:
    'Allow a system of an institution, by its title with a certificate (TLS) or an address (plain); it is closed until it is opened',
  body: z.object({
    institutionId: idSchema,
    name: requiredText,
    aeTitle: aeTitleSchema,
    identification,
    destination: destinationSchema.optional(),
    mayQuery: z.boolean().optional(),
  }),
  answer: pacsPeerSchema,
  status: 201,
});
export const openPacsPeer = defineEndpoint({
  method: 'PUT',
  path: '/api/console/pacs/peers/:peerId/open',
  audience: 'operator',
  tag,
  summary: 'Open or close a system; associations of a closed one store nothing more',
  params: peerParams,
  body: z.object({ isOpen: z.boolean() }),
  answer: pacsPeerSchema,
});
export const removePacsPeer = defineEndpoint({
  method: 'DELETE',
  path: '/api/console/pacs/peers/:peerId',
  audience: 'operator',
  tag,
  summary: 'Remove a system; what it sent stays',
  params: peerParams,
  answer: okAnswer,
});
export const listQuarantine = defineEndpoint({
  method: 'GET',
  path: '/api/console/pacs/quarantine',
  audience: 'operator',
  tag,
  summary: 'Instances that were kept aside: other content under the UID of one that is here; the newest 500',
  answer: z.array(quarantinedInstanceSchema),
});

/** What of a scan's results an archive is sent. */
const resultObject = z.enum(['structured-report', 'encapsulated-pdf']);

export const setResultRoute = defineEndpoint({
  method: 'PUT',
  path: '/api/console/pacs/peers/:peerId/results',
  audience: 'operator',
  tag,
  summary: 'Which results of its institution go to a system by C-STORE when an analysis ends; none: nothing is sent',
  params: peerParams,
  body: z.object({
    objects: z.array(resultObject).max(resultObject.options.length),
    /** Null: of all algorithms. */
    algorithmIds: z.array(z.string().max(100)).min(1).max(100).nullable(),
  }),
  answer: okAnswer,
});

/** A result on its way to an archive. */
export const pacsDeliverySchema = z.object({
  id: idSchema,
  institutionId: idSchema,
  peerId: idSchema,
  peerName: z.string(),
  scanId: idSchema,
  object: resultObject,
  /** `kept` and `not-kept` are what the archive said when it was asked to keep it. */
  state: z.enum(['waiting', 'sent', 'failed', 'kept', 'not-kept']),
  attempts: z.number().int(),
  /** Why the last try failed: a code of the connection, a rejection, or a status of C-STORE. */
  lastOutcome: z.string().nullable(),
  createdAt: timeSchema,
  sentAt: timeSchema.nullable(),
});
export type PacsDelivery = z.infer<typeof pacsDeliverySchema>;

export const listAllDeliveries = defineEndpoint({
  method: 'GET',
  path: '/api/console/pacs/deliveries',
  audience: 'operator',
  tag,
  summary: 'Results on their way to archives, of all institutions; the newest 500',
  answer: z.array(pacsDeliverySchema),
});
export const listDeliveries = defineEndpoint({
  method: 'GET',
  path: '/api/trial/pacs/deliveries',
  audience: 'institution-admin',
  tag,
  summary: 'Results on their way to the archive; the newest 500',
  answer: z.array(pacsDeliverySchema),
});
export const sendDeliveryAgain = defineEndpoint({
  method: 'POST',
  path: '/api/trial/pacs/deliveries/:deliveryId/again',
  audience: 'institution-admin',
  tag,
  summary: 'Send a result once more that failed or was not kept',
  params: z.object({ deliveryId: idSchema }),
  answer: okAnswer,
});
