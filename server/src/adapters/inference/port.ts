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

export class InferenceError extends Error {
  readonly code: 'MODEL_CHANGED' | 'RUN_FAILED';

  constructor(code: InferenceError['code'], message: string) {
    super(message);
    this.name = 'InferenceError';
    this.code = code;
  }
}
