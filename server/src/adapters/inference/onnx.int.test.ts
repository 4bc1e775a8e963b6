import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sha256Hex } from '../../core/ids.ts';
import { inferenceSuite } from './inference.suite.ts';
import { createOnnxInference } from './onnx.ts';
import { affineModel } from './testdata/make-model.ts';

const path = join(import.meta.dirname, 'testdata', 'affine.onnx');

inferenceSuite('inference by ONNX Runtime in a worker thread', async () => ({
  inference: createOnnxInference(),
  model: { path, sha256: sha256Hex(await readFile(path)) },
}));

it('refuses a model file without the hash that was asked for, and one that is not there', async () => {
  const inference = createOnnxInference();
  const inputs = { x: { data: Float32Array.of(1, 2, 3, 4), dims: [1, 4] } };
  const wrong = { path, sha256: 'ab'.repeat(32) };
  await expect(inference.run(wrong, inputs)).rejects.toMatchObject({ code: 'MODEL_CHANGED' });
  const missing = { path: `${path}.missing`, sha256: 'cd'.repeat(32) };
  await expect(inference.run(missing, inputs)).rejects.toMatchObject({ code: 'RUN_FAILED' });
  const { y } = await inference.run({ path, sha256: sha256Hex(await readFile(path)) }, inputs);
  expect([...y!.data]).toEqual([3, 5, 7, 9]);
  await inference.close();
});

it('keeps a network that was loaded: further runs do not read its file', async () => {
  const inference = createOnnxInference();
  const dir = await mkdtemp(join(tmpdir(), 'duai-kept-'));
  const model = { path: join(dir, 'affine.onnx'), sha256: sha256Hex(await readFile(path)) };
  await copyFile(path, model.path);
  const inputs = { x: { data: Float32Array.of(1, 2, 3, 4), dims: [1, 4] } };
  await inference.run(model, inputs);
  await rm(dir, { recursive: true });
  expect([...(await inference.run(model, inputs)).y!.data]).toEqual([3, 5, 7, 9]);
  await inference.close();
});

it('the committed model is what its script writes', async () => {
  const committed = await readFile(path);
  expect(new Uint8Array(committed)).toEqual(affineModel);
});
