export type {
  Algorithm,
  GateDecision,
  GreyImage,
  InferencePort,
  InstanceInfo,
  Manifest,
  SeriesInfo,
  SeriesInput,
  Tensor,
} from './algorithm.ts';
export { showsFigures } from './card-figures.ts';
export { CATALOGUE, type Catalogue, findAlgorithm, plan } from './catalogue.ts';
export { isReasonCode, packagedAlgorithm, type Weights } from './packages/packaged-algorithm.ts';
export { tryNetwork } from './packages/try-network.ts';
export { EXPORTED, installCommand, RECIPES, type Recipe } from './recipes/recipes.ts';
export { ModelOutputError } from './steps/model-output-error.ts';
export { type Told, tell, type Wording } from './tell.ts';
export { mostVoxels } from './volume-limit.ts';
export { NoWordingError } from './wording.ts';
