import { itemAt } from '@duai/imaging';
import type { GreyImage, InferencePort } from '../algorithm.ts';
import { ModelOutputError } from '../steps/model-output-error.ts';
import { resize } from '../steps/resize.ts';
import { standardise } from '../steps/standardise.ts';
import { PARAMETERS } from './parameters.ts';
import { WEIGHTS } from './weights.ts';

/** The network's probabilities (0–1) of the changes to a film. */
export interface FilmReading {
  /** Upright, and rotated clockwise by 90, 180 and 270 degrees; they sum to 1. */
  turns: readonly [number, number, number, number];
  mirrored: number;
  inverted: number;
  /** Probability that half of the field is missing. */
  halved: number;
  /** Distance from the films of the training, by mean and spread of all stages. */
  distance: number;
}

/** @throws ModelOutputError for invalid numbers, or another shape than the network has */
export async function readFilm(
  image: Pick<GreyImage, 'grey' | 'columns' | 'rows'>,
  inference: InferencePort,
  sha256: string = WEIGHTS.sha256,
): Promise<FilmReading> {
  const { sidePx } = PARAMETERS;
  const film = standardise(resize(image, sidePx, sidePx));
  const outputs = await inference.run({ ...WEIGHTS, sha256 }, { film: { data: film, dims: [1, 1, sidePx, sidePx] } });
  const { turn, changes, distance } = outputs;
  if (turn?.data.length !== 4 || changes?.data.length !== 3 || distance?.data.length !== 1)
    throw new ModelOutputError('the outputs of the network have another shape');
  if (![...turn.data, ...changes.data, ...distance.data].every(Number.isFinite))
    throw new ModelOutputError('the network gave a number that is none');
  const probabilityAt = (index: number) => 1 / (1 + Math.exp(-itemAt(changes.data, index)));
  return {
    turns: softmax(turn.data) as [number, number, number, number],
    mirrored: probabilityAt(0),
    inverted: probabilityAt(1),
    halved: probabilityAt(2),
    distance: itemAt(distance.data, 0),
  };
}

function softmax(logits: Float32Array): number[] {
  const most = Math.max(...logits);
  const powers = [...logits].map((logit) => Math.exp(logit - most));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}
