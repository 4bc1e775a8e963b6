import type { Translated } from '@duai/contract';
import { namesOf, wordingOf } from '../wording.ts';

export const WORDING = wordingOf(({ qcSeries }) => qcSeries.sentences);

/** The patient's declaration in the words of the report; other values are used unchanged. */
export const DECLARED: Readonly<Record<string, Translated>> = namesOf(({ qcSeries }) => qcSeries.declared);

/** Left and right, by the code of DICOM. */
export const SIDES: Readonly<Record<string, Translated>> = namesOf(({ qcSeries }) => qcSeries.sides);

export const MEASUREMENT_NAMES = namesOf(({ qcSeries }) => qcSeries.measurements);
