import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { encodeCommand } from '../messages/command-set.ts';
import { APPLICATION_CONTEXT, IMPLICIT_LE, VERIFICATION } from '../messages/uids.ts';
import { associateRequestPdu } from '../upper-layer/associate.ts';
import { abortPdu, dataHeader, PDU, pduOf, releaseReply, releaseRequest } from '../upper-layer/pdu.ts';

const CT = '1.2.840.10008.5.1.4.1.1.2';
export interface Titles {
  callingAe: string;
  calledAe: string;
}

/** A request for verification (context 1) and CT storage (context 3). */
const request = (titles: Titles, change: Partial<Parameters<typeof associateRequestPdu>[0]> = {}): Buffer =>
  associateRequestPdu({
    ...titles,
    applicationContext: APPLICATION_CONTEXT,
    contexts: [
      { id: 1, abstractSyntax: VERIFICATION, transferSyntaxes: [IMPLICIT_LE] },
      { id: 3, abstractSyntax: CT, transferSyntaxes: [IMPLICIT_LE] },
    ],
    user: {
      maxDataBytes: 16_384,
      implementationClassUid: '2.25.2',
      implementationVersionName: 'HOSTILE',
      roles: new Map(),
      extended: new Map(),
      hasOperationsWindow: false,
    },
    ...change,
  });

const withLength = (pdu: Buffer, length: number): Buffer => {
  const changed = Buffer.from(pdu);
  changed.writeUInt32BE(length, 2);
  return changed;
};
const data = (context: number, kind: { isCommand: boolean; isLast: boolean }, content: Buffer): Buffer =>
  Buffer.concat([dataHeader(context, kind, content.length), content]);
const command = (context: number, content: Buffer): Buffer => data(context, { isCommand: true, isLast: true }, content);
const part = (context: number, content: Buffer, isLast = false): Buffer =>
  data(context, { isCommand: false, isLast }, content);
const store = encodeCommand({
  affectedSopClassUid: CT,
  commandField: 1,
  messageId: 1,
  priority: 0,
  dataSetType: 0,
  affectedSopInstanceUid: '2.25.3',
});
const echo = encodeCommand({
  affectedSopClassUid: VERIFICATION,
  commandField: 0x30,
  messageId: 1,
  dataSetType: 0x0101,
});
const someBytes = Buffer.alloc(9000, 7);

/**
 * What a stranger sends: bytes before and after the association is accepted. With `ends` false, the connection stays
 * open and silent.
 */
export interface HostileExchange {
  name: string;
  parts(titles: Titles): Buffer[];
  stays?: boolean;
}

const before = (name: string, bytes: (titles: Titles) => Buffer, stays = false): HostileExchange => ({
  name,
  parts: (titles) => [bytes(titles)],
  stays,
});
const after = (name: string, ...parts: Buffer[]): HostileExchange => ({
  name,
  parts: (titles) => [request(titles), ...parts],
});

/**
 * Each is one connection. Afterwards the server must still answer an echo, with no more memory and without keeping a
 * file.
 */
export const HOSTILE_EXCHANGES: readonly HostileExchange[] = [
  before('random bytes', () => randomBytes(4096)),
  before('a web browser', () => Buffer.from('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')),
  before('a TLS greeting', () => Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03])),
  before('a connection that is closed at once', () => Buffer.alloc(0)),
  before('a connection that stays silent', () => Buffer.alloc(0), true),
  before('half a header', () => Buffer.from([1, 0, 0])),
  before('half a header, and then silence', () => Buffer.from([1, 0, 0]), true),
  before('a request of 4 GB announced', (titles) => withLength(request(titles), 0xffffffff)),
  before('a request of 1 MB announced, of which little comes', (titles) => withLength(request(titles), 1024 * 1024)),
  before('a request shorter than its fixed part', () => pduOf(PDU.associateRequest, Buffer.alloc(20))),
  before('a request of zeros', () => pduOf(PDU.associateRequest, Buffer.alloc(500))),
  before('a request whose last item is cut off', (titles) => {
    const whole = request(titles);
    return withLength(whole.subarray(0, -10), whole.length - 16);
  }),
  before('a request without a context', (titles) => request(titles, { contexts: [] })),
  before('a request with 130 contexts', (titles) =>
    request(titles, {
      contexts: Array.from({ length: 130 }, (_, index) => ({
        id: (2 * index + 1) % 256,
        abstractSyntax: CT,
        transferSyntaxes: [IMPLICIT_LE],
      })),
    }),
  ),
  before('a context with an even id', (titles) =>
    request(titles, { contexts: [{ id: 2, abstractSyntax: CT, transferSyntaxes: [IMPLICIT_LE] }] }),
  ),
  before('a context without a transfer syntax', (titles) =>
    request(titles, { contexts: [{ id: 1, abstractSyntax: CT, transferSyntaxes: [] }] }),
  ),
  before('a UID that is none', (titles) =>
    request(titles, { contexts: [{ id: 1, abstractSyntax: 'x'.repeat(80), transferSyntaxes: [IMPLICIT_LE] }] }),
  ),
  before('another application context', (titles) => request(titles, { applicationContext: '1.2.3' })),
  before('no version of the protocol', (titles) => {
    const pdu = Buffer.from(request(titles));
    pdu.writeUInt16BE(0, 6);
    return pdu;
  }),
  before('data before an association', () => command(1, echo)),
  before('a release before an association', () => releaseRequest()),
  before('an abort before an association', () => abortPdu({ source: 0, reason: 0 })),
  before('an unknown PDU', () => Buffer.from([0x99, 0, 0, 0, 0, 4, 0, 0, 0, 0])),
  after('another request within the association', request({ callingAe: 'A', calledAe: 'B' })),
  after('an unknown PDU within the association', Buffer.from([0x99, 0, 0, 0, 0, 4, 0, 0, 0, 0])),
  after('a release reply that nobody asked for', releaseReply()),
  after('data of 4 GB announced', withLength(command(1, echo), 0xffffffff)),
  after('data longer than announced', withLength(part(3, Buffer.alloc(200_000)), 200_006)),
  after('data without a value', Buffer.from([4, 0, 0, 0, 0, 0])),
  after(
    'a value longer than its PDU',
    (() => {
      const pdu = Buffer.from(command(1, echo));
      pdu.writeUInt32BE(0x7fffffff, 6);
      return pdu;
    })(),
  ),
  after(
    'a value of length 1',
    (() => {
      const pdu = Buffer.from(command(1, echo));
      pdu.writeUInt32BE(1, 6);
      return pdu;
    })(),
  ),
  after('a context that was not agreed on', command(5, echo)),
  after('a data set without a command', part(3, someBytes)),
  after(
    'a command that never ends',
    ...Array.from({ length: 9 }, () => data(1, { isCommand: true, isLast: false }, someBytes)),
  ),
  after('a command of random bytes', command(1, randomBytes(300))),
  after(
    'a command without its end in another context',
    data(1, { isCommand: true, isLast: false }, echo.subarray(0, 20)),
    command(3, echo),
  ),
  after(
    'a response to nothing',
    command(1, encodeCommand({ commandField: 0x8001, dataSetType: 0x0101, messageId: 1 })),
  ),
  after('an echo in a storage context', command(3, echo)),
  after('a store in the context of verification', command(1, store), part(1, someBytes, true)),
  after('half a data set, then closed', command(3, store), part(3, someBytes)),
  after('half a data set, then aborted', command(3, store), part(3, someBytes), abortPdu({ source: 0, reason: 0 })),
  after('half a data set, then released', command(3, store), part(3, someBytes), releaseRequest()),
  after('half a data set, then a command', command(3, store), part(3, someBytes), command(3, store)),
  after('half a data set, then one in another context', command(3, store), part(3, someBytes), part(1, someBytes)),
  after('half a PDU of a data set', command(3, store), part(3, someBytes).subarray(0, 5000)),
  after('a data set of random bytes', command(3, store), part(3, randomBytes(5000), true)),
  after('a data set of nothing', command(3, store), part(3, Buffer.alloc(0), true)),
];

/** Plays one exchange over a new connection, whatever is answered. @returns the connection if it stays open */
export async function playHostile(
  exchange: HostileExchange,
  port: number,
  titles: Titles,
): Promise<Socket | undefined> {
  const socket = connect({ host: '127.0.0.1', port });
  socket.on('error', () => {});
  await new Promise<void>((resolve) => socket.once('connect', resolve).once('close', () => resolve()));
  for (const [index, bytes] of exchange.parts(titles).entries()) {
    if (socket.writable && bytes.length > 0) socket.write(bytes);
    // The request must be answered first, so that the rest arrives within the association.
    if (index === 0 && exchange.parts(titles).length > 1)
      await new Promise<void>((resolve) => socket.once('readable', resolve).once('close', () => resolve()));
  }
  if (exchange.stays) return socket;
  socket.end();
  await buffer(socket).catch(() => {});
  return undefined;
}
