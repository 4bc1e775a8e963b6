import type { MadeFor } from '../examined.ts';

/**
 * Reporting and data systems of the American College of Radiology: closed lists of categories. The names are the ACR's;
 * meanings and recommendations are in our own words, after Lung-RADS v2022, BI-RADS 5th edition (2013), CT/MRI LI-RADS v2018
 * with its treatment response categories, ACR TI-RADS (2017) and PI-RADS v2.1 (2019).
 */
export interface RadsCategory {
  readonly code: string;
  readonly meaning: { readonly tr: string; readonly en: string };
  readonly recommendation: { readonly tr: string; readonly en: string };
}
/** A list that tells a category for each side. */
export interface RadsSides {
  readonly right: { readonly tr: string; readonly en: string };
  readonly left: { readonly tr: string; readonly en: string };
  /** Likelihood of malignancy in percent, from and up to, by category; one without it is not comparable with others. */
  readonly likelihood: Readonly<Record<string, readonly [from: number, to: number]>>;
}
export interface RadsSystem {
  readonly title: string;
  /** DICOM modalities (PS3.3 C.7.3.1.1.1) and the regions in them that the system was written for. */
  readonly madeFor: MadeFor;
  readonly categories: readonly RadsCategory[];
  /** Absent where a list has one category for the whole examination. */
  readonly sides?: RadsSides;
}

/** A category with its meaning and its recommendation, each in Turkish and English. */
export const category = (
  code: string,
  [meaningTr, meaningEn]: [tr: string, en: string],
  [tr, en]: [tr: string, en: string],
): RadsCategory => ({ code, meaning: { tr: meaningTr, en: meaningEn }, recommendation: { tr, en } });
