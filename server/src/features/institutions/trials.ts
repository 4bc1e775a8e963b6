import { mostVoxels } from '@duai/algorithms';
import { type institutions as contract, LIMITS } from '@duai/contract';
import type { Tx } from '../../adapters/database/port.ts';
import type { InstitutionTools } from './institution-tools.ts';
import { remainingDays, trialEnd } from './institutions.policy.ts';
import type { TrialRow } from './institutions.tables.ts';
import * as store from './trials.store.ts';

/** An institution's trial: its 30 days, its scans and its plan. */
export function createTrials({ clock, config, accounts }: Pick<InstitutionTools, 'clock' | 'config' | 'accounts'>) {
  return {
    find: store.findTrial,
    lock: store.lockTrial,
    list: store.findTrials,

    usage: async (tx: Tx, row: TrialRow): Promise<contract.TrialUsage> => ({
      usedScans: row.usedScans,
      totalScans: row.scanLimit,
      remainingDays: remainingDays(row, clock.now()),
      expiresAt: (row.expiresAt ?? clock.now()).toISOString(),
      plan: row.plan,
      meteredScans: row.meteredScans,
      isSample: await accounts.institutions.isSample(tx, row.institutionId),
      mostVoxels: mostVoxels(config.WORKER_MEMORY_MB),
    }),

    count: store.countScan,

    /** Starts the 30 days with the first admin's account; later accounts change nothing. */
    async activate(tx: Tx, institutionId: string): Promise<void> {
      const trial = await store.lockTrial(tx, institutionId);
      if (trial.activatedAt) return;
      const activatedAt = clock.now();
      await store.updateTrial(tx, institutionId, { activatedAt, expiresAt: trialEnd(activatedAt) });
    },

    /** Changes the plan to pay per scan. */
    async upgrade(tx: Tx, institutionId: string): Promise<void> {
      await store.updateTrial(tx, institutionId, { plan: 'pay-per-scan', upgradedAt: clock.now() });
    },

    /** Inserts a trial that has already started. */
    async begin(tx: Tx, institutionId: string, { activatedAt, usedScans }: Begun): Promise<void> {
      await store.insertTrial(tx, {
        institutionId,
        scanLimit: LIMITS.trialScans,
        usedScans,
        activatedAt,
        expiresAt: trialEnd(activatedAt),
      });
    },
  };
}

interface Begun {
  activatedAt: Date;
  usedScans: number;
}
