import { type Algorithm, algorithmById, placesOf, plan, type Sentences, type SeriesInfo } from '@duai/algorithms';
import {
  type AlgorithmResult,
  type AnalysisRun,
  type AnalysisVerdict,
  algorithmResultSchema,
  type FindingPlace,
  type Language,
} from '@duai/contract';
import { TaskFailed, TaskStopped } from '../../adapters/compute/port.ts';
import type { Tx } from '../../adapters/database/port.ts';
import type { Attempt } from '../../adapters/queue/port.ts';
import { newId } from '../../core/ids.ts';
import type { Parts } from '../../parts.ts';
import type { Cases } from '../cases/index.ts';
import type { FullTree, OwnerPayload, Studies } from '../studies/index.ts';
import { caseAnalysed, type RunPayload, runAnalysis, scanAnalysed } from './analyses.jobs.ts';
import * as store from './analyses.store.ts';
import type { AnalysisRow, Reason, ToldRun } from './analyses.tables.ts';
import { isRoutingReason, routingSentence, type SeriesRoute } from './routing-wording.ts';

export type Analyses = ReturnType<typeof createAnalyses>;

type Tree = FullTree['series'][number];

/** What a child process gives back of one run. */
export interface RunOutcome {
  result: AlgorithmResult;
  weightsSha256: string | null;
  runtime: Record<string, unknown>;
}

/** Whether an institution sends the series of a scan to an algorithm; the trial feature answers, which stands beside the line. */
export type ModelRoutes = (on: store.Queries, scanId: string) => Promise<SeriesRoute>;

/** So soon after a consent was withdrawn does a run end. */
const CONSENT_CHECK_MS = 1000;

/** Which algorithms fit the series of a study, why the others do not, and what those that ran have found. */
export function createAnalyses(
  parts: Pick<Parts, 'db' | 'queue' | 'storage' | 'compute' | 'clock' | 'config' | 'log'>,
  { cases, studies, modelRoutes }: { cases: Cases; studies: Studies; modelRoutes: ModelRoutes },
) {
  const { db, queue, storage, compute, clock, config, log } = parts;

  const usable = (series: Tree) => series.instances.filter((instance) => instance.state === 'ready');

  const seriesInfo = (series: Tree, declaredModality: string | null): SeriesInfo => ({
    seriesInstanceUid: series.seriesInstanceUid,
    declaredModality,
    instances: usable(series).map(({ kind, header, sopInstanceUid, columns, rows, frames }) => ({
      kind,
      header,
      sopInstanceUid,
      columns: columns ?? 0,
      rows: rows ?? 0,
      frames,
    })),
  });

  /** The modality the patient chose; an institution declares none. */
  const declaredModality = async (owner: OwnerPayload): Promise<string | null> =>
    'caseId' in owner ? (await cases.forStaff(db.drizzle, owner.caseId)).modality : null;

  const isCurrent = async (on: store.Queries, owner: OwnerPayload | RunPayload): Promise<boolean> =>
    owner.submission ===
    ('caseId' in owner ? await cases.submissionOf(on, owner.caseId) : await store.submissionOfScan(on, owner.scanId));

  /** The algorithms' own gates, and before them what the institution has chosen. */
  const decide = (info: SeriesInfo, route: SeriesRoute) =>
    plan(info).map(({ algorithm, decision }) => {
      const reason = route(info, algorithm.manifest.id);
      return { algorithm, decision: reason ? { fits: false as const, ...reason } : decision };
    });

  const ownerId = (owner: OwnerPayload | RunPayload) => ('caseId' in owner ? owner.caseId : owner.scanId);

  /** Enqueues the owner's next step once nothing is planned or running any more; the singleton key makes it once. */
  async function finishIfDone(tx: Tx, owner: OwnerPayload | RunPayload): Promise<void> {
    await store.lockOwner(tx, ownerId(owner));
    const runs = await store.findAnalyses(tx, await studies.idsOf(tx, owner), owner.submission);
    if (runs.some((run) => run.status === 'planned' || run.status === 'running')) return;
    const { submission } = owner;
    const turn = await studies.turnOf(tx, owner);
    if ('caseId' in owner) {
      await queue.enqueue(tx, caseAnalysed, { caseId: owner.caseId, submission }, { turn });
    } else {
      await queue.enqueue(tx, scanAnalysed, { scanId: owner.scanId, submission }, { turn });
    }
  }

  /** Of a planned run; undefined where its series is gone. Thousands of headers: handed on, and not held while it runs. */
  async function seriesOf(owner: OwnerPayload | RunPayload, seriesId: string): Promise<SeriesInfo | undefined> {
    const series = await studies.fullSeries(db.drizzle, owner, seriesId);
    return series && seriesInfo(series, await declaredModality(owner));
  }

  /** Whether a patient's case must be left as it is: without consent nothing is planned, run or kept. */
  const stops = async (tx: Tx, owner: OwnerPayload | RunPayload): Promise<boolean> =>
    'caseId' in owner && cases.stopsWithoutConsent(tx, owner.caseId, owner.submission);

  /** Ends a run soon after the consent to it was withdrawn. */
  async function whileConsented<T>(payload: RunPayload, act: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    const look = async () => {
      if ('caseId' in payload && !(await cases.mayGoOn(db.drizzle, payload.caseId))) controller.abort();
    };
    // A look that fails is followed by the next one, and by the one before the result is kept.
    const timer = setInterval(
      () => void look().catch((error: unknown) => log.warn({ err: error }, 'consent not looked up')),
      CONSENT_CHECK_MS,
    );
    try {
      return await act(controller.signal);
    } finally {
      clearInterval(timer);
    }
  }

  return {
    /** `studies.ready`: which algorithms fit which series, and why the others do not. */
    async plan(owner: OwnerPayload): Promise<void> {
      if (!(await isCurrent(db.drizzle, owner))) return;
      const declared = await declaredModality(owner);
      await db.transaction(async (tx) => {
        if (await stops(tx, owner)) return;
        const turn = await studies.turnOf(tx, owner);
        const route = 'scanId' in owner ? await modelRoutes(tx, owner.scanId) : everything;
        for (const study of await studies.fullTree(tx, owner)) {
          for (const series of study.series) {
            const info = seriesInfo(series, declared);
            for (const { algorithm, decision } of decide(info, route)) {
              const id = newId();
              const isNew = await store.insertAnalysis(tx, {
                id,
                studyId: study.id,
                seriesId: series.id,
                submission: owner.submission,
                algorithmId: algorithm.manifest.id,
                algorithmVersion: algorithm.manifest.version,
                status: decision.fits ? 'planned' : 'not-applicable',
                reason: decision.fits ? null : { code: decision.code, params: decision.params },
                parameters: algorithm.manifest.parameters,
                inputSha256: usable(series).map((instance) => instance.sha256),
              });
              if (isNew && decision.fits) await queue.enqueue(tx, runAnalysis, { ...owner, analysisId: id }, { turn });
            }
          }
        }
        await finishIfDone(tx, owner);
      });
    },

    /**
     * `analyses.run`: runs one algorithm in a child process on verified copies of its inputs. A run that cannot be
     * brought to an end is recorded as failed with its reason; the other analyses go on.
     */
    async run(payload: RunPayload, attempt: Pick<Attempt, 'attempt' | 'isLastAttempt'>): Promise<void> {
      const planned = await db.transaction(async (tx) => {
        if (await stops(tx, payload)) return undefined;
        const row = await store.lockAnalysis(tx, payload.analysisId);
        if (!row || (row.status !== 'planned' && row.status !== 'running')) {
          await finishIfDone(tx, payload);
          return undefined;
        }
        await store.updateAnalysis(tx, row.id, { status: 'running', startedAt: clock.now() });
        return row;
      });
      if (!planned) return;
      const outcome = await whileConsented(payload, (signal) => attemptRun(payload, planned, attempt, signal));
      await db.transaction(async (tx) => {
        if (await stops(tx, payload)) {
          await store.updateAnalysis(tx, planned.id, { status: 'planned', startedAt: null });
          return;
        }
        // Withdrawn and given again within a second: the job is tried again.
        if (!outcome) throw new Error('the run was stopped');
        await store.updateAnalysis(tx, planned.id, { ...outcome, finishedAt: clock.now() });
        await finishIfDone(tx, payload);
      });
    },

    /** Runs of the case's current submission. */
    async ofCase(on: store.Queries, caseId: string): Promise<AnalysisRow[]> {
      const { submission } = await cases.forStaff(on, caseId);
      return store.findAnalyses(on, await studies.idsOf(on, { caseId }), submission);
    },

    /** Runs of one submission of a scan; of its newest unless told otherwise. */
    async ofScan(on: store.Queries, scanId: string, submission?: number): Promise<AnalysisRow[]> {
      return store.findAnalyses(
        on,
        await studies.idsOf(on, { scanId }),
        submission ?? (await store.submissionOfScan(on, scanId)) ?? 1,
      );
    },

    /** What the runs of each of these submissions of scans told: two queries, however many scans there are. */
    async toldOfScans(
      on: store.Queries,
      scans: readonly { id: string; submission: number }[],
    ): Promise<Map<string, ToldRun[]>> {
      const scanOf = await studies.scansByStudy(
        on,
        scans.map(({ id }) => id),
      );
      const submissions = new Map(scans.map(({ id, submission }) => [id, submission]));
      const runs = await store.findTold(on, [...scanOf.keys()]);
      const current = runs.filter((run) => run.submission === submissions.get(scanOf.get(run.studyId)!));
      return Map.groupBy(current, (run) => scanOf.get(run.studyId)!);
    },

    /** Those of these submissions of scans that an algorithm has begun on. */
    async begunOfScans(on: store.Queries, scans: readonly { id: string; submission: number }[]): Promise<Set<string>> {
      if (scans.length === 0) return new Set();
      const scanOf = await studies.scansByStudy(
        on,
        scans.map(({ id }) => id),
      );
      const begun = await store.findBegun(on, [...scanOf.keys()]);
      const submissions = new Map(scans.map(({ id, submission }) => [id, submission]));
      return new Set(
        begun
          .filter(({ studyId, submission }) => submission === submissions.get(scanOf.get(studyId)!))
          .map(({ studyId }) => scanOf.get(studyId)!),
      );
    },

    titleOf,

    /** Runs of any submission of a scan that came to a result. */
    evaluatedOfScan: async (on: store.Queries, scanId: string): Promise<AnalysisRow[]> =>
      store.findEvaluated(on, await studies.idsOf(on, { scanId })),

    /** What would run on a scan by these routes, and why the rest would not; nothing is started. */
    async dryRun(on: store.Queries, scanId: string, route: SeriesRoute) {
      const tree = await studies.fullTree(on, { scanId });
      return tree.flatMap((study) =>
        study.series.map((series) => ({
          seriesId: series.id,
          series: series.description ?? series.modality ?? '',
          decisions: decide(seriesInfo(series, null), route).map(({ algorithm, decision }) => ({
            algorithmId: algorithm.manifest.id,
            wouldRun: decision.fits,
            reason: decision.fits ? null : gateSentence(algorithm, decision, 'en'),
          })),
        })),
      );
    },

    removeOfStudies: store.removeAnalyses,

    judge: (on: store.Queries, analysisId: string, staffId: string, verdict: AnalysisVerdict): Promise<void> =>
      store.upsertVerdict(on, { analysisId, staffId, verdict, givenAt: clock.now() }),
    /** What this radiologist said of these runs. */
    verdictsOf: (on: store.Queries, runs: AnalysisRow[], staffId: string) =>
      store.findVerdicts(
        on,
        runs.map((run) => run.id),
        staffId,
      ),

    describe: (run: AnalysisRow, language: Language) => describeRun(run, language),
    draft: draftRun,
    places: placesOfRun,
    present: (run: AnalysisRow, language: Language) => presentRun(run, language),
  };

  /** Undefined where it was stopped by the signal. */
  async function attemptRun(
    payload: RunPayload,
    planned: AnalysisRow,
    { attempt, isLastAttempt }: Pick<Attempt, 'attempt' | 'isLastAttempt'>,
    signal: AbortSignal,
  ): Promise<Partial<AnalysisRow> | undefined> {
    const locals: { path: string; release(): Promise<void> }[] = [];
    try {
      for (const sha256 of planned.inputSha256) locals.push(await storage.checkout(sha256));
      const run = await startRun(
        payload,
        planned,
        locals.map((local) => local.path),
        signal,
      );
      if (!run) return { status: 'failed', reason: { code: 'SERIES_GONE', params: {} } };
      const { result, weightsSha256, runtime } = await run.outcome;
      const checked = algorithmResultSchema.safeParse(result);
      if (!checked.success) throw new TaskFailed('RESULT_INVALID', checked.error.message);
      return { status: checked.data.outcome, result: checked.data, weightsSha256, runtime };
    } catch (error) {
      const code = failureCode(error);
      if (signal.aborted) return undefined;
      log.error({ err: error, analysisId: planned.id, algorithmId: planned.algorithmId, attempt }, 'analysis failed');
      if (mayPass(error, attempt) && !isLastAttempt) throw error;
      return { status: 'failed', reason: { code, params: {} } };
    } finally {
      for (const local of locals) await local.release();
    }
  }

  async function startRun(
    payload: RunPayload,
    { algorithmId, seriesId }: AnalysisRow,
    paths: string[],
    signal: AbortSignal,
  ): Promise<{ outcome: Promise<RunOutcome> } | undefined> {
    const series = await seriesOf(payload, seriesId);
    if (!series) return undefined;
    const task = { algorithmId, series, paths, memoryMb: config.WORKER_MEMORY_MB };
    return {
      outcome: compute.run<RunOutcome>('analyse', task, { timeoutMs: config.TASK_TIMEOUT_SECONDS * 1000, signal }),
    };
  }
}

/** The algorithm's own error will not pass. A death may, twice; a storage or database that is away, or a restart, will. */
const mayPass = (error: unknown, attempt: number): boolean => {
  if (error instanceof TaskFailed) return false;
  return !(error instanceof TaskStopped) || error.code === 'ABORTED' || attempt < TRIES;
};
const TRIES = 3;

const failureCode = (error: unknown): string => {
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' ? code : 'TASK_FAILED';
};

/** Sentences of the algorithm itself; none while it has no result. */
function describeRun(run: AnalysisRow, language: Language): Sentences {
  const algorithm = algorithmById(run.algorithmId);
  if (!algorithm || !run.result) return { findings: [], impression: [] };
  return algorithm.describe(run.result, language);
}

/** What a run proposes for the report of a person. */
function draftRun(run: AnalysisRow, language: Language): Sentences {
  const algorithm = algorithmById(run.algorithmId);
  return algorithm && run.result ? algorithm.draft(run.result, language) : { findings: [], impression: [] };
}

/** Where each finding of a run is seen, in the order of its sentences. */
function placesOfRun(run: AnalysisRow): (FindingPlace | null)[] {
  const algorithm = algorithmById(run.algorithmId);
  return algorithm && run.result ? placesOf(run.result, algorithm.shownBy) : [];
}

function reasonSentence(run: AnalysisRow, reason: Reason, language: Language): string {
  const algorithm = algorithmById(run.algorithmId);
  if (run.status === 'failed' || !algorithm) return FAILED[language].replace('{code}', reason.code);
  return gateSentence(algorithm, reason, language);
}

const gateSentence = (algorithm: Algorithm, reason: Reason, language: Language): string =>
  isRoutingReason(reason) ? routingSentence(reason, language) : algorithm.describeReason(reason, language);

/** A patient's case goes to every algorithm that fits. */
const everything: SeriesRoute = () => null;

const FAILED: Record<Language, string> = {
  tr: 'Analiz tamamlanamadı ({code}). Sonuç yok; görüntüler bundan etkilenmedi.',
  en: 'The analysis could not be completed ({code}). There is no result; the images are unaffected.',
  ar: 'تعذّر إكمال التحليل ({code}). لا توجد نتيجة؛ لم تتأثر الصور.',
};

/** An algorithm that has left the catalogue is called by its id. */
const titleOf = (algorithmId: string): Record<Language, string> =>
  algorithmById(algorithmId)?.manifest.title ?? { tr: algorithmId, en: algorithmId, ar: algorithmId };

function presentRun(run: AnalysisRow, language: Language): AnalysisRun {
  const finished = run.finishedAt && run.startedAt ? run.finishedAt.getTime() - run.startedAt.getTime() : null;
  return {
    id: run.id,
    algorithmId: run.algorithmId,
    algorithmVersion: run.algorithmVersion,
    title: titleOf(run.algorithmId),
    seriesId: run.seriesId,
    status: run.status,
    reason: run.reason ? reasonSentence(run, run.reason, language) : null,
    result: run.result,
    sentences: describeRun(run, language),
    places: placesOfRun(run),
    startedAt: run.startedAt?.toISOString() ?? null,
    finishedAt: run.finishedAt?.toISOString() ?? null,
    durationMs: finished,
  };
}
