import { mostVoxels } from '@duai/algorithms';
import { type institutions as contract, LIMITS } from '@duai/contract';
import { eq, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Tx } from '../../adapters/database/port.ts';
import { notFound } from '../../core/app-error.ts';
import type { InstitutionTools } from './institution-tools.ts';
import { remainingDays, trialEnd } from './institutions.policy.ts';
import { type TrialRow, trials } from './institutions.tables.ts';

type Queries = Pick<NodePgDatabase, 'select'>;

/** An institution's trial: its 30 days, its scans, its plan. */
export function createTrials({ clock, config, accounts }: Pick<InstitutionTools, 'clock' | 'config' | 'accounts'>) {
  async function find(on: Queries, institutionId: string): Promise<TrialRow> {
    const [row] = await on.select().from(trials).where(eq(trials.institutionId, institutionId));
    if (!row) throw notFound('trial');
    return row;
  }

  /** One row an institution: who holds it is the only one who counts. */
  async function lock(tx: Tx, institutionId: string): Promise<TrialRow> {
    const [row] = await tx.select().from(trials).where(eq(trials.institutionId, institutionId)).for('update');
    if (!row) throw notFound('trial');
    return row;
  }

  const change = (tx: Tx, institutionId: string, values: Partial<TrialRow>) =>
    tx.update(trials).set(values).where(eq(trials.institutionId, institutionId));

  return {
    find,
    lock,
    list: (on: Queries): Promise<TrialRow[]> => on.select().from(trials),

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

    /** Under the institution's lock. */
    async count(tx: Tx, institutionId: string, billing: 'trial' | 'metered', by: 1 | -1): Promise<TrialRow> {
      const column = billing === 'trial' ? 'usedScans' : 'meteredScans';
      const [row] = await tx
        .update(trials)
        .set({ [column]: sql`${trials[column]} + ${by}` })
        .where(eq(trials.institutionId, institutionId))
        .returning();
      return row!;
    },

    /** With the first admin's account the 30 days begin; later accounts change nothing. */
    async activate(tx: Tx, institutionId: string): Promise<void> {
      const trial = await lock(tx, institutionId);
      if (trial.activatedAt) return;
      const activatedAt = clock.now();
      await change(tx, institutionId, { activatedAt, expiresAt: trialEnd(activatedAt) });
    },

    /** From now on it pays per scan. */
    async upgrade(tx: Tx, institutionId: string): Promise<void> {
      await change(tx, institutionId, { plan: 'pay-per-scan', upgradedAt: clock.now() });
    },

    /** A trial that has begun already. */
    async begin(tx: Tx, institutionId: string, { activatedAt, usedScans }: Begun): Promise<void> {
      await tx.insert(trials).values({
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
