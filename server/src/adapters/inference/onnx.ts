import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type Inference, InferenceError, type Tensor } from './port.ts';

export interface InferenceRequest {
  id: number;
  model: { path: string; sha256: string };
  inputs: Record<string, Tensor>;
}
export type InferenceAnswer = { id: number } & (
  | { outputs: Record<string, Tensor> }
  | { error: { code: InferenceError['code']; message: string } }
);

const WORKER = join(import.meta.dirname, 'onnx-worker.ts');

/** ONNX Runtime on the CPU in a worker thread, started on first use. Jobs run one at a time, in order. */
export function createOnnxInference(): Inference {
  let worker: Worker | undefined;
  let lastId = 0;
  const waiting = new Map<number, { resolve(outputs: Record<string, Tensor>): void; reject(error: Error): void }>();

  const failAll = (error: Error) => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
    worker = undefined;
  };

  function start(): Worker {
    const started = new Worker(WORKER);
    started.on('message', (answer: InferenceAnswer) => {
      const job = waiting.get(answer.id);
      waiting.delete(answer.id);
      // An idle worker does not keep the process alive, a busy one does.
      if (waiting.size === 0) started.unref();
      if ('error' in answer) job?.reject(new InferenceError(answer.error.code, answer.error.message));
      else job?.resolve(answer.outputs);
    });
    started.on('error', failAll);
    return started;
  }

  return {
    run(model, inputs) {
      worker ??= start();
      lastId += 1;
      const request: InferenceRequest = { id: lastId, model, inputs };
      const started = worker;
      return new Promise((resolve, reject) => {
        waiting.set(request.id, { resolve, reject });
        started.ref();
        started.postMessage(request);
      });
    },
    async close() {
      await worker?.terminate();
      failAll(new InferenceError('RUN_FAILED', 'closed'));
    },
  };
}
