import { LIMITS as COUNTS, dicomwebTransactions, workitems } from '@duai/contract';
import { IDLE_MS } from '../../dimse/acceptor.ts';
import { MAX_IDENTIFIER_BYTES } from '../../dimse/messages/identifier.ts';
import { APPLICATION_CONTEXT } from '../../dimse/messages/uids.ts';
import type { AssociateRequest } from '../../dimse/upper-layer/associate.ts';
import { ARTIM_MS, MAX_COMMAND_BYTES } from '../../dimse/upper-layer/association.ts';
import { answerOf } from '../../dimse/upper-layer/negotiate.ts';
import { MAX_ASSOCIATE_BYTES, MAX_DATA_BYTES } from '../../dimse/upper-layer/pdu.ts';
import { SEARCH_KEYS } from '../studies/index.ts';
import { SOP_CLASSES, TRANSFER_SYNTAXES } from './associations/dicom-registry.ts';
import { ASSOCIATIONS_AT_ONCE, LIMITS } from './associations/listen.ts';
import { offersOf } from './pacs.policy.ts';
import { IMPLEMENTATION } from './peers/call-peer.ts';
import { MOST_FOUND, MOST_RETRIEVED } from './query/query-services.ts';

type Row = readonly string[];

/** Well-known UIDs of worklists (PS3.18 table 11.10.1-1). */
const WORKLISTS = ['1.2.840.10008.5.1.4.34.5', '1.2.840.10008.5.1.4.34.5.1'] as const;

/**
 * Generates the DICOM conformance statement (PS3.2) from the code: every SOP class is proposed in every transfer
 * syntax, by a peer that may query and by one that may not, and the answers are written down.
 */
export function conformanceStatement(): string {
  return `# DICOM conformance statement

What this server negotiates and answers, after PS3.2. Written by \`npm run conformance\`; a test keeps it equal to the code.

## Application entity

${table(
  ['item', 'value'],
  [
    ['application context', APPLICATION_CONTEXT],
    ['AE title', '`DICOM_AE_TITLE`, by default DUAI'],
    [
      'role',
      'acceptor of associations; requestor for sub-operations of C-MOVE, for results (C-STORE), for storage commitment and for orders (modality worklist)',
    ],
    ['implementation class UID', IMPLEMENTATION.classUid],
    ['implementation version name', IMPLEMENTATION.versionName],
    ['maximum length of a P-DATA-TF', `${MAX_DATA_BYTES} bytes`],
    [
      'longest A-ASSOCIATE, command, identifier',
      `${MAX_ASSOCIATE_BYTES}, ${MAX_COMMAND_BYTES}, ${MAX_IDENTIFIER_BYTES} bytes`,
    ],
    ['largest instance', `${COUNTS.instanceBytes} bytes`],
    ['associations at once', `${ASSOCIATIONS_AT_ONCE} of a peer, ${LIMITS.connections} connections in all`],
    ['operations at once', '1 in an association; an operations window is answered with 1/1'],
    ['timers', `ARTIM ${ARTIM_MS / 1000} s; ${IDLE_MS / 1000} s without a byte where something is due`],
    ['matches of a search, instances of a retrieval', `${MOST_FOUND}, ${MOST_RETRIEVED} at most`],
  ],
)}

## SOP classes

Of a peer that an operator opened. \`query\`: only where it may search. The first of the proposed transfer syntaxes that fits is accepted. A class
that is not listed is answered like those of its kind: storage of what holds images is accepted, everything else is not.

${table(['SOP class', 'UID', 'accepted', 'peer as SCP', 'transfer syntaxes'], SOP_CLASSES.map(rowOf))}

## Transfer syntaxes

${table(
  ['set', 'name', 'UID'],
  TRANSFER_SYNTAXES.map(([name, uid]) => [setsOf(uid), name, uid]),
)}

## Storage

Level 2 (full): the data set is stored byte for byte after file meta information of this server's own; nothing is coerced when it is stored. Success is answered after fsync and
commit. User identity is not used and not answered. A request with an even or repeated context id, as one with more than 128 contexts has, is
aborted.

${table(['status', 'when'], STORE_STATUSES)}

## Search and retrieval

Patient Root and Study Root, hierarchical, over the studies of the peer's institution and no other. Study and series above the level are named; a patient need not
be. Matched are single values, lists, wildcards, ranges of dates and lists of UIDs; names without regard to case. C-MOVE sends to open peers of the
same institution that have a host and port, in the stored transfer syntax; C-GET by the contexts of the association. Nothing is transcoded. Where an
institution corrected the patient of a study, answers have the corrected patient, and instances are given out with it, under the same SOP Instance UID,
with the former values in (0400,0561) and the reason CORRECT. C-CANCEL ends each of them.

${table(
  ['level', 'attribute', 'tag', 'VR', 'matched'],
  Object.entries(SEARCH_KEYS).map(([tag, { keyword, vr, level, isAnswerOnly }]) => [
    level,
    keyword,
    `(${tag.slice(0, 4)},${tag.slice(4)})`,
    vr,
    isAnswerOnly ? 'no' : 'yes',
  ]),
)}

${table(['status', 'when'], QUERY_STATUSES)}

## Modality worklist

As SCU: a system of the institution that is its worklist is asked (C-FIND, Explicit or Implicit VR Little Endian) when a study has come that has no accession
number, by PatientID; asked for are AccessionNumber, StudyInstanceUID, RequestedProcedureDescription, RequestedProcedureID, and of each step Modality and
ScheduledProcedureStepStartDate. The entry that names the study counts, else the only one of that day and modality; it fills in what the headers do not say.
After 200 entries the search is cancelled.

## Storage commitment

Push model. As SCP: N-ACTION is kept and answered; N-EVENT-REPORT comes on an association of this server's own with the roles turned round, again for about a day
where the peer does not answer. An instance is kept where its file is here and not known to be damaged, else the reason is 0112, or 0119 for another class.
As SCU: peers are asked about what they were sent, and their report is taken on an association of theirs. A peer without host and port gets 0110, one with
${COUNTS.openCommitments} requests that wait for their report 0213.

## Rejected associations

1/1/7 for another called title, 1/1/3 for a calling title that is unknown, closed, or comes from another address or with another certificate, 2/3/1 when the
server cannot decide now, 2/3/2 beyond the limit of the peer.

## Security

TLS 1.2 or 1.3 with suites of BCP 195 (RFC 9325) and a certificate on both sides; a peer is known by the SHA-256 of its certificate. Associations
without TLS are taken on a port of their own, where an operator sets one, from the addresses that an operator has entered.

## DICOMweb

With an API key of the institution, or by an administrator's session (PS3.18); \`OPTIONS /api/dicom-web/\` describes the same as WADL (section
8.9). A search answers literal matches; fuzzy matching is answered with a warning (299). Metadata are whole data sets; octets beyond 1,024 bytes, and
other values beyond 65,536, have a BulkDataURI. Instances are given as they are stored, each part with its transfer syntax; frames and pixels are
transcoded when they are given, never where they are stored, and metadata describe them as given: grey values as stored, colour as RGB. A form that is
not given is answered by 406. Not offered: WADO-URI, metadata in XML, rendered studies and series.

A work item whose Scheduled Workitem Code is (${workitems.ANALYSIS_REQUEST.value}, ${workitems.ANALYSIS_REQUEST.scheme}) is done by the algorithms of this server: it is in progress while the study of its
Input Information Sequence is analysed, which begins when the images come, and ends with the analysis. All others wait for a performer who claims
them with a Transaction UID. Keys need the scope \`scans:read\` to search and retrieve, \`scans:write\` to create and to ask for cancellation,
\`results:write\` to claim, update and end.

Events: subscriptions to a work item, to all (${WORKLISTS[0]}) and to those that match a filter (${WORKLISTS[1]}; the keys of the search, others are refused by
400), with or without deletion lock, for any AE title of the institution, with the scope \`scans:read\`. The Notification Connection is a WebSocket (RFC 6455) at
\`GET /api/dicom-web/subscribers/:aeTitle\`, with the same key; each event is a text frame of DICOM JSON with the fields of N-EVENT-REPORT-RQ: UPS State Report (1), UPS Cancel
Requested (2), UPS Progress Report (3), UPS Assigned (5). SCP Status Change is not sent: the connection is closed (1001) when the server goes down. Nothing is queued for an
AE title without a connection. An institution has 10 connections and 32 subscribed AE titles at most (429); one that leaves 8 MB unread is closed (1013). A request to cancel
an item in progress is answered by 202 where the key that claimed it has a connection for a subscribed AE title, and its performer decides; else by 409. A deletion lock
keeps an item that ended for 365 days instead of 90, not beyond its study.

${table(
  ['transaction', 'PS3.18', 'method', 'path', 'query parameters', 'forms, the first by default', 'statuses'],
  dicomwebTransactions.TRANSACTIONS.map(({ name, section, endpoint, query, gives, statuses }) => [
    ...[
      name,
      section,
      endpoint.method,
      `\`${endpoint.path}\``,
      query.join(', '),
      gives.join(', '),
      statuses.join(', '),
    ],
  ]),
)}
`;
}

const STORE_STATUSES: Row[] = [
  [
    '0000',
    'the instance is on disk and in the database, or was there already, also in another lossless transfer syntax',
  ],
  ['0111', 'another object has this SOP Instance UID; this one is kept aside for review'],
  ['0117', 'the SOP Instance UID is none'],
  ['0120', 'SOP Instance UID or data set is missing'],
  ['0122', 'the SOP class is not that of the presentation context'],
  ['0124', 'the peer was closed meanwhile'],
  ['0211', 'an operation that is not known'],
  [
    'A700',
    'no room, no scans left, the trial has ended, too large, the study has too many instances, too much of it is kept aside, or not possible now; the comment says which',
  ],
  ['A900', 'SOP class or instance of the data set are not those of the command'],
  ['C000', 'the data set cannot be read, or has no Study Instance UID; the comment is the code of the refusal'],
];
const QUERY_STATUSES: Row[] = [
  ['0000', 'done; of a retrieval: all instances arrived'],
  ['FF00, FF01', 'one answer; FF01 where a key was given that is not matched on'],
  ['FE00', 'cancelled'],
  ['0124', 'the peer may not search any more'],
  ['A700', 'too many match, or not possible now'],
  ['A702', 'no instance arrived'],
  ['A801', 'the destination is no open peer of the institution'],
  ['A900', 'no such level, date or UID, or the study or series is not named'],
  ['B000', 'some instances did not arrive; their UIDs are listed'],
  ['C000', 'the identifier cannot be read'],
];

/** The answer to a proposal of one class in one transfer syntax, where the requestor also offers the SCP role. */
function negotiated(abstractSyntax: string, transferSyntax: string, mayQuery: boolean) {
  const request: AssociateRequest = {
    ...{ protocolVersion: 1, calledAe: 'DUAI', callingAe: 'PEER', applicationContext: APPLICATION_CONTEXT },
    contexts: [{ id: 1, abstractSyntax, transferSyntaxes: [transferSyntax] }],
    user: {
      ...{ maxDataBytes: 0, implementationClassUid: '', implementationVersionName: '', hasOperationsWindow: false },
      roles: new Map([[abstractSyntax, { scu: true, scp: true }]]),
      extended: new Map(),
    },
  };
  const { contexts, accept } = answerOf(request, offersOf({ mayQuery, sends: true }), IMPLEMENTATION);
  return { isAccepted: contexts.length === 1, mayBeScp: accept.user.roles.get(abstractSyntax)?.scp === true };
}

function acceptedSyntaxes(abstractSyntax: string, mayQuery: boolean): string[] {
  return TRANSFER_SYNTAXES.filter(([, uid]) => negotiated(abstractSyntax, uid, mayQuery).isAccepted).map(
    ([, uid]) => uid,
  );
}

function rowOf([name, uid]: readonly [string, string]): Row {
  const always = acceptedSyntaxes(uid, false);
  const asking = acceptedSyntaxes(uid, true);
  const scp = [false, true].map((mayQuery) => negotiated(uid, asking[0] ?? '', mayQuery).mayBeScp);
  const accepted = always.length > 0 ? 'yes' : asking.length > 0 ? 'query' : 'no';
  return [name, uid, accepted, scp[0] ? 'yes' : scp[1] ? 'query' : 'no', setOf(asking)];
}

/** Each distinct set of transfer syntaxes in which a class is accepted, with a letter. */
const SETS = new Map<string, { letter: string; uids: readonly string[] }>();
for (const [, uid] of SOP_CLASSES) {
  const uids = acceptedSyntaxes(uid, true);
  const key = uids.join(' ');
  if (uids.length > 0 && !SETS.has(key)) SETS.set(key, { letter: String.fromCharCode(65 + SETS.size), uids });
}
const setOf = (uids: readonly string[]): string => SETS.get(uids.join(' '))?.letter ?? '';
const setsOf = (uid: string): string =>
  [...SETS.values()]
    .filter(({ uids }) => uids.includes(uid))
    .map(({ letter }) => letter)
    .join(' ') || 'none';

/** Pads the columns to equal width, as the formatter of this repository wants them. */
function table(head: Row, rows: readonly Row[]): string {
  const widths = head.map((_, column) => Math.max(3, ...[head, ...rows].map((cells) => cells[column]!.length)));
  const line = (cells: Row, filler = ' ') =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!, filler)).join(' | ')} |`;
  return [
    line(head),
    line(
      head.map(() => ''),
      '-',
    ),
    ...rows.map((cells) => line(cells)),
  ].join('\n');
}
