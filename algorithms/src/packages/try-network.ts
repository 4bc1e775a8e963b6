import type { AlgorithmManifest } from '@duai/contract';
import type { InferencePort } from '../algorithm.ts';
import { StepRefusal } from '../steps/grid.ts';
import { Answers } from './answers.ts';
import { NO_WEIGHTS, type Weights } from './packaged-algorithm.ts';

/**
 * Runs a network once on artificial input, up to the sentences. This finds a network that does not accept the input shape of
 * its manifest, or that returns another shape or invalid numbers, before it sees real images.
 * @throws ModelOutputError, and the errors of the inference port
 */
export async function tryNetwork(
  manifest: AlgorithmManifest,
  weights: Weights | undefined,
  inference: InferencePort,
): Promise<void> {
  const { network } = manifest;
  if (!network) return;
  const { dims, name } = network.input;
  const [, , ...spatial] = dims;
  const size = [...new Array<number>(Math.max(0, 3 - spatial.length)).fill(1), ...spatial] as [number, number, number];
  const count = dims.reduce((product, length) => product * length, 1);
  // Varied numbers within the range that the steps produce.
  const data = Float32Array.from({ length: count }, (_, at) => (at % 97) / 97);
  const outputs = await inference.run(weights ?? NO_WEIGHTS, { [name]: { data, dims: [...dims] } });
  const same = { scale: 1, offset: 0 };
  const grid = {
    values: data.subarray(0, size[0] * size[1] * size[2]),
    size,
    spacingMm: null,
    places: [same, same, same] as const,
    possible: [0, 1] as const,
  };
  const slices = Array.from({ length: size[0] }, (_, at) => ({ name: `slice ${at}`, frame: 0 }));
  const answers = new Answers(manifest);
  try {
    answers.add(outputs, grid, { header: null, columns: size[2], rows: size[1], slices, voxelMl: 1 });
  } catch (error) {
    // Its answer to artificial input need not be plausible.
    if (!(error instanceof StepRefusal)) throw error;
  }
}
