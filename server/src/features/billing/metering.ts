import type { Tx } from '../../adapters/database/port.ts';
import { billingOfNextScan, type TrialRow } from '../institutions/index.ts';
import type { ScanChargeRow } from './billing.tables.ts';
import type { BillingTools } from './billing-tools.ts';
import * as store from './charges.store.ts';

type Counted = Pick<ScanChargeRow, 'institutionId' | 'source' | 'modality' | 'studyKey'> & { id: string };

/**
 * The ledger: a study is charged once, however often it is sent, and not at all where no algorithm evaluated it. It is
 * reserved in the transaction that accepts it and settled when its analysis ends. Callers hold the lock of the
 * institution's trial.
 */
export function createMetering({ clock, institutions }: Pick<BillingTools, 'clock' | 'institutions'>) {
  return {
    /**
     * Reserves a charge for a study that will be analysed; one already reserved or charged is not counted again.
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

    /**
     * Settles a charge when the analysis of a scan ends, or when the scan is deleted before.
     * @returns whether the study is charged; null where no charge was open
     */
    async settle(tx: Tx, scan: Pick<Counted, 'id' | 'institutionId'>, isAnalysed: boolean): Promise<boolean | null> {
      const status = isAnalysed ? 'charged' : 'released';
      const charge = await store.settleCharge(tx, scan, { status, settledAt: clock.now() });
      if (!charge) return null;
      if (!isAnalysed) await institutions.trials.count(tx, scan.institutionId, charge.billing, -1);
      return isAnalysed;
    },

    /** Removes the Study Instance UIDs from the ledger; its rows stay. */
    forgetStudies: store.forgetStudies,
  };
}
