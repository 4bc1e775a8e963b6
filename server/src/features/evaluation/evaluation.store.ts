import { given } from '@duai/contract';
import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Tx } from '../../adapters/database/port.ts';
import { deleteRuns } from './acceptance/acceptance.store.ts';
import { proofLabels, proofQuestions, trialDossiers } from './evaluation.tables.ts';

const LABELS_AT_ONCE = 1000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * An institution's ground truth with the names of its questions, in pages; each page begins after the last row of the
 * one before.
 */
export async function* groundTruthOf(on: Pick<NodePgDatabase, 'select'>, institutionId: string) {
  let last = { questionId: FIRST_ID, study: '' };
  for (;;) {
    const rows = await on
      .select({ ...getTableColumns(proofLabels), question: proofQuestions.name })
      .from(proofLabels)
      .innerJoin(proofQuestions, eq(proofQuestions.id, proofLabels.questionId))
      .where(
        and(
          eq(proofQuestions.institutionId, institutionId),
          sql`(${proofLabels.questionId}, ${proofLabels.study}) > (${last.questionId}::uuid, ${last.study})`,
        ),
      )
      .orderBy(asc(proofLabels.questionId), asc(proofLabels.study))
      .limit(LABELS_AT_ONCE);
    if (rows.length === 0) return;
    yield rows;
    last = given(rows.at(-1), 'the last row');
  }
}

/** Questions with their ground truth, what was found by it, and dossiers. */
export async function deleteEvaluation(tx: Tx, institutionId: string): Promise<void> {
  await tx.delete(proofQuestions).where(eq(proofQuestions.institutionId, institutionId));
  await deleteRuns(tx, institutionId);
  await tx.delete(trialDossiers).where(eq(trialDossiers.institutionId, institutionId));
}
