import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { RECIPES } from '@duai/algorithms';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sha256Hex } from '../../server/src/core/ids.ts';
import { manifestOf } from '../../server/src/testing/packages.ts';
import { temporaryDirectory } from '../instance.ts';
import { downloadAll } from './download.ts';
import { fetchRecipe, fetchWeights } from './fetch-weights.ts';

const WEIGHTS = Buffer.from('weights of a network');
let dir: string;
let folder: string;
let server: Server;
let address: string;
let answer: RequestListener;
let asked: string[];

beforeEach(async () => {
  dir = await temporaryDirectory();
  folder = join(dir, 'package');
  answer = (_, response) => response.end(WEIGHTS);
  asked = [];
  server = createServer((request, response) => {
    asked.push(request.url!);
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { weights } = manifestOf(WEIGHTS);
  await mkdir(folder);
  const manifest = manifestOf(WEIGHTS, { weights: { ...weights!, address: `${address}/model.onnx` } });
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await rm(dir, { recursive: true, force: true });
});

/** Every file in the folder of this test. */
const left = async () =>
  (await readdir(dir, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

describe('[CAT-018] weights that are downloaded', () => {
  it('are kept when they have the SHA-256 of the manifest', async () => {
    expect(await fetchWeights(folder)).toBe('model.onnx');
    expect(await readFile(join(folder, 'model.onnx'))).toEqual(WEIGHTS);
    expect((await left()).sort()).toEqual(['manifest.json', 'model.onnx']);
  });

  it.each<[string, () => void, RegExp]>([
    [
      'have another content',
      () => (answer = (_, response) => response.end('other')),
      /has the SHA-256 [0-9a-f]{64}, the manifest says/,
    ],
    [
      'are cut off',
      () =>
        (answer = (_, response) => {
          response.writeHead(200, { 'content-length': WEIGHTS.length });
          response.write(WEIGHTS.subarray(0, 7), () => response.destroy());
        }),
      /was cut after \d+ bytes/,
    ],
    [
      'are not there',
      () =>
        (answer = (_, response) => {
          response.writeHead(404).end();
        }),
      /answered 404/,
    ],
    [
      'lie on a server that is down',
      () => {
        server.closeAllConnections();
        server.close();
      },
      /cannot be reached \(ECONNREFUSED\)/,
    ],
  ])('and %s leave nothing, with the reason', async (_what, spoil, reason) => {
    spoil();
    const failure = await fetchWeights(folder).catch((error: Error) => error.message);
    expect(failure).toMatch(reason);
    expect(failure).toContain('nothing was kept');
    expect(await left()).toEqual(['manifest.json']);
  });

  it.each([
    ['say so', true],
    ['do not say so', false],
  ])('and are too large leave nothing, whether they %s or not', async (_how, says) => {
    let sent = 0;
    answer = (_, response) => {
      if (says) response.writeHead(200, { 'content-length': 1_000_000 });
      const more = () => {
        while (!response.destroyed && sent < 1_000_000) {
          sent += 1000;
          if (!response.write(Buffer.alloc(1000))) return void response.once('drain', more);
        }
        response.end();
      };
      more();
    };
    const wanted = [{ address, path: 'model.onnx', sha256: sha256Hex(WEIGHTS) }];
    await expect(downloadAll(folder, wanted, 5000)).rejects.toThrow('is larger than 5000 bytes; nothing was kept');
    expect(await left()).toEqual(['manifest.json']);
  });

  it('are those of a recipe, all files or none, from the address that is given', async () => {
    const [recipe] = RECIPES;
    const into = join(dir, 'published');
    await expect(fetchRecipe(recipe!.manifest.id, into, `${address}/models`)).rejects.toThrow('has the SHA-256');
    expect(asked).toEqual([`/models/${recipe!.files![0]!.path}`]);
    await expect(fetchRecipe(recipe!.manifest.id, into, undefined)).rejects.toThrow('--from ADDRESS');
    await expect(fetchRecipe('xr.chest-findings', into, address)).rejects.toThrow('exported by a script');
    expect(await fetchRecipe('no.such', into, address)).toBeUndefined();
    expect(await left()).toEqual(['manifest.json']);
  });

  it('of several files are none where the last is wrong', async () => {
    answer = (request, response) => response.end(request.url === '/two' ? 'other' : WEIGHTS);
    const wanted = ['one', 'two'].map((path) => ({ path, address: `${address}/${path}`, sha256: sha256Hex(WEIGHTS) }));
    await expect(downloadAll(folder, wanted)).rejects.toThrow('/two has the SHA-256');
    expect(await left()).toEqual(['manifest.json']);
    answer = (_, response) => response.end(WEIGHTS);
    await downloadAll(folder, wanted);
    expect((await left()).sort()).toEqual(['manifest.json', 'one', 'two']);
  });
});
