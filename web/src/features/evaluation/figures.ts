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

/** A group of studies as people name it: `unknown` of sex or age, not a device that is called so. */
export function groupText({ by, group }: Pick<evaluation.Proof['subgroups'][number], 'by' | 'group'>, texts: Texts) {
  const names: Readonly<Record<string, string>> = texts.groups;
  return by === 'device' ? group : (names[group] ?? group);
}
