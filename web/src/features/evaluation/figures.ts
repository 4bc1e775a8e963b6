import { type evaluation, withMinus } from '@duai/contract';
import type { WorkTexts } from '../../lib/messages.tsx';

type Texts = WorkTexts['evaluation']['figures'];

/** UCUM as people write it: `{SUVbw}g/ml` says in its annotation what is measured. */
export const unitText = (unit: string, { units }: Texts): string =>
  ({ "[hnsf'U]": 'HU', '{instances}': units.instances, '1': units.share })[unit] ??
  unit.replace(/\{\w+\}/g, '').replace('cm2', 'cm²');

/** The measurement's name; another code as it is written, without its underscores: `CUT_OFF` → `cut off`. */
export function codeText(code: string, texts: Texts): string {
  const codes: Readonly<Record<string, string>> = texts.codes;
  return codes[code] ?? code.toLowerCase().replaceAll('_', ' ');
}

export function positiveWhenText(rule: evaluation.PositiveWhen, texts: Texts): string {
  const code = codeText(rule.code, texts);
  if (rule.kind === 'finding') return texts.finding({ code });
  const threshold = withMinus(rule.threshold);
  return rule.direction === 'at-least' ? texts.atLeast({ code, threshold }) : texts.atMost({ code, threshold });
}

const percent = (value: number): string => (100 * value).toFixed(1);

/** "83.3 % (55.2 to 95.3), 10 of 12". */
export const shareText = (share: evaluation.Accuracy['sensitivity'], texts: Texts): string =>
  share
    ? texts.share({
        value: percent(share.value),
        low: percent(share.low),
        high: percent(share.high),
        count: share.count,
        of: share.of,
      })
    : '–';

/** "0.893 (0.833 to 0.953)". */
export function aucText(auc: evaluation.Accuracy['auc'], texts: Texts, empty = '–'): string {
  if (!auc) return empty;
  const value = auc.value.toFixed(3);
  if (auc.low === null || auc.high === null) return texts.aucWithoutInterval({ value });
  return texts.auc({ value, low: auc.low.toFixed(3), high: auc.high.toFixed(3) });
}
