import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { ARRIVAL_WAYS } from '../scans/scans.ts';
import {
  aeTitleSchema,
  idSchema,
  okAnswer,
  pageAnswer,
  pageQuery,
  requiredText,
  timeSchema,
} from '../values/fields.ts';

const tag = 'PACS';

export const PACS_ROWS_PER_PAGE = 100;
/** Newest first unless said otherwise. */
const pages = { query: z.object(pageQuery(PACS_ROWS_PER_PAGE)) };
const pageOf = <Row extends z.ZodType>(row: Row) => z.object({ rows: z.array(row), ...pageAnswer });

/** Host name or address, and port. */
const destinationSchema = z.object({
  host: z.union([z.hostname(), z.ipv4(), z.ipv6()]),
  port: z.number().int().min(1).max(65_535),
});

export const PACS_PURPOSES = ['archive', 'modality', 'workstation', 'worklist', 'other'] as const;
const pacsPurpose = z.enum(PACS_PURPOSES);

/** A system of an institution that may send studies by DIMSE. */
export const pacsPeerSchema = z.object({
  id: idSchema,
  institutionId: idSchema,
  institutionName: z.string(),
  name: z.string(),
  /** The AE title that the system itself uses. */
  aeTitle: aeTitleSchema,
  transport: z.enum(['tls', 'plain']),
  /** For a peer without TLS: the address that it connects from. */
  address: z.string().nullable(),
  /** For a TLS peer: the SHA-256 of its certificate, in hexadecimal. */
  certificateSha256: z.string().nullable(),
  /** The host where it listens; null if no instances are sent to it. */
  host: z.string().nullable(),
  port: z.number().int().nullable(),
  /** Whether it may search and retrieve the studies of its institution. */
  mayQuery: z.boolean(),
  purpose: pacsPurpose,
  /** Whether it may send studies. */
  sends: z.boolean(),
  /** Expiry of a TLS peer's certificate. */
  certificateValidTo: timeSchema.nullable(),
  /** Whether it may open associations now. */
  isOpen: z.boolean(),
  createdAt: timeSchema,
});
export type PacsPeer = z.infer<typeof pacsPeerSchema>;

const identification = z.discriminatedUnion('transport', [
  z.object({ transport: z.literal('tls'), certificate: z.string().max(20_000) }),
  z.object({ transport: z.literal('plain'), address: z.union([z.ipv4(), z.ipv6()]) }),
]);

/** The name, identification and address of a system. */
const namedPeer = z.object({
  name: requiredText,
  aeTitle: aeTitleSchema,
  identification,
  destination: destinationSchema.optional(),
  purpose: pacsPurpose.optional(),
  sends: z.boolean().optional(),
});

/**
 * An object whose SOP Instance UID is already stored with other content. UIDs are left out because they belong to the
 * patient's record.
 */
export const quarantinedInstanceSchema = z.object({
  id: idSchema,
  institutionId: idSchema,
  /** The system, by C-STORE alone. */
  peerId: idSchema.nullable(),
  way: z.enum(ARRIVAL_WAYS),
  /** What the system, the key or the member was called; null where that was not kept. */
  sender: z.string().nullable(),
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
  body: namedPeer.extend({ institutionId: idSchema, mayQuery: z.boolean().optional() }),
  answer: pacsPeerSchema,
  status: 201,
});
export const openPacsPeer = defineEndpoint({
  method: 'PUT',
  path: '/api/console/pacs/peers/:peerId/open',
  audience: 'operator',
  tag,
  summary:
    'Open or close a system, and say whether it may search and fetch; associations of a closed one store nothing more',
  params: peerParams,
  body: z.object({ isOpen: z.boolean(), mayQuery: z.boolean().optional() }),
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
  summary: 'Instances that were kept aside: other content under the UID of one that is here; in pages, newest first',
  ...pages,
  answer: pageOf(quarantinedInstanceSchema),
});
export const listOwnQuarantine = defineEndpoint({
  method: 'GET',
  path: '/api/trial/pacs/quarantine',
  audience: 'institution-admin',
  tag,
  summary: 'Instances of the institution that were kept aside; in pages, newest first',
  ...pages,
  answer: pageOf(quarantinedInstanceSchema),
});

/** The kinds of result object that can be sent to an archive. */
export const RESULT_OBJECTS = [
  'structured-report',
  'encapsulated-pdf',
  'segmentation',
  'secondary-capture',
  'presentation-state',
] as const;
const resultObject = z.enum(RESULT_OBJECTS);
/** When results are sent: as soon as the analysis has ended, or for each algorithm once a reader agreed and nobody disagrees. */
export const RESULT_TIMES = ['at-once', 'after-agreement'] as const;

export const setResultRoute = defineEndpoint({
  method: 'PUT',
  path: '/api/console/pacs/peers/:peerId/results',
  audience: 'operator',
  tag,
  summary: 'Which results of its institution go to a system by C-STORE when an analysis ends; none: nothing is sent',
  params: peerParams,
  body: z.object({
    objects: z.array(resultObject).max(resultObject.options.length),
    /** Null: the results of all algorithms. */
    algorithmIds: z.array(z.string().max(100)).min(1).max(100).nullable(),
    sendsWhen: z.enum(RESULT_TIMES).default('at-once'),
  }),
  answer: okAnswer,
});

/** A result that is sent, or to be sent, to an archive. */
export const pacsDeliverySchema = z.object({
  id: idSchema,
  institutionId: idSchema,
  /** The system, or the receiver of STOW-RS. */
  peerId: idSchema,
  peerName: z.string(),
  by: z.enum(['c-store', 'stow-rs']),
  scanId: idSchema,
  object: resultObject,
  /** `kept` and `not-kept`: the archive's answer to the request for storage commitment. */
  state: z.enum(['waiting', 'sent', 'failed', 'kept', 'not-kept']),
  attempts: z.number().int(),
  /** Why the last try failed: a code of the connection, a rejection, a status of C-STORE or HTTP, a failure reason of STOW-RS. */
  lastOutcome: z.string().nullable(),
  createdAt: timeSchema,
  sentAt: timeSchema.nullable(),
  /** It left with a patient that was corrected since. */
  namesFormerPatient: z.boolean(),
});
export type PacsDelivery = z.infer<typeof pacsDeliverySchema>;

export const listAllDeliveries = defineEndpoint({
  method: 'GET',
  path: '/api/console/pacs/deliveries',
  audience: 'operator',
  tag,
  summary: 'Results on their way to archives, of all institutions; in pages, newest first',
  ...pages,
  answer: pageOf(pacsDeliverySchema),
});
export const listDeliveries = defineEndpoint({
  method: 'GET',
  path: '/api/trial/pacs/deliveries',
  audience: 'institution-admin',
  tag,
  summary: 'Results on their way to the archive; in pages, newest first',
  ...pages,
  answer: pageOf(pacsDeliverySchema),
});
export const sendDeliveryAgain = defineEndpoint({
  method: 'POST',
  path: '/api/trial/pacs/deliveries/:deliveryId/again',
  audience: 'institution-admin',
  tag,
  summary: 'Send a result once more that failed, was not kept, or names a patient that was corrected since',
  params: z.object({ deliveryId: idSchema }),
  answer: okAnswer,
});

// ---- the page of an institution's administrator ----
const place = z.object({ port: z.number().int().nullable() });
/** The settings to enter in a PACS to reach this server; a port is null if nothing listens on it. */
const pacsServerSchema = z.object({
  aeTitle: z.string(),
  host: z.string(),
  tls: place,
  plain: place,
  quietSeconds: z.number().int(),
});
export const getPacsServer = defineEndpoint({
  method: 'GET',
  path: '/api/trial/pacs/server',
  audience: 'institution-admin',
  tag,
  summary: 'How this server is reached by DICOM',
  answer: pacsServerSchema,
});
export const listPacsNodes = defineEndpoint({
  method: 'GET',
  path: '/api/trial/pacs/nodes',
  audience: 'institution-admin',
  tag,
  summary: 'Systems of the institution',
  answer: z.array(pacsPeerSchema),
});
export const addPacsNode = defineEndpoint({
  method: 'POST',
  path: '/api/trial/pacs/nodes',
  audience: 'institution-admin',
  tag,
  summary: 'Name a system of the institution; it is closed until an operator opens it',
  body: namedPeer,
  answer: pacsPeerSchema,
  status: 201,
});
export const changePacsNode = defineEndpoint({
  method: 'PUT',
  path: '/api/trial/pacs/nodes/:peerId',
  audience: 'institution-admin',
  tag,
  summary:
    'Change a system; with another title, address or certificate, or another place where it listens, it is closed until an operator opens it',
  params: peerParams,
  /** Without `identification` it is known as before, without `destination` it is sent nothing. */
  body: namedPeer.partial({ identification: true }),
  answer: pacsPeerSchema,
});
export const removePacsNode = defineEndpoint({
  method: 'DELETE',
  path: '/api/trial/pacs/nodes/:peerId',
  audience: 'institution-admin',
  tag,
  summary: 'Remove a system; what it sent stays',
  params: peerParams,
  answer: okAnswer,
});

/** The steps of a connection test in order; each depends on the one before. */
export const CONNECTION_STEPS = ['address', 'tcp', 'tls', 'association', 'echo', 'store', 'query'] as const;
export type ConnectionStep = (typeof CONNECTION_STEPS)[number];
/** Why a step failed, in terms that an administrator can act on. */
export const CONNECTION_PROBLEMS = [
  'NO_DESTINATION',
  'NAME_NOT_FOUND',
  'ADDRESS_NOT_PUBLIC',
  'PORT_CLOSED',
  'NO_ANSWER',
  'UNREACHABLE',
  'NO_OWN_CERTIFICATE',
  'TLS_NOT_SPOKEN',
  'OTHER_CERTIFICATE',
  'OWN_CERTIFICATE_REFUSED',
  'CALLED_TITLE_REFUSED',
  'CALLING_TITLE_REFUSED',
  'BUSY',
  'REJECTED',
  'NOT_DICOM',
  'CONNECTION_LOST',
  'NOT_OFFERED',
  'STATUS',
] as const;
export type ConnectionProblem = (typeof CONNECTION_PROBLEMS)[number];
const connectionStepSchema = z.object({
  step: z.enum(CONNECTION_STEPS),
  /** `not-done`: not requested, or an earlier step failed. */
  state: z.enum(['passed', 'failed', 'not-done']),
  problem: z.enum(CONNECTION_PROBLEMS).nullable(),
  /** For the administrator of the other system: an error code, a rejection (result/source/reason), or a status in hexadecimal. */
  detail: z.string().nullable(),
});
export type ConnectionStepResult = z.infer<typeof connectionStepSchema>;
/** The steps after the echo that are requested. */
const testWish = z.object({ store: z.boolean(), query: z.boolean() });
export const testPacsNode = defineEndpoint({
  method: 'POST',
  path: '/api/trial/pacs/nodes/:peerId/test',
  audience: 'institution-admin',
  tag,
  summary:
    'Try the connection to a system, step by step; one that is not open yet only at an address of the open internet',
  params: peerParams,
  body: testWish,
  answer: z.array(connectionStepSchema),
});
export const testPacsPeer = defineEndpoint({
  method: 'POST',
  path: '/api/console/pacs/peers/:peerId/test',
  audience: 'operator',
  tag,
  summary: 'Try the connection to a system of an institution, step by step',
  params: peerParams,
  body: testWish,
  answer: z.array(connectionStepSchema),
});

/** The outcome of a system's associations in one hour. */
export const ASSOCIATION_OUTCOMES = [
  'released',
  'aborted',
  'lost',
  'protocol-error',
  'not-open',
  'wrong-caller',
  'wrong-title',
] as const;
export type AssociationOutcome = (typeof ASSOCIATION_OUTCOMES)[number];
const associationsSchema = z.object({
  peerId: idSchema,
  peerName: z.string(),
  hour: timeSchema,
  outcome: z.enum(ASSOCIATION_OUTCOMES),
  /** Address of the last association. */
  address: z.string(),
  associations: z.number().int(),
  stored: z.number().int(),
  refused: z.number().int(),
  lastAt: timeSchema,
});
export type PacsAssociations = z.infer<typeof associationsSchema>;
/** A study received from a PACS whose analysis has not begun, because more instances may come. */
const waitingStudySchema = z.object({
  scanId: idSchema,
  institutionId: idSchema,
  images: z.number().int(),
  /** When its analysis begins if no more instances come. */
  quietAt: timeSchema,
});
export type WaitingStudy = z.infer<typeof waitingStudySchema>;
export const listAssociations = defineEndpoint({
  method: 'GET',
  path: '/api/trial/pacs/associations',
  audience: 'institution-admin',
  tag,
  summary: 'Associations of the last seven days, by the hour; in pages, newest first',
  ...pages,
  answer: pageOf(associationsSchema),
});
export const listAllAssociations = defineEndpoint({
  method: 'GET',
  path: '/api/console/pacs/associations',
  audience: 'operator',
  tag,
  summary: 'The same across institutions',
  ...pages,
  answer: pageOf(associationsSchema),
});
export const listWaitingStudies = defineEndpoint({
  method: 'GET',
  path: '/api/trial/pacs/waiting',
  audience: 'institution-admin',
  tag,
  summary: 'Studies that wait for quiet; in pages, soonest first',
  ...pages,
  answer: pageOf(waitingStudySchema),
});
export const listAllWaitingStudies = defineEndpoint({
  method: 'GET',
  path: '/api/console/pacs/waiting',
  audience: 'operator',
  tag,
  summary: 'The same across institutions',
  ...pages,
  answer: pageOf(waitingStudySchema),
});
/** How many associations this installation accepts at once, and how it identifies itself. */
export const getPacsInstallation = defineEndpoint({
  method: 'GET',
  path: '/api/console/pacs/installation',
  audience: 'operator',
  tag,
  summary: 'Ports, limits and the certificate of this server for DICOM',
  answer: pacsServerSchema.extend({
    connections: z.number().int(),
    associationsOfPeer: z.number().int(),
    instanceBytes: z.number().int(),
    certificate: z.object({ sha256: z.string(), subject: z.string(), validTo: timeSchema }).nullable(),
  }),
});
