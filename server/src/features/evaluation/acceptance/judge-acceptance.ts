import type { acceptance as contract } from '@duai/contract';
import type { QuestionRow } from '../evaluation.tables.ts';
import { accuracyOf, type StudyAnswer } from '../figures/accuracy.ts';
import { directionOf } from '../present-proof.ts';

/** A labelled study, and what the version answered. */
export type LabelledAnswer = Pick<StudyAnswer, 'answer' | 'score'> & { truth: NonNullable<StudyAnswer['truth']> };

/**
 * Figures of one question, and what of the rule they do not reach. The shares themselves are compared, not the ends of their
 * intervals: few studies are answered by `leastStudies`.
 */
export function judgeQuestion(
  question: Pick<QuestionRow, 'name' | 'positiveWhen'>,
  studies: readonly LabelledAnswer[],
  rule: contract.AcceptanceRule,
): contract.AcceptedQuestion {
  const counted = studies.map((study) => ({ ...study, sex: '', ageGroup: '', device: '' }));
  const accuracy = accuracyOf(counted, directionOf(question));
  const { sensitivity, specificity } = accuracy;
  const fewest = Math.min(sensitivity?.of ?? 0, specificity?.of ?? 0);
  const gaps: contract.AcceptedQuestion['gaps'] = [];
  if (fewest < rule.leastStudies) gaps.push('too-few-studies');
  // A share of no studies is not low: there are too few.
  if (sensitivity && sensitivity.value < rule.leastSensitivity) gaps.push('sensitivity');
  if (specificity && specificity.value < rule.leastSpecificity) gaps.push('specificity');
  const { name, positiveWhen } = question;
  return { name, positiveWhen, withoutAnswer: studies.filter(({ answer }) => answer === null).length, accuracy, gaps };
}

/** Every question that has labels was passed. */
export const isPassed = (questions: readonly contract.AcceptedQuestion[]): boolean =>
  questions.length > 0 && questions.every(({ gaps }) => gaps.length === 0);
