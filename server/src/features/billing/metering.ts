import type { Tx } from '../../adapters/database/port.ts';
import { billingOfNextScan, type TrialRow } from '../institutions/index.ts';
import type { ScanChargeRow } from './billing.tables.ts';
import type { BillingTools } from './billing-tools.ts';
import * as store from './charges.store.ts';

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
      const charge = await store.findCharge(tx, scan);
      if (charge && charge.status !== 'released') {
        await store.moveCharge(tx, scan, scan.id);
        return { billing: charge.billing, trial };
      }
      const billing = billingOfNextScan(trial, clock.now());
      await store.reserveCharge(tx, scan, {
        scanId: scan.id,
        source: scan.source,
        modality: scan.modality,
        billing,
        status: 'reserved',
        acceptedAt: clock.now(),
        settledAt: null,
      });
      return { billing, trial: await institutions.trials.count(tx, scan.institutionId, billing, 1) };
    },

    /** When the analysis of a scan ended, or the scan is deleted before. @returns whether the study is charged; null where nothing was open */
    async settle(tx: Tx, scan: Pick<Counted, 'id' | 'institutionId'>, isAnalysed: boolean): Promise<boolean | null> {
      const status = isAnalysed ? 'charged' : 'released';
      const charge = await store.settleCharge(tx, scan, { status, settledAt: clock.now() });
      if (!charge) return null;
      if (!isAnalysed) await institutions.trials.count(tx, scan.institutionId, charge.billing, -1);
      return isAnalysed;
    },

    /** The ledger keeps its rows, but no Study Instance UID. */
    forgetStudies: store.forgetStudies,
  };
}
