import type { SeriesInfo } from '@duai/algorithms';
import type { Tx } from '../../adapters/database/port.ts';
import type { Parts } from '../../parts.ts';
import type { Cases } from '../cases/index.ts';
import type { OwnerPayload, Studies } from '../studies/index.ts';
import { caseAnalysed, type RunPayload, scanAnalysed } from './analyses.jobs.ts';
import * as store from './analyses.store.ts';
import type { AnalysisRow } from './analyses.tables.ts';
import { type Declared, seriesInfo } from './planning/series-info.ts';

/** The sender of a scan may state the person's age, and nothing else. */
export const declaredOfScan = async (on: Pick<store.Queries, 'execute'>, scanId: string): Promise<Declared> => ({
  declaredModality: null,
  declaredBodyPart: null,
  declaredAgeYears: await store.statedAgeOfScan(on, scanId),
});

export type RunOwners = ReturnType<typeof createRunOwners>;
type Owner = OwnerPayload | RunPayload;

/** The case or scan whose images are analysed: its declarations, its series, whether it continues, and its next step. */
export function createRunOwners(
  { db, queue }: Pick<Parts, 'db' | 'queue'>,
  { cases, studies }: { cases: Cases; studies: Studies },
) {
  /** The patient's statements about the images, and the person's age; institutions state an age at most. */
  async function declaredOf(on: store.Queries, owner: { caseId: string } | { scanId: string }): Promise<Declared> {
    if ('scanId' in owner) return declaredOfScan(on, owner.scanId);
    const row = await cases.forStaff(on, owner.caseId);
    return {
      declaredModality: row.modality,
      declaredBodyPart: row.bodyPart,
      declaredAgeYears: await cases.ageOnImages(on, row),
    };
  }

  return {
    declaredOf,

    /** Whether this submission is the newest one. */
    isCurrent: async (on: store.Queries, owner: Owner): Promise<boolean> =>
      owner.submission ===
      ('caseId' in owner ? await cases.submissionOf(on, owner.caseId) : await store.submissionOfScan(on, owner.scanId)),

    /** Whether a case must not be touched: without consent nothing is planned, run or stored. */
    stops: async (tx: Tx, owner: Owner): Promise<boolean> =>
      'caseId' in owner && cases.stopsWithoutConsent(tx, owner.caseId, owner.submission),

    /** Enqueues the owner's next step once no run is planned or running. The lock makes sure that this happens once. */
    async finishIfDone(tx: Tx, owner: Owner): Promise<void> {
      await store.lockOwner(tx, 'caseId' in owner ? owner.caseId : owner.scanId);
      if (await store.isUnfinished(tx, await studies.idsOf(tx, owner), owner.submission)) return;
      const { submission } = owner;
      const turn = await studies.turnOf(tx, owner);
      if ('caseId' in owner) {
        await queue.enqueue(tx, caseAnalysed, { caseId: owner.caseId, submission }, { turn });
      } else {
        await queue.enqueue(tx, scanAnalysed, { scanId: owner.scanId, submission }, { turn });
      }
    },

    /**
     * The series of a planned run; undefined where it is gone. It may hold thousands of headers, so do not keep it
     * during the run.
     */
    async seriesOf(
      owner: Owner,
      { seriesId, inputSha256 }: Pick<AnalysisRow, 'seriesId' | 'inputSha256'>,
    ): Promise<SeriesInfo | undefined> {
      const series = await studies.fullSeries(db.drizzle, owner, seriesId);
      if (!series) return undefined;
      // Only the planned images, in order; images that came later belong to another submission.
      const byHash = new Map(series.instances.map((instance) => [instance.sha256, instance]));
      const instances = inputSha256.flatMap((sha256) => byHash.get(sha256) ?? []);
      if (instances.length < inputSha256.length) return undefined;
      return seriesInfo({ ...series, instances }, await declaredOf(db.drizzle, owner));
    },
  };
}
