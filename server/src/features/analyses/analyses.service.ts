import {
  type Algorithm,
  findAlgorithm,
  type GateDecision,
  packagedAlgorithm,
  plan,
  type SeriesInfo,
} from '@duai/algorithms';
import { type AnalysisVerdict, imageNameOf, type Language, type Region, type Translated } from '@duai/contract';
import type { Tx } from '../../adapters/database/port.ts';
import type { Attempt } from '../../adapters/queue/port.ts';
import { notFound } from '../../core/app-error.ts';
import { newId } from '../../core/ids.ts';
import type { Parts } from '../../parts.ts';
import type { Audit } from '../audit/index.ts';
import type { Cases } from '../cases/index.ts';
import type { Packages } from '../packages/index.ts';
import type { FullTree, OwnerPayload, Studies } from '../studies/index.ts';
import {
  caseAnalysed,
  freezeOlder,
  type RunPayload,
  runAnalysis,
  runShadow,
  scanAnalysed,
  vendorDue,
} from './analyses.jobs.ts';
import * as store from './analyses.store.ts';
import type { AnalysisRow, Run, ToldRun } from './analyses.tables.ts';
import { createRunAttempts, type Planned } from './attempt-run.ts';
import { createEngines } from './engines/engines.ts';
import { freezeNextOlder, freezeOlderOf, freezeReason, gateWording, titleOf } from './freeze-runs.ts';
import { describeRun, draftedLines, draftOf, presentRun, proposalsOf, titleOfRun } from './present-run.ts';
import { type Replay, replayed } from './replay.ts';
import { type Place, type SeriesRoute, vendorReason } from './routing-wording.ts';
import { createRunEnds } from './run-ends.ts';
import { createShadowRuns } from './shadow-runs.ts';
import { createVendorAnswers } from './vendors/vendor-answers.ts';
import { isDeidentifiedFor, setDeidentified } from './vendors/vendors.store.ts';

export type Analyses = ReturnType<typeof createAnalyses>;

type Tree = FullTree['series'][number];
interface NewRun {
  id: string;
  studyId: string;
  series: Tree;
  submission: number;
  algorithm: Algorithm;
  decision: GateDecision;
  region?: Region;
}
type CaseOwner = Extract<OwnerPayload, { caseId: string }>;
type Declared = Pick<SeriesInfo, 'declaredModality' | 'declaredBodyPart' | 'declaredAgeYears'>;
const NOTHING_DECLARED: Declared = { declaredModality: null, declaredBodyPart: null, declaredAgeYears: null };

/** Whose a scan is, and what of it goes to an algorithm; the catalogue answers, which stands beside the line. */
export type ModelRoutes = (on: store.Queries, scanId: string) => Promise<InstitutionRoute>;
interface InstitutionRoute {
  institutionId: string | null;
  route: SeriesRoute;
}

/** Transactions of one job that freezes older results; then the next job goes on. */
const BATCHES_PER_JOB = 200;
/** So soon after a consent was withdrawn does a run end. */
const CONSENT_CHECK_MS = 1000;

/** Which algorithms fit the series of a study, why the others do not, and what those that ran have found. */
export function createAnalyses(
  parts: Pick<
    Parts,
    'db' | 'queue' | 'storage' | 'compute' | 'clock' | 'config' | 'log' | 'algorithms' | 'encryptionKey'
  >,
  {
    audit,
    cases,
    studies,
    packages,
    modelRoutes,
  }: { audit: Audit; cases: Cases; studies: Studies; packages: Packages; modelRoutes: ModelRoutes },
) {
  const { db, queue, clock, log, algorithms: catalogue } = parts;

  const usable = (series: Tree) => series.instances.filter((instance) => instance.state === 'ready');

  const seriesInfo = (series: Tree, declared: Declared): SeriesInfo => ({
    seriesInstanceUid: series.seriesInstanceUid,
    ...declared,
    instances: usable(series).map(({ id, kind, header, sopInstanceUid, columns, rows, frames }) => ({
      kind,
      header,
      sopInstanceUid,
      name: imageNameOf({ id, sopInstanceUid }),
      columns: columns ?? 0,
      rows: rows ?? 0,
      frames,
    })),
  });

  /** What the patient said of the images, and the age of the person on them; an institution declares nothing. */
  async function declaredOf(owner: OwnerPayload): Promise<Declared> {
    if (!('caseId' in owner)) return NOTHING_DECLARED;
    const row = await cases.forStaff(db.drizzle, owner.caseId);
    return {
      declaredModality: row.modality,
      declaredBodyPart: row.bodyPart,
      declaredAgeYears: await cases.ageOnImages(db.drizzle, row),
    };
  }

  const isCurrent = async (on: store.Queries, owner: OwnerPayload | RunPayload): Promise<boolean> =>
    owner.submission ===
    ('caseId' in owner ? await cases.submissionOf(on, owner.caseId) : await store.submissionOfScan(on, owner.scanId));

  /** The algorithms' own gates, and before them what the institution has chosen. */
  const decide = (algorithms: readonly Algorithm[], info: SeriesInfo, route: SeriesRoute, place: Place) =>
    plan(algorithms, info).map(({ algorithm, decision }) => {
      const reason = route(info, algorithm.manifest.id) ?? vendorReason(algorithm, place);
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
  async function seriesOf(
    owner: OwnerPayload | RunPayload,
    { seriesId, inputSha256 }: Pick<AnalysisRow, 'seriesId' | 'inputSha256'>,
  ): Promise<SeriesInfo | undefined> {
    const series = await studies.fullSeries(db.drizzle, owner, seriesId);
    if (!series) return undefined;
    // The images that were planned, in their order: images that came later belong to another submission.
    const byHash = new Map(series.instances.map((instance) => [instance.sha256, instance]));
    const instances = inputSha256.flatMap((sha256) => byHash.get(sha256) ?? []);
    if (instances.length < inputSha256.length) return undefined;
    return seriesInfo({ ...series, instances }, await declaredOf(owner));
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

  /** The row of a run that is about to begin, or of one that did not fit, with the reason in words. */
  const plannedRow = ({ id, studyId, series, submission, algorithm, decision, region }: NewRun) => ({
    id,
    studyId,
    seriesId: series.id,
    submission,
    algorithmId: algorithm.manifest.id,
    algorithmVersion: algorithm.manifest.version,
    status: decision.fits ? ('planned' as const) : ('not-applicable' as const),
    reason: decision.fits ? null : { code: decision.code, params: decision.params },
    parameters: algorithm.manifest.parameters,
    inputSha256: usable(series).map((instance) => instance.sha256),
    ...(region && { region }),
    ...(decision.fits
      ? { title: algorithm.manifest.title }
      : freezeReason(algorithm.manifest.title, gateWording(algorithm, decision), clock.now())),
  });

  /** In the version that was planned, where it was imported; a built-in one in that of this software. */
  async function algorithmOf({ algorithmId, algorithmVersion }: Planned): Promise<Algorithm | undefined> {
    const imported = await packages.find(db.drizzle, algorithmId, algorithmVersion);
    return imported ? packagedAlgorithm(imported.manifest) : findAlgorithm(catalogue, algorithmId);
  }

  const ends = createRunEnds(parts);
  const institutionOf = async (scanId: string) => (await modelRoutes(db.drizzle, scanId)).institutionId;
  const engines = createEngines(parts, { audit, packages, institutionOf });
  const attemptRun = createRunAttempts(parts, { engines, ends, packages }, algorithmOf, seriesOf);
  const vendorAnswers = createVendorAnswers(parts, {
    ...{ audit, packages, ends, seriesOf, finishIfDone },
    async ownerOf(tx, { id, studyId, submission }) {
      const owner = await studies.ownerOf(tx, studyId);
      return owner && 'scanId' in owner ? { scanId: owner.scanId, submission, analysisId: id } : undefined;
    },
  });
  const shadows = createShadowRuns(parts, attemptRun);

  /** Runs with what they told. Whoever reads one from before results were frozen freezes it by that. */
  async function runsOf(tx: Tx, studyIds: string[], submission: number): Promise<Run[]> {
    const runs = await store.findRuns(tx, studyIds, submission);
    const isOlder = await freezeOlderOf(tx, catalogue, runs, clock.now());
    return isOlder ? store.findRuns(tx, studyIds, submission) : runs;
  }

  return {
    registerJobs(): void {
      queue.handle(vendorDue, (payload) => vendorAnswers.due(payload));
      queue.handle(runShadow, (payload, attempt) => shadows.run(payload, attempt));
      queue.handle(freezeOlder, async (_, { signal }) => {
        for (let batch = 0; batch < BATCHES_PER_JOB; batch += 1) {
          signal.throwIfAborted();
          if (!(await db.transaction((tx) => freezeNextOlder(tx, catalogue, clock.now())))) return;
        }
        await db.transaction((tx) => queue.enqueue(tx, freezeOlder, {}));
      });
    },

    /** At the start: results from before they were frozen are frozen in the background. */
    freezeOlder: (): Promise<void> =>
      db.transaction(async (tx) => {
        if (await store.hasUnfrozen(tx)) await queue.enqueue(tx, freezeOlder, {});
      }),

    /** `studies.ready`: which algorithms fit which series, and why the others do not. */
    async plan(owner: OwnerPayload): Promise<void> {
      if (!(await isCurrent(db.drizzle, owner))) return;
      const declared = await declaredOf(owner);
      await db.transaction(async (tx) => {
        if (await stops(tx, owner)) return;
        const turn = await studies.turnOf(tx, owner);
        const { institutionId, route } = 'scanId' in owner ? await modelRoutes(tx, owner.scanId) : EVERYTHING;
        const { active, shadow } = await packages.runnable(tx, institutionId);
        for (const study of await studies.fullTree(tx, owner)) {
          for (const series of study.series) {
            const info = seriesInfo(series, declared);
            for (const { algorithm, decision } of decide(active, info, route, 'scanId' in owner ? 'scan' : 'case')) {
              const id = newId();
              const isNew = await store.insertAnalysis(
                tx,
                plannedRow({ id, studyId: study.id, series, submission: owner.submission, algorithm, decision }),
              );
              if (isNew && decision.fits) await queue.enqueue(tx, runAnalysis, { ...owner, analysisId: id }, { turn });
            }
            if ('scanId' in owner) {
              const inputSha256 = usable(series).map((instance) => instance.sha256);
              await shadows.plan(
                tx,
                { ...owner, seriesId: series.id, inputSha256 },
                decide(shadow, info, route, 'shadow'),
              );
            }
          }
        }
        await finishIfDone(tx, owner);
      });
    },

    /**
     * A reader has an algorithm measure a region of a series of a case. @returns the run, planned or with the reason why it
     * does not fit
     * @throws AppError NOT_FOUND for a series or algorithm that is not there, or one that measures no regions
     */
    async measure(tx: Tx, owner: CaseOwner, seriesId: string, algorithmId: string, region: Region): Promise<string> {
      const algorithm = findAlgorithm(catalogue, algorithmId);
      if (!algorithm?.isAssisted) throw notFound('algorithm');
      const study = (await studies.fullTree(tx, owner)).find(({ series }) => series.some(({ id }) => id === seriesId));
      const series = study?.series.find(({ id }) => id === seriesId);
      if (!study || !series) throw notFound('series');
      const decision = algorithm.gate({ ...seriesInfo(series, await declaredOf(owner)), region });
      const id = newId();
      const { submission } = owner;
      await store.insertAnalysis(
        tx,
        plannedRow({ id, studyId: study.id, series, submission, algorithm, decision, region }),
      );
      if (decision.fits)
        await queue.enqueue(tx, runAnalysis, { ...owner, analysisId: id }, { turn: await studies.turnOf(tx, owner) });
      return id;
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
        if (outcome === 'awaited') return;
        await store.freeze(tx, planned.id, outcome.told, { ...outcome.change, finishedAt: clock.now() });
        // A region is measured while the report is in review: nothing waits for its end but the page.
        if (!planned.region) await finishIfDone(tx, payload);
        else if ('caseId' in payload) await cases.notifyChanged(tx, payload.caseId);
      });
    },

    /** Runs of the case's current submission. */
    async ofCase(tx: Tx, caseId: string): Promise<Run[]> {
      const { submission } = await cases.forStaff(tx, caseId);
      return runsOf(tx, await studies.idsOf(tx, { caseId }), submission);
    },

    /** Runs of one submission of a scan; of its newest unless told otherwise. */
    async ofScan(tx: Tx, scanId: string, submission?: number): Promise<Run[]> {
      const wanted = submission ?? (await store.submissionOfScan(tx, scanId)) ?? 1;
      return runsOf(tx, await studies.idsOf(tx, { scanId }), wanted);
    },

    /** What the runs of each of these submissions of scans told: two queries, however many scans there are. */
    async toldOfScans(
      on: Pick<store.Queries, 'select'>,
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

    /** What algorithms are called today; by the id once one has left the catalogue. Results carry their own title. */
    titlesToday: async (
      on: Pick<store.Queries, 'select'>,
      institutionId: string,
    ): Promise<(algorithmId: string) => Translated> => {
      // Of what is active: the title of a version that is only tried would give it away.
      const { active } = await packages.runnable(on, institutionId);
      return (algorithmId) => titleOf(findAlgorithm(active, algorithmId), algorithmId);
    },

    /** Runs of any submission of a scan that came to a result. */
    evaluatedOfScan: async (on: store.Queries, scanId: string): Promise<AnalysisRow[]> =>
      store.findEvaluated(on, await studies.idsOf(on, { scanId })),

    /** The frozen findings of these scans in another language, by their English sentence. */
    async findingsIn(
      language: Language,
      on: store.Queries,
      scans: readonly { id: string }[],
    ): Promise<Map<string, string>> {
      const scanOf = await studies.scansByStudy(
        on,
        scans.map(({ id }) => id),
      );
      const wordings = await store.findWordings(on, [...scanOf.keys()]);
      return new Map(wordings.map((wording) => [wording.en, wording[language]]));
    },

    /** What would run on a scan by these routes, and why the rest would not; nothing is started. */
    async dryRun(on: store.Queries, scanId: string, { institutionId, route }: InstitutionRoute, language: Language) {
      const { active } = await packages.runnable(on, institutionId);
      const tree = await studies.fullTree(on, { scanId });
      return tree.flatMap((study) =>
        study.series.map((series) => ({
          seriesId: series.id,
          series: series.description ?? series.modality ?? '',
          decisions: decide(active, seriesInfo(series, NOTHING_DECLARED), route, 'scan').map(
            ({ algorithm, decision }) => ({
              algorithmId: algorithm.manifest.id,
              wouldRun: decision.fits,
              reason: decision.fits ? null : gateWording(algorithm, decision)[language],
            }),
          ),
        })),
      );
    },

    /**
     * Runs a stored analysis once more, on the same files, and compares what it tells bit by bit; nothing is stored.
     * @throws AppError NOT_FOUND
     */
    async replay(analysisId: string): Promise<Replay> {
      const row = await store.findAnalysis(db.drizzle, analysisId);
      const owner = row && (await studies.ownerOf(db.drizzle, row.studyId));
      if (!row?.result || !owner) throw notFound('analysis with a result');
      const algorithm = await algorithmOf(row);
      if (algorithm?.manifest.version !== row.algorithmVersion) return { outcome: 'version-gone', told: null };
      if (algorithm.manifest.engine === 'dicom') return { outcome: 'ran-elsewhere', told: null };
      const payload = { ...owner, analysisId, submission: row.submission };
      const once = { attempt: 1, isLastAttempt: true };
      const ended = await attemptRun(payload, row, once, new AbortController().signal);
      return replayed(row.result, ended);
    },

    /** Objects that come back from a vendor's own box. */
    acceptVendorResult: vendorAnswers.accept,
    /** Whether details of the person are removed before an institution's images go to a vendor. */
    isDeidentifiedFor: (institutionId: string) => isDeidentifiedFor(db.drizzle, institutionId),
    setDeidentified: (tx: Tx, institutionId: string, isDeidentified: boolean) =>
      setDeidentified(tx, { institutionId, isDeidentified, updatedAt: clock.now() }),

    /** Runs of a version that is tried beside the active one: for operators and for comparison, never for a reader. */
    shadowsOf: shadows.of,

    removeOfStudies: store.removeAnalyses,

    judge: (on: store.Queries, analysisId: string, staffId: string, verdict: AnalysisVerdict): Promise<void> =>
      store.upsertVerdict(on, { analysisId, staffId, verdict, givenAt: clock.now() }),
    /** What this radiologist said of these runs. */
    verdictsOf: (on: store.Queries, runs: Run[], staffId: string) =>
      store.findVerdicts(
        on,
        runs.map((run) => run.id),
        staffId,
      ),

    describe: describeRun,
    draft: draftOf,
    proposals: proposalsOf,
    draftedLines,
    titleOf: titleOfRun,
    present: presentRun,
  };
}

/** A patient's case goes to every algorithm that fits. */
const EVERYTHING: InstitutionRoute = { institutionId: null, route: () => null };
