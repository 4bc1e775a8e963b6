import { operations, scans } from '@duai/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HttpClient } from '../../scripts/http-client.ts';
import { systemContext } from './core/actor.ts';
import { type Asked, type InferenceServer, startInferenceServer } from './testing/inference-server.ts';
import { createInstitutionFactory } from './testing/institution-factory.ts';
import { packageOf } from './testing/packages.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

let remote: InferenceServer;
let silent: InferenceServer;
let server: TestServer;
let operator: HttpClient;
/** The installed package, which runs for every institution. */
let installed: Awaited<ReturnType<typeof importing>>;
beforeAll(async () => {
  remote = await startInferenceServer();
  silent = await startInferenceServer();
  for (const { models } of [remote, silent])
    models.set('brightness', ({ inputs: [image] }: Asked) => [
      { name: 'brightness', shape: [1, 1], values: [0.7] },
      { ...image!, name: 'map' },
    ]);
  server = await startTestServer({
    MODEL_SERVERS: `triton=${remote.address},silent=${silent.address}`,
    MODEL_SERVER_ALLOWED_HOSTS: `${remote.host},${silent.host}`,
  });
  operator = await server.staff('operator');
  installed = await importing({ id: 'test.remote' });
  const { id, version } = installed;
  await server.features.packages.activate(systemContext, { institutionId: null, algorithmId: id, version });
});
afterAll(async () => {
  await server.end();
  await remote.stop();
  await silent.stop();
});

const packageFor = (change: { id: string; server?: string }) =>
  packageOf(new Uint8Array(), {
    manifest: {
      id: change.id,
      engine: 'kserve',
      remote: { server: change.server ?? 'triton', model: 'brightness', timeLimitSeconds: 60 },
    },
    files: { 'model.onnx': null },
  });
const importing = (change: Parameters<typeof packageFor>[0]) =>
  server.features.packages.importPackage(systemContext, packageFor(change));

it('a server that says nothing holds up neither what runs here nor the runs of other institutions elsewhere', async () => {
  const factory = createInstitutionFactory(server, operator);
  const [slow, other] = [await factory.activated('yavas'), await factory.activated('baska')];
  const { id, version } = await importing({ id: 'test.silent', server: 'silent' });
  silent.models.set('brightness', () => 'nothing');
  const before = silent.seen.length;
  const activated = { institutionId: slow.institutionId, algorithmId: id, version };
  await server.features.packages.activate(systemContext, activated);
  const statusOf = async ({ admin }: typeof slow, scanId: string, algorithmId: string) => {
    const { analyses } = await admin.call(scans.getScan, { params: { scanId } });
    return analyses.find((run) => run.algorithmId === algorithmId)?.status;
  };
  const ofSlow = [];
  for (let number = 1; number <= 4; number += 1) ofSlow.push((await factory.upload(slow.admin)).scan.id);
  const asked = () => silent.seen.length - before;
  await expect.poll(asked).toBe(1);
  const { scan } = await factory.upload(other.admin);
  await factory.settled(other.admin);
  expect(await statusOf(other, scan.id, 'test.remote')).toBe('evaluated');
  for (const scanId of ofSlow) await expect.poll(() => statusOf(slow, scanId, 'ct.lung-density')).toBe('evaluated');
  // One run waits for an answer, and the others wait for that run.
  expect(asked()).toBe(1);
  for (const scanId of ofSlow) expect(['planned', 'running']).toContain(await statusOf(slow, scanId, id));
});

it('a model server that goes away and comes back is told on the health page and in the run; the others go on', async () => {
  const factory = createInstitutionFactory(server, operator);
  const { admin } = await factory.activated('uzak');
  const { id, version } = installed;
  const health = async () =>
    (await operator.call(operations.getSystemHealth)).parts.find(({ name }) => name === `model ${id} ${version}`);
  const analysed = async () => {
    const { scan } = await factory.upload(admin);
    await factory.settled(admin);
    const { analyses } = await admin.call(scans.getScan, { params: { scanId: scan.id } });
    return new Map(analyses.map((run) => [run.algorithmId, run]));
  };
  expect(await health()).toMatchObject({ isHealthy: true, detail: 'ok' });
  expect((await analysed()).get(id)).toMatchObject({ status: 'evaluated' });

  await remote.stop();
  expect(await health()).toMatchObject({ isHealthy: false, detail: 'REMOTE_DOWN' });
  const runs = await analysed();
  expect(runs.get(id)).toMatchObject({ status: 'failed', reason: expect.stringContaining('could not be reached') });
  expect(runs.get('ct.lung-density')).toMatchObject({ status: 'evaluated' });
  // After three failures in a row the server is paused, and the next study does not wait for it.
  const asked = remote.seen.length;
  expect((await analysed()).get(id)!.reason).toContain('is paused');
  expect(remote.seen.length).toBe(asked);

  await remote.resume();
  expect(await health()).toMatchObject({ isHealthy: true });
});

it('a package is not taken whose server is unknown or does not have the model; nothing of it is stored', async () => {
  await expect(importing({ id: 'test.nowhere', server: 'nowhere' })).rejects.toMatchObject({
    code: 'MODEL_SERVER_UNKNOWN',
  });
  const brightness = remote.models.get('brightness')!;
  remote.models.delete('brightness');
  await expect(importing({ id: 'test.absent' })).rejects.toMatchObject({ code: 'MODEL_NOT_RUNNABLE' });
  remote.models.set('brightness', brightness);
  const stored = (await server.features.packages.list()).map(({ algorithmId }) => algorithmId);
  expect(stored.toSorted()).toEqual(['test.remote', 'test.silent']);
});
