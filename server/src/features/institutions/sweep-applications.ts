import { LIMITS } from '@duai/contract';
import { z } from 'zod';
import { BACKGROUND, defineJob } from '../../adapters/queue/port.ts';
import { DAY_MS, later } from '../../core/clock.ts';
import { deleteUntouched, findApplicants } from './applications.store.ts';
import type { InstitutionTools } from './institution-tools.ts';

export const sweepApplications = defineJob({
  name: 'trial.sweep-applications',
  payload: z.object({}),
  options: { ...BACKGROUND, retryLimit: 1 },
});

/**
 * `trial.sweep-applications`: deletes applications that did not become an institution half a year after their last
 * event, with the messages about them and the sender's addresses (GDPR Art. 5(1)(e)). The audit rows stay, under an id
 * that no longer leads to anybody. Safe to run twice.
 */
export async function sweepOldApplications({
  db,
  clock,
  log,
  audit,
  notifications,
}: Pick<InstitutionTools, 'db' | 'clock' | 'log' | 'audit' | 'notifications'>): Promise<void> {
  const limit = later(clock.now(), -LIMITS.applicationKeptDays * DAY_MS);
  const removed = await db.transaction(async (tx) => {
    const gone = await deleteUntouched(tx, limit);
    if (gone.length === 0) return 0;
    const emails = gone.map(({ email }) => email);
    const isStillThere = await findApplicants(tx, emails);
    await notifications.forgetAbout(
      tx,
      emails.filter((email) => !isStillThere.has(email)),
      ['application-received', 'application-question', 'application-declined'],
    );
    await audit.forgetOrigins(
      tx,
      gone.map(({ id }) => id),
    );
    return gone.length;
  });
  if (removed > 0) log.info({ removed }, 'old trial applications removed');
}
