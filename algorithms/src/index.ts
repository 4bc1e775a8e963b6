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
export { CATALOGUE, type Catalogue, findAlgorithm, plan } from './catalogue.ts';
export { type Told, tell, type Wording } from './tell.ts';
export { mostVoxels } from './volume-limit.ts';
export { NoWordingError } from './wording.ts';
