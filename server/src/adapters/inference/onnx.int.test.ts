import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inferenceSuite } from './inference.suite.ts';
import { createOnnxInference } from './onnx.ts';
import { affineModel } from './testdata/make-model.ts';

inferenceSuite('inference by ONNX Runtime in a worker thread', createOnnxInference);

it('the committed model is what its script writes', async () => {
  const committed = await readFile(join(import.meta.dirname, 'testdata', 'affine.onnx'));
  expect(new Uint8Array(committed)).toEqual(affineModel);
});
