import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '../../adapters/database/port.ts';
import { newId } from '../../core/ids.ts';
import { billingOfNextScan, type TrialRow } from '../institutions/index.ts';
import { type ScanChargeRow, scanCharges } from './billing.tables.ts';
import type { BillingTools } from './billing-tools.ts';

type Counted = Pick<ScanChargeRow, 'institutionId' | 'source' | 'modality' | 'studyKey'> & { id: string };

/**
 * The ledger: one study costs once, however often it is sent, and nothing when no algorithm evaluated it. A study is
 * reserved in the transaction that accepts it and settled when its analysis ends. Callers hold the lock of the institution's trial.
 */
export function createMetering({ clock, institutions }: Pick<BillingTools, 'clock' | 'institutions'>) {
  return {
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
      return { billing, trial: await institutions.trials.count(tx, scan.institutionId, billing, 1) };
    },

    /** When the analysis of a scan ended, or the scan is deleted before. @returns whether the study is charged; null where nothing was open */
    async settle(tx: Tx, scan: Pick<Counted, 'id' | 'institutionId'>, isAnalysed: boolean): Promise<boolean | null> {
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
      if (!isAnalysed) await institutions.trials.count(tx, scan.institutionId, charge.billing, -1);
      return isAnalysed;
    },

    /** The ledger keeps its rows, but no Study Instance UID. */
    async forgetStudies(tx: Tx, institutionId: string): Promise<void> {
      await tx
        .update(scanCharges)
        .set({ studyKey: sql`'deleted:' || ${scanCharges.id}` })
        .where(eq(scanCharges.institutionId, institutionId));
    },
  };
}
