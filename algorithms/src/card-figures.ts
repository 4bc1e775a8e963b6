import { type AlgorithmEvaluation, withMinus } from '@duai/contract';
import { itemAt } from '@duai/imaging';

export type Evaluation = AlgorithmEvaluation;

const figureText = (figure: Evaluation['figures'][string]): string =>
  typeof figure === 'number'
    ? withMinus(figure)
    : `${withMinus(figure.value)} (${withMinus(figure.low)} to ${withMinus(figure.high)}, n = ${figure.n})`;

const BEGIN = '<!-- figures -->';
const END = '<!-- /figures -->';

/** The card with its figures replaced by those of this evaluation. */
export function withFigures(card: string, { figures, labels }: Evaluation): string {
  const rows = Object.entries(figures).map(([name, value]) => {
    if (!labels[name]) throw new Error(`the figure ${name} has no label`);
    return [labels[name], figureText(value)] as const;
  });
  const [before, after] = [card.indexOf(BEGIN), card.indexOf(END)];
  if (before < 0 || after < before) throw new Error('the card has no place for figures');
  const cells = [['figure', 'value'] as const, ...rows];
  const labelWidth = Math.max(...cells.map(([label]) => label.length));
  const valueWidth = Math.max(...cells.map(([, value]) => value.length));
  const line = ([label, value]: readonly [string, string]) =>
    `| ${label.padEnd(labelWidth)} | ${value.padEnd(valueWidth)} |`;
  const rule = `| ${'-'.repeat(labelWidth)} | ${'-'.repeat(valueWidth)} |`;
  const table = [line(itemAt(cells, 0)), rule, ...rows.map(line)].join('\n');
  return `${card.slice(0, before)}${BEGIN}\n\n${table}\n\n${card.slice(after)}`;
}

/** Whether the card shows exactly the figures of this evaluation. */
export function showsFigures(card: string, evaluation: Evaluation): boolean {
  try {
    return withFigures(card, evaluation) === card;
  } catch {
    return false;
  }
}
