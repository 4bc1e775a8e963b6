import type { evaluation as contract } from '@duai/contract';
import type { Tx } from '../../adapters/database/port.ts';
import type { Context } from '../../core/actor.ts';
import { AppError, notFound } from '../../core/app-error.ts';
import { newId } from '../../core/ids.ts';
import type { PageWish } from '../../core/keyset.ts';
import { countUnknownStudies } from '../scans/index.ts';
import { findCasesOf } from './evaluated-cases.ts';
import type { QuestionRow } from './evaluation.tables.ts';
import type { EvaluationTools } from './evaluation-tools.ts';
import { readGroundTruth } from './ground-truth.ts';
import { presentQuestion } from './present-proof.ts';
import * as store from './questions.store.ts';

/** @throws AppError NOT_FOUND for a question of another institution */
export async function ownQuestion(on: Pick<Tx, 'select'>, institutionId: string, id: string): Promise<QuestionRow> {
  const row = await store.findQuestion(on, institutionId, id);
  if (!row) throw notFound('question');
  return row;
}

/** Questions of an institution, their ground truth, and the studies as each question sees them. */
export function createTrialQuestions(tools: EvaluationTools) {
  const { db, clock, audit } = tools;

  const record = (tx: Tx, context: Context, action: string, subjectId: string, details = {}) =>
    audit.record(tx, context, { action, subjectType: 'proof', subjectId, details });

  return {
    /** `userId`: the user whose own verdicts are returned beside the common one. */
    async cases(institutionId: string, questionId: string, wish: PageWish, userId: string) {
      const question = await ownQuestion(db.drizzle, institutionId, questionId);
      const found = await findCasesOf(tools, db.drizzle, question, wish);
      return {
        ...found,
        rows: found.rows.map(({ study: { scan }, answer, score, label, verdict, verdicts }) => ({
          scanId: scan.id,
          studyInstanceUid: scan.studyInstanceUid,
          studyDescription: scan.studyDescription,
          uploadDate: scan.createdAt.toISOString(),
          answer,
          score,
          label,
          verdict,
          ownVerdict: verdicts.get(userId) ?? null,
          readers: verdicts.size,
        })),
      };
    },

    /** @throws AppError QUESTION_EXISTS */
    async ask(context: Context, institutionId: string, wish: contract.QuestionBody): Promise<contract.Question> {
      return db.transaction(async (tx) => {
        const { algorithmId, positiveWhen: rule } = wish;
        const unit =
          rule.kind === 'measurement'
            ? await store.findUnit(tx, { institutionId, algorithmId, code: rule.code })
            : undefined;
        const positiveWhen = unit ? { ...rule, unit } : rule;
        const asked = { ...wish, positiveWhen, id: newId(), institutionId, createdAt: clock.now() };
        const row = await store.insertQuestion(tx, asked);
        if (!row) throw new AppError('QUESTION_EXISTS');
        await record(tx, context, 'trial.ask-question', row.id);
        return presentQuestion(row);
      });
    },

    async remove(context: Context, institutionId: string, questionId: string): Promise<void> {
      await db.transaction(async (tx) => {
        await ownQuestion(tx, institutionId, questionId);
        await store.deleteQuestion(tx, questionId);
        await record(tx, context, 'trial.remove-question', questionId);
      });
    },

    /** Stores all lines or none. @throws AppError GROUND_TRUTH_INVALID */
    async label(context: Context, institutionId: string, questionId: string, csv: string) {
      await ownQuestion(db.drizzle, institutionId, questionId);
      const labels = readGroundTruth(csv, context.language);
      return db.transaction(async (tx) => {
        await store.saveLabels(tx, questionId, labels);
        const unknownStudies = await countUnknownStudies(tx, institutionId, [...labels.keys()]);
        await record(tx, context, 'trial.ground-truth', questionId, { lines: labels.size });
        return { stored: labels.size, unknownStudies };
      });
    },
  };
}
