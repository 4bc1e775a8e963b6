import type { institutions as contract, billing as metering } from '@duai/contract';
import type { Context } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import { theOne } from '../../core/the-one.ts';
import type { BillingTools } from './billing-tools.ts';
import { insertPrice, pricesOf } from './prices.store.ts';
import { dayOf } from './prices.ts';

/** The plans of institutions, as operators see and change them, with the step from trial to pay per scan. */
export function createPlans({ db, clock, audit, accounts, institutions }: BillingTools) {
  const { trials, applications } = institutions;

  const list = async (): Promise<contract.Institution[]> => {
    const named = await accounts.institutions.institutionNames(db.drizzle);
    const byId = new Map(named.map((institution) => [institution.id, institution]));
    const rows = await trials.list(db.drizzle);
    const prices = await pricesOf(db.drizzle);
    return rows.flatMap((row) => {
      const institution = byId.get(row.institutionId);
      if (!institution) return [];
      const { id, name, country, isSample, userCount, arePasswordsOff } = institution;
      const { plan, usedScans, meteredScans } = row;
      return [
        {
          id,
          name,
          country,
          isSample,
          userCount,
          arePasswordsOff,
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

  const one = async (id: string): Promise<contract.Institution> =>
    theOne((await list()).filter((institution) => institution.id === id));

  return {
    list,

    async inviteAgain(context: Context, id: string): Promise<contract.Institution> {
      await applications.inviteAgain(context, id);
      return one(id);
    },

    async upgrade(context: Context, id: string, price?: metering.PriceTerms): Promise<contract.Institution> {
      await db.transaction(async (tx) => {
        const trial = await trials.lock(tx, id);
        if (trial.plan === 'pay-per-scan') throw new AppError('ALREADY_UPGRADED');
        await trials.upgrade(tx, id);
        if (price) await insertPrice(tx, id, { ...price, validFrom: dayOf(clock.now()) }, clock.now());
        await audit.record(tx, context, {
          action: 'trial.upgrade',
          subjectType: 'institution',
          subjectId: id,
          details: price ? { unitPriceMinor: price.unitPriceMinor, currency: price.currency } : { price: 'as agreed' },
        });
      });
      return one(id);
    },

    /** @throws AppError PRICE_DATE_PAST */
    async setPrice(context: Context, id: string, price: metering.Price): Promise<contract.Institution> {
      await db.transaction(async (tx) => {
        await trials.lock(tx, id);
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
      return one(id);
    },
  };
}
