import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { scans } from '@duai/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitFor } from '../../scripts/instance.ts';
import { systemContext } from './core/actor.ts';
import { packageOfRecipe } from './features/packages/index.ts';
import { BRAIN_MODELS, brainMr, hasBrainData } from './testing/brain-mr.ts';
import { createInstitutionFactory } from './testing/institution-factory.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

if (!hasBrainData) console.log('data not present: no brain is measured');

/** 1.5 GB, the limit at which a child process is stopped. */
const MEMORY_MB = 1536;

/**
 * Peak memory of this process's children (proc(5)). Their time is measured by `npm run bench:algorithms` (aim 40 s): a busy host makes
 * the same work cost five times as much, in CPU time too.
 */
async function peakMbOfChildren(): Promise<number> {
  let peakKb = 0;
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (Number(fields[1]) !== process.pid) continue;
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    peakKb = Math.max(peakKb, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0));
  }
  return peakKb / 1024;
}

describe.runIf(hasBrainData && existsSync('/proc/self/stat'))('mr.brain-volumes', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ WORKER_MEMORY_MB: String(MEMORY_MB), TASK_TIMEOUT_SECONDS: '600' });
  });
  afterAll(() => server.end());

  it('[CAT-014] is imported from the published files and gives volumes, sides, asymmetry and masks of an MR study', async () => {
    const { packages } = server.features;
    const { id, version } = await packages.importPackage(
      systemContext,
      await packageOfRecipe('mr.brain-volumes', BRAIN_MODELS),
    );
    await packages.activate(systemContext, { institutionId: null, algorithmId: id, version });
    const factory = createInstitutionFactory(server, await server.staff('operator'));
    const { admin } = await factory.activated('beyin');

    const { scan } = await factory.upload(admin, brainMr({ plane: 'sagittal' }));
    const run = await waitFor(
      async () => {
        const { analyses, scan: now } = await admin.call(scans.getScan, { params: { scanId: scan.id } });
        return now.status === 'processing' ? undefined : analyses.find((each) => each.algorithmId === id);
      },
      900_000,
      () => `it is still being analysed; log:\n${server.logLines.slice(-5).join('')}`,
    );
    expect(await peakMbOfChildren()).toBeLessThan(MEMORY_MB);

    if (run.result?.outcome !== 'evaluated') throw new Error(JSON.stringify(run.sentences));
    const measured = new Map(run.result.measurements.map(({ code, value }) => [code, value]));
    const volumeOf = (code: string) => measured.get(code)!;
    // The value that the evaluation of the algorithm card gives for the same volume, written as axial slices.
    expect(volumeOf('BRAIN')).toBeCloseTo(1282, -1);
    // In a healthy brain, the two sides differ by less than a third.
    for (const code of ['CEREBRAL_CORTEX', 'THALAMUS', 'HIPPOCAMPUS', 'PUTAMEN']) {
      const [left, right] = [volumeOf(`${code}_LEFT`), volumeOf(`${code}_RIGHT`)];
      expect(left / right, code).toBeGreaterThan(0.75);
      expect(left / right, code).toBeLessThan(1.33);
      expect(volumeOf(`${code}_ASYMMETRY`), code).toBeCloseTo((200 * (left - right)) / (left + right), 0);
    }
    // Left and right come from the geometry, whichever way the slices run.
    expect(volumeOf('ACCUMBENS_LEFT')).toBeCloseTo(0.58, 1);
    expect(volumeOf('HIPPOCAMPUS_LEFT')).toBeCloseTo(3.82, 1);
    expect(volumeOf('HIPPOCAMPUS_RIGHT')).toBeCloseTo(4.2, 1);
    const masks = new Map(run.result.overlays.map((overlay) => [overlay.code, overlay]));
    expect(masks.size).toBe(17);
    expect(masks.get('HIPPOCAMPUS')).toMatchObject({ columns: 256, rows: 256 });
    expect(masks.get('HIPPOCAMPUS')!.slices.length).toBeGreaterThan(20);
  }, 1_200_000);
});
