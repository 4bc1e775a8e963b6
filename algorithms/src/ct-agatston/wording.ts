import { REGION_WORDING } from '../steps/region-wording.ts';
import { namesOf, type Wording, wordingOf } from '../wording.ts';

export const WORDING: Wording = { ...REGION_WORDING, ...wordingOf(({ ctAgatston }) => ctAgatston.sentences) };

export const MEASUREMENT_NAMES = namesOf(({ ctAgatston }) => ctAgatston.measurements);
