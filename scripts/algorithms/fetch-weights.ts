import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { RECIPES } from '@duai/algorithms';
import { type AlgorithmManifest, packageManifestSchema } from '@duai/contract';
import { z } from 'zod';
import { unlessMissing } from '../../server/src/core/files/missing-file.ts';
import { Mistake } from './command-line.ts';
import { downloadAll } from './download.ts';

/** The weights file that a manifest names. @throws Error if it names none */
export function weightsOf({ id, weights }: AlgorithmManifest) {
  if (!weights?.address) throw new Mistake(`the manifest of ${id} names no address of its weights`);
  return { address: weights.address, path: weights.file, sha256: weights.sha256 };
}

/** The manifest of a package that is not imported. @throws Mistake with each thing that is wrong with it */
export async function manifestIn(dir: string): Promise<AlgorithmManifest> {
  const path = join(dir, 'manifest.json');
  const text = await unlessMissing(readFile(path, 'utf8'));
  if (text === undefined) throw new Mistake(`${dir} holds no manifest.json, so it is no package`);
  const parsed = packageManifestSchema.safeParse(jsonOf(text));
  if (!parsed.success) throw new Mistake(`${path} is not valid:\n${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Whether `name` is the folder of a package. */
export const isPackageFolder = async (name: string): Promise<boolean> =>
  (await unlessMissing(stat(join(name, 'manifest.json')))) !== undefined;

/**
 * Downloads the weights that the manifest in `dir` names and checks their SHA-256. If the content differs, no file is kept.
 * @returns the name of the file
 * @throws Error with the reason
 */
export async function fetchWeights(dir: string): Promise<string> {
  const wanted = weightsOf(await manifestIn(dir));
  await downloadAll(dir, [wanted]);
  return wanted.path;
}

/**
 * Downloads the published files of a recipe into `dir`, each checked by its SHA-256, from below `from`.
 * @returns undefined if there is no such recipe
 * @throws Error with the reason
 */
export async function fetchRecipe(id: string, dir: string, from: string | undefined): Promise<true | undefined> {
  const recipe = RECIPES.find(({ manifest }) => manifest.id === id);
  if (!recipe) return;
  if (!recipe.files)
    throw new Mistake(`the weights of ${id} are exported by a script: see docs/algorithms.md, Recipes`);
  if (!from) throw new Mistake(`say where the files of ${id} are published (${recipe.source}): --from ADDRESS`);
  const base = from.endsWith('/') ? from : `${from}/`;
  await downloadAll(
    dir,
    recipe.files.map((file) => ({ ...file, address: new URL(file.path, base).href })),
  );
  return true;
}
