import { LIMITS } from '@duai/contract';
import { and, inArray, lt, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import { BACKGROUND, defineJob } from '../../adapters/queue/port.ts';
import { DAY_MS, later } from '../../core/clock.ts';
import type { InstitutionTools } from './institution-tools.ts';
import { applications } from './institutions.tables.ts';

export const sweepApplications = defineJob({
  name: 'trial.sweep-applications',
  payload: z.object({}),
  options: { ...BACKGROUND, retryLimit: 1 },
});

/** When something last happened to it: the decision, else what the applicant was asked, else that it came. */
const lastTouched = sql`coalesce(${applications.decidedAt}, greatest(${applications.createdAt}, ${applications.questionExpiresAt}))`;

/**
 * `trial.sweep-applications`: removes applications that did not become an institution, half a year after the last word,
 * with the messages about them and the addresses they were sent from (GDPR Art. 5(1)(e)). The audit rows stay, under an
 * id that leads nowhere. Safe to run twice.
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
    const gone = await tx
      .delete(applications)
      .where(and(ne(applications.status, 'approved'), lt(lastTouched, limit)))
      .returning({ id: applications.id, email: applications.email });
    if (gone.length === 0) return 0;
    const others = await tx
      .select({ email: applications.email })
      .from(applications)
      .where(
        inArray(
          applications.email,
          gone.map(({ email }) => email),
        ),
      );
    const isStillThere = new Set(others.map(({ email }) => email));
    await notifications.forgetAbout(
      tx,
      gone.map(({ email }) => email).filter((email) => !isStillThere.has(email)),
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
