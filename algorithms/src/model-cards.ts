import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withMinus } from '@duai/contract';

/** Figures of an evaluation, by name; the labels say what they are, with their unit. */
export interface Evaluation {
  /** Alone, or with an interval of 95 % and the number that it was counted from. */
  figures: Record<string, number | Interval>;
  labels: Record<string, string>;
  /** Of the weights that were evaluated, where there are any. */
  weightsSha256?: string;
  /** What the figures may be used for, where data chose something. */
  kind?: string;
  /** [share of negatives, share of positives] told, from the strictest threshold to the loosest. */
  roc?: [number, number][];
  /** Films by their probability: what was said, and how many were so. */
  calibration?: { n: number; predicted: number; observed: number }[];
}

interface Interval {
  value: number;
  low: number;
  high: number;
  n: number;
}

const figureText = (figure: number | Interval): string =>
  typeof figure === 'number'
    ? withMinus(figure)
    : `${withMinus(figure.value)} (${withMinus(figure.low)} to ${withMinus(figure.high)}, n = ${figure.n})`;

const BEGIN = '<!-- figures -->';
const END = '<!-- /figures -->';

export const folderOf = (algorithmId: string): string => join(import.meta.dirname, algorithmId.replaceAll('.', '-'));

/** @throws Error where an algorithm has no card: no card, no run. */
export const readCard = (algorithmId: string): string =>
  readFileSync(join(folderOf(algorithmId), 'model-card.md'), 'utf8');

/** The card with the figures of this evaluation in the place of those it had. */
export function withFigures(card: string, { figures, labels }: Evaluation): string {
  const rows = Object.entries(figures).map(([name, value]) => {
    if (!labels[name]) throw new Error(`the figure ${name} has no label`);
    return [labels[name], figureText(value)] as const;
  });
  const [before, after] = [card.indexOf(BEGIN), card.indexOf(END)];
  if (before < 0 || after < before) throw new Error('the card has no place for figures');
  const cells = [['figure', 'value'] as const, ...rows];
  const widths = [0, 1].map((column) => Math.max(...cells.map((row) => row[column]!.length)));
  const line = ([label, value]: readonly [string, string]) =>
    `| ${label.padEnd(widths[0]!)} | ${value.padEnd(widths[1]!)} |`;
  const rule = `| ${'-'.repeat(widths[0]!)} | ${'-'.repeat(widths[1]!)} |`;
  const table = [line(cells[0]!), rule, ...rows.map(line)].join('\n');
  return `${card.slice(0, before)}${BEGIN}\n\n${table}\n\n${card.slice(after)}`;
}
