import { LIMITS } from '@duai/contract';
import { z } from 'zod';
import { BACKGROUND, defineJob } from '../../adapters/queue/port.ts';
import { DAY_MS, later } from '../../core/clock.ts';
import type { Parts } from '../../parts.ts';
import { sweepResetRequests } from './accounts.store.ts';
import { sweepAttempts } from './sessions/attempts.store.ts';
import { sweepLinks } from './sessions/link-tokens.store.ts';
import { sweepSessions } from './sessions/sessions.store.ts';
import { sweepSignIns } from './single-sign-on/provider-sign-ins.store.ts';
import { sweepStaffInvitations } from './staff/staff-invitations.store.ts';

export const sweepAccounts = defineJob({
  name: 'accounts.sweep',
  payload: z.object({}),
  options: { ...BACKGROUND, retryLimit: 1 },
});

/**
 * `accounts.sweep`: deletes sessions and mailed links that ended a month ago. Each account keeps its newest session,
 * without address and browser, for "last seen". Counters of failed sign-ins are deleted after a day. Safe to run twice.
 */
export async function sweepEndedAccess({ db, log }: Pick<Parts, 'db' | 'log'>, now: Date): Promise<void> {
  const limit = later(now, -LIMITS.endedSessionKeptDays * DAY_MS);
  const removed = await db.transaction(async (tx) => {
    const counts = { sessions: await sweepSessions(tx, limit), links: await sweepLinks(tx, limit) };
    // Requests whose job failed and was not run again, so that the requester's address is not kept.
    await sweepResetRequests(tx, later(now, -DAY_MS));
    await sweepSignIns(tx, now);
    await sweepAttempts(tx, later(now, -DAY_MS));
    await sweepStaffInvitations(tx, limit);
    return counts;
  });
  if (removed.sessions + removed.links > 0) log.info(removed, 'ended sessions and links removed');
}
