import { type Algorithm, findAlgorithm } from '@duai/algorithms';
import { type Engine, forEachLength, type Language, LIMITS, type Region } from '@duai/contract';
import type { Tx } from '../../../adapters/database/port.ts';
import { AppError, notFound } from '../../../core/app-error.ts';
import { newId } from '../../../core/ids.ts';
import type { Parts } from '../../../parts.ts';
import type { Packages } from '../../packages/index.ts';
import type { OwnerPayload, Studies } from '../../studies/index.ts';
import { runAnalysis, runElsewhere } from '../analyses.jobs.ts';
import * as store from '../analyses.store.ts';
import { declaredOfScan, type RunOwners } from '../run-owners.ts';
import type { ShadowRuns } from '../shadows/shadow-runs.ts';
import { freezeReason, gateWording } from '../told/freeze-runs.ts';
import type { SeriesRoute } from './routing-wording.ts';
import { analysable, type Decided, decide, inputsOf, type SeriesTree, seriesInfo } from './series-info.ts';

/** The institution of a scan, and which of its series may go to which algorithm. The catalogue feature provides it. */
export type ModelRoutes = (on: store.Queries, scanId: string) => Promise<InstitutionRoute>;
interface InstitutionRoute {
  institutionId: string | null;
  route: SeriesRoute;
}

/** Engines on other servers, which may be slow; their runs use a job of their own. */
const RUN_ELSEWHERE: ReadonlySet<Engine> = new Set<Engine>(['kserve', 'dicom']);

/** Patients' cases go to every algorithm that fits. */
const EVERYTHING: InstitutionRoute = { institutionId: null, route: () => null };

interface NewRun extends Decided {
  id: string;
  studyId: string;
  series: SeriesTree;
  submission: number;
  region?: Region;
}

interface Others {
  studies: Studies;
  packages: Packages;
  modelRoutes: ModelRoutes;
  owners: RunOwners;
  shadows: ShadowRuns;
}

/** Plans which algorithms run on which series, and stores why the others do not. */
export function createPlanning(
  { db, queue, clock, algorithms: catalogue }: Pick<Parts, 'db' | 'queue' | 'clock' | 'algorithms'>,
  { studies, packages, modelRoutes, owners, shadows }: Others,
) {
  /** The row of a planned run, or of one that did not fit, with the reason as text. */
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
    inputSha256: inputsOf(series),
    ...(region && { region }),
    ...(decision.fits
      ? { title: algorithm.manifest.title }
      : freezeReason(algorithm.manifest.title, gateWording(algorithm, decision), clock.now())),
  });

  return {
    /** `studies.ready` */
    async plan(owner: OwnerPayload): Promise<void> {
      if (!(await owners.isCurrent(db.drizzle, owner))) return;
      await db.transaction(async (tx) => {
        if (await owners.stops(tx, owner)) return;
        const declared = await owners.declaredOf(tx, owner);
        const turn = await studies.turnOf(tx, owner);
        const { institutionId, route } = 'scanId' in owner ? await modelRoutes(tx, owner.scanId) : EVERYTHING;
        const { active, shadow } = await packages.runnable(tx, institutionId);
        for (const study of await studies.fullTree(tx, owner)) {
          for (const series of analysable(study)) {
            const info = seriesInfo(series, declared);
            for (const decided of decide(active, info, route, 'scanId' in owner ? 'scan' : 'case')) {
              const id = newId();
              const isNew = await store.insertAnalysis(
                tx,
                plannedRow({ id, studyId: study.id, series, submission: owner.submission, ...decided }),
              );
              if (!isNew || !decided.decision.fits) continue;
              const job = RUN_ELSEWHERE.has(decided.algorithm.manifest.engine) ? runElsewhere : runAnalysis;
              await queue.enqueue(tx, job, { ...owner, analysisId: id }, { turn });
            }
            if ('scanId' in owner) {
              const planned = { ...owner, seriesId: series.id, inputSha256: inputsOf(series) };
              await shadows.plan(tx, planned, decide(shadow, info, route, 'shadow'));
            }
          }
        }
        await owners.finishIfDone(tx, owner);
      });
    },

    /**
     * Plans a measurement by an algorithm of a region that a reader outlined.
     * @returns the run, planned or with the reason why it does not fit
     * @throws AppError NOT_FOUND for an unknown series or algorithm, or one that measures no regions;
     * VALIDATION_FAILED for a mask that cannot be read; TOO_MANY_MEASUREMENTS
     */
    async measure(
      tx: Tx,
      owner: Extract<OwnerPayload, { caseId: string }>,
      seriesId: string,
      algorithmId: string,
      region: Region,
    ): Promise<string> {
      const algorithm = findAlgorithm(catalogue, algorithmId);
      if (!algorithm?.isAssisted) throw notFound('algorithm');
      const study = (await studies.fullTree(tx, owner)).find(({ series }) => series.some(({ id }) => id === seriesId));
      const series = study?.series.find(({ id }) => id === seriesId);
      if (!study || !series) throw notFound('series');
      assertReadable(region);
      if ((await store.countRegions(tx, study.id, owner.submission)) >= LIMITS.measurementsPerCase)
        throw new AppError('TOO_MANY_MEASUREMENTS');
      const decision = algorithm.gate({ ...seriesInfo(series, await owners.declaredOf(tx, owner)), region });
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

    /** A version runs as in the shadow on a scan that is there, whatever the institution chose. Planning twice changes nothing. */
    async planTry(tx: Tx, scan: { id: string; submission: number }, algorithm: Algorithm): Promise<void> {
      const declared = await declaredOfScan(tx, scan.id);
      for (const study of await studies.fullTree(tx, { scanId: scan.id }))
        for (const series of analysable(study)) {
          const planned = {
            scanId: scan.id,
            submission: scan.submission,
            seriesId: series.id,
            inputSha256: inputsOf(series),
          };
          await shadows.plan(
            tx,
            planned,
            decide([algorithm], seriesInfo(series, declared), EVERYTHING.route, 'shadow'),
          );
        }
    },

    /** What would run on a scan by these routes, or `only` one version, and why the rest would not; nothing is started. */
    async dryRun(
      on: store.Queries,
      scanId: string,
      { institutionId, route }: InstitutionRoute,
      language: Language,
      only?: Algorithm,
    ) {
      const active = only ? [only] : (await packages.runnable(on, institutionId)).active;
      const tree = await studies.fullTree(on, { scanId });
      const declared = await declaredOfScan(on, scanId);
      return tree.flatMap((study) =>
        analysable(study).map((series) => ({
          seriesId: series.id,
          series: series.description ?? series.modality ?? '',
          decisions: decide(active, seriesInfo(series, declared), route, 'scan').map(({ algorithm, decision }) => ({
            algorithmId: algorithm.manifest.id,
            wouldRun: decision.fits,
            reason: decision.fits ? null : gateWording(algorithm, decision)[language],
          })),
        })),
      );
    },
  };
}

/** @throws AppError VALIDATION_FAILED for a mask that cannot be read */
function assertReadable(region: Region): void {
  if (region.shape !== 'mask') return;
  const { columns, rows } = region;
  const isReadable = ({ runs }: (typeof region.slices)[number]): boolean => {
    let pixels = 0;
    try {
      forEachLength(runs, (length) => {
        pixels += length;
      });
    } catch {
      return false;
    }
    return pixels <= columns * rows;
  };
  if (!region.slices.every(isReadable)) throw new AppError('VALIDATION_FAILED');
}
