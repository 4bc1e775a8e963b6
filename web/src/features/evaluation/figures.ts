import { type evaluation, withMinus } from '@duai/contract';

/** UCUM as people write it. */
export const unitText = (unit: string): string =>
  ({ "[hnsf'U]": 'HU', '{instances}': 'images', '1': 'share' })[unit] ?? unit;

/** `MEAN_LUNG_DENSITY` → `mean lung density`. */
export const codeText = (code: string): string => code.toLowerCase().replaceAll('_', ' ');

export const positiveWhenText = (rule: evaluation.PositiveWhen): string =>
  rule.kind === 'finding'
    ? `the finding “${codeText(rule.code)}” is there`
    : `${codeText(rule.code)} is ${rule.direction === 'at-least' ? 'at least' : 'at most'} ${withMinus(rule.threshold)}`;
