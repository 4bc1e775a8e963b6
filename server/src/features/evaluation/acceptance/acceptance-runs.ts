import { acceptance } from '@duai/contract';
import type { Tx } from '../../../adapters/database/port.ts';
import { type Context, systemContext } from '../../../core/actor.ts';
import { AppError } from '../../../core/app-error.ts';
import { newId } from '../../../core/ids.ts';
import type { PageWish } from '../../../core/keyset.ts';
import { shadowEnded } from '../../analyses/index.ts';
import { type AcceptanceRuleRow, type AcceptanceRunRow, canBeTried } from '../../packages/index.ts';
import { findScan } from '../../scans/index.ts';
import { answerOf } from '../evaluated-cases.ts';
import type { EvaluationTools } from '../evaluation-tools.ts';
import { findLabels } from '../questions.store.ts';
import { beginAcceptance } from './acceptance.jobs.ts';
import * as store from './acceptance.store.ts';
import { isPassed, judgeQuestion } from './judge-acceptance.ts';

/** Whether a version is good enough for an institution, by its own labelled studies. */
export function createAcceptance(tools: EvaluationTools) {
  const { db, clock, queue, audit, accounts, analyses, packages } = tools;

  const record = (
    tx: Tx,
    context: Context,
    action: string,
    run: Pick<AcceptanceRunRow, 'algorithmId' | 'version'>,
    details: Record<string, string | number>,
  ) =>
    audit.record(tx, context, {
      action,
      subjectType: 'algorithm',
      subjectId: `${run.algorithmId} ${run.version}`,
      details,
    });

  /** What the version answered to the questions about it, on the studies of the run that are still there. */
  async function judge(tx: Tx, run: AcceptanceRunRow): Promise<acceptance.AcceptedQuestion[]> {
    const uids = await store.findUids(
      tx,
      run.studies.map(({ scanId }) => scanId),
    );
    const studies = run.studies.filter(({ scanId }) => uids.has(scanId));
    const scans = studies.map(({ scanId, submission }) => ({ id: scanId, submission }));
    const told = await analyses.toldInShadow(tx, run.algorithmId, run.version, scans);
    const names = [...uids].flatMap(([id, uid]) => (uid ? [id, uid] : [id]));
    const questions = await store.findQuestionsOn(tx, run.institutionId, run.algorithmId);
    const labels = Map.groupBy(
      await findLabels(
        tx,
        questions.map(({ id }) => id),
        names,
      ),
      ({ questionId }) => questionId,
    );
    return questions.flatMap((question) => {
      const given = new Map((labels.get(question.id) ?? []).map(({ study, label }) => [study, label]));
      const answered = scans.flatMap(({ id }) => {
        const truth = given.get(uids.get(id) ?? '') ?? given.get(id);
        return truth ? [{ truth, ...answerOf(told.get(id) ?? [], run.algorithmId, question.positiveWhen) }] : [];
      });
      return answered.length > 0 ? [judgeQuestion(question, answered, run.rule)] : [];
    });
  }

  /** Ends a run of which no study is waited for. */
  async function finishIfDone(id: string): Promise<void> {
    await db.transaction(async (tx) => {
      const run = await store.lockRun(tx, id);
      if (run?.status !== 'running' || run.plannedAt === null) return;
      const { algorithmId, version } = run;
      const scanIds = run.studies.map(({ scanId }) => scanId);
      if ((await analyses.awaitedInShadow(tx, algorithmId, version, scanIds)).size > 0) return;
      const questions = await judge(tx, run);
      const status = isPassed(questions) ? 'passed' : 'not-passed';
      await store.updateRun(tx, id, { status, questions, finishedAt: clock.now() });
      await record(tx, systemContext, `algorithms.acceptance-${status}`, run, {
        institutionId: run.institutionId,
        studies: scanIds.length,
      });
    });
  }

  const service = {
    registerJobs(): void {
      queue.handle(beginAcceptance, ({ acceptanceId }) => service.begin(acceptanceId));
      queue.handle(shadowEnded, async ({ scanId, algorithmId, version }) => {
        for (const { id } of await store.findRunningOn(db.drizzle, algorithmId, version, scanId))
          await finishIfDone(id);
      });
    },

    /** What an institution asks, and the runs with their figures. */
    async of(institutionId: string, wish: PageWish): Promise<acceptance.Acceptance> {
      await accounts.institutions.nameOf(db.drizzle, institutionId);
      const { rows: runs, ...ways } = await store.findRuns(db.drizzle, institutionId, wish);
      return {
        ...ways,
        rule: presentRule(await store.findRule(db.drizzle, institutionId)),
        runs: await Promise.all(
          runs.map(async (run) => {
            const scanIds = run.studies.map(({ scanId }) => scanId);
            const awaited =
              run.status === 'running'
                ? await analyses.awaitedInShadow(db.drizzle, run.algorithmId, run.version, scanIds)
                : new Set();
            const { id, algorithmId, version, status, rule, questions, startedAt, finishedAt } = run;
            return {
              ...{ id, algorithmId, version, status, rule, questions },
              studies: scanIds.length,
              done: run.plannedAt === null ? 0 : scanIds.length - awaited.size,
              startedAt: startedAt.toISOString(),
              finishedAt: finishedAt?.toISOString() ?? null,
            };
          }),
        ),
      };
    },

    async setRule(context: Context, institutionId: string, wish: acceptance.AcceptanceRule): Promise<void> {
      const { isRequired, ...limits } = wish;
      const now = clock.now();
      await db.transaction(async (tx) => {
        await store.saveRule(tx, {
          ...{ institutionId, ...limits, updatedAt: now },
          requiredSince: isRequired ? now : null,
        });
        await audit.record(tx, context, {
          action: isRequired ? 'trial.acceptance-asked' : 'trial.acceptance-not-asked',
          subjectType: 'institution',
          subjectId: institutionId,
          details: limits,
        });
      });
    },

    /**
     * A version begins to run on the labelled studies of an institution.
     * @throws AppError NOT_FOUND, ACCEPTANCE_NOT_POSSIBLE, ACCEPTANCE_WITHOUT_LABELS, ACCEPTANCE_RUNNING
     */
    async start(
      context: Context,
      institutionId: string,
      algorithmId: string,
      version: string,
    ): Promise<{ id: string }> {
      await accounts.institutions.nameOf(db.drizzle, institutionId);
      if (!canBeTried(await packages.algorithmOf(db.drizzle, algorithmId, version)))
        throw new AppError('ACCEPTANCE_NOT_POSSIBLE');
      const studies = await store.findLabelled(db.drizzle, institutionId, algorithmId);
      if (studies.length === 0) throw new AppError('ACCEPTANCE_WITHOUT_LABELS');
      const rule = presentRule(await store.findRule(db.drizzle, institutionId));
      const id = newId();
      const run = { id, institutionId, algorithmId, version, rule, studies, startedAt: clock.now() };
      await db.transaction(async (tx) => {
        if (!(await store.insertRun(tx, { ...run, status: 'running' }))) throw new AppError('ACCEPTANCE_RUNNING');
        await record(tx, context, 'algorithms.acceptance-run', run, { institutionId, studies: studies.length });
        await queue.enqueue(tx, beginAcceptance, { acceptanceId: id });
      });
      return { id };
    },

    /** `evaluation.begin-acceptance` */
    async begin(id: string): Promise<void> {
      const run = await db.transaction((tx) => store.lockRun(tx, id));
      if (run?.status !== 'running' || run.plannedAt !== null) return;
      const algorithm = await packages.algorithmOf(db.drizzle, run.algorithmId, run.version);
      for (const { scanId, submission } of run.studies) {
        const scan = await findScan(db.drizzle, scanId);
        // A study that came anew since is not the one that was labelled.
        if (scan?.submission !== submission) continue;
        await db.transaction((tx) => analyses.planTry(tx, { id: scanId, submission }, algorithm));
      }
      await db.transaction((tx) => store.updateRun(tx, id, { plannedAt: clock.now() }));
      await finishIfDone(id);
    },
  };
  return service;
}

function presentRule(row: AcceptanceRuleRow | undefined): acceptance.AcceptanceRule {
  if (!row) return acceptance.ACCEPTANCE_DEFAULT;
  const { requiredSince, leastSensitivity, leastSpecificity, leastStudies } = row;
  return { isRequired: requiredSince !== null, leastSensitivity, leastSpecificity, leastStudies };
}
