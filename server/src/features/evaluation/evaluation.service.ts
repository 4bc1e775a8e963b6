import { evaluation as contract, type Language } from '@duai/contract';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Tx } from '../../adapters/database/port.ts';
import type { Context, InstitutionActor } from '../../core/actor.ts';
import { AppError, notFound } from '../../core/app-error.ts';
import { newId } from '../../core/ids.ts';
import { type PageWish, placeOf, readPage, type SortKey } from '../../core/keyset.ts';
import { createSharedWork } from '../../core/shared-work.ts';
import { sentencesOf } from '../analyses/index.ts';
import { countUnknownStudies, findOwnScan, isNewestSubmission, type ScanRow } from '../scans/index.ts';
import { createDossiers } from './dossiers/dossiers.ts';
import { findCasesOf } from './evaluated-cases.ts';
import { deleteEvaluation, groundTruthOf } from './evaluation.store.ts';
import { proofLabels, proofQuestions, proofVerdicts, type QuestionRow } from './evaluation.tables.ts';
import type { EvaluationTools } from './evaluation-tools.ts';
import { countFigures, findChoices } from './figures/figures.ts';
import { readGroundTruth } from './ground-truth.ts';
import { presentQuestion } from './present-proof.ts';

const NEWEST: readonly SortKey[] = [
  { column: proofVerdicts.givenAt, type: 'timestamptz', isDescending: true },
  { column: proofVerdicts.id, type: 'uuid', isDescending: true },
];

/** Lines of ground truth in one statement. */
const ROWS_AT_ONCE = 500;

/** Questions, ground truth and verdicts of an institution, and the figures that follow from them. */
export type Evaluation = ReturnType<typeof createEvaluation>;

export function createEvaluation(tools: EvaluationTools) {
  const { db, clock, audit, analyses } = tools;

  async function ownQuestion(on: Pick<Tx, 'select'>, institutionId: string, id: string): Promise<QuestionRow> {
    const [row] = await on
      .select()
      .from(proofQuestions)
      .where(and(eq(proofQuestions.id, id), eq(proofQuestions.institutionId, institutionId)));
    if (!row) throw notFound('question');
    return row;
  }

  /** What a verdict is about. @throws AppError NOT_FOUND for a question or a finding of somebody else, or an older one */
  async function subjectOf(tx: Tx, institutionId: string, scan: ScanRow, wish: Verdict) {
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

  const record = (tx: Tx, context: Context, action: string, subjectId: string, details = {}) =>
    audit.record(tx, context, { action, subjectType: 'proof', subjectId, details });

  /** One open page of an institution costs as much as a hundred, and nothing once all of them are closed. */
  const shared = {
    choices: createSharedWork((institutionId, signal) =>
      db.read(signal, async (tx) => {
        const told = await findChoices(tx, institutionId);
        const titleToday = await analyses.titlesToday(tx, institutionId);
        return [...Map.groupBy(told, (row) => row.algorithm)].map(([algorithmId, rows]) => ({
          algorithmId,
          title: titleToday(algorithmId),
          findings: rows.filter(({ kind }) => kind === 'finding').map(({ code }) => code),
          measurements: rows
            .filter(({ kind }) => kind === 'measurement')
            .map(({ code, unit }) => ({ code, unit: unit ?? '' })),
        }));
      }),
    ),
    figures: createSharedWork((institutionId, signal) => db.read(signal, (tx) => countFigures(tx, institutionId))),
  };

  return {
    dossiers: createDossiers(tools),
    groundTruthOf: (institutionId: string) => groundTruthOf(db.drizzle, institutionId),
    removeAllOf: deleteEvaluation,
    async choices(institutionId: string, language: Language, signal: AbortSignal) {
      const found = await shared.choices(institutionId, signal);
      return found.map(({ title, ...choice }) => ({ ...choice, title: title[language] }));
    },
    list: (institutionId: string, signal: AbortSignal) => shared.figures(institutionId, signal),

    async cases(institutionId: string, questionId: string, wish: PageWish) {
      const question = await ownQuestion(db.drizzle, institutionId, questionId);
      const found = await findCasesOf(tools, db.drizzle, question, wish);
      return {
        ...found,
        rows: found.rows.map(({ study: { scan }, answer, score, label, verdict }) => ({
          scanId: scan.id,
          studyInstanceUid: scan.studyInstanceUid,
          studyDescription: scan.studyDescription,
          uploadDate: scan.createdAt.toISOString(),
          answer,
          score,
          label,
          verdict,
        })),
      };
    },

    /** @throws AppError QUESTION_EXISTS */
    async ask(context: Context, institutionId: string, wish: contract.QuestionBody): Promise<contract.Question> {
      return db.transaction(async (tx) => {
        const [row] = await tx
          .insert(proofQuestions)
          .values({ ...wish, id: newId(), institutionId, createdAt: clock.now() })
          .onConflictDoNothing()
          .returning();
        if (!row) throw new AppError('QUESTION_EXISTS');
        await record(tx, context, 'trial.ask-question', row.id);
        return presentQuestion(row);
      });
    },

    async remove(context: Context, institutionId: string, questionId: string): Promise<void> {
      await db.transaction(async (tx) => {
        await ownQuestion(tx, institutionId, questionId);
        await tx.delete(proofQuestions).where(eq(proofQuestions.id, questionId));
        await record(tx, context, 'trial.remove-question', questionId);
      });
    },

    /** All lines or none. @throws AppError GROUND_TRUTH_INVALID */
    async label(context: Context, institutionId: string, questionId: string, csv: string) {
      await ownQuestion(db.drizzle, institutionId, questionId);
      const labels = readGroundTruth(csv, context.language);
      return db.transaction(async (tx) => {
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
        const unknownStudies = await countUnknownStudies(tx, institutionId, [...labels.keys()]);
        await record(tx, context, 'trial.ground-truth', questionId, { lines: labels.size });
        return { stored: labels.size, unknownStudies };
      });
    },

    async setVerdict(context: Context, actor: InstitutionActor, scanId: string, wish: Verdict): Promise<void> {
      const { institutionId } = actor;
      await db.transaction(async (tx) => {
        const scan = await findOwnScan(tx, institutionId, scanId);
        const about = await subjectOf(tx, institutionId, scan, wish);
        const { verdict } = wish;
        const same = <Column extends keyof typeof about>(column: Column) =>
          about[column] === null ? isNull(proofVerdicts[column]) : eq(proofVerdicts[column], about[column]);
        await tx
          .delete(proofVerdicts)
          .where(
            and(
              eq(proofVerdicts.scanId, scanId),
              same('algorithmId'),
              same('code'),
              same('questionId'),
              same('findingId'),
            ),
          );
        if (verdict) {
          await tx.insert(proofVerdicts).values({
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
        await audit.record(tx, context, {
          action: 'trial.verdict',
          subjectType: 'scan',
          subjectId: scanId,
          details: { algorithmId: about.algorithmId, code: about.code, verdict: verdict ?? 'none' },
        });
      });
    },

    /** Newest first; of one scan, or of all. */
    async verdicts(institutionId: string, { scanId, ...wish }: PageWish & { scanId?: string | undefined }) {
      const found = await readPage(NEWEST, wish, contract.VERDICTS_PER_PAGE, (beyond, order, { limit, offset }) =>
        db.drizzle
          .select({ verdict: proofVerdicts, place: placeOf(NEWEST) })
          .from(proofVerdicts)
          .where(
            and(
              eq(proofVerdicts.institutionId, institutionId),
              isNewestSubmission(proofVerdicts.scanId, proofVerdicts.submission),
              scanId ? eq(proofVerdicts.scanId, scanId) : undefined,
              beyond,
            ),
          )
          .orderBy(...order)
          .limit(limit)
          .offset(offset),
      );
      return {
        ...found,
        rows: found.rows.map(({ verdict: row }) => ({
          scanId: row.scanId,
          algorithmId: row.algorithmId,
          code: row.code,
          questionId: row.questionId,
          findingId: row.findingId,
          verdict: row.verdict,
          at: row.givenAt.toISOString(),
        })),
      };
    },
  };
}

type Verdict = { verdict: 'agree' | 'disagree' | null } & (
  | { findingId: string }
  | { algorithmId: string; code: string; questionId?: string }
);
