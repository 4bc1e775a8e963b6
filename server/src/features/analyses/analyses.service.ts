import type { AnalysisVerdict } from '@duai/contract';
import type { Tx } from '../../adapters/database/port.ts';
import type { Parts } from '../../parts.ts';
import type { Audit } from '../audit/index.ts';
import type { Cases } from '../cases/index.ts';
import type { Packages } from '../packages/index.ts';
import type { Studies } from '../studies/index.ts';
import { freezeOlder, runShadow, vendorDue } from './analyses.jobs.ts';
import * as store from './analyses.store.ts';
import type { Run } from './analyses.tables.ts';
import { createEngines } from './engines/engines.ts';
import { createPlanning, type ModelRoutes } from './planning/plan-runs.ts';
import { createRunOwners } from './run-owners.ts';
import { createRunAttempts } from './running/attempt-run.ts';
import { createAlgorithmOf, createRunning } from './running/run-analysis.ts';
import { createRunEnds } from './running/run-ends.ts';
import { countShadowVersions, findAwaited, toldInShadow } from './shadows/shadow-runs.store.ts';
import { createShadowRuns } from './shadows/shadow-runs.ts';
import { createFreezing } from './told/freeze-older.ts';
import { describeRun, draftedLines, draftOf, presentRun, proposalsOf, titleOfRun } from './told/present-run.ts';
import { createToldRuns } from './told/told-runs.ts';
import { createVendorAnswers } from './vendors/vendor-answers.ts';
import { findPicture, findPictures, isDeidentifiedFor, setDeidentified } from './vendors/vendors.store.ts';

export type Analyses = ReturnType<typeof createAnalyses>;

interface Neighbours {
  audit: Audit;
  cases: Cases;
  studies: Studies;
  packages: Packages;
  modelRoutes: ModelRoutes;
}

/** Decides which algorithms fit the series of a study and why others do not, runs them, and presents their results. */
export function createAnalyses(
  parts: Pick<
    Parts,
    'db' | 'queue' | 'storage' | 'compute' | 'elsewhere' | 'clock' | 'config' | 'log' | 'algorithms' | 'encryptionKey'
  >,
  neighbours: Neighbours,
) {
  const { db, queue, clock } = parts;
  const { audit, packages, studies, modelRoutes } = neighbours;
  const owners = createRunOwners(parts, neighbours);
  const { seriesOf, finishIfDone } = owners;
  const ends = createRunEnds(parts);
  const institutionOf = async (scanId: string) => (await modelRoutes(db.drizzle, scanId)).institutionId;
  const engines = createEngines(parts, { audit, packages, institutionOf });
  const algorithmOf = createAlgorithmOf(parts, packages);
  const attemptRun = createRunAttempts(parts, { engines, ends, packages }, algorithmOf, seriesOf);
  const shadows = createShadowRuns(parts, attemptRun);
  const freezing = createFreezing(parts);
  const vendorAnswers = createVendorAnswers(parts, {
    ...{ audit, packages, ends, seriesOf, finishIfDone },
    patientIdsOf: async (tx, scanId) =>
      (await studies.identitiesOfScan(tx, scanId)).flatMap(({ patientId }) => patientId ?? []),
    async ownerOf(tx, { id, studyId, submission }) {
      const owner = await studies.ownerOf(tx, studyId);
      return owner && 'scanId' in owner ? { scanId: owner.scanId, submission, analysisId: id } : undefined;
    },
  });

  return {
    ...createPlanning(parts, { ...neighbours, owners, shadows }),
    ...createRunning(parts, { ...neighbours, owners, attemptRun, algorithmOf }),
    ...createToldRuns(parts, neighbours),
    freezeOlder: freezing.begin,

    registerJobs(): void {
      queue.handle(vendorDue, (payload) => vendorAnswers.due(payload));
      queue.handle(runShadow, (payload, attempt) => shadows.run(payload, attempt));
      queue.handle(freezeOlder, (_, { signal }) => freezing.goOn(signal));
    },

    /** Accepts objects that a vendor's server sends back. */
    acceptVendorResult: vendorAnswers.accept,
    /** The pictures that vendors sent for these runs, without their content. */
    picturesOf: (on: store.Queries, runs: readonly Run[]) =>
      findPictures(
        on,
        runs.filter(({ status }) => status === 'evaluated').map(({ id }) => id),
      ),
    /** PNG. */
    findPicture: (on: store.Queries, pictureId: string) => findPicture(on, pictureId),
    /** Whether personal details are removed before an institution's images go to a vendor. */
    isDeidentifiedFor: (institutionId: string) => isDeidentifiedFor(db.drizzle, institutionId),
    setDeidentified: (tx: Tx, institutionId: string, isDeidentified: boolean) =>
      setDeidentified(tx, { institutionId, isDeidentified, updatedAt: clock.now() }),

    /** Runs of shadow versions, for operators and comparisons only; readers never see them. */
    shadowsOf: shadows.of,
    shadowVersionsOf: countShadowVersions,
    toldInShadow,
    awaitedInShadow: findAwaited,

    removeOfStudies: store.removeAnalyses,

    judge: (on: store.Queries, analysisId: string, staffId: string, verdict: AnalysisVerdict): Promise<void> =>
      store.upsertVerdict(on, { analysisId, staffId, verdict, givenAt: clock.now() }),
    /** This radiologist's verdicts on these runs. */
    verdictsOf: (on: store.Queries, runs: Pick<Run, 'id'>[], staffId: string) =>
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
