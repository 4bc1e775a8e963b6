import type { AlgorithmManifest } from '@duai/contract';
import type { InferencePort } from '../algorithm.ts';
import { StepRefusal } from '../steps/grid.ts';
import { Answers } from './answers.ts';
import { NO_WEIGHTS, type Weights } from './packaged-algorithm.ts';

/**
 * One run on a made-up input, all the way to words: a network that does not take the shape of its manifest, gives another
 * one, or numbers that are none, is found before anybody's images are shown to it.
 * @throws ModelOutputError, and what the inference port throws
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
  // Neither even nor beyond what steps make of images.
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
    // What it says of a made-up input need not be plausible.
    if (!(error instanceof StepRefusal)) throw error;
  }
}
