import type { trialProof } from '@duai/contract';

export const percent = (value: number): string => `${(100 * value).toFixed(1)} %`;

/** "83.3 % (55.2 to 95.3), 10 of 12". */
export const shareText = (share: trialProof.Proportion): string =>
  share
    ? `${percent(share.value)} (${(100 * share.low).toFixed(1)} to ${(100 * share.high).toFixed(1)}), ${share.count} of ${share.of}`
    : '–';

export function aucText(auc: trialProof.Accuracy['auc']): string {
  if (!auc) return '–';
  if (auc.low === null || auc.high === null) return `${auc.value.toFixed(3)} (interval not estimable)`;
  return `${auc.value.toFixed(3)} (${auc.low.toFixed(3)} to ${auc.high.toFixed(3)})`;
}

export const durationText = (seconds: number): string =>
  seconds < 120 ? `${seconds.toFixed(1)} s` : `${(seconds / 60).toFixed(1)} min`;

export const countOf = (accuracy: trialProof.Accuracy): number =>
  accuracy.truePositives + accuracy.falsePositives + accuracy.trueNegatives + accuracy.falseNegatives;

/** UCUM as people write it. */
export const unitText = (unit: string): string =>
  ({ "[hnsf'U]": 'HU', '{instances}': 'images', '1': 'share' })[unit] ?? unit;

/** `MEAN_LUNG_DENSITY` → `mean lung density`. */
export const codeText = (code: string): string => code.toLowerCase().replaceAll('_', ' ');

export const positiveWhenText = (rule: trialProof.PositiveWhen): string =>
  rule.kind === 'finding'
    ? `the finding “${codeText(rule.code)}” is there`
    : `${codeText(rule.code)} is ${rule.direction === 'at-least' ? 'at least' : 'at most'} ${rule.threshold}`;
