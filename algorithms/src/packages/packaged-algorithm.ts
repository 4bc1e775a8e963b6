import type { AlgorithmManifest, AlgorithmNetwork, AlgorithmResult, AnalysisReason, Language } from '@duai/contract';
import { itemAt, VolumeError } from '@duai/imaging';
import type { Algorithm, InferencePort, SeriesInput } from '../algorithm.ts';
import { applyBefore } from '../steps/before.ts';
import { frontalChestFilm } from '../steps/chest-film.ts';
import { type Grid, gridOfImage, gridOfVolume, StepRefusal } from '../steps/grid.ts';
import { ModelOutputError } from '../steps/model-output-error.ts';
import { NoWordingError, sentence } from '../wording.ts';
import { checkFilm } from '../xr-film-check/check-film.ts';
import { Answers, type Source } from './answers.ts';
import { gateByInputs, gateOfImage } from './gate.ts';
import { BELOW } from './told.ts';
import { REASONS, TELLING } from './wording.ts';

/** Largest number of images of a series that are processed one by one. */
const MOST_IMAGES = 64;

/** The weights in the form that the inference port takes. */
export interface Weights {
  path: string;
  sha256: string;
}

/** For manifests that are not run, and models on another server. */
export const NO_WEIGHTS: Weights = { path: '', sha256: '' };

/** An algorithm that is described entirely by its manifest, without code of its own. */
export function packagedAlgorithm(manifest: AlgorithmManifest, weights: Weights = NO_WEIGHTS): Algorithm {
  const named = manifest.outputs.filter(({ kind }) => kind === 'measurement' || kind === 'class-probability');
  return {
    manifest,
    gate: (series) => gateByInputs(manifest.inputs, series),
    run: (input, { inference }) => runPackage(manifest, weights, input, inference),
    sentence: (said, language) => sentenceOf(manifest, said, language),
    measurementNames: Object.fromEntries(named.map(({ code, name }) => [code, name])),
    isAboutPerson: true,
    impressionFrom: 'important',
    shownOnly: manifest.outputs.flatMap(({ kind, code }) => (kind === 'picture' ? [code] : [])),
    shownBy: Object.fromEntries(manifest.outputs.map(({ code }) => [code, code])),
  };
}

async function runPackage(
  manifest: AlgorithmManifest,
  weights: Weights,
  input: SeriesInput,
  inference: InferencePort,
): Promise<AlgorithmResult> {
  const { network } = manifest;
  if (!network) throw new Error(`${manifest.id} has no network`);
  const answers = new Answers(manifest);
  const refused: AnalysisReason[] = [];
  const images = network.source === 'volume' ? volumeOf(input) : imagesOf(manifest, input, inference, refused);
  try {
    for await (const { grid, source } of images) {
      const prepared = network.before.reduce((made, step) => applyBefore(made, step, source.header), grid);
      const outputs = await inference.run(weights, { [network.input.name]: tensorOf(network, prepared) });
      answers.add(outputs, prepared, source);
    }
  } catch (error) {
    if (error instanceof StepRefusal) refused.push(error.reason);
    else if (error instanceof VolumeError) refused.push({ code: error.code, params: { ...error.params } });
    else throw error;
  }
  if (answers.isEmpty) return { outcome: 'not-evaluable', reasons: refused };
  return { outcome: 'evaluated', ...answers.told(), limitations: refused };
}

interface Looked {
  grid: Grid;
  source: Source;
}

async function* volumeOf(input: SeriesInput): AsyncGenerator<Looked> {
  const volume = await input.loadVolume();
  const slices = volume.headers.map((header, at) => ({
    name: header.sopInstanceUid,
    frame: itemAt(volume.frames, at),
  }));
  const { columns, rows, spacingMm } = volume;
  const voxelMl = (spacingMm[0] * spacingMm[1] * spacingMm[2]) / 1000;
  yield { grid: gridOfVolume(volume), source: { header: volume.headers[0] ?? null, columns, rows, slices, voxelMl } };
}

async function* imagesOf(
  { inputs }: AlgorithmManifest,
  input: SeriesInput,
  inference: InferencePort,
  refused: AnalysisReason[],
): AsyncGenerator<Looked> {
  let looked = 0;
  for (const [index, instance] of input.instances.entries()) {
    if (!gateOfImage(inputs, instance, input).fits) continue;
    if (looked === MOST_IMAGES) {
      refused.push({ code: 'MORE_IMAGES', params: { most: MOST_IMAGES } });
      return;
    }
    looked += 1;
    const image = await input.loadGrey(index);
    if (image.isColoured) {
      refused.push({ code: 'COLOURED', params: {} });
      continue;
    }
    // Every algorithm that reads chest films first checks whether they are rotated, mirrored, inverted or cropped.
    const [changed] = frontalChestFilm(instance, input).fits ? await checkFilm(image, inference) : [];
    if (changed) {
      refused.push(changed);
      continue;
    }
    const { columns, rows } = image;
    const slices = [{ name: instance.name, frame: 0 }];
    yield { grid: gridOfImage(image), source: { header: instance.header, columns, rows, slices, voxelMl: null } };
  }
}

/** The grid as the network's input; a grey value is copied to each of its channels. */
function tensorOf({ input, before }: AlgorithmNetwork, grid: Grid) {
  const [, channels = 1, ...spatial] = input.dims;
  const size = grid.size.slice(3 - spatial.length);
  const isSame =
    spatial.every((length, at) => length === size[at]) &&
    grid.size.slice(0, 3 - spatial.length).every((length) => length === 1);
  if (!isSame)
    throw new ModelOutputError(
      `after ${before.length} steps the images have the shape ${grid.size.join(' × ')}, the network takes ${input.dims.join(' × ')}`,
    );
  const data = new Float32Array(grid.values.length * channels);
  for (let channel = 0; channel < channels; channel += 1) data.set(grid.values, channel * grid.values.length);
  return { data, dims: [...input.dims] };
}

/** Codes that packages share; an output must not use them. */
export const isReasonCode = (code: string): boolean => code in REASONS;

function sentenceOf(manifest: AlgorithmManifest, { code, params }: AnalysisReason, language: Language): string {
  if (isReasonCode(code)) return sentence(REASONS, code, params, language);
  const named = (wanted: string) => manifest.outputs.find((output) => output.code === wanted)?.name[language];
  const own = named(code);
  const below = code.startsWith(BELOW) ? named(code.slice(BELOW.length)) : undefined;
  const name = own ?? below;
  if (!name) throw new NoWordingError(`no wording for ${code}`);
  return sentence(TELLING, kindOf(params, own !== undefined), { ...params, name }, language);
}

function kindOf(params: AnalysisReason['params'], isAbove: boolean): keyof typeof TELLING {
  if ('images' in params) return isAbove ? 'aboveInSeries' : 'belowInSeries';
  if ('probability' in params) return isAbove ? 'above' : 'below';
  if ('value' in params) return 'measured';
  if ('pictures' in params) return 'pictured';
  return 'said' in params ? 'said' : 'shown';
}
