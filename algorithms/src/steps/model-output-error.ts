/** A network returned invalid numbers, or another shape than in its manifest, so there is no result. */
export class ModelOutputError extends Error {
  readonly code = 'MODEL_OUTPUT_INVALID';
}
