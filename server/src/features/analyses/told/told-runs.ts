import { findAlgorithm } from '@duai/algorithms';
import type { Language, Translated } from '@duai/contract';
import type { Tx } from '../../../adapters/database/port.ts';
import type { Parts } from '../../../parts.ts';
import type { Cases } from '../../cases/index.ts';
import type { Packages } from '../../packages/index.ts';
import type { Studies } from '../../studies/index.ts';
import * as store from '../analyses.store.ts';
import type { AnalysisRow, Run, ShownRun, ToldRun } from '../analyses.tables.ts';
import { freezeOlderOf, titleOf } from './freeze-runs.ts';

/** One submission of a scan. */
interface Submitted {
  id: string;
  submission: number;
}

type FindRuns<Kind> = (on: Tx, studyIds: string[], submission: number) => Promise<Kind[]>;

/** Results of the runs of cases and scans. */
export function createToldRuns(
  { clock, algorithms: catalogue }: Pick<Parts, 'clock' | 'algorithms'>,
  { cases, studies, packages }: { cases: Cases; studies: Studies; packages: Packages },
) {
  /** Runs with their findings. Reading an older run that is not frozen freezes it. */
  async function runsOf<Kind extends ShownRun>(
    tx: Tx,
    studyIds: string[],
    submission: number,
    find: FindRuns<Kind>,
  ): Promise<Kind[]> {
    const runs = await find(tx, studyIds, submission);
    const isOlder = await freezeOlderOf(tx, catalogue, runs, clock.now());
    return isOlder ? find(tx, studyIds, submission) : runs;
  }

  async function ofCase<Kind extends ShownRun>(tx: Tx, caseId: string, find: FindRuns<Kind>): Promise<Kind[]> {
    const { submission } = await cases.forStaff(tx, caseId);
    return runsOf(tx, await studies.idsOf(tx, { caseId }), submission, find);
  }

  /** The scan of each study, by study id. */
  const scansOf = (on: Pick<store.Queries, 'select'>, scans: readonly { id: string }[]) =>
    studies.scansByStudy(
      on,
      scans.map(({ id }) => id),
    );

  /** The scan of a run; undefined where the run is of another submission than the wanted one. */
  const scanOfCurrent = (scanOf: ReadonlyMap<string, string>, scans: readonly Submitted[]) => {
    const submissions = new Map(scans.map(({ id, submission }) => [id, submission]));
    return ({ studyId, submission }: { studyId: string; submission: number }): string | undefined => {
      const scanId = scanOf.get(studyId);
      return scanId !== undefined && submissions.get(scanId) === submission ? scanId : undefined;
    };
  };

  return {
    /** Runs of the case's current submission. */
    ofCase: (tx: Tx, caseId: string): Promise<Run[]> => ofCase(tx, caseId, store.findRuns),

    /** The same without masks, as a page shows them at once. */
    shownOfCase: (tx: Tx, caseId: string): Promise<ShownRun[]> => ofCase(tx, caseId, store.findShownRuns),

    /** Runs of one submission of a scan, by default the newest. */
    async ofScan(tx: Tx, scanId: string, submission?: number): Promise<Run[]> {
      const wanted = submission ?? (await store.submissionOfScan(tx, scanId)) ?? 1;
      return runsOf(tx, await studies.idsOf(tx, { scanId }), wanted, store.findRuns);
    },

    /** Results of these submissions of scans, by scan, in two queries regardless of their number. */
    async toldOfScans(on: Pick<store.Queries, 'select'>, scans: readonly Submitted[]): Promise<Map<string, ToldRun[]>> {
      const scanOf = await scansOf(on, scans);
      const scanOfRun = scanOfCurrent(scanOf, scans);
      const told = new Map<string, ToldRun[]>();
      for (const run of await store.findTold(on, [...scanOf.keys()])) {
        const scanId = scanOfRun(run);
        if (scanId === undefined) continue;
        const ofScan = told.get(scanId);
        if (ofScan) ofScan.push(run);
        else told.set(scanId, [run]);
      }
      return told;
    },

    /** Those of these submissions of scans on which an algorithm has started. */
    async begunOfScans(on: store.Queries, scans: readonly Submitted[]): Promise<Set<string>> {
      if (scans.length === 0) return new Set();
      const scanOf = await scansOf(on, scans);
      const scanOfRun = scanOfCurrent(scanOf, scans);
      const begun = await store.findBegun(on, [...scanOf.keys()]);
      return new Set(begun.flatMap((run) => scanOfRun(run) ?? []));
    },

    /** Runs with a result, of every submission of a scan. */
    evaluatedOfScan: async (on: store.Queries, scanId: string): Promise<AnalysisRow[]> =>
      store.findEvaluated(on, await studies.idsOf(on, { scanId })),

    /** Findings of these scans translated to a language, by their English sentence. */
    async findingsIn(
      language: Language,
      on: store.Queries,
      scans: readonly { id: string }[],
    ): Promise<Map<string, string>> {
      const wordings = await store.findWordings(on, [...(await scansOf(on, scans)).keys()]);
      return new Map(wordings.map((wording) => [wording.en, wording[language]]));
    },

    /** Today's titles of algorithms; the id for one that is no longer in the catalogue. Results carry their own title. */
    titlesToday: async (
      on: Pick<store.Queries, 'select'>,
      institutionId: string,
    ): Promise<(algorithmId: string) => Translated> => {
      // Only of active versions: the title of a shadow version would reveal it.
      const { active } = await packages.runnable(on, institutionId);
      return (algorithmId) => titleOf(findAlgorithm(active, algorithmId), algorithmId);
    },
  };
}
