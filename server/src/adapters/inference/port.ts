export interface Tensor {
  data: Float32Array;
  dims: number[];
}

/** Runs a neural network on named tensors. */
export interface Inference {
  /** `path` is the model file; its SHA-256 is checked before the first use. @throws InferenceError */
  run(model: { path: string; sha256: string }, inputs: Record<string, Tensor>): Promise<Record<string, Tensor>>;
  close(): Promise<void>;
}

/** A model on another server, as plain data, because it is also passed to child processes. */
export interface RemoteModel {
  /** Base address of the server, without the path of the protocol. */
  address: string;
  token: string | null;
  /** Hosts that may have private addresses or no TLS. */
  allowedHosts: readonly string[];
  model: string;
  version: string | null;
  /** Time limit for all tries together, in ms. */
  timeoutMs: number;
  /** The expected outputs; a larger answer is not read. */
  outputs: readonly { name: string; dims: readonly number[] }[];
}

/** Other servers that run models for us. */
export interface ModelServers {
  /** @throws InferenceError, OutwardError where the model is not ready */
  assertReady(remote: RemoteModel): Promise<void>;
}

type InferenceFault = 'MODEL_CHANGED' | 'RUN_FAILED' | 'REMOTE_REFUSED' | 'REMOTE_ANSWER_INVALID';

export class InferenceError extends Error {
  readonly code: InferenceFault;

  constructor(code: InferenceFault, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'InferenceError';
    this.code = code;
  }
}
