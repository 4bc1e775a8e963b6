import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Inference } from './port.ts';

export interface InferenceUnderTest {
  inference: Inference;
  /** A network whose answer is known: y = x · 2 + 1, for x of the shape 1 × 4. */
  model: { path: string; sha256: string };
  close?(): Promise<void>;
}

/** What every inference does, in this process or on a server. */
export function inferenceSuite(name: string, open: () => Promise<InferenceUnderTest>): void {
  describe(name, () => {
    let opened: InferenceUnderTest;
    const row = (...data: number[]) => ({ x: { data: Float32Array.from(data), dims: [1, 4] } });
    const run = (inputs: ReturnType<typeof row>) => opened.inference.run(opened.model, inputs);
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(async () => {
      await opened.inference.close();
      await opened.close?.();
    });

    it('computes what the model says, shapes included', async () => {
      const { y } = await run(row(0, 1, -2.5, 100));
      expect(y).toEqual({ data: Float32Array.of(1, 3, -4, 201), dims: [1, 4] });
    });

    it('answers each of many jobs at once with its own result', async () => {
      const jobs = Array.from({ length: 20 }, (_, n) => run(row(n, n, n, n)));
      const first = (await Promise.all(jobs)).map(({ y }) => y!.data[0]);
      expect(first).toEqual(Array.from({ length: 20 }, (_, n) => 2 * n + 1));
    });

    it('an input of the wrong shape is an error, and the next job runs', async () => {
      const short = { x: { data: Float32Array.of(1, 2), dims: [1, 2] } };
      await expect(run(short)).rejects.toMatchObject({ code: expect.stringMatching(/^(RUN_FAILED|REMOTE_REFUSED)$/) });
      const { y } = await run(row(1, 2, 3, 4));
      expect([...y!.data]).toEqual([3, 5, 7, 9]);
    });
  });
}
