import { LIMITS } from '@duai/contract';
import { and, lt, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { BACKGROUND, defineJob } from '../../adapters/queue/port.ts';
import { DAY_MS, later } from '../../core/clock.ts';
import type { Parts } from '../../parts.ts';
import { attemptCounters, linkTokens, resetRequests, sessions } from './accounts.tables.ts';

export const sweepAccounts = defineJob({
  name: 'accounts.sweep',
  payload: z.object({}),
  options: { ...BACKGROUND, retryLimit: 1 },
});

/**
 * `accounts.sweep`: removes sessions and mailed links that ended a month ago. Of each account the newest session stays,
 * for "last seen", without address and browser. Counters of failed sign-ins go after a day. Safe to run twice.
 */
export async function sweepEndedAccess({ db, log }: Pick<Parts, 'db' | 'log'>, now: Date): Promise<void> {
  const limit = later(now, -LIMITS.endedSessionKeptDays * DAY_MS);
  const isLongEnded = or(lt(sessions.revokedAt, limit), lt(sessions.expiresAt, limit));
  const removed = await db.transaction(async (tx) => {
    const ended = await tx
      .delete(sessions)
      .where(
        and(
          isLongEnded,
          sql`exists (select from sessions newer where newer.realm = ${sessions.realm}
            and newer.account_id = ${sessions.accountId}
            and (newer.last_used_at, newer.id) > (${sessions.lastUsedAt}, ${sessions.id}))`,
        ),
      )
      .returning({ id: sessions.id });
    await tx.update(sessions).set({ address: null, userAgent: null }).where(isLongEnded);
    const links = await tx
      .delete(linkTokens)
      .where(lt(linkTokens.expiresAt, limit))
      .returning({ realm: linkTokens.realm });
    // Of a job that nobody has run again: the address of whoever asked is not kept.
    await tx.delete(resetRequests).where(lt(resetRequests.createdAt, later(now, -DAY_MS)));
    await tx.delete(attemptCounters).where(lt(attemptCounters.windowStart, later(now, -DAY_MS)));
    return { sessions: ended.length, links: links.length };
  });
  if (removed.sessions + removed.links > 0) log.info(removed, 'ended sessions and links removed');
}
