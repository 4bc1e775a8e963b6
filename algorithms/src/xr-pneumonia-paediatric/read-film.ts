import { itemAt } from '@duai/imaging';
import type { GreyImage, InferencePort } from '../algorithm.ts';
import { ModelOutputError } from '../steps/model-output-error.ts';
import { resize } from '../steps/resize.ts';
import { standardise } from '../steps/standardise.ts';
import { PARAMETERS } from './parameters.ts';
import { WEIGHTS } from './weights.ts';

/** The network's output for one film. */
export interface Reading {
  logit: number;
  /** Class activation map (Zhou et al., CVPR 2016) in logits, row by row; its mean is the logit. */
  map: Float32Array;
  mapColumns: number;
  mapRows: number;
  /** Distances of the film from those of the training: by its thumbnail, and by the stages of the network. */
  distances: [number, number];
}

/** @throws ModelOutputError for invalid numbers, or another shape than the network has */
export async function readFilm(image: GreyImage, inference: InferencePort): Promise<Reading> {
  return readInput(filmInput(image), inference);
}

/** The network's input: the film resized to a square, with mean 0 and standard deviation 1. */
export const filmInput = (image: Pick<GreyImage, 'grey' | 'columns' | 'rows'>): Float32Array =>
  standardise(resize(image, PARAMETERS.sidePx, PARAMETERS.sidePx));

export async function readInput(
  film: Float32Array,
  inference: InferencePort,
  weights: { path: string; sha256: string } = WEIGHTS,
): Promise<Reading> {
  const { sidePx } = PARAMETERS;
  const outputs = await inference.run(weights, { film: { data: film, dims: [1, 1, sidePx, sidePx] } });
  const { logit, map, distances } = outputs;
  const [one, mapRows, mapColumns] = map?.dims ?? [];
  if (logit?.data.length !== 1 || distances?.data.length !== 2 || one !== 1 || !map || !mapRows || !mapColumns)
    throw new ModelOutputError('the outputs of the network have another shape');
  if (![...logit.data, ...map.data, ...distances.data].every(Number.isFinite))
    throw new ModelOutputError('the network gave a number that is none');
  return {
    logit: itemAt(logit.data, 0),
    map: map.data,
    mapColumns,
    mapRows,
    distances: [itemAt(distances.data, 0), itemAt(distances.data, 1)],
  };
}

/** Calibrated probability of a logit, 0 to 1. */
export const probabilityOf = (logit: number): number => {
  const [slope, intercept] = PARAMETERS.calibration;
  return 1 / (1 + Math.exp(-(slope * logit + intercept)));
};

/** The logit of a calibrated probability. */
export const logitOf = (probability: number): number => {
  const [slope, intercept] = PARAMETERS.calibration;
  return (Math.log(probability / (1 - probability)) - intercept) / slope;
};

/** The larger of the two distances relative to its limit; above 1 the film is refused. */
export const strangenessOf = ({ distances }: Pick<Reading, 'distances'>): number =>
  Math.max(...distances.map((distance, at) => distance / itemAt(PARAMETERS.distanceLimits, at)));
