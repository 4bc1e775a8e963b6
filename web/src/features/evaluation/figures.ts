import { type evaluation, evaluationFigures } from '@duai/contract';
import type { WorkTexts } from '../../lib/messages.tsx';

type Texts = WorkTexts['evaluation']['figures'];

/** The name of a measurement; an unknown code without its underscores: `CUT_OFF` → `cut off`. */
export function codeText(code: string, texts: Texts): string {
  const codes: Readonly<Record<string, string>> = texts.codes;
  return codes[code] ?? code.toLowerCase().replaceAll('_', ' ');
}

export function positiveWhenText(rule: evaluation.PositiveWhen, texts: Texts): string {
  const code = codeText(rule.code, texts);
  if (rule.kind === 'finding') return texts.finding({ code });
  const threshold = evaluationFigures.thresholdText(rule, texts);
  return rule.direction === 'at-least' ? texts.atLeast({ code, threshold }) : texts.atMost({ code, threshold });
}

/** The name of a group of studies; `unknown` is translated for sex and age, but not if a device is called so. */
export function groupText({ by, group }: Pick<evaluation.Proof['subgroups'][number], 'by' | 'group'>, texts: Texts) {
  const names: Readonly<Record<string, string>> = texts.groups;
  return by === 'device' ? group : (names[group] ?? group);
}
