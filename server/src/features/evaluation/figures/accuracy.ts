import { evaluation as contract } from '@duai/contract';
import type { Answer } from '../evaluation.tables.ts';
import { aucOfPlacements, type Placements, placementsOf, quantile, wilson } from './statistics.ts';

/** One study as one question sees it, with the values for subgroups. */
export interface StudyAnswer {
  answer: Answer | null;
  /** The measurement that the question judges; null for a question about a finding. */
  score: number | null;
  truth: Answer | null;
  sex: string;
  ageGroup: string;
  device: string;
}

const share = (count: number, of: number): contract.Proportion => {
  const interval = wilson(count, of);
  return interval && { ...interval, count, of };
};

/** Counts of answers by truth, and the order of the scores. */
export interface Counts {
  truePositives: number;
  falsePositives: number;
  trueNegatives: number;
  falseNegatives: number;
  placements: Placements;
}

/** Figures from counts. */
export function accuracyOfCounts({ placements, ...counts }: Counts): contract.Accuracy {
  const { truePositives, falsePositives, trueNegatives, falseNegatives } = counts;
  const auc = aucOfPlacements(placements);
  const positives = truePositives + falseNegatives;
  const negatives = trueNegatives + falsePositives;
  return {
    ...counts,
    sensitivity: share(truePositives, positives),
    specificity: share(trueNegatives, negatives),
    positivePredictiveValue: share(truePositives, truePositives + falsePositives),
    negativePredictiveValue: share(trueNegatives, trueNegatives + falseNegatives),
    auc: auc && { value: auc.value, low: auc.low, high: auc.high },
    isSmall: positives < contract.STABLE_FROM || negatives < contract.STABLE_FROM,
  };
}

/**
 * Figures of the studies that have both an answer and a truth. `direction`: in which direction a score means positive,
 * for the AUC.
 */
export function accuracyOf(studies: StudyAnswer[], direction: 'at-least' | 'at-most' = 'at-least'): contract.Accuracy {
  const counted = studies.filter((study) => study.answer !== null && study.truth !== null);
  const count = (answer: Answer, truth: Answer) =>
    counted.filter((study) => study.answer === answer && study.truth === truth).length;
  const sign = direction === 'at-least' ? 1 : -1;
  const scoresOf = (truth: Answer) =>
    counted.flatMap((study) => (study.truth === truth && study.score !== null ? [sign * study.score] : []));
  return accuracyOfCounts({
    truePositives: count('positive', 'positive'),
    falsePositives: count('positive', 'negative'),
    trueNegatives: count('negative', 'negative'),
    falseNegatives: count('negative', 'positive'),
    placements: placementsOf(scoresOf('positive'), scoresOf('negative')),
  });
}

const GROUP_OF: Record<(typeof contract.SUBGROUPS)[number], (study: StudyAnswer) => string> = {
  sex: (study) => study.sex,
  age: (study) => study.ageGroup,
  device: (study) => study.device,
};

export function subgroupsOf(studies: StudyAnswer[], direction?: 'at-least' | 'at-most'): contract.Proof['subgroups'] {
  const counted = studies.filter((study) => study.answer !== null && study.truth !== null);
  return contract.SUBGROUPS.flatMap((by) =>
    [...Map.groupBy(counted, GROUP_OF[by])].map(([group, members]) => ({
      by,
      group,
      accuracy: accuracyOf(members, direction),
    })),
  ).sort(subgroupOrder);
}

type Subgroup = contract.Proof['subgroups'][number];
export const subgroupOrder = (a: Subgroup, b: Subgroup): number =>
  contract.SUBGROUPS.indexOf(a.by) - contract.SUBGROUPS.indexOf(b.by) || a.group.localeCompare(b.group, 'en');

/** DICOM Patient's Sex (PS3.3 C.7.1.1): M, F, O. */
export const sexOf = (code: string | null | undefined): string =>
  ({ M: 'male', F: 'female', O: 'other' })[code ?? ''] ?? 'unknown';

export function ageGroupOf(years: number | null | undefined): string {
  if (years === null || years === undefined) return 'unknown';
  if (years < 18) return 'under 18';
  if (years < 40) return '18-39';
  return years < 65 ? '40-64' : '65 and over';
}

export function turnaroundOf(seconds: number[]): contract.Turnaround {
  if (seconds.length === 0) return null;
  return {
    count: seconds.length,
    medianSeconds: quantile(seconds, 0.5),
    p90Seconds: quantile(seconds, 0.9),
    minSeconds: quantile(seconds, 0),
    maxSeconds: quantile(seconds, 1),
  };
}
