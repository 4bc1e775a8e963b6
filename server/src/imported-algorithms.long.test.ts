import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { catalogue, evaluation, scans } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from '../../scripts/http-client.ts';
import { systemContext } from './core/actor.ts';
import { readPackage } from './features/packages/index.ts';
import { createInstitutionFactory } from './testing/institution-factory.ts';
import { manifestOf, NETWORKS, packageOf, zipped } from './testing/packages.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

let server: TestServer;
let factory: ReturnType<typeof createInstitutionFactory>;
let admin: HttpClient;
beforeAll(async () => {
  server = await startTestServer();
  factory = createInstitutionFactory(server, await server.staff('operator'));
  ({ admin } = await factory.activated('paket'));
});
afterAll(() => server.end());

const importing = (files: ReadonlyMap<string, Uint8Array>) =>
  server.features.packages.importPackage(systemContext, files);
const activate = (algorithmId: string, version: string | null) =>
  server.features.packages.activate(systemContext, { institutionId: null, algorithmId, version });

/** What is stored for packages. */
async function stored(): Promise<{ packages: number; files: number }> {
  const { rows } = await server.parts.db.drizzle.execute<{ packages: number; files: number }>(sql`
    select (select count(*)::int from algorithm_packages) as packages, (select count(*)::int from file_holds) as files`);
  return rows[0]!;
}

/** Runs of a new study of the institution, by algorithm. */
async function analysed() {
  const { scan } = await factory.upload(admin);
  await factory.settled(admin);
  const { analyses } = await admin.call(scans.getScan, { params: { scanId: scan.id } });
  return new Map(analyses.map((run) => [run.algorithmId, run]));
}

describe('an imported algorithm', () => {
  it('[CAT-001] is imported from a ZIP archive while the server runs, and runs without new code', async () => {
    const dir = join(server.dataDir, 'package.zip');
    await writeFile(dir, zipped(packageOf(NETWORKS.plain)));
    const { id, version } = await importing(await readPackage(dir));
    expect((await analysed()).has(id)).toBe(false);

    await activate(id, version);
    const run = (await analysed()).get(id)!;
    expect(run).toMatchObject({ status: 'evaluated', algorithmVersion: '1.0.0', title: { en: 'Brightness' } });
    // One sentence for each series, however many images it has.
    expect(run.sentences.findings).toHaveLength(1);
    expect(run.sentences.findings[0]).toMatch(/^Bright: .* 24 images.* probability [\d.]+ % \(threshold 50 %\)\./);
    expect(run.measurements).toMatchObject([{ code: 'BRIGHT', unit: '%', name: { en: 'Bright' } }]);
    if (run.result?.outcome !== 'evaluated') throw new Error('it is evaluated');
    expect(run.result.overlays).toMatchObject([{ code: 'BRIGHT_MAP', kind: 'heat', columns: 16, rows: 16 }]);
    expect(run.result.overlays[0]!.slices).toHaveLength(24);
  });

  it('[CAT-006] a stored analysis replays bit by bit, masks included; of a version that is gone it is said so', async () => {
    const runs = await analysed();
    for (const id of ['test.brightness', 'ct.lung-density', 'qc.series']) {
      const replay = await server.features.analyses.replay(runs.get(id)!.id);
      expect(replay, id).toEqual({
        outcome: 'same',
        told: { stored: replay.told!.stored, again: replay.told!.stored },
      });
    }
    const { id } = runs.get('ct.lung-density')!;
    const changed = await server.parts.db
      .transaction(async (tx) => {
        await tx.execute(sql`alter table analyses disable trigger analyses_frozen`);
        await tx.execute(
          sql`update analyses set result = jsonb_set(result, '{measurements,0,value}', '1') where id = ${id}`,
        );
        await tx.execute(sql`alter table analyses enable trigger analyses_frozen`);
      })
      .then(() => server.features.analyses.replay(id));
    expect(changed.outcome).toBe('different');
    await server.parts.db.transaction(async (tx) => {
      await tx.execute(sql`alter table analyses disable trigger analyses_frozen`);
      await tx.execute(sql`update analyses set algorithm_version = '0.0.1' where id = ${id}`);
      await tx.execute(sql`alter table analyses enable trigger analyses_frozen`);
    });
    expect(await server.features.analyses.replay(id)).toEqual({ outcome: 'version-gone', told: null });
  });

  it('[CAT-004] each study and algorithm has a sentence: it ran, or why it did not', async () => {
    const { id, version } = await importing(
      packageOf(NETWORKS.plain, { manifest: { id: 'test.films', inputs: { modalities: ['DX'], bodyParts: [] } } }),
    );
    await activate(id, version);
    const runs = await analysed();
    // Assisted algorithms run only once a reader has outlined a region.
    const planned = server.parts.algorithms.filter(({ isAssisted }) => !isAssisted);
    const installed = [...planned.map(({ manifest }) => manifest.id), 'test.brightness', 'test.films'];
    expect([...runs.keys()].sort()).toEqual(installed.sort());
    for (const run of runs.values()) {
      const said = run.status === 'not-applicable' || run.status === 'failed' ? run.reason : run.sentences.findings[0];
      expect(said, run.algorithmId).toMatch(/^\p{Lu}.{5,}[.]$/u);
    }
    expect(runs.get('test.films')).toMatchObject({
      status: 'not-applicable',
      reason: 'Made for DX only (this series: CT).',
    });
  });
});

describe('a version that is tried in the shadow', () => {
  it('[CAT-005] runs beside the active one and is shown to operators only: not in pages, lists, figures, files or exports', async () => {
    const { packages, analyses } = server.features;
    // Says the opposite under another title, so that any trace of it would show.
    const { id, version } = await importing(
      packageOf(NETWORKS.plain, {
        manifest: { version: '97.0.3', title: { tr: 'GÖLGE', en: 'SHADOWED', ar: 'SHADOWED' }, maker: 'SHADOWED' },
      }),
    );
    await packages.shadow(systemContext, { institutionId: null, algorithmId: id, version }, true);
    const { scan } = await factory.upload(admin);
    await factory.settled(admin);
    const runs = await expect
      .poll(async () => (await analyses.shadowsOf(id, version)).filter(({ scanId }) => scanId === scan.id))
      .toMatchObject([{ status: 'evaluated', algorithmVersion: '97.0.3', result: { outcome: 'evaluated' } }])
      .then(() => analyses.shadowsOf(id, version));

    const params = { scanId: scan.id };
    const shown = await admin.call(scans.getScan, { params });
    const own = shown.analyses.filter(({ algorithmId }) => algorithmId === id);
    expect(own).toMatchObject([{ algorithmVersion: '1.0.0', status: 'evaluated' }]);
    const others = await Promise.all(
      [scans.getScanFhir, scans.getScanCsv].map(async (endpoint) => (await admin.send(endpoint, { params })).text()),
    );
    const seen = JSON.stringify([
      shown,
      await admin.call(scans.listScans),
      await admin.call(catalogue.listModels),
      await admin.call(evaluation.listProofChoices),
      ...others,
    ]);
    const traces = ['SHADOWED', 'GÖLGE', '97.0.3', ...runs.map((run) => run.id)];
    expect(traces.filter((trace) => seen.includes(trace))).toEqual([]);

    // Once activated, it is shown on studies that come afterwards; old results keep their wording.
    await activate(id, version);
    expect((await analysed()).get(id)).toMatchObject({ algorithmVersion: '97.0.3', title: { en: 'SHADOWED' } });
    await packages.rollBack(systemContext, { institutionId: null, algorithmId: id });
    expect((await analysed()).get(id)).toMatchObject({ algorithmVersion: '1.0.0' });
    expect(await admin.call(scans.getScan, { params })).toEqual(shown);
  });
});

describe('[CAT-018] a package that is not as it says', () => {
  it.each([
    ['has weights with another hash', { files: { 'model.onnx': 'changed' } }, 'WEIGHTS_CHANGED'],
    ['has no card', { files: { 'card.md': null } }, 'PACKAGE_FILE_MISSING'],
    ['has the card of another version', { files: { 'card.md': '# test.wrong 0.9.0: old' } }, 'CARD_NOT_OF_VERSION'],
    ['has no weights', { files: { 'model.onnx': null } }, 'PACKAGE_FILE_MISSING'],
    ['has a manifest that is no JSON', { files: { 'manifest.json': '{' } }, 'PACKAGE_FILE_NOT_JSON'],
    ['names an unknown engine', { manifest: { engine: 'builtin' as const } }, 'PACKAGE_FILE_INVALID'],
    [
      'has figures of other weights',
      { files: { 'evaluation.json': JSON.stringify({ figures: {}, labels: {}, weightsSha256: 'ab'.repeat(32) }) } },
      'CARD_STALE',
    ],
    ['has the name of a built-in algorithm', { manifest: { id: 'qc.series' } }, 'VERSION_TAKEN'],
  ])('that %s is refused with the reason, and nothing of it is stored', async (_what, change, code) => {
    const before = await stored();
    const manifest = { id: 'test.wrong', ...('manifest' in change ? change.manifest : {}) };
    await expect(importing(packageOf(NETWORKS.plain, { ...change, manifest }))).rejects.toMatchObject({ code });
    expect(await stored()).toEqual(before);
  });

  it('whose names lead out of it, as archive or as folder, is refused before anything is unpacked', async () => {
    const outside = join(server.dataDir, 'outside.txt');
    for (const name of ['../outside.txt', '/etc/outside', 'a/b', '..\\outside.txt']) {
      const path = join(server.dataDir, 'slip.zip');
      await writeFile(path, zipped(new Map([...packageOf(NETWORKS.plain), [name, Buffer.from('x')]])));
      await expect(readPackage(path)).rejects.toMatchObject({ code: 'PACKAGE_PATH_REFUSED' });
    }
    const dir = join(server.dataDir, 'linked');
    await mkdir(dir);
    await writeFile(outside, 'secret');
    await symlink(outside, join(dir, 'card.md'));
    await expect(readPackage(dir)).rejects.toMatchObject({ code: 'PACKAGE_PATH_REFUSED' });
    await rm(dir, { recursive: true });
    await expect(readPackage(dir)).rejects.toMatchObject({ code: 'PACKAGE_NOT_READABLE' });
    await expect(readPackage(outside)).rejects.toMatchObject({ code: 'PACKAGE_NOT_READABLE' });
  });

  const wrongShape = manifestOf(NETWORKS.plain).network!;
  it.each([
    ['gives numbers that are none', NETWORKS.nan, {}, 'MODEL_OUTPUT_WRONG'],
    [
      'gives another shape',
      NETWORKS.plain,
      { network: { ...wrongShape, outputs: wrongShape.outputs.map((output) => ({ ...output, dims: [1, 2] })) } },
      'MODEL_OUTPUT_WRONG',
    ],
    [
      'takes another shape',
      NETWORKS.plain,
      { network: { ...wrongShape, input: { name: 'image', dims: [1, 1, 8, 8] } } },
      'MODEL_NOT_RUNNABLE',
    ],
    ['is no network', Uint8Array.of(1, 2, 3), {}, 'MODEL_NOT_RUNNABLE'],
  ])('whose network %s is refused with the reason, and others run', async (_what, weights, manifest, code) => {
    const before = await stored();
    const files = packageOf(weights, { manifest: { id: 'test.wrong', ...manifest } });
    await expect(importing(files)).rejects.toMatchObject({ code });
    expect(await stored()).toEqual(before);
    expect((await analysed()).get('qc.series')!.status).toBe('evaluated');
  });
});
