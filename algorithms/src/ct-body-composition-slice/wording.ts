import { REGION_WORDING } from '../steps/region-wording.ts';
import { namesOf, type Wording, wordingOf } from '../wording.ts';

export const WORDING: Wording = {
  ...REGION_WORDING,
  ...wordingOf(({ ctBodyComposition }) => ctBodyComposition.sentences),
};

export const MEASUREMENT_NAMES = namesOf(({ ctBodyComposition }) => ctBodyComposition.measurements);
