import { scans } from '@duai/contract';
import { describe, expect, it } from 'vitest';
import { systemContext } from './core/actor.ts';
import { createInstitutionFactory } from './testing/institution-factory.ts';
import { NETWORKS, packageOf, whitenedNetwork } from './testing/packages.ts';
import { startTestServer } from './testing/test-server.ts';

const WRONG = { manifest: { id: 'test.wrong' } };

/** A server with these limits of a task, and an institution that uploads to it. */
async function startWithLimits(limits: Parameters<typeof startTestServer>[0]) {
  const server = await startTestServer(limits);
  const factory = createInstitutionFactory(server, await server.staff('operator'));
  const { admin } = await factory.activated('paket');
  const { packages } = server.features;
  return {
    importing: (files: ReadonlyMap<string, Uint8Array>) => packages.importPackage(systemContext, files),
    activate: (algorithmId: string, version: string | null) =>
      packages.activate(systemContext, { institutionId: null, algorithmId, version }),
    /** Runs of a new study of the institution, by algorithm. */
    async analysed() {
      const { scan } = await factory.upload(admin);
      await factory.settled(admin);
      const { analyses } = await admin.call(scans.getScan, { params: { scanId: scan.id } });
      return new Map(analyses.map((run) => [run.algorithmId, run]));
    },
    [Symbol.asyncDispose]: () => server.end(),
  };
}

describe('[CAT-018] a package whose network', () => {
  it('comes to no end is refused, or stopped where only some images make it endless; other analyses go on', async () => {
    await using limited = await startWithLimits({ TASK_TIMEOUT_SECONDS: '8' });
    const { importing, activate, analysed } = limited;
    await expect(importing(packageOf(NETWORKS.endless, WRONG))).rejects.toMatchObject({ code: 'MODEL_TOO_SLOW' });
    expect((await analysed()).get('qc.series')!.status).toBe('evaluated');

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

  it('needs too much memory is refused with the reason, and others run', async () => {
    // Time enough to reach the limit of memory on a slow machine.
    await using limited = await startWithLimits({ WORKER_MEMORY_MB: '700' });
    await expect(limited.importing(packageOf(NETWORKS.hoarding, WRONG))).rejects.toMatchObject({
      code: 'MODEL_TOO_LARGE',
    });
    expect((await limited.analysed()).get('qc.series')!.status).toBe('evaluated');
  });
});
