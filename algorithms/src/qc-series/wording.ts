import type { Translated } from '@duai/contract';
import { namesOf, wordingOf } from '../wording.ts';

export const WORDING = wordingOf(({ qcSeries }) => qcSeries.sentences);

/** What the patient declared, in the words of the report; other values stand as they are. */
export const DECLARED: Readonly<Record<string, Translated>> = namesOf(({ qcSeries }) => qcSeries.declared);

/** What the measurements are called. */
export const MEASUREMENT_NAMES = namesOf(({ qcSeries }) => qcSeries.measurements);
