import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { InferenceSession, Tensor as OnnxTensor } from 'onnxruntime-node';
import type { InferenceAnswer, InferenceRequest } from './onnx.ts';

/** Sessions by the hash of their model; loaded once. */
const sessions = new Map<string, Promise<InferenceSession>>();
let queue = Promise.resolve();

parentPort!.on('message', (request: InferenceRequest) => {
  queue = queue.then(async () => parentPort!.postMessage(await answer(request)));
});

async function answer({ id, model, inputs }: InferenceRequest): Promise<InferenceAnswer> {
  try {
    const bytes = sessions.has(model.sha256) ? undefined : await readFile(model.path);
    if (bytes && createHash('sha256').update(bytes).digest('hex') !== model.sha256) {
      return { id, error: { code: 'MODEL_CHANGED', message: 'the model file does not have the hash of its manifest' } };
    }
    if (bytes)
      sessions.set(model.sha256, InferenceSession.create(bytes, { intraOpNumThreads: 2, executionProviders: ['cpu'] }));
    const session = await sessions.get(model.sha256)!;
    const feeds = Object.fromEntries(
      Object.entries(inputs).map(([name, { data, dims }]) => [name, new OnnxTensor('float32', data, dims)]),
    );
    const results = await session.run(feeds);
    const outputs = Object.fromEntries(
      Object.entries(results).map(([name, tensor]) => [
        name,
        { data: Float32Array.from(tensor.data as Float32Array), dims: [...tensor.dims] },
      ]),
    );
    return { id, outputs };
  } catch (error) {
    sessions.delete(model.sha256);
    return { id, error: { code: 'RUN_FAILED', message: (error as Error).message } };
  }
}
