import { pacs as contract } from '@duai/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HttpClient } from '../../../../../scripts/http-client.ts';
import { waitFor } from '../../../../../scripts/instance.ts';
import { freePorts } from '../../../../../scripts/test-servers/free-ports.ts';
import { type OrthancServer, startOrthanc } from '../../../../../scripts/test-servers/orthanc.ts';
import { createInstitutionFactory } from '../../../testing/institution-factory.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

const WAIT_MS = 90_000;
const OBJECTS = ['structured-report', 'encapsulated-pdf'] as const;

let server: TestServer;
let operator: HttpClient;
let orthanc: OrthancServer;
let factory: ReturnType<typeof createInstitutionFactory>;
beforeAll(async () => {
  orthanc = await startOrthanc();
  server = await startTestServer({ DICOM_PLAIN_PORT: '0' });
  operator = await server.staff('operator');
  factory = createInstitutionFactory(server, operator);
  const modality = { AET: 'DUAI', Host: '127.0.0.1', Port: server.dicom!.plainPort! };
  await rest('/modalities/duai', { method: 'PUT', body: JSON.stringify(modality) });
}, 180_000);
afterAll(async () => {
  await server.end();
  await orthanc.close();
});

async function rest<T>(path: string, init?: RequestInit): Promise<T> {
  const answer = await fetch(`${orthanc.url}${path}`, init);
  expect([path, answer.status]).toEqual([path, 200]);
  const text = await answer.text();
  return (text ? JSON.parse(text) : null) as T;
}
/** The instances that arrived, each as often as it did. */
async function arrived() {
  const { Changes } = await rest<{ Changes: { ChangeType: string; Path: string }[] }>('/changes?limit=1000');
  const paths = Changes.filter(({ ChangeType }) => ChangeType === 'NewInstance').map(({ Path }) => Path);
  return Promise.all(paths.map((path) => rest<Record<string, string>>(`${path}/simplified-tags`)));
}

it('[PAC-012] results are sent once, committed, retried, and listed with their state', async () => {
  const { admin, institutionId } = await factory.activated('sonuc');
  const { admin: stranger } = await factory.activated('komsu');
  // Nothing listens on that port yet.
  const [deadPort] = (await freePorts(1)) as [number];
  const identification = { transport: 'plain' as const, address: '127.0.0.1' };
  const destination = { host: '127.0.0.1', port: deadPort };
  const body = { institutionId, name: 'Arşiv', aeTitle: 'ORTHANC', identification, destination };
  const { id: peerId } = await operator.call(contract.addPacsPeer, { body });
  await operator.call(contract.openPacsPeer, { params: { peerId }, body: { isOpen: true } });
  const route = { objects: [...OBJECTS], algorithmIds: null };
  await operator.call(contract.setResultRoute, { params: { peerId }, body: route });
  const { scan } = await factory.upload(admin);
  expect(await factory.settled(admin)).toMatchObject([{ status: 'complete' }]);

  const deliveries = async () =>
    (await admin.call(contract.listDeliveries)).rows.sort((a, b) => (a.object < b.object ? -1 : 1));
  const until = (what: string, isSo: (rows: contract.PacsDelivery[]) => boolean) =>
    waitFor(
      async () => {
        const rows = await deliveries();
        return isSo(rows) ? rows : undefined;
      },
      WAIT_MS,
      () => `${what}; log:\n${server.logLines.slice(-5).join('')}`,
    );

  // The archive is unreachable: the server tries again, and the list says why.
  const tried = await until('nothing was tried', (rows) => rows.length === 2 && rows.every((row) => row.attempts > 0));
  expect(tried).toMatchObject(
    [...OBJECTS].sort().map((object) => ({
      ...{ object, scanId: scan.id, peerId, peerName: 'Arşiv' },
      ...{ state: 'waiting', lastOutcome: 'ECONNREFUSED', sentAt: null },
    })),
  );
  expect((await stranger.call(contract.listDeliveries)).rows).toEqual([]);

  // After the last try the delivery has failed, until a person starts it again.
  const attempt = { jobId: '', attempt: 15, isLastAttempt: true, signal: new AbortController().signal };
  const [pdf, sr] = tried as [contract.PacsDelivery, contract.PacsDelivery];
  await server.features.pacs.deliveries.deliver({ deliveryId: pdf.id }, attempt);
  expect((await deliveries())[0]).toMatchObject({ state: 'failed', lastOutcome: 'ECONNREFUSED' });
  expect((await operator.call(contract.listAllDeliveries)).rows.map(({ id }) => id)).toContain(pdf.id);

  // The archive comes back: waiting results arrive without further action and are committed.
  await server.parts.db.drizzle.execute(`update pacs_peers set port = ${orthanc.dicomPort} where id = '${peerId}'`);
  await until('the report did not arrive', (rows) => rows[1]!.state === 'kept');
  const params = { deliveryId: pdf.id };
  expect((await stranger.send(contract.sendDeliveryAgain, { params })).status).toBe(404);
  await admin.call(contract.sendDeliveryAgain, { params });
  const ended = await until('the page did not arrive', (rows) => rows.every((row) => row.state === 'kept'));
  expect(ended.every(({ sentAt }) => sentAt !== null)).toBe(true);

  const received = await arrived();
  expect(received.map(({ SOPClassUID }) => SOPClassUID).sort()).toEqual([
    '1.2.840.10008.5.1.4.1.1.104.1',
    '1.2.840.10008.5.1.4.1.1.88.33',
  ]);
  expect(new Set(received.map(({ StudyInstanceUID }) => StudyInstanceUID)).size).toBe(1);
  for (const object of received) {
    expect(object.PatientName).toBe('PHANTOM^CHEST');
  }

  // Neither a repeated event nor a repeated job sends anything more.
  await server.features.pacs.deliveries.plan({ scanId: scan.id, submission: 1 });
  await server.features.pacs.deliveries.deliver({ deliveryId: sr.id }, { ...attempt, isLastAttempt: false });
  expect(await deliveries()).toEqual(ended);
  expect(await arrived()).toHaveLength(2);
  expect(server.logLines.join('')).not.toContain(received[0]!.StudyInstanceUID);
});
