import { sql } from 'drizzle-orm';
import { AppError } from '../../core/app-error.ts';
import { MINUTE_MS } from '../../core/clock.ts';
import { sha256Hex } from '../../core/ids.ts';
import type { Parts } from '../../parts.ts';
import { attemptCounters } from './accounts.tables.ts';

const WINDOW_MS = 15 * MINUTE_MS;
/** From one address on one account: a person who mistypes. */
const PER_ADDRESS_AND_ACCOUNT = 10;
/** On one account from everywhere: many addresses guessing. Higher, so that nobody can lock a person out cheaply. */
const PER_ACCOUNT = 200;

/** Failed sign-ins, counted in the database so that the limit holds over all processes. Keys are hashed; old windows are swept at night. */
export function createAttempts({ db, clock }: Pick<Parts, 'db' | 'clock'>) {
  const windowStart = () => new Date(Math.floor(clock.now().getTime() / WINDOW_MS) * WINDOW_MS);
  const keysOf = (account: string, address: string | null) => ({
    both: sha256Hex(`both:${account}:${address ?? ''}`),
    account: sha256Hex(`account:${account}`),
  });

  return {
    /** @throws AppError TOO_MANY_REQUESTS */
    async assertAllowed(account: string, address: string | null): Promise<void> {
      const keys = keysOf(account, address);
      const rows = await db.drizzle
        .select()
        .from(attemptCounters)
        .where(
          sql`${attemptCounters.key} in (${keys.both}, ${keys.account}) and ${attemptCounters.windowStart} = ${windowStart()}`,
        );
      const countOf = (key: string) => rows.find((row) => row.key === key)?.count ?? 0;
      if (countOf(keys.both) >= PER_ADDRESS_AND_ACCOUNT || countOf(keys.account) >= PER_ACCOUNT) {
        throw new AppError('TOO_MANY_REQUESTS');
      }
    },
    async countFailure(account: string, address: string | null): Promise<void> {
      for (const key of Object.values(keysOf(account, address))) {
        await db.drizzle
          .insert(attemptCounters)
          .values({ key, windowStart: windowStart(), count: 1 })
          .onConflictDoUpdate({
            target: [attemptCounters.key, attemptCounters.windowStart],
            set: { count: sql`${attemptCounters.count} + 1` },
          });
      }
    },
  };
}
export type Attempts = ReturnType<typeof createAttempts>;
