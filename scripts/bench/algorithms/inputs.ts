import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RECIPES, type SeriesInfo, type Weights } from '@duai/algorithms';
import { type AlgorithmManifest, given, type Region } from '@duai/contract';
import { petPhantom } from '../../../algorithms/src/testing/pet-phantom.ts';
import { seriesOf, TEST_DATA } from '../../../algorithms/src/testing/series.ts';
import { brainWeights } from '../../../server/src/features/packages/index.ts';
import { BRAIN_MODELS, brainMr } from '../../../server/src/testing/brain-mr.ts';

/** What a child process of the server is given for one run. */
export interface RunInput {
  algorithmId: string;
  /** Undefined for an algorithm that comes with the software. */
  package?: { manifest: AlgorithmManifest; weights: Weights };
  series: SeriesInfo;
  paths: string[];
  memoryMb: number;
}

type Located = Pick<RunInput, 'series' | 'paths'>;

/** The limit of a child process of the server. */
export const MEMORY_MB = 1536;
const FILM = join('chest-xray-paediatric', 'official-test-part', 'normal', 'IM-0013-0001.jpg');
const REGION_SLICES = 3;

/** A run of every algorithm that comes with the software, on the shared data; PET is generated. */
export async function runsToMeasure(dir: string): Promise<{ input: RunInput; on: string }[]> {
  const ct = await seriesAt(await filesIn(join(TEST_DATA, 'chest-ct', 'b40f-smooth')));
  const pet = await seriesAt(await filesIn(dir, petPhantom({ slices: 60 })));
  const outlined = { ...ct, series: { ...ct.series, region: regionOn(ct.series) } };
  const aRegion = `a region on ${REGION_SLICES} slices of CT`;
  const all: readonly (readonly [algorithmId: string, on: string, located: Located])[] = [
    ['qc.series', 'CT, 30 slices of 512 × 512', ct],
    ['ct.lung-density', 'CT, 30 slices of 512 × 512', ct],
    ['ct.agatston', aRegion, outlined],
    ['ct.roi-attenuation', aRegion, outlined],
    ['ct.body-composition-slice', aRegion, outlined],
    ['pt.suv', '60 small generated slices of PET', pet],
    ['xr.film-check', 'one film, JPEG', film()],
    ['xr.pneumonia-paediatric', 'one film, JPEG', film()],
  ];
  return all.map(([algorithmId, on, located]) => ({ on, input: { algorithmId, ...located, memoryMb: MEMORY_MB } }));
}

/** Files of a folder in the order of their names; `contents` are written there first. */
export async function filesIn(dir: string, contents: readonly Uint8Array[] = []): Promise<string[]> {
  await mkdir(dir, { recursive: true });
  for (const [at, bytes] of contents.entries()) await writeFile(join(dir, `${String(at).padStart(4, '0')}.dcm`), bytes);
  return (await readdir(dir))
    .filter((name) => name.endsWith('.dcm'))
    .sort()
    .map((name) => join(dir, name));
}

/** The recipe for brain volumes with its converted weights, on the MR of the shared data. */
export async function brainRun(dir: string): Promise<{ input: RunInput; on: string }> {
  const { manifest } = given(
    RECIPES.find((recipe) => recipe.folder === 'mr-brain-volumes'),
    'the recipe',
  );
  const located = await seriesAt(
    await filesIn(
      join(dir, 'brain'),
      brainMr().map(({ bytes }) => bytes),
    ),
  );
  const weights = { path: join(dir, 'brain.onnx'), sha256: given(manifest.weights, 'the weights').sha256 };
  await writeFile(weights.path, await brainWeights(BRAIN_MODELS));
  const input = { algorithmId: manifest.id, package: { manifest, weights }, ...located, memoryMb: MEMORY_MB };
  return { input, on: 'MR, 256 slices of 256 × 256' };
}

/** The facts of a series as the server has them before a run. */
export async function seriesAt(paths: string[]): Promise<Located> {
  const files = await Promise.all(paths.map(async (path) => new Uint8Array(await readFile(path))));
  const { seriesInstanceUid, declaredModality, declaredBodyPart, declaredAgeYears, instances } = await seriesOf(files);
  return { paths, series: { seriesInstanceUid, declaredModality, declaredBodyPart, declaredAgeYears, instances } };
}

const film = (): Located => ({
  paths: [join(TEST_DATA, FILM)],
  series: {
    seriesInstanceUid: null,
    declaredModality: 'X-Ray',
    declaredBodyPart: 'Chest',
    declaredAgeYears: 3,
    instances: [
      { kind: 'jpeg', header: null, sopInstanceUid: null, name: 'film', columns: 2444, rows: 2155, frames: 1 },
    ],
  },
});

/** A rectangle in the middle of the middle slices. */
const regionOn = ({ instances }: SeriesInfo): Region => {
  const from = Math.floor(instances.length / 2);
  return {
    shape: 'rectangle',
    from: { x: 200, y: 200 },
    to: { x: 320, y: 320 },
    images: instances.slice(from, from + REGION_SLICES).map(({ name }) => ({ sopInstanceUid: name, frame: 0 })),
  };
};
