import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AlgorithmEvaluation, given } from '@duai/contract';
import { areaWithInterval, rocOf, type Scored, shareOf } from '../../algorithms/src/testing/statistics.ts';
import type { Compute } from '../../server/src/adapters/compute/port.ts';
import type { Tasks } from '../../server/src/parts.ts';
import { Mistake } from './command-line.ts';
import { type Declared, filesOfSeries } from './files-of-series.ts';
import { type Runnable, runOnFiles } from './run-on-files.ts';

/** A line of the index: the ground truth of a file or folder. */
interface Case {
  file: string;
  label: string;
  patient: string;
  subgroups: Record<string, string>;
}

interface Wish {
  data: string;
  index: string;
  /** Labels that count as positive. */
  positive: readonly string[];
  declared: Declared;
}

const NEEDED = ['file', 'label', 'patient'];
const BINS = 10;

/** @throws Error if a column is missing */
export function readIndex(text: string): Case[] {
  const [head = '', ...lines] = text.trim().split(/\r?\n/);
  const names = head.split('\t');
  for (const name of NEEDED) if (!names.includes(name)) throw new Mistake(`the index has no column ${name}`);
  return lines.map((line) => {
    const cells = line.split('\t');
    const row = Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']));
    const subgroups = Object.fromEntries(Object.entries(row).filter(([name]) => !NEEDED.includes(name)));
    return {
      file: given(row.file, 'the column file'),
      label: given(row.label, 'the column label'),
      patient: given(row.patient, 'the column patient'),
      subgroups,
    };
  });
}

/**
 * Runs the algorithm on every case of an index and counts the results.
 * @throws Error if it gives no probability, or all cases have one label
 */
export async function evaluateOnIndex(
  compute: Compute<Tasks>,
  runnable: Runnable,
  { data, index, positive, declared }: Wish,
): Promise<AlgorithmEvaluation> {
  const { manifest } = runnable.algorithm;
  const output = manifest.outputs.find(({ kind }) => kind === 'class-probability');
  const threshold = manifest.thresholds.find(({ code }) => code === output?.code)?.value;
  if (!output || threshold === undefined) throw new Mistake(`${manifest.id} gives no probability with a threshold`);
  if (!existsSync(index)) throw new Mistake(`there is no index ${index}`);
  const cases = readIndex(readFileSync(index, 'utf8'));
  const scored: (Scored & { subgroups: Case['subgroups'] })[] = [];
  for (const { file, label, patient, subgroups } of cases) {
    const scores: number[] = [];
    for (const files of await filesOfSeries(compute, join(data, file), declared)) {
      const { result } = await runOnFiles(compute, runnable, files);
      const measured = result?.outcome === 'evaluated' ? result.measurements : [];
      scores.push(...measured.filter(({ code }) => code === output.code).map(({ value }) => value / 100));
    }
    if (scores.length > 0)
      scored.push({ score: Math.max(...scores), isPositive: positive.includes(label), patient, subgroups });
  }
  return figuresOf(scored, cases.length, threshold, manifest.weights?.sha256);
}

/** AUC by resampling patients, proportions with Wilson's interval; each subgroup separately if it contains both labels. */
export function figuresOf(
  scored: readonly (Scored & { subgroups: Record<string, string> })[],
  asked: number,
  threshold: number,
  weightsSha256?: string,
): AlgorithmEvaluation {
  if (!hasBoth(scored)) throw new Mistake('there are no two kinds of cases to tell apart');
  const figures: AlgorithmEvaluation['figures'] = {};
  const labels: Record<string, string> = {};
  const add = (name: string, label: string, figure: AlgorithmEvaluation['figures'][string]) => {
    figures[name] = typeof figure === 'number' ? round(figure) : rounded(figure);
    labels[name] = label;
  };
  const told = (isPositive: boolean, of = scored) => {
    const kind = of.filter((each) => each.isPositive === isPositive);
    return shareOf(kind.filter(({ score }) => score >= threshold === isPositive).length, kind.length);
  };
  add('auc', 'AUC', areaWithInterval(scored));
  add('sensitivity', 'sensitivity at the threshold', told(true));
  add('specificity', 'specificity at the threshold', told(false));
  add(
    'brier',
    'Brier score',
    scored.reduce((sum, { score, isPositive }) => sum + (score - Number(isPositive)) ** 2, 0) / scored.length,
  );
  add('notRun', 'not run or not evaluable', shareOf(asked - scored.length, asked));
  for (const [column, values] of subgroupsOf(scored))
    for (const value of values) {
      const of = scored.filter(({ subgroups }) => subgroups[column] === value);
      if (hasBoth(of)) add(`auc.${column}.${value}`, `AUC where ${column} is ${value}`, areaWithInterval(of));
    }
  const roc = rocOf(scored).map(([alarms, hits]): [number, number] => [round(alarms), round(hits)]);
  return { figures, labels, ...(weightsSha256 && { weightsSha256 }), roc, calibration: binsOf(scored) };
}

const hasBoth = (scored: readonly Scored[]) => new Set(scored.map(({ isPositive }) => isPositive)).size === 2;

function subgroupsOf(scored: readonly { subgroups: Record<string, string> }[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const { subgroups } of scored)
    for (const [column, value] of Object.entries(subgroups))
      found.set(column, (found.get(column) ?? new Set<string>()).add(value));
  return found;
}

const binsOf = (scored: readonly Scored[]) =>
  Array.from({ length: BINS }, (_, bin) => {
    const of = scored.filter(({ score }) => Math.min(BINS - 1, Math.floor(score * BINS)) === bin);
    const mean = (value: (each: Scored) => number) =>
      of.length === 0 ? 0 : round(of.reduce((sum, each) => sum + value(each), 0) / of.length);
    return {
      n: of.length,
      predicted: mean(({ score }) => score),
      observed: mean(({ isPositive }) => Number(isPositive)),
    };
  });

const round = (value: number) => Math.round(value * 1000) / 1000;
const rounded = ({ value, low, high, n }: { value: number; low: number; high: number; n: number }) => ({
  value: round(value),
  low: round(low),
  high: round(high),
  n,
});
