import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, Socket } from 'node:net';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { temporaryDirectory } from '../../../scripts/instance.ts';
import { makeCertificate } from '../../../scripts/test-servers/certificates.ts';
import { dcmtk, startStorescp } from '../../../scripts/test-servers/dcmtk.ts';
import { encodeCommand } from './messages/command-set.ts';
import { STATUS } from './messages/statuses.ts';
import { APPLICATION_CONTEXT, EXPLICIT_LE, IMPLICIT_LE, VERIFICATION } from './messages/uids.ts';
import { AssociationRejected, requestAssociation } from './requestor.ts';
import { createUser } from './services/user.ts';
import { startCollectingAcceptor } from './testing/collecting-acceptor.ts';
import { HOSTILE_EXCHANGES, playHostile } from './testing/hostile-exchanges.ts';
import { associateRequestPdu } from './upper-layer/associate.ts';
import { ARTIM_MS } from './upper-layer/association.ts';
import { dataHeader, PDU, releaseRequest } from './upper-layer/pdu.ts';
import { INVALID_PARAMETER } from './upper-layer/protocol-error.ts';

const SHARED = resolve(import.meta.dirname, '../../../../shared/data/dicom');
const CT = '1.2.840.10008.5.1.4.1.1.2';
const TITLES = { callingAe: 'STRANGER', calledAe: 'DUAI' };
const IMPLEMENTATION = { classUid: '2.25.9', versionName: 'TEST' };

let dir: string;
beforeAll(async () => {
  dir = await temporaryDirectory();
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
/** The data set, after the preamble, the prefix and the meta group, which begins with its length (PS3.10 section 7.1). */
const dataSetOf = (file: Buffer) => file.subarray(144 + file.readUInt32LE(140));

const associate = (port: number, change: Partial<Parameters<typeof requestAssociation>[0]> = {}) =>
  requestAssociation({
    host: '127.0.0.1',
    port,
    ...TITLES,
    implementation: IMPLEMENTATION,
    proposals: [
      { abstractSyntax: VERIFICATION, transferSyntaxes: [IMPLICIT_LE] },
      { abstractSyntax: CT, transferSyntaxes: [EXPLICIT_LE] },
    ],
    ...change,
  });

/** An association by a stranger, for which the test writes the bytes. */
async function associateRaw(port: number, options: { localAddress?: string } = {}): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port, ...options });
  socket.on('error', () => {});
  socket.write(
    associateRequestPdu({
      ...TITLES,
      applicationContext: APPLICATION_CONTEXT,
      contexts: [{ id: 1, abstractSyntax: CT, transferSyntaxes: [IMPLICIT_LE] }],
      user: {
        maxDataBytes: 0,
        implementationClassUid: '2.25.1',
        implementationVersionName: 'T',
        roles: new Map(),
        extended: new Map(),
        hasOperationsWindow: false,
      },
    }),
  );
  await Promise.race([once(socket, 'readable'), once(socket, 'close')]);
  return socket;
}
const WHOLE_COMMAND = { isCommand: true, isLast: true };
const storeCommand = encodeCommand({
  affectedSopClassUid: CT,
  affectedSopInstanceUid: '2.25.6',
  commandField: 1,
  messageId: 1,
  dataSetType: 0,
});

async function echo(port: number): Promise<number | undefined> {
  const association = await associate(port);
  const outcome = await createUser(association).echo();
  await association.release();
  return outcome?.status;
}

describe('with dcmtk', () => {
  it('answers echoscu, and refuses what it does not know', async () => {
    const acceptor = await startCollectingAcceptor({
      admit: async (request) =>
        request.calledAe === 'DUAI'
          ? {
              peer: null,
              key: 'all',
              atOnce: 2,
              offerOf: (uid) => (uid === VERIFICATION ? { accepts: () => true } : undefined),
            }
          : { rejection: { result: 1, source: 1, reason: 7 } },
    });
    const { port } = acceptor;
    const good = await dcmtk('echoscu', ['-v', '-aec', 'DUAI', '--repeat', '3', '-ppc', '128', '127.0.0.1', `${port}`]);
    expect(good).toMatchObject({ code: 0, output: expect.stringContaining('Received Echo Response (Success)') });
    const wrong = await dcmtk('echoscu', ['-aec', 'WRONG', '127.0.0.1', `${port}`]);
    expect(wrong.output).toContain('Called AE Title Not Recognized');
    const shutdown = await dcmtk('termscu', ['-aec', 'DUAI', '127.0.0.1', `${port}`]);
    expect(shutdown.code).not.toBe(0);
    expect(await echo(port)).toBe(STATUS.success);
    await acceptor.close(0);
  });

  it('receives the data sets of all shared files as storescp +B writes them', async () => {
    const reference = join(dir, 'reference');
    await mkdir(reference);
    const storescp = await startStorescp(reference);
    const acceptor = await startCollectingAcceptor();
    const send = (port: number) => dcmtk('dcmsend', ['-dn', '-nh', '+sd', '+r', '127.0.0.1', String(port), SHARED]);
    await send(storescp.port);
    await send(acceptor.port);
    await storescp.close();
    await acceptor.close(5000);
    const names = await readdir(reference);
    expect(names.length).toBeGreaterThan(200);
    const expected = new Map<string, string>();
    for (const name of names) {
      const uid = /^[^.]+\.([0-9.]+)$/.exec(name)![1]!;
      expected.set(uid, sha256(dataSetOf(await readFile(join(reference, name)))));
    }
    // In two files the meta information and the data set name different classes. dcmsend sends these in the wrong
    // context, and storescp does not check that.
    const others = [...expected].filter(([uid, hash]) => acceptor.stored.get(uid)?.sha256 !== hash);
    expect(others.map(([uid]) => uid).sort()).toEqual(['1.3.46.670589.14.1000.210.2.199999.20110525185628.1.0', '31']);
    expect(acceptor.stored.size).toBe(expected.size - 1);
    expect(acceptor.failures).toEqual([]);
  });

  it('sends a data set as it is, which storescp +B writes the same', async () => {
    const target = join(dir, 'sent');
    await mkdir(target);
    const storescp = await startStorescp(target);
    const dataSet = Buffer.alloc(700_001 * 2, 0x5a);
    async function* inPieces() {
      for (let at = 0; at < dataSet.length; at += 10_007) yield dataSet.subarray(at, at + 10_007);
    }
    const association = await associate(storescp.port);
    const user = createUser(association);
    const instance = { sopClassUid: CT, sopInstanceUid: '2.25.1234', transferSyntax: EXPLICIT_LE };
    expect(await user.store(instance, inPieces())).toMatchObject({ status: STATUS.success });
    expect(await user.store({ ...instance, transferSyntax: '1.2.840.10008.1.2.4.70' }, inPieces())).toBeNull();
    expect(await user.echo()).toEqual({ status: STATUS.success, comment: undefined });
    await association.release();
    await storescp.close();
    const [name] = await readdir(target);
    expect(dataSetOf(await readFile(join(target, name!)))).toEqual(dataSet);
  });
});

describe('an association', () => {
  it('waits at neither end for a packet to fill, so that no answer waits for an acknowledgement', async () => {
    const asked = vi.spyOn(Socket.prototype, 'setNoDelay');
    const acceptor = await startCollectingAcceptor();
    try {
      expect(await echo(acceptor.port)).toBe(STATUS.success);
      const ends = asked.mock.contexts.map((socket, at) => ({
        socket: socket as Socket,
        isOn: asked.mock.calls[at]?.[0],
      }));
      const isOnOf = (end: 'localPort' | 'remotePort') =>
        ends.filter(({ socket }) => socket[end] === acceptor.port).map(({ isOn }) => isOn);
      expect({ acceptor: isOnOf('localPort'), requestor: isOnOf('remotePort') }).toEqual({
        acceptor: [true],
        requestor: [true],
      });
    } finally {
      asked.mockRestore();
      await acceptor.close(0);
    }
  });
});

describe('an acceptor', () => {
  it('answers an echo after each hostile exchange, and holds nothing of them', async () => {
    const acceptor = await startCollectingAcceptor({ timers: { artimMs: 500, idleMs: 60_000 } });
    const { port } = acceptor;
    const sockets = [];
    const before = process.memoryUsage.rss();
    for (const exchange of HOSTILE_EXCHANGES) {
      const socket = await playHostile(exchange, port, TITLES);
      if (socket) sockets.push(socket);
      expect([exchange.name, await echo(port)]).toEqual([exchange.name, STATUS.success]);
    }
    expect(HOSTILE_EXCHANGES.length).toBeGreaterThan(30);
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 * 1024 * 1024);
    // Only complete messages are stored.
    expect([...acceptor.stored.keys()]).toEqual(['2.25.3']);
    // The silent connections are ended when ARTIM expires.
    await Promise.all(sockets.map((socket) => socket.destroyed || once(socket.resume(), 'close')));
    await acceptor.close(0);
  });

  it('lets nobody who says nothing keep others out, of the same address either', async () => {
    const acceptor = await startCollectingAcceptor({ limits: { connections: 20, waitingOfAddress: 6 } });
    const idle: Socket[] = [];
    for (let made = 0; made < 8; made += 1) {
      const socket = connect({ host: '127.0.0.1', port: acceptor.port });
      await once(socket, 'connect');
      idle.push(socket.resume());
    }
    // With as many silent ones as an address may have, long before any of them is ended (ARTIM).
    const begin = performance.now();
    expect(await echo(acceptor.port)).toBe(STATUS.success);
    expect(performance.now() - begin).toBeLessThan(ARTIM_MS / 2);
    await expect.poll(() => idle.filter(({ closed }) => !closed).length).toBeLessThanOrEqual(6);
    expect(idle.at(-1)!.closed).toBe(false);
    await acceptor.close(0);
  });

  it('lets silent connections of many addresses keep nobody out', async () => {
    const acceptor = await startCollectingAcceptor({ limits: { connections: 6, waitingOfAddress: 4 } });
    const idle: Socket[] = [];
    for (const last of [2, 3, 3, 3, 4, 5, 6]) {
      const socket = connect({ host: '127.0.0.1', port: acceptor.port, localAddress: `127.0.0.${last}` });
      await once(socket, 'connect');
      idle.push(socket.resume());
    }
    expect(await echo(acceptor.port)).toBe(STATUS.success);
    // The address with the most connections lost its oldest ones first.
    await expect.poll(() => idle.map(({ closed }) => closed)).toEqual([false, true, true, false, false, false, false]);
    await acceptor.close(0);
  });

  it('lets a peer that releases and does not close keep nobody out', async () => {
    const acceptor = await startCollectingAcceptor({
      limits: { connections: 6, waitingOfAddress: 4 },
      admit: async ({ callingAe }) => ({
        peer: null,
        key: callingAe,
        atOnce: 3,
        offerOf: () => ({ accepts: () => true }),
      }),
    });
    const released: Socket[] = [];
    for (let made = 0; made < 8; made += 1) {
      const socket = await associateRaw(acceptor.port);
      socket.read();
      socket.write(releaseRequest());
      await Promise.race([once(socket, 'readable'), once(socket, 'close')]);
      expect((socket.read() as Buffer | null)?.[0]).toBe(PDU.releaseReply);
      released.push(socket.resume());
    }
    await expect.poll(() => released.filter(({ closed }) => !closed).length).toBe(3);
    const other = await associate(acceptor.port, { callingAe: 'ANOTHER' });
    expect(await createUser(other).echo()).toMatchObject({ status: STATUS.success });
    await other.release();
    await acceptor.close(0);
  });

  it('ends an association that falls silent in the middle of a data set', async () => {
    const acceptor = await startCollectingAcceptor({ timers: { artimMs: 5000, idleMs: 200 } });
    const association = await associate(acceptor.port);
    async function* silent() {
      yield Buffer.alloc(1000);
      await once(abandoned.signal, 'abort');
    }
    const abandoned = new AbortController();
    const user = createUser(association);
    void user
      .store({ sopClassUid: CT, sopInstanceUid: '2.25.5', transferSyntax: EXPLICIT_LE }, silent())
      .catch(() => {});
    await expect.poll(() => acceptor.failures).toMatchObject([{ code: 'TIMED_OUT' }]);
    abandoned.abort();
    expect(acceptor.stored.size).toBe(0);
    await acceptor.close(0);
  });

  it('serves ten associations at once, and rejects the eleventh of a peer for now', async () => {
    const acceptor = await startCollectingAcceptor({
      admit: async () => ({ peer: null, key: 'one peer', atOnce: 10, offerOf: () => ({ accepts: () => true }) }),
    });
    const associations = await Promise.all(Array.from({ length: 10 }, () => associate(acceptor.port)));
    await expect(associate(acceptor.port)).rejects.toMatchObject({ rejection: { result: 2, source: 3, reason: 2 } });
    async function* content() {
      yield Buffer.alloc(300_000, 1);
    }
    const outcomes = await Promise.all(
      associations.map((association, index) =>
        createUser(association).store(
          { sopClassUid: CT, sopInstanceUid: `2.25.${index}`, transferSyntax: EXPLICIT_LE },
          content(),
        ),
      ),
    );
    expect(outcomes.every((outcome) => outcome?.status === STATUS.success)).toBe(true);
    expect(acceptor.stored.size).toBe(10);
    await associations[0]!.release();
    await expect.poll(async () => echo(acceptor.port).catch((error) => error)).toBe(STATUS.success);
    for (const association of associations.slice(1)) association.abort();
    await acceptor.close(0);
  });

  it('goes on after a store that ends while it still asks for a piece', async () => {
    const answered = new AbortController();
    const acceptor = await startCollectingAcceptor({
      async instead({ sopInstanceUid, dataSet }) {
        if (sopInstanceUid !== '2.25.7') return undefined;
        const pieces = dataSet[Symbol.asyncIterator]();
        for (let bytes = 0; bytes < 200_000; ) bytes += (await pieces.next()).value!.length;
        // Behaves like a stream that reads ahead and is destroyed before the next piece arrives.
        void pieces.next().catch(() => {});
        setTimeout(() => answered.abort(), 100);
        return { status: STATUS.outOfResources };
      },
    });
    const association = await associate(acceptor.port);
    const user = createUser(association);
    const store = (sopInstanceUid: string, content: AsyncIterable<Buffer>) =>
      user.store({ sopClassUid: CT, sopInstanceUid, transferSyntax: EXPLICIT_LE }, content);
    async function* held() {
      yield Buffer.alloc(200_000, 1);
      await once(answered.signal, 'abort');
      for (let sent = 0; sent < 10; sent += 1) yield Buffer.alloc(100_001, 2);
    }
    async function* whole() {
      yield Buffer.alloc(300_000, 3);
    }
    expect(await store('2.25.7', held())).toMatchObject({ status: STATUS.outOfResources });
    expect(await store('2.25.8', whole())).toMatchObject({ status: STATUS.success });
    expect(acceptor.stored.get('2.25.8')).toMatchObject({ sha256: sha256(Buffer.alloc(300_000, 3)) });
    expect(await user.echo()).toMatchObject({ status: STATUS.success });
    await association.release();
    await acceptor.close(0);
    expect(acceptor.failures).toEqual([]);
  });

  it.each([true, false])('aborts where values without content do not end (of a command: %s)', async (isCommand) => {
    const acceptor = await startCollectingAcceptor();
    const socket = await associateRaw(acceptor.port);
    if (!isCommand) socket.write(Buffer.concat([dataHeader(1, WHOLE_COMMAND, storeCommand.length), storeCommand]));
    for (let sent = 0; sent < 17; sent += 1) socket.write(dataHeader(1, { isCommand, isLast: false }, 0));
    await expect.poll(() => acceptor.failures).toMatchObject([{ name: 'ProtocolError', abort: INVALID_PARAMETER }]);
    socket.destroy();
    await acceptor.close(0);
  });

  it('does not read what its service does not take: the sender has to wait', async () => {
    let release = () => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    const acceptor = await startCollectingAcceptor({ answer: () => held.then(() => ({ status: STATUS.success })) });
    const socket = await associateRaw(acceptor.port);
    const part = Buffer.alloc(100_000);
    const send = (isCommand: boolean, isLast: boolean, bytes: Buffer) =>
      socket.write(Buffer.concat([dataHeader(1, { isCommand, isLast }, bytes.length), bytes]));
    send(true, true, storeCommand);
    send(false, true, part);
    await expect.poll(() => acceptor.stored.size).toBe(1);
    // The first is still unanswered; of the next 64 MB only what the system's buffers hold leaves this process.
    for (let sent = 0; sent < 640; sent += 1) send(false, false, part);
    await expect.poll(() => socket.bytesWritten - socket.writableLength).toBeGreaterThan(200_000);
    const seen = [-1];
    const isStill = () => {
      seen.push(socket.bytesWritten - socket.writableLength);
      return seen.at(-1) === seen.at(-2);
    };
    await expect.poll(isStill, { interval: 300 }).toBe(true);
    expect(seen.at(-1)).toBeLessThan(32 * 1024 * 1024);
    socket.destroy();
    release();
    await acceptor.close(0);
  });
});

describe('over TLS', () => {
  it('takes whoever shows a known certificate, and nobody plain, anonymous or out of date', async () => {
    const [server, peer, other] = ['server', 'peer', 'other'].map((name) => makeCertificate(name));
    const acceptor = await startCollectingAcceptor({
      tls: server!,
      admit: async (_request, { certificate }) =>
        certificate?.sha256 === peer!.sha256
          ? { peer: null, key: 'peer', atOnce: 1, offerOf: () => ({ accepts: () => true }) }
          : { rejection: { result: 1, source: 1, reason: 3 } },
    });
    const { port } = acceptor;
    const as = (own: typeof peer) => associate(port, { tls: { ...own!, sha256: server!.sha256 } });
    const association = await as(peer);
    expect(await createUser(association).echo()).toMatchObject({ status: STATUS.success });
    await association.release();
    await expect(as(other)).rejects.toBeInstanceOf(AssociationRejected);
    await expect(associate(port)).rejects.toMatchObject({ code: 'CLOSED' });
    // This side, too, checks whom it calls.
    await expect(associate(port, { tls: { ...peer!, sha256: other!.sha256 } })).rejects.toMatchObject({
      code: 'CERTIFICATE',
    });

    const files = { key: join(dir, 'key.pem'), cert: join(dir, 'cert.pem'), ca: join(dir, 'ca.pem') };
    await writeFile(files.key, peer!.key);
    await writeFile(files.cert, peer!.cert);
    await writeFile(files.ca, server!.cert);
    const target = ['127.0.0.1', String(port)];
    const withKey = await dcmtk('echoscu', ['+tls', files.key, files.cert, '+cf', files.ca, ...target]);
    expect(withKey).toMatchObject({ code: 0 });
    const anonymous = await dcmtk('echoscu', ['+tla', '-ic', ...target]);
    expect(anonymous.output).toContain('Association Rejected');
    const plain = await dcmtk('echoscu', ['-to', '5', '-ta', '5', ...target]);
    expect(plain.code).not.toBe(0);
    await acceptor.close(0);
  });
});
