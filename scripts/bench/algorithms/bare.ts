import { readFile } from 'node:fs/promises';
import {
  type Algorithm,
  CATALOGUE,
  findAlgorithm,
  type GreyImage,
  packagedAlgorithm,
  type SeriesInput,
} from '@duai/algorithms';
import { given } from '@duai/contract';
import { buildVolume, decodeFrame, framesOf, readFrameHeaders, type Volume } from '@duai/imaging';
import { filmsOf } from '../../../algorithms/src/testing/films.ts';
import { createOnnxInference } from '../../../server/src/adapters/inference/onnx.ts';
import type { RunInput } from './inputs.ts';

const inference = createOnnxInference();

export const algorithmOf = ({ algorithmId, package: imported }: RunInput): Algorithm =>
  imported
    ? packagedAlgorithm(imported.manifest, imported.weights)
    : given(findAlgorithm(CATALOGUE, algorithmId), algorithmId);

/** The algorithm alone, called as a function on files of the disk: no queue, no child process, no check of the result. */
export const runBare = async (input: RunInput): Promise<void> =>
  void (await algorithmOf(input).run(inputOf(input), { inference }));

/** Reading and decoding all slices, and one pass over their voxels: what lung density cannot do without. */
export async function floorOf(input: RunInput): Promise<number> {
  const { values } = await inputOf(input).loadVolume();
  let low = 0;
  for (let voxel = 0; voxel < values.length; voxel += 1) if (given(values[voxel], 'a value') < -950) low += 1;
  return low;
}

function inputOf({ series, paths }: RunInput): SeriesInput {
  const bytesOf = async (index: number) => new Uint8Array(await readFile(given(paths[index], 'a path')));
  return {
    ...series,
    loadFrame: async (index, frame) => decodeFrame(await bytesOf(index), frame),
    loadGrey: (index) => greyOf(given(paths[index], 'a path')),
    frameHeaders: async (index) => readFrameHeaders(await bytesOf(index)),
    async loadVolume(): Promise<Volume> {
      const frames = [];
      for (const index of paths.keys()) frames.push(...(await framesOf(await bytesOf(index))));
      return buildVolume(frames);
    },
  };
}

/** A film of the test data, decoded as the server does it. */
const greyOf = (path: string): Promise<GreyImage> =>
  given(
    filmsOf(...FILMS).find(({ file }) => path.endsWith(file)),
    path,
  ).load();
const FILMS = ['chest-xray-paediatric', 'official-test-part.tsv'] as const;

/**
 * Seconds of the fastest round of each of these works. They run in turn, so that a disturbance of the machine meets all of them, `rounds` times at
 * least and until `seconds` are over: a work of some milliseconds is compiled and meets a quiet moment only after many rounds.
 */
export async function fastest(
  { rounds, seconds }: { rounds: number; seconds: number },
  works: readonly (() => Promise<unknown>)[],
): Promise<number[]> {
  const least = works.map(() => Number.POSITIVE_INFINITY);
  const end = performance.now() + seconds * 1000;
  for (let round = 0; round < rounds || performance.now() < end; round += 1)
    for (const [at, work] of works.entries()) {
      const begin = performance.now();
      await work();
      least[at] = Math.min(given(least[at], 'a time'), (performance.now() - begin) / 1000);
    }
  return least;
}
