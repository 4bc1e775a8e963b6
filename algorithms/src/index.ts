export type {
  Algorithm,
  GateDecision,
  InferencePort,
  InstanceInfo,
  Manifest,
  Sentences,
  SeriesInfo,
  SeriesInput,
  Tensor,
} from './algorithm.ts';
export { algorithmById, CATALOGUE, plan } from './catalogue.ts';
export { placesOf } from './places.ts';
export { mostVoxels } from './volume-limit.ts';
