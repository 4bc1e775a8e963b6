import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AlgorithmManifest, algorithmEvaluationSchema } from '@duai/contract';
import { type Evaluation, showsFigures } from './card-figures.ts';
import { CATALOGUE } from './catalogue.ts';
import { RECIPES } from './recipes/recipes.ts';

export const folderOf = (algorithmId: string): string => join(import.meta.dirname, algorithmId.replaceAll('.', '-'));

/** @throws Error if an algorithm has no card, because it must not run without one */
export const readCard = (algorithmId: string): string =>
  readFileSync(join(folderOf(algorithmId), 'model-card.md'), 'utf8');

export { type Evaluation, withFigures } from './card-figures.ts';

/** What is published about an algorithm, all from the files in its folder. */
export interface PublishedCard {
  manifest: AlgorithmManifest;
  /** The card, including the figures of the evaluation. */
  markdown: string;
  evaluation: Evaluation | null;
  /** The evaluation on data that were not used for any choice; null until it is run. */
  independent: Evaluation | null;
  /** False: a recipe, whose weights are not in this repository. */
  isInstalled: boolean;
}

/** The cards of all algorithms and recipes. @throws Error if one is missing or outdated */
export const publishedCards = (): PublishedCard[] => [
  ...CATALOGUE.map(({ manifest }) => publishedCard(folderOf(manifest.id), 'model-card.md', manifest, true)),
  ...RECIPES.map(({ manifest, folder }) =>
    publishedCard(join(import.meta.dirname, 'recipes', folder), 'card.md', manifest, false),
  ),
];

/** @throws Error with the command to fix it, if the card or a figure is not of this version and these weights */
export function publishedCard(
  folder: string,
  file: string,
  manifest: AlgorithmManifest,
  isInstalled: boolean,
): PublishedCard {
  const { id, version, weights } = manifest;
  const refuse = (why: string): never => {
    throw new Error(
      `the card of ${id} is not published: ${why}; run node algorithms/src/evaluate.ts ${id}, and read it`,
    );
  };
  const markdown = readFileSync(join(folder, file), 'utf8');
  if (!markdown.startsWith(`# ${id} ${version}:`)) refuse(`its first line is not of version ${version}`);
  const sha256 = isInstalled ? hashOf(join(folder, weights?.file ?? 'model.onnx')) : weights?.sha256;
  if (weights?.sha256 !== sha256) refuse('the weights are not those that the manifest names');
  const evaluation = readEvaluation(join(folder, 'evaluation.json'));
  if (isInstalled && !evaluation) refuse('it was not evaluated');
  if (evaluation && evaluation.weightsSha256 !== sha256) refuse('its figures are of other weights');
  if (evaluation && !showsFigures(markdown, evaluation)) refuse('it shows other figures than the evaluation');
  const independent = readEvaluation(join(folder, 'independent.json'));
  if (independent && independent.weightsSha256 !== sha256)
    refuse('the figures on independent data are of other weights');
  return { manifest, markdown, evaluation, independent, isInstalled };
}

const hashOf = (path: string): string | undefined =>
  existsSync(path) ? createHash('sha256').update(readFileSync(path)).digest('hex') : undefined;

const readEvaluation = (path: string): Evaluation | null =>
  existsSync(path) ? algorithmEvaluationSchema.parse(JSON.parse(readFileSync(path, 'utf8'))) : null;
