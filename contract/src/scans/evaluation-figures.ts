import type { Language } from '../values/languages.ts';
import { withMinus } from '../values/minus-sign.ts';
import type { Accuracy, Proportion, Turnaround } from './evaluation.ts';

/** The four proportions of a question, in the order of the screen and the dossier. */
export const MEASURES = [
  'sensitivity',
  'specificity',
  'positivePredictiveValue',
  'negativePredictiveValue',
] as const satisfies readonly (keyof Accuracy)[];

type Write<Params> = (params: Readonly<Params>) => string;
/** The texts of the catalogue for figures, and the language of numbers. */
export interface Written {
  readonly language: Language;
  readonly texts: {
    readonly share: Write<{ value: string; low: string; high: string; count: number; of: number }>;
    readonly auc: Write<{ value: string; low: string; high: string }>;
    readonly aucWithoutInterval: Write<{ value: string }>;
    readonly seconds: Write<{ value: string }>;
    readonly minutes: Write<{ value: string }>;
    readonly hours: Write<{ value: string }>;
  };
}

/** What of the catalogue names units. */
interface UnitTexts {
  readonly percent: Write<{ value: string }>;
  readonly units: { readonly instances: string; readonly share: string };
}

/** A UCUM unit in readable form; the annotation of `{SUVbw}g/ml` names what is measured. */
export const unitText = (unit: string, { units }: Pick<UnitTexts, 'units'>): string =>
  ({ "[hnsf'U]": 'HU', '{instances}': units.instances, '1': units.share })[unit] ??
  unit.replace(/\{\w+\}/g, '').replace('cm2', 'cm²');

/** A threshold with its unit: "2000 ml", "6 %"; a share, and one whose unit is not known, is its number alone. */
export function thresholdText(
  { threshold, unit }: { threshold: number; unit?: string | undefined },
  texts: UnitTexts,
): string {
  const value = withMinus(threshold);
  if (unit === undefined || unit === '1') return value;
  return unit === '%' ? texts.percent({ value }) : `${value} ${unitText(unit, texts)}`;
}

const fixed = (value: number, digits: number, language: Language): string =>
  new Intl.NumberFormat(language, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  }).format(value);

/** Format: "83.3 % (55.2 to 95.3), 10 of 12". */
export function shareText(share: Proportion, { texts, language }: Written, empty = '–'): string {
  if (!share) return empty;
  const percent = (value: number) => fixed(100 * value, 1, language);
  const { value, low, high, count, of } = share;
  return texts.share({ value: percent(value), low: percent(low), high: percent(high), count, of });
}

/** Format: "0.893 (0.833 to 0.953)". */
export function aucText(auc: Accuracy['auc'], { texts, language }: Written, empty = '–'): string {
  if (!auc) return empty;
  const three = (value: number) => fixed(value, 3, language);
  const value = three(auc.value);
  if (auc.low === null || auc.high === null) return texts.aucWithoutInterval({ value });
  return texts.auc({ value, low: three(auc.low), high: three(auc.high) });
}

export const countOf = (accuracy: Accuracy): number =>
  accuracy.truePositives + accuracy.falsePositives + accuracy.trueNegatives + accuracy.falseNegatives;

/** Format of a turnaround: "12.3 s", "5.0 min", "24.0 h". */
export function durationText(seconds: NonNullable<Turnaround>['medianSeconds'], { texts, language }: Written): string {
  if (seconds < 120) return texts.seconds({ value: fixed(seconds, 1, language) });
  if (seconds < 2 * 60 * 60) return texts.minutes({ value: fixed(seconds / 60, 1, language) });
  return texts.hours({ value: fixed(seconds / 3600, 1, language) });
}
