import { and, eq, inArray, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Tx } from '../../adapters/database/port.ts';
import { type Answer, proofLabels, proofQuestions, type QuestionRow } from './evaluation.tables.ts';

type Queries = Pick<NodePgDatabase, 'select'>;

/** Ground-truth lines in one statement. */
const ROWS_AT_ONCE = 500;

export async function findQuestion(on: Queries, institutionId: string, id: string): Promise<QuestionRow | undefined> {
  const [row] = await on
    .select()
    .from(proofQuestions)
    .where(and(eq(proofQuestions.id, id), eq(proofQuestions.institutionId, institutionId)));
  return row;
}

/** The unit of a measurement of the institution's studies; undefined where no study has it. */
export async function findUnit(
  tx: Tx,
  { institutionId, algorithmId, code }: { institutionId: string; algorithmId: string; code: string },
): Promise<string | undefined> {
  const { rows } = await tx.execute<{ unit: string }>(sql`
    select unit from scan_answers
    where institution_id = ${institutionId} and algorithm_id = ${algorithmId} and kind = 'measurement' and code = ${code}
      and unit is not null
    limit 1`);
  return rows[0]?.unit;
}

/** Returns undefined where the institution already has a question with this name. */
export async function insertQuestion(
  tx: Tx,
  question: typeof proofQuestions.$inferInsert,
): Promise<QuestionRow | undefined> {
  const [row] = await tx.insert(proofQuestions).values(question).onConflictDoNothing().returning();
  return row;
}

export async function deleteQuestion(tx: Tx, id: string): Promise<void> {
  await tx.delete(proofQuestions).where(eq(proofQuestions.id, id));
}

/** A new label replaces the study's earlier one. */
export async function saveLabels(tx: Tx, questionId: string, labels: ReadonlyMap<string, Answer>): Promise<void> {
  const rows = [...labels].map(([study, label]) => ({ questionId, study, label }));
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await tx
      .insert(proofLabels)
      .values(rows.slice(from, from + ROWS_AT_ONCE))
      .onConflictDoUpdate({
        target: [proofLabels.questionId, proofLabels.study],
        set: { label: sql`excluded.label` },
      });
  }
}

/** Labels of these questions for these studies (UIDs or scan ids). */
export const findLabels = (on: Queries, questionIds: string[], studies: string[]) =>
  on
    .select()
    .from(proofLabels)
    .where(and(inArray(proofLabels.questionId, questionIds), inArray(proofLabels.study, studies)));
