import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Inference } from './port.ts';

const path = join(import.meta.dirname, 'testdata', 'affine.onnx');

/** What every inference does, on a model whose answer is known: y = x · 2 + 1. */
export function inferenceSuite(name: string, open: () => Inference): void {
  describe(name, () => {
    let inference: Inference;
    let sha256: string;
    const row = (...data: number[]) => ({ x: { data: Float32Array.from(data), dims: [1, 4] } });
    beforeAll(async () => {
      inference = open();
      sha256 = createHash('sha256')
        .update(await readFile(path))
        .digest('hex');
    });
    afterAll(() => inference.close());

    it('computes what the model says, shapes included', async () => {
      const { y } = await inference.run({ path, sha256 }, row(0, 1, -2.5, 100));
      expect(y).toEqual({ data: Float32Array.of(1, 3, -4, 201), dims: [1, 4] });
    });

    it('answers each of many jobs at once with its own result', async () => {
      const jobs = Array.from({ length: 20 }, (_, n) => inference.run({ path, sha256 }, row(n, n, n, n)));
      const first = (await Promise.all(jobs)).map(({ y }) => y!.data[0]);
      expect(first).toEqual(Array.from({ length: 20 }, (_, n) => 2 * n + 1));
    });

    it('refuses a model file without the hash that was asked for', async () => {
      const wrong = { path, sha256: 'ab'.repeat(32) };
      await expect(inference.run(wrong, row(1, 2, 3, 4))).rejects.toMatchObject({ code: 'MODEL_CHANGED' });
    });

    it('a missing model and an input of the wrong shape are errors, and the next job runs', async () => {
      const missing = { path: `${path}.missing`, sha256: 'cd'.repeat(32) };
      await expect(inference.run(missing, row(1, 2, 3, 4))).rejects.toMatchObject({ code: 'RUN_FAILED' });
      const short = { x: { data: Float32Array.of(1, 2), dims: [1, 2] } };
      await expect(inference.run({ path, sha256 }, short)).rejects.toMatchObject({ code: 'RUN_FAILED' });
      const { y } = await inference.run({ path, sha256 }, row(1, 2, 3, 4));
      expect([...y!.data]).toEqual([3, 5, 7, 9]);
    });
  });
}
