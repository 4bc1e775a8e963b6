import type { Tissue, Translated } from '@duai/contract';
import { REGION_WORDING } from '../steps/region-wording.ts';
import { namesOf, type Wording, wordingOf } from '../wording.ts';

export const WORDING: Wording = { ...REGION_WORDING, ...wordingOf(({ ctAttenuation }) => ctAttenuation.sentences) };

const tissues = namesOf(({ ctAttenuation }) => ctAttenuation.tissues);
/** The tissue in the region, by `Tissue`; '' if the reader did not say. */
export const TISSUE_NAMES: Readonly<Record<Tissue | '', Translated>> = { ...tissues, '': tissues.region };

export const MEASUREMENT_NAMES = namesOf(({ ctAttenuation }) => ctAttenuation.measurements);
