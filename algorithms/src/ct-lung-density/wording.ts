import { VOLUME_WORDING } from '../steps/volume-wording.ts';
import { namesOf, type Wording, wordingOf } from '../wording.ts';

export const WORDING: Wording = { ...VOLUME_WORDING, ...wordingOf(({ ctLungDensity }) => ctLungDensity.sentences) };

export const MEASUREMENT_NAMES = namesOf(({ ctLungDensity }) => ctLungDensity.measurements);
