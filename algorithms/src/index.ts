export type {
  Algorithm,
  GateDecision,
  InferencePort,
  InstanceInfo,
  Manifest,
  SeriesInfo,
  SeriesInput,
  Tensor,
} from './algorithm.ts';
export { algorithmById, CATALOGUE, plan } from './catalogue.ts';
export { mostVoxels } from './volume-limit.ts';
