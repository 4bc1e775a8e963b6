import type { evaluation as contract } from '@duai/contract';
import { Z } from './statistics.ts';

/** Studies that the same readers judged alike. `positive`: the judgement of each of `readers`, in their order. */
export interface RatingPattern {
  readers: readonly string[];
  positive: readonly boolean[];
  studies: number;
}

/**
 * Agreement of readers beyond chance. Between two readers Cohen's kappa (Cohen 1960, Educ Psychol Meas 20:37–46) with
 * the large-sample error of Fleiss, Cohen and Everitt (1969, Psychol Bull 72:323–327); between more Fleiss' kappa in
 * the form for numbers of readers that differ from study to study (Fleiss, Levin and Paik, Statistical Methods for
 * Rates and Proportions, 3rd edition 2003, section 18.3) with the jackknife (Fleiss and Davies 1982, Am J Epidemiol
 * 115:841–845). Kappa is not defined where all give the same answer for every study. Null where no study has two
 * readers.
 */
export function readerAgreement(patterns: readonly RatingPattern[]): contract.ReaderAgreement | null {
  const judged = [...Map.groupBy(patterns, keyOf)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, [pattern, ...same]]) => ({ ...pattern!, studies: sumOf([pattern!, ...same]) }))
    .filter(({ readers }) => readers.length > 1);
  if (judged.length === 0) return null;
  const names = [...new Set(judged.flatMap(({ readers }) => readers))];
  const method = names.length === 2 ? 'cohen' : 'fleiss';
  const same = judged.filter(({ positive }) => new Set(positive).size === 1);
  return {
    method,
    readers: names.length,
    studies: sumOf(judged),
    unanimous: sumOf(same),
    kappa: method === 'cohen' ? cohen(judged, names[0]!) : fleiss(judged),
  };
}

const keyOf = ({ readers, positive }: RatingPattern) => `${readers} ${positive}`;
const sumOf = (patterns: readonly RatingPattern[]) => patterns.reduce((sum, { studies }) => sum + studies, 0);

const interval = (value: number, variance: number | null) => {
  if (variance === null || !(variance > 0)) return { value, low: null, high: null };
  const half = Z * Math.sqrt(variance);
  return { value, low: Math.max(-1, value - half), high: Math.min(1, value + half) };
};

function cohen(judged: readonly RatingPattern[], first: string): contract.ReaderAgreement['kappa'] {
  const n = sumOf(judged);
  /** Shares of studies: rows for the first reader's answer, columns for the other one's. */
  const cells = [
    [0, 0],
    [0, 0],
  ];
  for (const { readers, positive, studies } of judged) {
    const one = readers[0] === first ? 0 : 1;
    cells[Number(positive[one])]![Number(positive[1 - one])]! += studies / n;
  }
  const share = (row: number, column: number) => cells[row]![column]!;
  const ofFirst = (category: number) => share(category, 0) + share(category, 1);
  const ofOther = (category: number) => share(0, category) + share(1, category);
  const chance = ofFirst(0) * ofOther(0) + ofFirst(1) * ofOther(1);
  if (chance >= 1) return null;
  const value = (share(0, 0) + share(1, 1) - chance) / (1 - chance);
  const left = 1 - value;
  let spread = -((value - chance * left) ** 2);
  for (const category of [0, 1]) {
    const other = 1 - category;
    spread += share(category, category) * (1 - (ofFirst(category) + ofOther(category)) * left) ** 2;
    spread += left ** 2 * share(category, other) * (ofOther(category) + ofFirst(other)) ** 2;
  }
  return interval(value, spread / (n * (1 - chance) ** 2));
}

/** The sums from which kappa is computed. */
interface Sums {
  studies: number;
  ratings: number;
  positive: number;
  /** Sum over the studies of positive times negative ratings, divided by all ratings of the study. */
  split: number;
}

function fleissOf({ studies, ratings, positive, split }: Sums): number | null {
  const share = positive / ratings;
  const chance = (ratings - studies) * share * (1 - share);
  return chance > 0 ? 1 - split / chance : null;
}

function fleiss(judged: readonly RatingPattern[]): contract.ReaderAgreement['kappa'] {
  const one = ({ positive }: RatingPattern): Sums => {
    const [ratings, yes] = [positive.length, positive.filter(Boolean).length];
    return { studies: 1, ratings, positive: yes, split: (yes * (ratings - yes)) / ratings };
  };
  const all = { studies: 0, ratings: 0, positive: 0, split: 0 };
  const add = (sums: Sums, more: Sums, times: number): Sums => ({
    studies: sums.studies + more.studies * times,
    ratings: sums.ratings + more.ratings * times,
    positive: sums.positive + more.positive * times,
    split: sums.split + more.split * times,
  });
  const sums = judged.reduce<Sums>((so, pattern) => add(so, one(pattern), pattern.studies), all);
  const value = fleissOf(sums);
  if (value === null) return null;
  const n = sums.studies;
  // Jackknife: each study is left out once; studies of one pattern give the same value.
  const without = judged.map((pattern) => ({
    studies: pattern.studies,
    value: n > 1 ? fleissOf(add(sums, one(pattern), -1)) : null,
  }));
  if (without.some((each) => each.value === null)) return interval(value, null);
  const mean = without.reduce((so, each) => so + each.value! * each.studies, 0) / n;
  const squares = without.reduce((so, each) => so + (each.value! - mean) ** 2 * each.studies, 0);
  return interval(value, ((n - 1) / n) * squares);
}
