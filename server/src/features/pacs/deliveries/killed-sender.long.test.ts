import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { pacs as contract, webReceivers } from '@duai/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { waitFor } from '../../../../../scripts/instance.ts';
import { SERVER_ARGUMENTS } from '../../../../../scripts/server-command.mjs';
import { type HoldingProxy, startHoldingProxy } from '../../../../../scripts/test-servers/holding-proxy.ts';
import { type OrthancServer, startOrthanc } from '../../../../../scripts/test-servers/orthanc.ts';
import { createInstitutionFactory } from '../../../testing/institution-factory.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

const WAIT_MS = 120_000;

let orthanc: OrthancServer;
let server: TestServer;
let byDimse: HoldingProxy;
let byWeb: HoldingProxy;
let worker: ChildProcess | undefined;
beforeAll(async () => {
  orthanc = await startOrthanc();
  byDimse = await startHoldingProxy({ port: orthanc.dicomPort });
  byWeb = await startHoldingProxy({ port: Number(new URL(orthanc.url).port) });
  server = await startTestServer({ DUAI_ROLE: 'web' });
}, 180_000);
afterAll(async () => {
  worker?.kill('SIGKILL');
  await server.end();
  await byDimse.close();
  await byWeb.close();
  await orthanc.close();
});

/** A process of its own that works the queue, on the database and the directory of the test's server. */
function startWorker(): void {
  const { DATABASE_URL } = server.parts.config;
  worker = spawn(process.execPath, SERVER_ARGUMENTS, {
    env: {
      ...process.env,
      ...{ NODE_ENV: 'test', LOG_LEVEL: 'error', DUAI_ROLE: 'worker', DUAI_DEMO: 'false' },
      ...{ DATABASE_URL, DUAI_DATA_DIR: server.dataDir, PORT: '0' },
    },
    stdio: 'ignore',
  });
}
const found = async <T>(path: string): Promise<T> => (await (await fetch(`${orthanc.url}${path}`)).json()) as T;

it('kill -9 between the answer of the archive and its record sends the same object again, and the archive has one', async () => {
  startWorker();
  const operator = await server.staff('operator');
  const factory = createInstitutionFactory(server, operator);
  const { admin, institutionId } = await factory.activated('kesik');
  const identification = { transport: 'plain' as const, address: '127.0.0.1' };
  const body = { institutionId, name: 'Arşiv', aeTitle: 'ORTHANC', identification };
  const destination = { host: '127.0.0.1', port: byDimse.port };
  const { id: peerId } = await operator.call(contract.addPacsPeer, { body: { ...body, destination } });
  await operator.call(contract.openPacsPeer, { params: { peerId }, body: { isOpen: true } });
  const wish = { objects: ['structured-report' as const], algorithmIds: null };
  await operator.call(contract.setResultRoute, { params: { peerId }, body: wish });
  const url = `http://127.0.0.1:${byWeb.port}/dicom-web`;
  const receiver = { name: 'Web', url, signIn: { by: 'none' as const }, objects: ['encapsulated-pdf' as const] };
  const { id: receiverId } = await admin.call(webReceivers.addWebReceiver, { body: receiver });
  await operator.call(webReceivers.allowPrivateWebReceiver, { params: { receiverId }, body: { mayBePrivate: true } });

  // P-DATA-TF (PS3.8 section 9.3.5) after the association was accepted; and whatever is posted.
  byDimse.hold((sent) => sent.indexOf(Buffer.from([0x04, 0x00]), 6 + sent.readUInt32BE(2)) >= 0);
  byWeb.hold(() => true);
  await factory.upload(admin);
  const ids = () => found<string[]>('/instances');
  await waitFor(
    async () => ((await ids()).length === 2 ? true : undefined),
    WAIT_MS,
    () => 'the objects did not arrive',
  );
  // The archive has both and has said so; of neither there is a record here.
  expect((await admin.call(contract.listDeliveries)).rows.map(({ state }) => state)).toEqual(['waiting', 'waiting']);
  const ended = once(worker!, 'exit');
  worker!.kill('SIGKILL');
  await ended;
  byDimse.release();
  byWeb.release();
  startWorker();
  const rows = await waitFor(
    async () => {
      const { rows: all } = await admin.call(contract.listDeliveries);
      return all.every(({ state }) => state === 'sent' || state === 'kept') ? all : undefined;
    },
    WAIT_MS,
    () => 'the objects were not sent again',
  );
  expect(rows.map(({ by, object }) => `${by} ${object}`).sort()).toEqual([
    'c-store structured-report',
    'stow-rs encapsulated-pdf',
  ]);
  // Each object went out twice under one UID, and is there once.
  const instances = await found<{ MainDicomTags: { SOPInstanceUID: string } }[]>('/instances?expand');
  expect(instances).toHaveLength(2);
  for (const { MainDicomTags } of instances) {
    const uid = Buffer.from(MainDicomTags.SOPInstanceUID, 'latin1');
    const times = [...byDimse.sent, ...byWeb.sent].filter((bytes) => bytes.includes(uid)).length;
    expect(times).toBeGreaterThanOrEqual(2);
  }
});
