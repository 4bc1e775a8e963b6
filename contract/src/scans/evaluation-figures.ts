import type { Accuracy, Proportion, Turnaround } from './evaluation.ts';

/** The four shares of a question, in the order of screen and dossier. */
export const MEASURES = [
  ['Sensitivity', 'sensitivity'],
  ['Specificity', 'specificity'],
  ['Positive predictive value', 'positivePredictiveValue'],
  ['Negative predictive value', 'negativePredictiveValue'],
] as const satisfies readonly (readonly [string, keyof Accuracy])[];

const percent = (value: number): string => (100 * value).toFixed(1);

/** "83.3 % (55.2 to 95.3), 10 of 12". */
export const shareText = (share: Proportion, empty = '–'): string =>
  share
    ? `${percent(share.value)} % (${percent(share.low)} to ${percent(share.high)}), ${share.count} of ${share.of}`
    : empty;

/** "0.893 (0.833 to 0.953)". */
export function aucText(auc: Accuracy['auc'], empty = '–'): string {
  if (!auc) return empty;
  if (auc.low === null || auc.high === null) return `${auc.value.toFixed(3)} (interval not estimable)`;
  return `${auc.value.toFixed(3)} (${auc.low.toFixed(3)} to ${auc.high.toFixed(3)})`;
}

export const countOf = (accuracy: Accuracy): number =>
  accuracy.truePositives + accuracy.falsePositives + accuracy.trueNegatives + accuracy.falseNegatives;

/** Of a turnaround: "12.3 s", "5.0 min". */
export const durationText = (seconds: NonNullable<Turnaround>['medianSeconds']): string =>
  seconds < 120 ? `${seconds.toFixed(1)} s` : `${(seconds / 60).toFixed(1)} min`;
