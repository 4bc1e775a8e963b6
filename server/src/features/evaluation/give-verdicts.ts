import type { Tx } from '../../adapters/database/port.ts';
import type { Context, InstitutionActor } from '../../core/actor.ts';
import { notFound } from '../../core/app-error.ts';
import { newId } from '../../core/ids.ts';
import type { PageWish } from '../../core/keyset.ts';
import { sentencesOf } from '../analyses/index.ts';
import { findOwnScan, resultsAgreed, type ScanRow } from '../scans/index.ts';
import { ownQuestion } from './ask-questions.ts';
import type { EvaluationTools } from './evaluation-tools.ts';
import * as store from './verdicts.store.ts';

type Verdict = { verdict: 'agree' | 'disagree' | null } & (
  | { findingId: string }
  | { algorithmId: string; code: string; questionId?: string }
);

/** Verdicts of an institution's users on the results of their scans. */
export function createVerdicts({ db, clock, queue, accounts, audit, analyses }: EvaluationTools) {
  /**
   * The subject of a verdict. @throws AppError NOT_FOUND for a question or finding of another institution, or of an
   * older submission
   */
  async function subjectOf(tx: Tx, institutionId: string, scan: ScanRow, wish: Verdict): Promise<store.About> {
    if (!('findingId' in wish)) {
      const { algorithmId, code, questionId } = wish;
      if (questionId) await ownQuestion(tx, institutionId, questionId);
      return { algorithmId, code, questionId: questionId ?? null, findingId: null };
    }
    const { findingId } = wish;
    for (const run of await analyses.ofScan(tx, scan.id, scan.submission)) {
      const finding = sentencesOf(run).find(({ id }) => id === findingId);
      if (finding) return { algorithmId: run.algorithmId, code: finding.code, questionId: null, findingId };
    }
    throw notFound('finding');
  }

  /** Whether nobody disagrees with a statement of the algorithm about the present images. */
  const isAgreed = async (tx: Tx, { id, submission }: ScanRow, algorithmId: string): Promise<boolean> =>
    (await store.findVerdictsOn(tx, [id])).every(
      (row) => row.submission !== submission || row.algorithmId !== algorithmId || row.verdict === 'agree',
    );

  return {
    async setVerdict(context: Context, actor: InstitutionActor, scanId: string, wish: Verdict): Promise<void> {
      const { institutionId } = actor;
      await db.transaction(async (tx) => {
        const scan = await findOwnScan(tx, institutionId, scanId);
        const about = await subjectOf(tx, institutionId, scan, wish);
        const { verdict } = wish;
        await store.deleteVerdict(tx, scanId, about, actor.id);
        if (verdict) {
          await store.insertVerdict(tx, {
            ...about,
            id: newId(),
            institutionId,
            scanId,
            submission: scan.submission,
            verdict,
            givenBy: actor.id,
            givenAt: clock.now(),
          });
        }
        const { submission } = scan;
        const { algorithmId } = about;
        if (verdict === 'agree' && (await isAgreed(tx, scan, algorithmId)))
          await queue.enqueue(tx, resultsAgreed, { scanId, submission, algorithmId });
        await audit.record(tx, context, {
          action: 'trial.verdict',
          subjectType: 'scan',
          subjectId: scanId,
          details: { algorithmId: about.algorithmId, code: about.code, verdict: verdict ?? 'none' },
        });
      });
    },

    /** Verdicts, newest first, of one scan or of all. Readers get only their own, so that they judge independently. */
    async verdicts(actor: InstitutionActor, wish: PageWish & { scanId?: string | undefined }) {
      const givenBy = actor.role === 'reader' ? actor.id : undefined;
      const found = await store.findVerdicts(db.drizzle, actor.institutionId, { ...wish, givenBy });
      const names = new Map(
        (await accounts.members.list(actor.institutionId)).members.map(({ id, username }) => [id, username]),
      );
      return {
        ...found,
        rows: found.rows.map((row) => ({
          scanId: row.scanId,
          algorithmId: row.algorithmId,
          code: row.code,
          questionId: row.questionId,
          findingId: row.findingId,
          verdict: row.verdict,
          isOwn: row.givenBy === actor.id,
          reader: names.get(row.givenBy) ?? null,
          at: row.givenAt.toISOString(),
        })),
      };
    },
  };
}
