import type { trial as contract, trialMetering as metering } from '@duai/contract';
import { eq } from 'drizzle-orm';
import type { Context } from '../../core/actor.ts';
import { AppError, notFound } from '../../core/app-error.ts';
import { dayOf, insertPrice, pricesOf } from './scan-prices.ts';
import { applications, trials } from './trial.tables.ts';
import type { TrialTools } from './trial-tools.ts';

/** Institutions as an operator sees them, and the step from trial to pay per scan. */
export function createInstitutionAdmin({ db, clock, audit, accounts }: TrialTools) {
  const list = async (): Promise<contract.Institution[]> => {
    const named = await accounts.institutions.institutionNames(db.drizzle);
    const byId = new Map(named.map((institution) => [institution.id, institution]));
    const rows = await db.drizzle.select().from(trials);
    const prices = await pricesOf(db.drizzle);
    return rows.flatMap((row) => {
      const institution = byId.get(row.institutionId);
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
          prices: prices.get(id) ?? [],
        },
      ];
    });
  };

  return {
    list,
    /** A link that ran out, or a mail that never came, must not be the end of a trial. @throws AppError INVITATION_REDEEMED */
    async inviteAgain(context: Context, id: string): Promise<contract.Institution> {
      await db.transaction(async (tx) => {
        const [row] = await tx.select().from(trials).where(eq(trials.institutionId, id)).for('update');
        const [application] = await tx.select().from(applications).where(eq(applications.institutionId, id));
        if (!row || !application) throw notFound('institution');
        if (row.activatedAt) throw new AppError('INVITATION_REDEEMED');
        await accounts.institutions.invite(tx, { institutionId: id, email: application.email });
        await audit.record(tx, context, {
          action: 'trial.invite-again',
          subjectType: 'institution',
          subjectId: id,
        });
      });
      return (await list()).find((institution) => institution.id === id)!;
    },
    async upgrade(context: Context, id: string, price?: metering.PriceTerms): Promise<contract.Institution> {
      await db.transaction(async (tx) => {
        const [row] = await tx.select().from(trials).where(eq(trials.institutionId, id)).for('update');
        if (!row) throw notFound('institution');
        if (row.plan === 'pay-per-scan') throw new AppError('ALREADY_UPGRADED');
        await tx
          .update(trials)
          .set({ plan: 'pay-per-scan', upgradedAt: clock.now() })
          .where(eq(trials.institutionId, id));
        if (price) await insertPrice(tx, id, { ...price, validFrom: dayOf(clock.now()) }, clock.now());
        await audit.record(tx, context, {
          action: 'trial.upgrade',
          subjectType: 'institution',
          subjectId: id,
          details: price ? { unitPriceMinor: price.unitPriceMinor, currency: price.currency } : { price: 'as agreed' },
        });
      });
      return (await list()).find((institution) => institution.id === id)!;
    },

    /** @throws AppError PRICE_DATE_PAST */
    async setPrice(context: Context, id: string, price: metering.Price): Promise<contract.Institution> {
      await db.transaction(async (tx) => {
        const [row] = await tx.select().from(trials).where(eq(trials.institutionId, id)).for('update');
        if (!row) throw notFound('institution');
        const now = clock.now();
        if (price.validFrom < dayOf(now)) throw new AppError('PRICE_DATE_PAST');
        await insertPrice(tx, id, price, now);
        const { validFrom, unitPriceMinor, currency } = price;
        await audit.record(tx, context, {
          action: 'trial.set-price',
          subjectType: 'institution',
          subjectId: id,
          details: { validFrom, unitPriceMinor, currency },
        });
      });
      return (await list()).find((institution) => institution.id === id)!;
    },
  };
}
