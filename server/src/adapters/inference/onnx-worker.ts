import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { given } from '@duai/contract';
import { InferenceSession, Tensor as OnnxTensor } from 'onnxruntime-node';
import type { InferenceAnswer, InferenceRequest } from './onnx.ts';

/** Inputs with more values than this (16 MB) count as volumes. */
const LARGE = 2 ** 22;

/** Sessions by the hash of their model; loaded once. */
const sessions = new Map<string, Promise<InferenceSession>>();
let queue = Promise.resolve();

parentPort!.on('message', (request: InferenceRequest) => {
  queue = queue.then(async () => {
    const made = await answer(request);
    const owned = 'outputs' in made ? Object.values(made.outputs).map(({ data }) => data.buffer as ArrayBuffer) : [];
    parentPort!.postMessage(made, owned);
  });
});

async function answer({ id, model, inputs }: InferenceRequest): Promise<InferenceAnswer> {
  try {
    const bytes = sessions.has(model.sha256) ? undefined : await readFile(model.path);
    if (bytes && createHash('sha256').update(bytes).digest('hex') !== model.sha256) {
      return { id, error: { code: 'MODEL_CHANGED', message: 'the model file does not have the hash of its manifest' } };
    }
    if (bytes) {
      // The memory arena never shrinks; after a whole volume it would exceed the memory limit of a process.
      const isVolume = Object.values(inputs).some(({ data }) => data.length > LARGE);
      const options = { intraOpNumThreads: 2, executionProviders: ['cpu'], enableCpuMemArena: !isVolume };
      sessions.set(model.sha256, InferenceSession.create(bytes, options));
    }
    const session = await given(sessions.get(model.sha256), 'the session of a network');
    const feeds = Object.fromEntries(
      Object.entries(inputs).map(([name, { data, dims }]) => [name, new OnnxTensor('float32', data, dims)]),
    );
    const results = await session.run(feeds);
    const outputs = Object.fromEntries(
      Object.entries(results).map(([name, tensor]) => [
        name,
        { data: (tensor.data as Float32Array).slice(), dims: [...tensor.dims] },
      ]),
    );
    return { id, outputs };
  } catch (error) {
    sessions.delete(model.sha256);
    return { id, error: { code: 'RUN_FAILED', message: (error as Error).message } };
  }
}
