import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXPORTED, RECIPES } from '@duai/algorithms';
import { installedAlgorithms, scans } from '@duai/contract';
import { type ElementToWrite, writePart10 } from '@duai/imaging';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasFilms } from '../../algorithms/src/testing/films.ts';
import { TEST_DATA } from '../../algorithms/src/testing/series.ts';
import type { HttpClient } from '../../scripts/http-client.ts';
import { systemContext } from './core/actor.ts';
import { sha256Hex } from './core/ids.ts';
import { packageOfRecipe } from './features/packages/index.ts';
import { filmAsDicom } from './testing/films.ts';
import { createInstitutionFactory } from './testing/institution-factory.ts';
import { denseNet121, smallNetwork } from './testing/published-networks.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

const FINDINGS = 'xr.chest-findings';
const DENSITY = 'mg.breast-density';

const shapesOf = (id: string) => {
  const { network } = RECIPES.find(({ manifest }) => manifest.id === id)!.manifest;
  return { input: network!.input, output: network!.outputs[0]! };
};

let server: TestServer;
let operator: HttpClient;
let admin: HttpClient;
let factory: ReturnType<typeof createInstitutionFactory>;
let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'duai-recipe-'));
  server = await startTestServer();
  operator = await server.staff('operator');
  factory = createInstitutionFactory(server, operator);
  ({ admin } = await factory.activated('tarif'));
});
afterAll(async () => {
  await server.end();
  await rm(dir, { recursive: true });
});

const listed = async () => {
  const { versions, recipes } = await operator.call(installedAlgorithms.listInstalled, { query: {} });
  return { versions, recipes: new Map(recipes.map(({ id, isEvaluated }) => [id, isEvaluated])) };
};

/** Imports what was exported, which is off, and makes it active. */
async function installed(id: string, weights: Uint8Array) {
  await writeFile(join(dir, EXPORTED), weights);
  const { packages } = server.features;
  const { version } = await packages.importPackage(systemContext, await packageOfRecipe(id, dir));
  const { state } = (await listed()).versions.find((each) => each.id === id)!;
  await packages.activate(systemContext, { institutionId: null, algorithmId: id, version });
  return state;
}

async function runOf(id: string, bytes: Uint8Array) {
  const { scan } = await factory.upload(admin, [{ name: 'image.dcm', bytes }]);
  await factory.settled(admin);
  const { analyses } = await admin.call(scans.getScan, { params: { scanId: scan.id } });
  return analyses.find(({ algorithmId }) => algorithmId === id)!;
}

describe('a recipe whose weights a hospital exports', () => {
  it('is listed as one that can be imported and was not evaluated here; without the exported file nothing is stored', async () => {
    const { recipes } = await listed();
    expect([FINDINGS, DENSITY, 'mr.brain-volumes'].map((id) => recipes.get(id))).toEqual([false, false, true]);
    await expect(packageOfRecipe(FINDINGS, join(dir, 'nothing'))).rejects.toMatchObject({
      code: 'PACKAGE_FILE_MISSING',
      params: { name: EXPORTED },
    });
  });

  it('names the hash of what was exported, has its card and no figures, and another network is refused', async () => {
    const weights = smallNetwork(shapesOf(DENSITY));
    await writeFile(join(dir, EXPORTED), weights);
    const files = await packageOfRecipe(DENSITY, dir);
    expect([...files.keys()]).toEqual(['manifest.json', EXPORTED, 'card.md']);
    const manifest = JSON.parse(new TextDecoder().decode(files.get('manifest.json')));
    expect(manifest.weights).toEqual({ file: EXPORTED, sha256: sha256Hex(weights) });
    const other = await packageOfRecipe(FINDINGS, dir);
    await expect(server.features.packages.importPackage(systemContext, other)).rejects.toMatchObject({
      code: expect.stringMatching(/^MODEL_/),
    });
    expect((await listed()).versions.some(({ id }) => id === FINDINGS)).toBe(false);
  });

  it('of mammograms tells four classes of one image, by a network of the same shapes with random weights; it is off until somebody makes it active', async () => {
    expect(await installed(DENSITY, smallNetwork(shapesOf(DENSITY)))).toBe('off');
    const run = await runOf(DENSITY, await mammogram('2.25.9001'));
    expect(run).toMatchObject({ status: 'evaluated', reason: null });
    expect(run.sentences.findings).toHaveLength(4);
    expect(run.sentences.findings[0]).toMatch(/^Breast density A \(fatty\): .*probability [\d.]+ % \(threshold 50 %\)/);
    const ct = await runOf(DENSITY, factory.freshPhantom().files[0]!.bytes);
    expect(ct).toMatchObject({ status: 'not-applicable', reason: expect.stringContaining('Made for MG only') });
    expect((await listed()).recipes.has(DENSITY)).toBe(false);
  });

  it.runIf(hasFilms)(
    'of chest films tells 18 findings of an adult, by a DenseNet-121 with random weights, and reads no child',
    async () => {
      expect(await installed(FINDINGS, denseNet121(shapesOf(FINDINGS)))).toBe('off');
      // The film check, which was trained on children, refuses 7 of the 30 films of adults; it takes this one.
      const path = join(TEST_DATA, 'chest-xray-adult', 'no-finding/00003080_000.jpg');
      const run = await runOf(FINDINGS, await filmAsDicom(path, { uid: '2.25.9101', age: '045Y', view: 'PA' }));
      expect(run).toMatchObject({ status: 'evaluated', reason: null });
      expect(run.sentences.findings).toHaveLength(18);
      expect(run.sentences.findings[3]).toMatch(/^Pneumothorax: .*\(threshold 1 %\)/);
      const child = await runOf(FINDINGS, await filmAsDicom(path, { uid: '2.25.9102', age: '004Y', view: 'PA' }));
      expect(child).toMatchObject({ status: 'not-applicable', reason: expect.stringContaining('Age 4') });
      const lateral = await runOf(FINDINGS, await filmAsDicom(path, { uid: '2.25.9103', age: '045Y', view: 'LL' }));
      expect(lateral).toMatchObject({ status: 'not-applicable', reason: expect.stringContaining('AP, PA') });
    },
  );

  it('has a script that writes the tensors of the manifest', async () => {
    for (const { manifest, folder, files } of RECIPES) {
      if (files) continue;
      const script = await readFile(
        new URL(`../../algorithms/src/recipes/${folder}/export.py`, import.meta.url),
        'utf8',
      );
      const { input, output } = shapesOf(manifest.id);
      expect(script).toContain(`input_names=["${input.name}"], output_names=["${output.name}"]`);
      expect(script).toContain(`SIDE = ${input.dims.at(-1)}`);
    }
  });
});

/** An MG image (PS3.3 A.26.2) with an ellipse on black. */
async function mammogram(uid: string): Promise<Uint8Array> {
  const [columns, rows] = [320, 400];
  const shape = `<svg width="${columns}" height="${rows}"><ellipse cx="0" cy="200" rx="220" ry="180" fill="#bbb"/></svg>`;
  const pixels = await sharp(Buffer.from(shape)).flatten({ background: 'black' }).greyscale().raw().toBuffer();
  const elements: ElementToWrite[] = [
    { tag: 0x00080016, vr: 'UI', value: '1.2.840.10008.5.1.4.1.1.1.2' },
    { tag: 0x00080018, vr: 'UI', value: `${uid}.3` },
    { tag: 0x00080060, vr: 'CS', value: 'MG' },
    { tag: 0x00180015, vr: 'CS', value: 'BREAST' },
    { tag: 0x0020000d, vr: 'UI', value: `${uid}.1` },
    { tag: 0x0020000e, vr: 'UI', value: `${uid}.2` },
    { tag: 0x00280002, vr: 'US', value: [1] },
    { tag: 0x00280004, vr: 'CS', value: 'MONOCHROME2' },
    { tag: 0x00280010, vr: 'US', value: [rows] },
    { tag: 0x00280011, vr: 'US', value: [columns] },
    { tag: 0x00280100, vr: 'US', value: [8] },
    { tag: 0x00280101, vr: 'US', value: [8] },
    { tag: 0x00280102, vr: 'US', value: [7] },
    { tag: 0x00280103, vr: 'US', value: [0] },
    { tag: 0x7fe00010, vr: 'OB', value: new Uint8Array(pixels) },
  ];
  return writePart10(elements);
}
