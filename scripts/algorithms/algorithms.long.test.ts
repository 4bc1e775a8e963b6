import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { format, promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sha256Hex } from '../../server/src/core/ids.ts';
import { createTestDatabase } from '../../server/src/testing/database.ts';
import { greyPng, manifestOf, NETWORKS, packageOf } from '../../server/src/testing/packages.ts';
import { smallNetwork } from '../../server/src/testing/published-networks.ts';
import { smallPhantom } from '../../server/src/testing/samples.ts';
import { temporaryDirectory } from '../instance.ts';
import { algorithms as obey } from './commands.ts';
import { fetchWeights } from './fetch-weights.ts';

const run = promisify(execFile);
let dir: string;
let folder: string;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let server: Server;
let served = NETWORKS.plain;

const settings = () => ({
  PATH: process.env.PATH,
  DATABASE_URL: database.url,
  DUAI_DATA_DIR: join(dir, 'data'),
  NODE_ENV: 'test',
});

/** The exit code and output of the command. */
async function algorithms(...words: string[]): Promise<{ code: number; said: string }> {
  let said = '';
  const print = (...parts: unknown[]) => {
    said += `${format(...parts)}\n`;
  };
  const code = await obey(words, { env: settings(), say: print, complain: print });
  return { code, said };
}

beforeAll(async () => {
  dir = await temporaryDirectory();
  database = await createTestDatabase();
  folder = join(dir, 'package');
  await mkdir(folder, { recursive: true });
  server = createServer((_, response) => response.end(served)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/model.onnx`;
  const { weights } = manifestOf(NETWORKS.plain);
  const files = packageOf(NETWORKS.plain, {
    manifest: { inputs: { modalities: [], bodyParts: [] }, weights: { ...weights!, address } },
  });
  for (const [name, bytes] of files) await writeFile(join(folder, name), bytes);
});
afterAll(async () => {
  server.close();
  await database.drop();
  await rm(dir, { recursive: true, force: true });
});

it('weights are fetched by their hash: another content leaves no file', async () => {
  await rm(join(folder, 'model.onnx'));
  served = NETWORKS.nan;
  await expect(fetchWeights(folder)).rejects.toThrow('nothing was kept');
  expect((await readdir(folder)).sort()).toEqual(['card.md', 'manifest.json']);
  served = NETWORKS.plain;
  await fetchWeights(folder);
  expect(new Uint8Array(await readFile(join(folder, 'model.onnx')))).toEqual(NETWORKS.plain);
});

it('a package is imported, listed, made active and taken back by the command; a second time it is refused in words', async () => {
  expect(await algorithms('import', folder)).toEqual({
    code: 0,
    said: expect.stringContaining('test.brightness 1.0.0 is imported'),
  });
  expect(await algorithms('activate', 'test.brightness', '1.0.0')).toEqual({
    code: 0,
    said: 'test.brightness 1.0.0 is active\n',
  });
  expect((await algorithms('list')).said).toContain('test.brightness 1.0.0 onnx active');
  // It was off before the first choice.
  expect(await algorithms('roll-back', 'test.brightness')).toEqual({
    code: 0,
    said: expect.stringContaining('is off'),
  });
  expect((await algorithms('list')).said).toContain('test.brightness 1.0.0 onnx off');
  expect(await algorithms('import', folder)).toEqual({
    code: 1,
    said: expect.stringContaining('needs a new version number'),
  });
  expect((await algorithms('nothing')).code).toBe(2);
});

it('each command says how it is written, and a mistake is told in words, without a stack', async () => {
  const { code, said } = await algorithms();
  expect(code).toBe(2);
  const document = await readFile(join(import.meta.dirname, '..', '..', 'docs', 'algorithms.md'), 'utf8');
  const documented = new Set(
    [...document.matchAll(/^ {4}npm run algorithms -- ([a-z-]+)/gm)].map(([, command]) => command!),
  );
  const named = [...said.matchAll(/npm run algorithms -- ([a-z-]+)/g)].map(([, command]) => command!);
  expect(new Set(named)).toEqual(documented);
  expect(await algorithms('guard', 'test.brightness')).toEqual({
    code: 2,
    said: expect.stringMatching(/^Usage:\n {2}npm run algorithms -- guard ID VERSION pause\|warn\n/),
  });
  expect(await algorithms('list', '--jason')).toEqual({
    code: 2,
    said: expect.stringMatching(/^Unknown option '--jason'[\s\S]*\nUsage:\n {2}npm run algorithms -- list\n/),
  });
  const manifest = join(dir, 'broken', 'manifest.json');
  await mkdir(join(dir, 'broken'));
  await writeFile(manifest, '{"id":"test.broken"}');
  for (const [words, told] of [
    [['guard', 'test.brightness', '1.0.0', 'puase'], 'puase is none of pause, warn'],
    [['shadow', 'test.brightness', '1.0.0', 'yes'], 'yes is none of on, off'],
    [['run', 'test.nowhere', dir], 'There is no algorithm test.nowhere.'],
    [['run', 'ct.lung-density', join(dir, 'nowhere')], `there is no file or folder ${join(dir, 'nowhere')}`],
    [['run', 'xr.pneumonia-paediatric', dir, '--age', 'four'], '--age takes completed years: four is no such number'],
    [['run', join(dir, 'broken'), dir], `${manifest} is not valid:`],
    [['evaluate', 'xr.pneumonia-paediatric', '--data', dir, '--index', join(dir, 'no.tsv')], 'there is no index'],
    [['replay', 'abc'], 'abc is no id of an analysis'],
    [['activate', 'test.brightness', '9.9.9'], 'test.brightness 9.9.9: not found (version).'],
    [['install', 'mr.brain-volumes', dir], 'The folder that you name holds: model5_gw_ae/model.json'],
    [['fetch', 'mr.brain-volumes'], '--from ADDRESS'],
  ] as const) {
    const answer = await algorithms(...words);
    expect(answer, words.join(' ')).toEqual({ code: 1, said: expect.stringContaining(told) });
    expect(answer.said, words.join(' ')).not.toMatch(/^ +at |stack/m);
  }
  expect((await algorithms('shadow-runs', 'test.brightness', '1.0.0')).said).toContain('was tried on no study yet');
});

it('a recipe whose weights a hospital exports is listed as not evaluated here, and is imported and left off', async () => {
  const install = ['install', 'mg.breast-density', join(dir, 'exported')];
  const listed = `mg.breast-density can be imported, not evaluated here: npm run algorithms -- install mg.breast-density FOLDER`;
  expect((await algorithms('list')).said).toContain(listed);
  expect(await algorithms(...install)).toEqual({ code: 1, said: expect.stringContaining('no file model.onnx') });
  await mkdir(join(dir, 'exported'));
  const shapes = { input: { name: 'image', dims: [1, 3, 299, 299] }, output: { name: 'logits', dims: [1, 4] } };
  await writeFile(join(dir, 'exported', 'model.onnx'), smallNetwork(shapes));
  expect((await algorithms(...install)).said).toContain('1.0.0 is imported, off: it was not evaluated here');
  const { said } = await algorithms('list');
  expect(said).toContain('mg.breast-density 1.0.0 onnx off');
  expect(said).not.toContain(listed);
});

it('stored weights of an imported algorithm that are damaged or gone are fetched anew by its id, and by their hash alone', async () => {
  const stored = await storedWeights();
  await writeFile(stored, Buffer.alloc(NETWORKS.plain.length));
  served = NETWORKS.nan;
  expect(await algorithms('fetch', 'test.brightness')).toEqual({
    code: 1,
    said: expect.stringContaining('nothing was kept'),
  });
  expect(new Uint8Array(await readFile(stored))).toEqual(new Uint8Array(NETWORKS.plain.length));
  served = NETWORKS.plain;
  const whole = { code: 0, said: expect.stringContaining('the weights of test.brightness 1.0.0 are whole') };
  expect(await algorithms('fetch', 'test.brightness')).toEqual(whole);
  expect(new Uint8Array(await readFile(stored))).toEqual(NETWORKS.plain);
  await rm(stored);
  expect(await algorithms('fetch', 'test.brightness')).toEqual(whole);
  expect(new Uint8Array(await readFile(stored))).toEqual(NETWORKS.plain);
  expect(await algorithms('fetch', 'test.nowhere')).toEqual({
    code: 1,
    said: expect.stringContaining('test.nowhere is no folder of a package, no recipe and not imported'),
  });
});

/** Stored files are named by their content. */
async function storedWeights(): Promise<string> {
  const sha256 = sha256Hex(NETWORKS.plain);
  const files = await readdir(join(dir, 'data'), { recursive: true, withFileTypes: true });
  const found = files.find(({ name }) => name === sha256);
  if (!found) throw new Error('the weights are not stored');
  return join(found.parentPath, found.name);
}

it('a folder of images is run without a case, by a built-in algorithm and by a package', async () => {
  const images = join(dir, 'images');
  await mkdir(images);
  for (const { name, bytes } of smallPhantom().files) await writeFile(join(images, name), bytes);
  const lung = JSON.parse((await algorithms('run', 'ct.lung-density', images, '--json')).said) as {
    said: string[];
    images: number;
  };
  expect(lung).toMatchObject({ images: 24, said: expect.arrayContaining([expect.stringMatching(/^Lung volume \d/)]) });
  expect((await algorithms('run', folder, images)).said).toContain('probability');
  expect((await algorithms('run', 'xr.pneumonia-paediatric', images)).said).toContain('not run: ');
  // A picture has no header: the command says how to state what it shows, and goes by that.
  const picture = join(dir, 'picture.png');
  await writeFile(picture, await greyPng(120));
  const bare = (await algorithms('run', 'xr.pneumonia-paediatric', picture)).said;
  expect(bare).toMatch(/not run: [\s\S]*--modality X-Ray --body-part chest --age 4/);
  const stated = ['--modality', 'X-Ray', '--body-part', 'chest', '--age', '4'];
  const { said } = await algorithms('run', 'xr.pneumonia-paediatric', picture, ...stated);
  expect(said).toMatch(/^pictures \(1\)\n {2}not run: The shorter side of the image has 32 pixels[^\n]*\n$/);
});

it('an index is evaluated: areas, shares and subgroups with intervals and n, of these weights', async () => {
  const films = join(dir, 'films');
  await mkdir(films);
  const lines = ['file\tlabel\tpatient\tdevice'];
  for (let film = 0; film < 12; film += 1) {
    const isBright = film % 2 === 0;
    await writeFile(join(films, `${film}.png`), await greyPng(isBright ? 180 + film : 60 + film));
    lines.push([`${film}.png`, isBright ? 'bright' : 'dark', `p${film}`, film < 6 ? 'A' : 'B'].join('\t'));
  }
  await writeFile(join(dir, 'index.tsv'), lines.join('\n'));
  const { said } = await algorithms(
    'evaluate',
    folder,
    '--data',
    films,
    '--index',
    join(dir, 'index.tsv'),
    '--positive',
    'bright',
    '--json',
  );
  const evaluation = JSON.parse(said) as { figures: Record<string, unknown>; weightsSha256: string };
  expect(evaluation.weightsSha256).toBe(manifestOf(NETWORKS.plain).weights!.sha256);
  expect(evaluation.figures).toMatchObject({
    auc: { value: 1, n: 12 },
    sensitivity: { value: 1, low: 0.61, high: 1, n: 6 },
    specificity: { value: 1, n: 6 },
    notRun: { value: 0, n: 12 },
    'auc.device.A': { value: 1, n: 6 },
  });
});

it('as a program it prints and ends with the code of the command', async () => {
  const program = join(import.meta.dirname, '..', 'algorithms.ts');
  const { stdout } = await run(process.execPath, [program, 'list'], { env: settings() });
  expect(stdout).toContain('test.brightness 1.0.0 onnx off\n');
  await expect(run(process.execPath, [program, 'off'], { env: settings() })).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^Usage:\n/),
  });
});
