import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pacs as contract, type Sent, webReceivers as web } from '@duai/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HttpClient } from '../../../../../scripts/http-client.ts';
import { waitFor } from '../../../../../scripts/instance.ts';
import { type OrthancServer, startOrthanc } from '../../../../../scripts/test-servers/orthanc.ts';
import { codeOf } from '../../../testing/code-of.ts';
import { createInstitutionFactory } from '../../../testing/institution-factory.ts';
import { tryAgainNow } from '../../../testing/job-tries.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

type SignIn = Sent<typeof web.addWebReceiver, 'body'>['signIn'];
const USER = { name: 'duai', password: 'gizli:parola' };
const authorization = `Basic ${Buffer.from(`${USER.name}:${USER.password}`).toString('base64')}`;

let orthanc: OrthancServer;
let server: TestServer;
let operator: HttpClient;
let factory: ReturnType<typeof createInstitutionFactory>;
/** A receiver that notes what it is asked with, and takes nothing. */
const asked: IncomingHttpHeaders[] = [];
const refuser = createServer((request, response) => {
  asked.push(request.headers);
  request.resume().on('end', () => response.writeHead(403).end('PHANTOM^CHEST is not ours'));
});
beforeAll(async () => {
  orthanc = await startOrthanc({ user: USER });
  await new Promise<void>((ready) => refuser.listen(0, '127.0.0.1', ready));
  server = await startTestServer();
  operator = await server.staff('operator');
  factory = createInstitutionFactory(server, operator);
}, 120_000);
afterAll(async () => {
  await server.end();
  refuser.closeAllConnections();
  refuser.close();
  await orthanc.close();
});

const add = (admin: HttpClient, name: string, url: string, signIn: SignIn, isAtOnce = true) =>
  admin.call(web.addWebReceiver, {
    body: {
      ...{ name, url, signIn, objects: ['structured-report' as const] },
      ...(isAtOnce ? {} : { sendsWhen: 'after-agreement' as const }),
    },
  });
const allow = (receiverId: string) =>
  operator.call(web.allowPrivateWebReceiver, { params: { receiverId }, body: { mayBePrivate: true } });
const instances = async () =>
  (await (await fetch(`${orthanc.url}/instances?expand`, { headers: { authorization } })).json()) as {
    MainDicomTags: { SOPInstanceUID: string };
  }[];

it('[PAC-012] results go by STOW-RS to an archive that asks who we are, once, and the list says so', async () => {
  const { admin } = await factory.activated('stow');
  const dicomweb = `${orthanc.url}/dicom-web`;
  const right = { by: 'basic' as const, name: USER.name, secret: USER.password };
  const { id, ...told } = await add(admin, 'Orthanc', dicomweb, right);
  expect(told).toMatchObject({ signIn: 'basic', mayBePrivate: false, sendsWhen: 'at-once' });
  expect(JSON.stringify(told)).not.toContain('gizli');
  const wrong = await add(admin, 'Yanlış', dicomweb, { ...right, secret: 'baska' });
  const waits = await add(admin, 'Bekleyen', dicomweb, right, false);
  const { scan } = await factory.upload(admin);
  const rowOf = async (peerId: string) =>
    (await admin.call(contract.listDeliveries)).rows.find((row) => row.peerId === peerId);
  const until = (peerId: string, isSo: (row: contract.PacsDelivery) => boolean) =>
    waitFor(
      async () => {
        await tryAgainNow(server.parts.db, 'pacs.deliver-result');
        const row = await rowOf(peerId);
        return row && isSo(row) ? row : undefined;
      },
      60_000,
      () => `it did not come to that; log:\n${server.logLines.slice(-5).join('')}`,
    );
  // In a private network it is called only after an operator allowed it.
  expect(await until(id, ({ attempts }) => attempts > 0)).toMatchObject({
    ...{ state: 'waiting', by: 'stow-rs', lastOutcome: 'ADDRESS_REFUSED', peerName: 'Orthanc' },
  });
  expect(await instances()).toEqual([]);
  await allow(id);
  await allow(wrong.id);
  expect(await until(id, ({ state }) => state === 'sent')).toMatchObject({ lastOutcome: null });
  expect(await until(wrong.id, ({ lastOutcome }) => lastOutcome !== 'ADDRESS_REFUSED')).toMatchObject({
    lastOutcome: 'HTTP 401',
  });
  expect(await rowOf(waits.id)).toBeUndefined();

  // Never twice: not by the same cause, not by a job that runs again, not by hand.
  const deliveryId = (await rowOf(id))!.id;
  const attempt = { jobId: '', attempt: 2, isLastAttempt: false, signal: new AbortController().signal };
  await server.features.pacs.deliveries.plan({ scanId: scan.id, submission: 1 });
  await server.features.pacs.deliveries.deliver({ deliveryId }, attempt);
  expect(await codeOf(admin.call(contract.sendDeliveryAgain, { params: { deliveryId } }))).toBe('NOT_FOUND');
  const before = await instances();
  expect(before).toHaveLength(1);
  // As after kill -9 between its answer and our row: the same object, of which the archive has one.
  await server.parts.db.drizzle.execute(`update pacs_deliveries set state = 'waiting' where id = '${deliveryId}'`);
  await server.features.pacs.deliveries.deliver({ deliveryId }, attempt);
  expect((await rowOf(id))!.state).toBe('sent');
  expect((await instances()).map(({ MainDicomTags }) => MainDicomTags)).toEqual(
    before.map(({ MainDicomTags }) => MainDicomTags),
  );
});

it('signs in as the receiver asks, and writes nothing down of what it answers', async () => {
  const { admin } = await factory.activated('anahtar');
  const { admin: stranger } = await factory.activated('anahtarsiz');
  const url = `http://127.0.0.1:${(refuser.address() as AddressInfo).port}/wado/`;
  const signIns: SignIn[] = [
    { by: 'none' },
    { by: 'bearer', secret: 'belirtec' },
    { by: 'header', name: 'X-Api-Key', secret: 'anahtar' },
  ];
  for (const signIn of signIns) await allow((await add(admin, signIn.by, url, signIn)).id);
  const { 0: first } = await admin.call(web.listWebReceivers);
  const params = { receiverId: first!.id };
  expect(await codeOf(stranger.call(web.removeWebReceiver, { params }))).toBe('NOT_FOUND');
  expect(await stranger.call(web.listWebReceivers)).toEqual([]);
  expect(await codeOf(add(admin, 'x', 'https://a:b@archive.example/', { by: 'none' }))).toBe('WEBHOOK_ADDRESS_REFUSED');
  await factory.upload(admin);
  const rows = await waitFor(
    async () => {
      const { rows: all } = await admin.call(contract.listDeliveries);
      return all.length === 3 && all.every(({ attempts }) => attempts > 0) ? all : undefined;
    },
    60_000,
    () => 'they were not tried',
  );
  expect(rows.map(({ lastOutcome }) => lastOutcome)).toEqual(['HTTP 403', 'HTTP 403', 'HTTP 403']);
  expect(asked.map((headers) => headers.authorization ?? headers['x-api-key'] ?? '').sort()).toEqual([
    '',
    'Bearer belirtec',
    'anahtar',
  ]);
  expect(server.logLines.join('')).not.toMatch(/PHANTOM|belirtec|anahtar"/);
  await admin.call(web.removeWebReceiver, { params });
  expect((await admin.call(contract.listDeliveries)).rows).toHaveLength(2);
});

it('a result that cannot be made counts as failed after its last try, does not wait for ever, and can be sent again', async () => {
  const { admin } = await factory.activated('hasarli');
  await add(admin, 'Arşiv', `${orthanc.url}/dicom-web`, { by: 'basic', name: USER.name, secret: USER.password });
  const { scan } = await factory.upload(admin);
  const row = await waitFor(
    async () => (await admin.call(contract.listDeliveries)).rows.find(({ attempts }) => attempts > 0),
    60_000,
    () => 'no try',
  );
  const { drizzle } = server.parts.db;
  await drizzle.execute(`update pacs_deliveries set content = null where id = '${row.id}'`);
  await drizzle.execute(
    `update instances set sha256 = reverse(sha256) where study_id in (select id from studies where scan_id = '${scan.id}')`,
  );
  const attempt = { jobId: '', attempt: 15, isLastAttempt: true, signal: new AbortController().signal };
  const deliver = (isLastAttempt: boolean) =>
    server.features.pacs.deliveries.deliver({ deliveryId: row.id }, { ...attempt, isLastAttempt });
  await expect(deliver(false)).rejects.toThrow();
  await deliver(true);
  const [told] = (await admin.call(contract.listDeliveries)).rows;
  expect(told).toMatchObject({ state: 'failed', lastOutcome: 'NOT_MAKEABLE' });
  await admin.call(contract.sendDeliveryAgain, { params: { deliveryId: row.id } });
});
