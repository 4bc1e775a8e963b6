import type { Translated } from '@duai/contract';
import { VOLUME_WORDING } from '../steps/volume-wording.ts';
import { namesOf, type Wording, wordingOf } from '../wording.ts';

export const WORDING: Wording = { ...VOLUME_WORDING, ...wordingOf(({ ptSuv }) => ptSuv.sentences) };

/** The missing or contradictory data, by `UptakeGap`. */
export const GAPS: Readonly<Record<string, Translated>> = namesOf(({ ptSuv }) => ptSuv.gaps);

export const MEASUREMENT_NAMES = namesOf(({ ptSuv }) => ptSuv.measurements);
