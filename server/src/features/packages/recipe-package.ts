import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EXPORTED, RECIPES, type Recipe } from '@duai/algorithms';
import type { AlgorithmManifest } from '@duai/contract';
import { AppError, notFound } from '../../core/app-error.ts';
import { unlessMissing } from '../../core/files/missing-file.ts';
import { sha256Hex } from '../../core/ids.ts';
import { type BrainLabelsSettings, brainLabels } from './meshnet/brain-labels.ts';
import { readMeshNet } from './meshnet/tfjs-model.ts';
import type { PackageFiles } from './read-package.ts';

/** Largest box of the second network, which limits its memory; a larger brain gets no labels. */
const LONGEST = [192, 192, 216] as const;

const BRAIN = 'mr.brain-volumes';
/** The function that makes the weights of each recipe from its published files. */
const MAKES: Readonly<Record<string, (dir: string) => Promise<Uint8Array>>> = { [BRAIN]: brainWeights };

/** @throws AppError NOT_FOUND */
function recipeOf(id: string): Recipe {
  const recipe = RECIPES.find(({ manifest }) => manifest.id === id);
  if (!recipe) throw notFound('recipe');
  return recipe;
}

/**
 * Makes the package of a recipe, with weights made from the published files in `dir`, or exported into it.
 * @throws AppError NOT_FOUND, PACKAGE_FILE_MISSING, WEIGHTS_CHANGED
 */
export async function packageOfRecipe(id: string, dir: string): Promise<PackageFiles> {
  const recipe = recipeOf(id);
  const { manifest, bytes } = recipe.files ? await made(recipe, dir) : await exported(recipe, dir);
  const files = new Map<string, Uint8Array>([
    ['manifest.json', Buffer.from(JSON.stringify(manifest))],
    [manifest.weights.file, bytes],
  ]);
  for (const name of ['card.md', 'evaluation.json']) {
    const bytes = await unlessMissing(readFile(besideRecipe(recipe, name)));
    if (bytes) files.set(name, bytes);
  }
  return files;
}

type WithWeights = AlgorithmManifest & Required<Pick<AlgorithmManifest, 'weights'>>;
interface Weighted {
  manifest: WithWeights;
  bytes: Uint8Array;
}

async function made({ manifest }: Recipe, dir: string): Promise<Weighted> {
  const make = MAKES[manifest.id];
  const { weights } = manifest;
  if (!make || !weights) throw notFound('recipe');
  return { manifest: { ...manifest, weights }, bytes: await make(dir) };
}

/** What the hospital exported: its manifest names the hash that it has. */
async function exported({ manifest }: Recipe, dir: string): Promise<Weighted> {
  const bytes = await unlessMissing(readFile(join(dir, EXPORTED)));
  if (!bytes) throw new AppError('PACKAGE_FILE_MISSING', { params: { name: EXPORTED } });
  return { manifest: { ...manifest, weights: { file: EXPORTED, sha256: sha256Hex(bytes) } }, bytes };
}

const besideRecipe = ({ folder }: Recipe, name: string): string =>
  fileURLToPath(new URL(`recipes/${folder}/${name}`, import.meta.resolve('@duai/algorithms')));

async function publishedFiles({ files }: Recipe, dir: string): Promise<Uint8Array[]> {
  const published: Uint8Array[] = [];
  for (const { path, sha256 } of files ?? []) {
    const bytes = await unlessMissing(readFile(join(dir, path)));
    if (!bytes) throw new AppError('PACKAGE_FILE_MISSING', { params: { name: path } });
    if (sha256Hex(bytes) !== sha256) throw new AppError('WEIGHTS_CHANGED', { params: { name: path } });
    published.push(bytes);
  }
  return published;
}

/**
 * Makes the ONNX model of mr.brain-volumes from the published files in `dir`. `box` is only for measuring the effect of
 * another box. @throws AppError PACKAGE_FILE_MISSING, WEIGHTS_CHANGED
 */
export async function brainWeights(
  dir: string,
  box: Partial<Pick<BrainLabelsSettings, 'margin' | 'longest'>> = {},
): Promise<Uint8Array> {
  const recipe = recipeOf(BRAIN);
  const [mask, maskWeights, parts, partsWeights] = await publishedFiles(recipe, dir);
  const { side, headAbove, marginVoxels } = recipe.manifest.parameters;
  return brainLabels(readMeshNet(mask!, maskWeights!), readMeshNet(parts!, partsWeights!), {
    side: Number(side),
    headAbove: Number(headAbove),
    margin: Number(marginVoxels),
    longest: LONGEST,
    ...box,
  });
}
