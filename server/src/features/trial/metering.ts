import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '../../adapters/database/port.ts';
import { notFound } from '../../core/app-error.ts';
import { newId } from '../../core/ids.ts';
import { billingOfNextScan } from './trial.policy.ts';
import { type ScanRow, scanCharges, type TrialRow, trials } from './trial.tables.ts';
import type { TrialTools } from './trial-tools.ts';

type Counted = Pick<ScanRow, 'id' | 'institutionId' | 'source' | 'modality'> & { studyKey: string };

/**
 * The ledger: one study costs once, however often it is sent, and nothing when no algorithm evaluated it. A study is
 * reserved in the transaction that accepts it and settled when its analysis ends. Callers hold the lock of `lockTrial`.
 */
export function createMetering({ clock }: Pick<TrialTools, 'clock'>) {
  const counter = (billing: 'trial' | 'metered') => (billing === 'trial' ? 'usedScans' : 'meteredScans');

  async function count(tx: Tx, institutionId: string, billing: 'trial' | 'metered', by: 1 | -1): Promise<TrialRow> {
    const column = counter(billing);
    const [row] = await tx
      .update(trials)
      .set({ [column]: sql`${trials[column]} + ${by}` })
      .where(eq(trials.institutionId, institutionId))
      .returning();
    return row!;
  }

  return {
    /** One row an institution: who holds it is the only one who counts. */
    async lockTrial(tx: Tx, institutionId: string): Promise<TrialRow> {
      const [row] = await tx.select().from(trials).where(eq(trials.institutionId, institutionId)).for('update');
      if (!row) throw notFound('trial');
      return row;
    },

    /**
     * Counts a study that is going to be analysed; one that is reserved or charged already is not counted again.
     * @throws AppError TRIAL_EXPIRED, TRIAL_SCANS_USED_UP
     */
    async reserve(tx: Tx, trial: TrialRow, scan: Counted): Promise<{ billing: 'trial' | 'metered'; trial: TrialRow }> {
      const ofStudy = and(eq(scanCharges.institutionId, scan.institutionId), eq(scanCharges.studyKey, scan.studyKey));
      const [charge] = await tx.select().from(scanCharges).where(ofStudy);
      if (charge && charge.status !== 'released') {
        await tx.update(scanCharges).set({ scanId: scan.id }).where(ofStudy);
        return { billing: charge.billing, trial };
      }
      const billing = billingOfNextScan(trial, clock.now());
      const fresh = {
        scanId: scan.id,
        source: scan.source,
        modality: scan.modality,
        billing,
        status: 'reserved' as const,
        acceptedAt: clock.now(),
        settledAt: null,
      };
      await tx
        .insert(scanCharges)
        .values({ ...fresh, id: newId(), institutionId: scan.institutionId, studyKey: scan.studyKey })
        .onConflictDoUpdate({ target: [scanCharges.institutionId, scanCharges.studyKey], set: fresh });
      return { billing, trial: await count(tx, scan.institutionId, billing, 1) };
    },

    /** When the analysis of a scan ended, or the scan is deleted before. @returns whether the study is charged; null where nothing was open */
    async settle(tx: Tx, scan: Pick<ScanRow, 'id' | 'institutionId'>, isAnalysed: boolean): Promise<boolean | null> {
      const [charge] = await tx
        .update(scanCharges)
        .set({ status: isAnalysed ? 'charged' : 'released', settledAt: clock.now() })
        .where(
          and(
            eq(scanCharges.institutionId, scan.institutionId),
            eq(scanCharges.scanId, scan.id),
            eq(scanCharges.status, 'reserved'),
          ),
        )
        .returning();
      if (!charge) return null;
      if (!isAnalysed) await count(tx, scan.institutionId, charge.billing, -1);
      return isAnalysed;
    },
  };
}
export type Metering = ReturnType<typeof createMetering>;
