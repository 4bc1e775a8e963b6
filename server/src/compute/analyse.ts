import { arch, cpus, platform } from 'node:os';
import {
  type Catalogue,
  findAlgorithm,
  type InferencePort,
  mostVoxels,
  packagedAlgorithm,
  type SeriesInfo,
  tryNetwork,
  type Weights,
} from '@duai/algorithms';
import type { AlgorithmManifest } from '@duai/contract';
import { buildVolume, framesOf, itemAt, readFrameHeaders, VolumeError } from '@duai/imaging';
import { createKserveInference } from '../adapters/inference/kserve.ts';
import { createOnnxInference } from '../adapters/inference/onnx.ts';
import type { RemoteModel } from '../adapters/inference/port.ts';
import type { RunOutcome } from '../features/analyses/index.ts';
import { greyImage } from './grey-image.ts';
import { frameOfFile, withLocalFile } from './local-file.ts';

const inference = createOnnxInference();
/** Asked once, because the system takes up to 5 ms to tell. */
const CPU = cpus()[0]?.model ?? 'unknown';

/** Refuses a volume that would exceed the memory of the process, before a file is read. @throws VolumeError TOO_LARGE */
function assertFits(series: SeriesInfo, memoryMb: number): void {
  const voxels = series.instances.reduce((sum, { rows, columns, frames }) => sum + rows * columns * frames, 0);
  const most = mostVoxels(memoryMb);
  if (voxels <= most) return;
  const [millionVoxels, maxMillion] = [Math.ceil(voxels / 1e6), Math.floor(most / 1e6)];
  throw new VolumeError('TOO_LARGE', `${voxels} voxels in ${memoryMb} MB`, { millionVoxels, maxMillion });
}

/** An imported algorithm as it is passed to a child process. */
export interface PackageInput {
  manifest: AlgorithmManifest;
  /** Undefined where the model runs on another server. */
  weights?: Weights | undefined;
  remote?: RemoteModel | undefined;
}

/** Runs networks with weights here, also where the package's own model is remote: films are checked by a network of ours. */
function inferenceOf(remote: RemoteModel | undefined): InferencePort {
  if (!remote) return inference;
  const there = createKserveInference(remote);
  return { run: (model, inputs) => (model.sha256 === '' ? there : inference).run(model, inputs) };
}

interface AnalyseInput {
  algorithmId: string;
  /** Undefined for the built-in algorithm with this id. */
  package?: PackageInput | undefined;
  series: SeriesInfo;
  paths: string[];
  memoryMb: number;
}

/** Runs an imported network once on a made-up input, before it is stored. */
export const tryPackage = ({ manifest, weights, remote }: PackageInput): Promise<void> =>
  tryNetwork(manifest, weights, inferenceOf(remote));

/** Runs one algorithm on one series with `memoryMb` of memory. `paths[i]` is a verified copy of `series.instances[i]`. */
export const createAnalyse = (catalogue: Catalogue) => (input: AnalyseInput) => analyse(catalogue, input);

async function analyse(catalogue: Catalogue, input: AnalyseInput): Promise<RunOutcome> {
  const algorithm = input.package
    ? packagedAlgorithm(input.package.manifest, input.package.weights)
    : findAlgorithm(catalogue, input.algorithmId);
  if (!algorithm) throw Object.assign(new Error(`no algorithm ${input.algorithmId}`), { code: 'ALGORITHM_UNKNOWN' });
  const loadFrame = (index: number, frame?: number) => frameOfFile(itemAt(input.paths, index), frame);
  const result = await algorithm.run(
    {
      ...input.series,
      loadFrame,
      loadGrey: (index, frame) =>
        greyImage(itemAt(input.paths, index), itemAt(input.series.instances, index).kind, frame),
      frameHeaders: (index) => withLocalFile(itemAt(input.paths, index), readFrameHeaders),
      async loadVolume() {
        assertFits(input.series, input.memoryMb);
        const frames = [];
        for (const path of input.paths) frames.push(...(await withLocalFile(path, framesOf)));
        return buildVolume(frames);
      },
    },
    { inference: inferenceOf(input.package?.remote) },
  );
  return {
    result,
    algorithmVersion: algorithm.manifest.version,
    weightsSha256: algorithm.manifest.weights?.sha256 ?? null,
    runtime: { node: process.version, platform: platform(), arch: arch(), cpu: CPU },
  };
}
