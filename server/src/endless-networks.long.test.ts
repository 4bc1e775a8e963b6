import { scans } from '@duai/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from '../../scripts/http-client.ts';
import { systemContext } from './core/actor.ts';
import { createInstitutionFactory } from './testing/institution-factory.ts';
import { NETWORKS, packageOf, whitenedNetwork } from './testing/packages.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

let server: TestServer;
let factory: ReturnType<typeof createInstitutionFactory>;
let admin: HttpClient;
beforeAll(async () => {
  // The shortest time limit, and memory for only a small network.
  server = await startTestServer({ TASK_TIMEOUT_SECONDS: '5', WORKER_MEMORY_MB: '700' });
  factory = createInstitutionFactory(server, await server.staff('operator'));
  ({ admin } = await factory.activated('paket'));
});
afterAll(() => server.end());

const importing = (files: ReadonlyMap<string, Uint8Array>) =>
  server.features.packages.importPackage(systemContext, files);
const activate = (algorithmId: string, version: string | null) =>
  server.features.packages.activate(systemContext, { institutionId: null, algorithmId, version });

/** Runs of a new study of the institution, by algorithm. */
async function analysed() {
  const { scan } = await factory.upload(admin);
  await factory.settled(admin);
  const { analyses } = await admin.call(scans.getScan, { params: { scanId: scan.id } });
  return new Map(analyses.map((run) => [run.algorithmId, run]));
}

describe('[CAT-018] a package whose network', () => {
  it.each([
    ['comes to no end', NETWORKS.endless, 'MODEL_TOO_SLOW'],
    ['needs too much memory', NETWORKS.hoarding, 'MODEL_TOO_LARGE'],
  ])('%s is refused with the reason, and others run', async (_what, weights, code) => {
    await expect(importing(packageOf(weights, { manifest: { id: 'test.wrong' } }))).rejects.toMatchObject({ code });
    expect((await analysed()).get('qc.series')!.status).toBe('evaluated');
  });

  it('comes to no end on some images only is stopped there with the reason; the other analyses go on', async () => {
    const { id, version } = await importing(
      packageOf(NETWORKS.endlessOnWhite, { manifest: { id: 'test.endless', network: whitenedNetwork() } }),
    );
    await activate(id, version);
    const runs = await analysed();
    await activate(id, null);
    expect(runs.get(id)).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('it exceeded the time limit'),
    });
    expect(runs.get('ct.lung-density')!.status).toBe('evaluated');
    expect((await analysed()).has(id)).toBe(false);
  });
});
