/** With a smaller spread of grey values (of 255) an image is uniform, and dividing by it would amplify noise. */
const LEAST_SPREAD = 1e-3;

/** Scales values to mean 0 and standard deviation 1. */
export function standardise(values: Float32Array): Float32Array {
  let sum = 0;
  for (const value of values) sum += value;
  const mean = sum / values.length;
  let squares = 0;
  for (const value of values) squares += (value - mean) ** 2;
  const spread = Math.sqrt(squares / values.length) + LEAST_SPREAD;
  return values.map((value) => (value - mean) / spread);
}
