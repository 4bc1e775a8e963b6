import type { evaluation as contract } from '@duai/contract';
import type { ProofCase } from './evaluated-cases.ts';
import type { QuestionRow } from './evaluation.tables.ts';
import { accuracyOf, subgroupsOf } from './figures/accuracy.ts';
import { type RatingPattern, readerAgreement } from './figures/reader-agreement.ts';

export const presentQuestion = (row: QuestionRow): contract.Question => ({
  id: row.id,
  name: row.name,
  algorithmId: row.algorithmId,
  positiveWhen: row.positiveWhen,
  createdAt: row.createdAt.toISOString(),
});

export const directionOf = ({ positiveWhen }: Pick<QuestionRow, 'positiveWhen'>) =>
  positiveWhen.kind === 'measurement' ? positiveWhen.direction : 'at-least';

export const presentProof = (question: QuestionRow, cases: ProofCase[]): contract.Proof => ({
  question: presentQuestion(question),
  evaluated: cases.filter(({ answer, truth }) => answer && truth).length,
  withoutAnswer: cases.filter(({ answer, truth }) => !answer && truth).length,
  withoutTruth: cases.filter(({ answer, truth }) => answer && !truth).length,
  all: accuracyOf(cases, directionOf(question)),
  subgroups: subgroupsOf(cases, directionOf(question)),
  readers: readerAgreement(ratingsOf(cases)),
});

/** The rating of each study by its readers: whether the condition is present. */
const ratingsOf = (cases: readonly ProofCase[]): RatingPattern[] =>
  cases
    .filter(({ answer }) => answer !== null)
    .map(({ answer, verdicts }) => {
      const given = [...verdicts].sort(([one], [other]) => (one < other ? -1 : 1));
      return {
        readers: given.map(([reader]) => reader),
        positive: given.map(([, verdict]) => (verdict === 'agree') === (answer === 'positive')),
        studies: 1,
      };
    });
