import type { SeriesInfo } from '@duai/algorithms';
import type { Tx } from '../../adapters/database/port.ts';
import type { Parts } from '../../parts.ts';
import type { Cases } from '../cases/index.ts';
import type { OwnerPayload, Studies } from '../studies/index.ts';
import { caseAnalysed, type RunPayload, scanAnalysed } from './analyses.jobs.ts';
import * as store from './analyses.store.ts';
import type { AnalysisRow } from './analyses.tables.ts';
import { type Declared, NOTHING_DECLARED, seriesInfo } from './planning/series-info.ts';

export type RunOwners = ReturnType<typeof createRunOwners>;
type Owner = OwnerPayload | RunPayload;

/** The case or the scan whose images are analysed: what it declares, its series, whether it goes on, and its next step. */
export function createRunOwners(
  { db, queue }: Pick<Parts, 'db' | 'queue'>,
  { cases, studies }: { cases: Cases; studies: Studies },
) {
  /** What the patient said of the images, and the age of the person on them; an institution declares nothing. */
  async function declaredOf(owner: Owner): Promise<Declared> {
    if (!('caseId' in owner)) return NOTHING_DECLARED;
    const row = await cases.forStaff(db.drizzle, owner.caseId);
    return {
      declaredModality: row.modality,
      declaredBodyPart: row.bodyPart,
      declaredAgeYears: await cases.ageOnImages(db.drizzle, row),
    };
  }

  return {
    declaredOf,

    /** Whether it has no newer images. */
    isCurrent: async (on: store.Queries, owner: Owner): Promise<boolean> =>
      owner.submission ===
      ('caseId' in owner ? await cases.submissionOf(on, owner.caseId) : await store.submissionOfScan(on, owner.scanId)),

    /** Whether a patient's case must be left as it is: without consent nothing is planned, run or kept. */
    stops: async (tx: Tx, owner: Owner): Promise<boolean> =>
      'caseId' in owner && cases.stopsWithoutConsent(tx, owner.caseId, owner.submission),

    /** Enqueues the owner's next step once nothing is planned or running any more; the singleton key makes it once. */
    async finishIfDone(tx: Tx, owner: Owner): Promise<void> {
      await store.lockOwner(tx, 'caseId' in owner ? owner.caseId : owner.scanId);
      const runs = await store.findAnalyses(tx, await studies.idsOf(tx, owner), owner.submission);
      if (runs.some((run) => run.status === 'planned' || run.status === 'running')) return;
      const { submission } = owner;
      const turn = await studies.turnOf(tx, owner);
      if ('caseId' in owner) {
        await queue.enqueue(tx, caseAnalysed, { caseId: owner.caseId, submission }, { turn });
      } else {
        await queue.enqueue(tx, scanAnalysed, { scanId: owner.scanId, submission }, { turn });
      }
    },

    /** Of a planned run; undefined where its series is gone. Thousands of headers: handed on, and not held while it runs. */
    async seriesOf(
      owner: Owner,
      { seriesId, inputSha256 }: Pick<AnalysisRow, 'seriesId' | 'inputSha256'>,
    ): Promise<SeriesInfo | undefined> {
      const series = await studies.fullSeries(db.drizzle, owner, seriesId);
      if (!series) return undefined;
      // The images that were planned, in their order: images that came later belong to another submission.
      const byHash = new Map(series.instances.map((instance) => [instance.sha256, instance]));
      const instances = inputSha256.flatMap((sha256) => byHash.get(sha256) ?? []);
      if (instances.length < inputSha256.length) return undefined;
      return seriesInfo({ ...series, instances }, await declaredOf(owner));
    },
  };
}
