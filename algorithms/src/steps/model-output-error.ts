/** A network gave numbers that are none, or another shape than its manifest says: no result is made of them. */
export class ModelOutputError extends Error {
  readonly code = 'MODEL_OUTPUT_INVALID';
}
