import { comparison, type comparison as contract, given } from '@duai/contract';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { AppError } from '../../core/app-error.ts';
import { ownQuestion } from './ask-questions.ts';
import { answerOf, evaluatedStudies } from './evaluated-cases.ts';
import type { Answer, QuestionRow } from './evaluation.tables.ts';
import type { EvaluationTools } from './evaluation-tools.ts';
import { accuracyOf } from './figures/accuracy.ts';
import { rocOf } from './figures/roc.ts';
import { directionOf } from './present-proof.ts';

type Queries = Pick<NodePgDatabase, 'select' | 'execute'>;

/** The answer of one side for a study. */
interface Said {
  answer: Answer;
  score: number | null;
}
interface Pair {
  truth: Answer;
  said: readonly [Said, Said];
}
/** The other side of a comparison: another question, or the same question answered by a shadow version. */
interface Other {
  question: QuestionRow;
  version: string | null;
}

/**
 * Compares two models, or two versions of one, on the same studies of an institution, with the truth of the first
 * question.
 */
export function createComparisons(tools: EvaluationTools) {
  const { db, analyses } = tools;

  async function otherOf(on: Queries, question: QuestionRow, wish: { otherQuestionId?: string; version?: string }) {
    if (wish.version) return { question, version: wish.version };
    if (!wish.otherQuestionId) throw new AppError('VALIDATION_FAILED');
    return { question: await ownQuestion(on, question.institutionId, wish.otherQuestionId), version: null };
  }

  /** The answers of both sides for the studies with a truth, oldest first. */
  async function pairsOf(on: Queries, question: QuestionRow, other: Other) {
    const pairs: Pair[] = [];
    let [leftOut, isCut] = [0, false];
    const questions =
      other.version === null && other.question.id !== question.id ? [question, other.question] : [question];
    for await (const some of evaluatedStudies(tools, on, question.institutionId, questions)) {
      const scans = some.map(({ study }) => study.scan);
      const shadow =
        other.version === null ? null : await analyses.toldInShadow(on, question.algorithmId, other.version, scans);
      for (const { study, cases } of some) {
        const { truth, answer, score } = given(cases[0], 'the first case').case;
        if (!truth) continue;
        if (pairs.length + leftOut === comparison.COMPARED_AT_MOST) {
          isCut = true;
          break;
        }
        const second = shadow
          ? answerOf(shadow.get(study.scan.id) ?? [], question.algorithmId, question.positiveWhen)
          : given(cases.at(-1), 'the last case').case;
        if (answer && second.answer)
          pairs.push({
            truth,
            said: [
              { answer, score },
              { answer: second.answer, score: second.score },
            ],
          });
        else leftOut += 1;
      }
      if (isCut) break;
    }
    return { pairs, leftOut, isCut };
  }

  return {
    async versions(institutionId: string, questionId: string) {
      const { algorithmId } = await ownQuestion(db.drizzle, institutionId, questionId);
      return analyses.shadowVersionsOf(db.drizzle, institutionId, algorithmId);
    },

    /** @throws AppError NOT_FOUND for a question of another institution, VALIDATION_FAILED where no other side is given */
    compare: (
      institutionId: string,
      questionId: string,
      wish: { otherQuestionId?: string; version?: string },
      signal: AbortSignal,
    ): Promise<contract.Comparison> =>
      db.read(signal, async (tx) => {
        const question = await ownQuestion(tx, institutionId, questionId);
        const other = await otherOf(tx, question, wish);
        const { pairs, leftOut, isCut } = await pairsOf(tx, question, other);
        const count = (first: Answer, second: Answer) =>
          pairs.filter(({ said }) => said[0].answer === first && said[1].answer === second).length;
        return {
          studies: pairs.length,
          leftOut,
          isCut,
          sides: [sideOf({ question, version: null }, pairs, 0), sideOf(other, pairs, 1)],
          together: {
            bothPositive: count('positive', 'positive'),
            firstAlone: count('positive', 'negative'),
            secondAlone: count('negative', 'positive'),
            bothNegative: count('negative', 'negative'),
          },
        };
      }),
  };
}

function sideOf({ question, version }: Other, pairs: readonly Pair[], at: 0 | 1): contract.Compared {
  const direction = directionOf(question);
  const sign = direction === 'at-least' ? 1 : -1;
  const scored = pairs.flatMap(({ truth, said }) => {
    const { score } = said[at];
    return score === null ? [] : [{ isPositive: truth === 'positive', score: sign * score }];
  });
  const studies = pairs.map(({ truth, said }) => ({ ...said[at], truth, sex: '', ageGroup: '', device: '' }));
  return {
    algorithmId: question.algorithmId,
    version,
    name: question.name,
    accuracy: accuracyOf(studies, direction),
    roc: scored.length < pairs.length ? null : rocOf(scored),
  };
}
