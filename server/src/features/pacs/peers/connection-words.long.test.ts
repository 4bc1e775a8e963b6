import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { pacs as contract } from '@duai/contract';
import english from '@duai/texts/en/workplace';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HttpClient } from '../../../../../scripts/http-client.ts';
import { temporaryDirectory } from '../../../../../scripts/instance.ts';
import { makeCertificate } from '../../../../../scripts/test-servers/certificates.ts';
import { startStorescp, startWlmscpfs } from '../../../../../scripts/test-servers/dcmtk.ts';
import { freePorts } from '../../../../../scripts/test-servers/free-ports.ts';
import { STATUS } from '../../../dimse/messages/statuses.ts';
import { startCollectingAcceptor } from '../../../dimse/testing/collecting-acceptor.ts';
import { REJECTIONS } from '../../../dimse/upper-layer/pdu.ts';
import { createInstitutionFactory } from '../../../testing/institution-factory.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

const PLAIN = { transport: 'plain' as const, address: '127.0.0.1' };
const ARCHIVE = makeCertificate('archive');

let dir: string;
let server: TestServer;
let operator: HttpClient;
let admin: HttpClient;
const closing: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  dir = await temporaryDirectory();
  const { key, cert } = makeCertificate('duai');
  for (const [name, content] of Object.entries({ key, cert, archiveKey: ARCHIVE.key, archiveCert: ARCHIVE.cert }))
    await writeFile(join(dir, `${name}.pem`), content);
  server = await startTestServer({
    ...{ DICOM_TLS_KEY_FILE: join(dir, 'key.pem'), DICOM_TLS_CERT_FILE: join(dir, 'cert.pem') },
  });
  operator = await server.staff('operator');
  ({ admin } = await createInstitutionFactory(server, operator).activated('sihirbaz'));
}, 60_000);
afterAll(async () => {
  for (const close of closing) await close();
  await server.end();
  await rm(dir, { recursive: true, force: true });
});

let count = 0;
/** What the test of a connection says: the first problem, by its step. */
async function saidOf(
  destination: { host?: string; port: number },
  { isTls = false, store = false, query = false } = {},
): Promise<(string | null)[]> {
  count += 1;
  const aeTitle = `SYSTEM${count}`;
  const identification = isTls ? { transport: 'tls' as const, certificate: ARCHIVE.cert } : PLAIN;
  const { host = '127.0.0.1', port } = destination;
  const body = { name: aeTitle, aeTitle, identification, destination: { host, port } };
  const { id: peerId } = await admin.call(contract.addPacsNode, { body });
  const params = { peerId };
  await operator.call(contract.openPacsPeer, { params, body: { isOpen: true } });
  const steps = await admin.call(contract.testPacsNode, { params, body: { store, query } });
  // A certificate opens one system at a time.
  await admin.call(contract.removePacsNode, { params });
  const wrong = steps.find(({ state }) => state === 'failed');
  return wrong ? [wrong.step, wrong.problem, wrong.detail] : ['', null, null];
}
const kept = <Server extends { port: number; close(lastMs: number): Promise<unknown> }>(one: Server): Server => {
  closing.push(() => one.close(0));
  return one;
};

it('each failure of a connection is told by its step and its cause', async () => {
  const rejecting = async (rejection: (typeof REJECTIONS)[keyof typeof REJECTIONS]) =>
    kept(await startCollectingAcceptor({ admit: async () => ({ rejection }) }));
  expect(await saidOf(await rejecting(REJECTIONS.callingAe))).toEqual([
    'association',
    'CALLING_TITLE_REFUSED',
    '1/1/3',
  ]);
  expect(await saidOf(await rejecting(REJECTIONS.calledAe))).toEqual(['association', 'CALLED_TITLE_REFUSED', '1/1/7']);
  expect(await saidOf(await rejecting(REJECTIONS.localLimit))).toEqual([
    'association',
    'BUSY',
    expect.stringMatching(/^2/),
  ]);

  const [dead] = (await freePorts(1)) as [number];
  expect(await saidOf({ port: dead })).toEqual(['tcp', 'PORT_CLOSED', 'ECONNREFUSED']);
  expect(await saidOf({ host: 'nirgends.invalid', port: 104 })).toEqual(['address', 'NAME_NOT_FOUND', null]);

  for (const name of ['plain', 'tls', 'worklist']) await mkdir(join(dir, name));
  const plain = kept(await startStorescp(join(dir, 'plain')));
  expect(await saidOf(plain, { store: true })).toEqual(['', null, null]);
  // No matching syntax: storescp answers no searches, a worklist stores nothing.
  expect(await saidOf(plain, { store: true, query: true })).toEqual(['query', 'NOT_OFFERED', null]);
  const worklist = kept(await startWlmscpfs(join(dir, 'worklist')));
  expect((await saidOf(worklist, { store: true }))[0]).toMatch(/association|store/);
  expect(await saidOf(plain, { isTls: true })).toEqual(['tls', 'TLS_NOT_SPOKEN', expect.anything()]);
  const strict = kept(
    await startStorescp(join(dir, 'tls'), ['+tls', join(dir, 'archiveKey.pem'), join(dir, 'archiveCert.pem'), '-rc']),
  );
  expect(await saidOf(strict, { isTls: true })).toEqual(['tls', 'OWN_CERTIFICATE_REFUSED', expect.anything()]);

  const full = kept(await startCollectingAcceptor({ answer: () => ({ status: STATUS.outOfResources }) }));
  expect(await saidOf(full, { store: true })).toEqual(['store', 'STATUS', 'a700']);
}, 120_000);

/**
 * A port that answers nothing any more, as behind a firewall that drops: its process stands still and its queue of connections is full,
 * so that the kernel drops each further SYN.
 */
async function silentPort(): Promise<{ port: number; end(): void }> {
  const listener =
    "const s = require('node:net').createServer(); s.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => console.log(s.address().port));";
  const child = spawn(process.execPath, ['-e', listener], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [line] = await once(child.stdout, 'data');
  child.kill('SIGSTOP');
  const port = Number(String(line));
  const sockets: Socket[] = [];
  const isTaken = async () => {
    const socket = connect({ port, host: '127.0.0.1' }).on('error', () => {});
    sockets.push(socket);
    return Promise.race([
      once(socket, 'connect').then(() => true),
      once(AbortSignal.timeout(1000), 'abort').then(() => false),
    ]);
  };
  while (await isTaken());
  return {
    port,
    end() {
      for (const socket of sockets) socket.destroy();
      child.kill('SIGKILL');
    },
  };
}

it('a firewall that drops what comes is told after eight seconds, as no answer', async () => {
  const { port, end } = await silentPort();
  try {
    const before = performance.now();
    expect(await saidOf({ port })).toEqual(['tcp', 'NO_ANSWER', null]);
    const took = performance.now() - before;
    expect([took >= 7900, took < 16_000]).toEqual([true, true]);
    expect(english.pacs.problems.NO_ANSWER({ host: '127.0.0.1', port: String(port) })).toMatch(
      /not respond on port \d+ .*firewall/,
    );
  } finally {
    end();
  }
}, 60_000);
