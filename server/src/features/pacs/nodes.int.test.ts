import { type AddressInfo, createServer } from 'node:net';
import { pacs as contract } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HttpClient } from '../../../../scripts/http-client.ts';
import { waitFor } from '../../../../scripts/instance.ts';
import { dcmtk } from '../../../../scripts/test-servers/dcmtk.ts';
import { EXPLICIT_LE, VERIFICATION } from '../../dimse/messages/uids.ts';
import { requestAssociation } from '../../dimse/requestor.ts';
import { allPages } from '../../testing/all-pages.ts';
import { codeOf } from '../../testing/code-of.ts';
import { createInstitutionFactory } from '../../testing/institution-factory.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const LOCAL = { transport: 'plain' as const, address: '127.0.0.1' };
const NO_MORE = { store: false, query: false };

let server: TestServer;
let operator: HttpClient;
let factory: ReturnType<typeof createInstitutionFactory>;
beforeAll(async () => {
  server = await startTestServer({ DICOM_PLAIN_PORT: '0', DICOM_QUIET_SECONDS: '3600' });
  operator = await server.staff('operator');
  factory = createInstitutionFactory(server, operator);
});
afterAll(() => server.end());

const setOpen = (peerId: string, isOpen = true) =>
  operator.call(contract.openPacsPeer, { params: { peerId }, body: { isOpen } });
const echoscu = (from: string, to = 'DUAI') =>
  dcmtk('echoscu', ['-aet', from, '-aec', to, '127.0.0.1', String(server.dicom!.plainPort)]);

/** A computer of somebody else, which counts calls. */
async function listener() {
  let calls = 0;
  const net = createServer((socket) => {
    calls += 1;
    socket.on('error', () => {}).destroy();
  });
  await new Promise<void>((ready) => net.listen(0, '127.0.0.1', ready));
  const { port } = net.address() as AddressInfo;
  return { port, calls: () => calls, close: () => new Promise((closed) => net.close(closed)) };
}

it('a private address is called only when an operator opened the system: the wizard is no port scanner', async () => {
  const { admin } = await factory.activated('liman');
  const inside = await listener();
  for (const [aeTitle, host] of [
    ['NUMBER', '127.0.0.1'],
    ['NAME', 'localhost'],
    ['MAPPED', '::ffff:127.0.0.1'],
  ] as const) {
    const destination = { host, port: inside.port };
    const body = { name: aeTitle, aeTitle, identification: LOCAL, destination };
    const { id: peerId, isOpen } = await admin.call(contract.addPacsNode, { body });
    expect(isOpen).toBe(false);
    const [address, tcp] = await admin.call(contract.testPacsNode, { params: { peerId }, body: NO_MORE });
    expect(address).toMatchObject({ step: 'address', state: 'failed', problem: 'ADDRESS_NOT_PUBLIC' });
    expect(tcp).toMatchObject({ step: 'tcp', state: 'not-done' });
    expect(inside.calls()).toBe(0);
  }
  const [first] = await admin.call(contract.listPacsNodes);
  const params = { peerId: first!.id };
  await setOpen(first!.id);
  const steps = await admin.call(contract.testPacsNode, { params, body: NO_MORE });
  expect(steps.map(({ step, state, problem }) => [step, state, problem])).toEqual([
    ['address', 'passed', null],
    ['tcp', 'passed', null],
    ['association', 'failed', 'NOT_DICOM'],
    ['echo', 'not-done', null],
    ['store', 'not-done', null],
    ['query', 'not-done', null],
  ]);
  expect(inside.calls()).toBeGreaterThan(0);
  await inside.close();
});

it('an administrator sees and changes the systems of the own institution alone', async () => {
  const { admin } = await factory.activated('bizim');
  const { admin: stranger } = await factory.activated('yabanci');
  const body = {
    name: 'Arşiv',
    aeTitle: 'BIZIM',
    identification: LOCAL,
    destination: { host: '127.0.0.1', port: 104 },
  };
  const { id: peerId } = await admin.call(contract.addPacsNode, { body });
  const params = { peerId };
  expect(await stranger.call(contract.listPacsNodes)).toEqual([]);
  expect(await codeOf(stranger.call(contract.testPacsNode, { params, body: NO_MORE }))).toBe('NOT_FOUND');
  expect(await codeOf(stranger.call(contract.removePacsNode, { params }))).toBe('NOT_FOUND');
  expect((await operator.call(contract.listPacsPeers)).map(({ id }) => id)).toContain(peerId);
  // Registering a system first keeps nobody else from it; only one registration can be open.
  const { id: theirs } = await stranger.call(contract.addPacsNode, { body });
  expect(await codeOf(admin.call(contract.addPacsNode, { body }))).toBe('PACS_PEER_TAKEN');
  await setOpen(peerId);
  expect(await codeOf(setOpen(theirs))).toBe('PACS_PEER_TAKEN');
  await admin.call(contract.removePacsNode, { params });
  expect(await setOpen(theirs)).toMatchObject({ isOpen: true });
});

it('says who called, what came and why somebody was refused, to its institution alone', async () => {
  const { admin } = await factory.activated('arayan');
  const { admin: stranger } = await factory.activated('baskasi');
  const body = { name: 'CT 2', aeTitle: 'ARAYAN', identification: LOCAL };
  const { id: peerId } = await admin.call(contract.addPacsNode, { body });
  const outcomes = async () =>
    new Map((await admin.call(contract.listAssociations)).rows.map((row) => [row.outcome, row.associations] as const));
  const until = (isSo: (found: Map<string, number>) => boolean) =>
    waitFor(
      async () => isSo(await outcomes()) || undefined,
      20_000,
      () => 'associations were not counted',
    );
  expect((await echoscu('ARAYAN')).code).not.toBe(0);
  await until((found) => found.get('not-open') === 1);
  await setOpen(peerId);
  expect((await echoscu('ARAYAN')).code).toBe(0);
  expect((await echoscu('ARAYAN')).code).toBe(0);
  expect((await echoscu('ARAYAN', 'SOMEBODY')).code).not.toBe(0);
  // Counted by the hour, which may end between the two.
  await until((found) => (found.get('released') ?? 0) >= 1 && found.get('wrong-title') === 1);
  expect((await stranger.call(contract.listAssociations)).rows).toEqual([]);

  // A system that only receives may ask for an echo, but not send.
  await admin.call(contract.removePacsNode, { params: { peerId } });
  const receives = { ...body, sends: false, destination: { host: '127.0.0.1', port: 104 } };
  const { id: receiver } = await admin.call(contract.addPacsNode, { body: receives });
  await setOpen(receiver);
  expect((await echoscu('ARAYAN')).code).toBe(0);
  const association = await requestAssociation({
    ...{ host: '127.0.0.1', port: server.dicom!.plainPort!, callingAe: 'ARAYAN', calledAe: 'DUAI' },
    implementation: { classUid: '2.25.77', versionName: 'TEST' },
    proposals: [VERIFICATION, '1.2.840.10008.5.1.4.1.1.2'].map((abstractSyntax) => ({
      ...{ abstractSyntax, transferSyntaxes: [EXPLICIT_LE] },
    })),
  });
  expect(association.contexts.map(({ abstractSyntax }) => abstractSyntax)).toEqual([VERIFICATION]);
  await association.release();
});

it('a system is changed in place: a new name leaves it open, another title, address or place closes it', async () => {
  const { admin } = await factory.activated('degisen');
  const { admin: stranger } = await factory.activated('degismeyen');
  const body = {
    name: 'Arşiv',
    aeTitle: 'DEGISEN',
    identification: LOCAL,
    destination: { host: '127.0.0.1', port: 104 },
  };
  const { id: peerId } = await admin.call(contract.addPacsNode, { body });
  await admin.call(contract.addPacsNode, { body: { ...body, name: 'CT', aeTitle: 'DEGISEN_CT' } });
  const params = { peerId };
  const change = (more: Partial<typeof body> & { purpose?: 'workstation' }) =>
    admin.call(contract.changePacsNode, { params, body: { ...body, ...more } });
  expect(await codeOf(stranger.call(contract.changePacsNode, { params, body }))).toBe('NOT_FOUND');
  expect(await codeOf(change({ aeTitle: 'DEGISEN_CT' }))).toBe('PACS_PEER_TAKEN');
  await setOpen(peerId);
  // Without a word on how it is known, it is known as before.
  const { identification: _same, ...unsaid } = body;
  expect(
    await admin.call(contract.changePacsNode, {
      params,
      body: { ...unsaid, name: 'İş istasyonu', purpose: 'workstation' },
    }),
  ).toMatchObject({ name: 'İş istasyonu', purpose: 'workstation', address: '127.0.0.1', isOpen: true });
  for (const more of [
    { destination: { host: '127.0.0.2', port: 104 } },
    { identification: { transport: 'plain' as const, address: '127.0.0.9' } },
    { aeTitle: 'DEGISTI' },
  ]) {
    await change({});
    await setOpen(peerId);
    expect(await change({})).toMatchObject({ isOpen: true });
    expect(await change(more)).toMatchObject({ isOpen: false });
  }
  expect((await echoscu('DEGISEN')).code).not.toBe(0);
});

it('studies still arriving come in pages, soonest first; each is on one of them, and those of others on none', async () => {
  const { admin, institutionId } = await factory.activated('gelen');
  const { admin: stranger } = await factory.activated('gelmeyen');
  const most = contract.PACS_ROWS_PER_PAGE;
  // Several become quiet in the same moment.
  await server.parts.db.drizzle.execute(sql`
    insert into scans (id, institution_id, source, billing, status, submitted_at, created_at, quiet_at)
    select gen_random_uuid(), ${institutionId}, 'pacs', 'metered', 'processing', now(), now(),
      timestamptz '2100-01-01' + n / 3 * interval '1 microsecond' from generate_series(1, ${2 * most + 1}) n`);
  type Asked = { query: { cursor: string } };
  for (const read of [
    (asked: Asked) => admin.call(contract.listWaitingStudies, asked),
    (asked: Asked) => operator.call(contract.listAllWaitingStudies, asked),
  ]) {
    const pages = (await allPages(read)).map(({ rows }) => rows);
    expect(pages.map(({ length }) => length)).toEqual([most, most, 1]);
    const times = pages.flat().map(({ quietAt }) => quietAt);
    expect(times).toEqual([...times].sort());
    expect(new Set(pages.flat().map(({ scanId }) => scanId)).size).toBe(2 * most + 1);
  }
  expect((await stranger.call(contract.listWaitingStudies)).rows).toEqual([]);
});
