export interface Tensor {
  data: Float32Array;
  dims: number[];
}

/** Runs a neural network on named tensors. */
export interface Inference {
  /** `path` holds the model file, whose SHA-256 is checked before it is first used. @throws InferenceError */
  run(model: { path: string; sha256: string }, inputs: Record<string, Tensor>): Promise<Record<string, Tensor>>;
  close(): Promise<void>;
}

/** A model on a server of somebody else, as plain data: a child process gets it too. */
export interface RemoteModel {
  /** Of the server, without the path of the protocol. */
  address: string;
  token: string | null;
  /** Hosts that may be private or have no TLS. */
  allowedHosts: readonly string[];
  model: string;
  version: string | null;
  /** For all tries together. */
  timeoutMs: number;
  /** What it answers: more than that is not read. */
  outputs: readonly { name: string; dims: readonly number[] }[];
}

/** Servers that run networks for us. */
export interface ModelServers {
  /** @throws InferenceError, OutwardError where the model cannot be asked */
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
