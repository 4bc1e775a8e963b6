import type { trial as contract } from '@duai/contract';
import { eq } from 'drizzle-orm';
import type { Context } from '../../core/actor.ts';
import { AppError, notFound } from '../../core/app-error.ts';
import { trials } from './trial.tables.ts';
import type { TrialTools } from './trial-tools.ts';

/** Institutions as an operator sees them, and the step from trial to pay per scan. */
export function createInstitutionAdmin({ db, clock, audit, accounts }: TrialTools) {
  const list = async (): Promise<contract.Institution[]> => {
    const names = await accounts.institutions.institutionNames(db.drizzle);
    const rows = await db.drizzle.select().from(trials);
    return rows.flatMap((row) => {
      const institution = names.find((candidate) => candidate.id === row.institutionId);
      if (!institution) return [];
      const { id, name, country, isSample, userCount } = institution;
      const { plan, usedScans, meteredScans } = row;
      return [
        {
          id,
          name,
          country,
          isSample,
          userCount,
          plan,
          usedScans,
          meteredScans,
          activatedAt: row.activatedAt?.toISOString() ?? null,
          expiresAt: row.expiresAt?.toISOString() ?? null,
        },
      ];
    });
  };

  return {
    list,
    async upgrade(context: Context, id: string): Promise<contract.Institution> {
      await db.transaction(async (tx) => {
        const [row] = await tx.select().from(trials).where(eq(trials.institutionId, id)).for('update');
        if (!row) throw notFound('institution');
        if (row.plan === 'pay-per-scan') throw new AppError('ALREADY_UPGRADED');
        await tx
          .update(trials)
          .set({ plan: 'pay-per-scan', upgradedAt: clock.now() })
          .where(eq(trials.institutionId, id));
        await audit.record(tx, context, { action: 'trial.upgrade', subjectType: 'institution', subjectId: id });
      });
      return (await list()).find((institution) => institution.id === id)!;
    },
  };
}
