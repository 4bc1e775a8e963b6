import { type trial as contract, LIMITS } from '@duai/contract';
import { desc, eq } from 'drizzle-orm';
import type { Context, StaffActor } from '../../core/actor.ts';
import { AppError, notFound } from '../../core/app-error.ts';
import { newId } from '../../core/ids.ts';
import { type ApplicationRow, applications, trials } from './trial.tables.ts';
import type { TrialTools } from './trial-tools.ts';

const present = ({
  createdAt,
  decidedAt,
  gdprConsentAt: _given,
  institutionId: _institution,
  decidedBy: _by,
  ...row
}: ApplicationRow): contract.Application => ({
  ...row,
  createdAt: createdAt.toISOString(),
  decidedAt: decidedAt?.toISOString() ?? null,
});

/** From the public form to an institution: stored, decided once, invited by mail. */
export function createApplications({ db, clock, config, audit, notifications, accounts }: TrialTools) {
  const decide = async (
    context: Context,
    staff: StaffActor,
    id: string,
    status: 'approved' | 'declined',
  ): Promise<contract.Application> =>
    db.transaction(async (tx) => {
      const [row] = await tx.select().from(applications).where(eq(applications.id, id)).for('update');
      if (!row) throw notFound('application');
      if (row.status !== 'new') throw new AppError('APPLICATION_DECIDED');
      let institutionId: string | null = null;
      if (status === 'approved') {
        institutionId = await accounts.institutions.createInstitution(tx, {
          name: row.institutionName,
          country: row.country,
        });
        await tx.insert(trials).values({ institutionId, scanLimit: LIMITS.trialScans });
        await accounts.institutions.invite(tx, { institutionId, email: row.email });
      } else {
        await notifications.enqueue(tx, {
          channel: 'email',
          recipient: row.email,
          template: 'application-declined',
          params: {},
          language: 'en',
        });
      }
      const [decided] = await tx
        .update(applications)
        .set({ status, institutionId, decidedBy: staff.id, decidedAt: clock.now() })
        .where(eq(applications.id, id))
        .returning();
      await audit.record(tx, context, { action: `trial.${status}`, subjectType: 'application', subjectId: id });
      return present(decided!);
    });

  return {
    async apply(context: Context, { gdprConsent: _given, ...wish }: contract.TrialRegistration): Promise<void> {
      await db.transaction(async (tx) => {
        const id = newId();
        const now = clock.now();
        await tx.insert(applications).values({ ...wish, id, gdprConsentAt: now, createdAt: now });
        await notifications.enqueue(tx, {
          channel: 'email',
          recipient: wish.email,
          template: 'application-received',
          params: {},
          language: 'en',
        });
        await notifications.enqueue(tx, {
          channel: 'email',
          recipient: config.OPERATORS_EMAIL,
          template: 'application-to-operators',
          params: { link: notifications.link('/console/applications') },
          language: 'en',
        });
        await audit.record(tx, context, { action: 'trial.apply', subjectType: 'application', subjectId: id });
      });
    },
    list: async (): Promise<contract.Application[]> =>
      (await db.drizzle.select().from(applications).orderBy(desc(applications.createdAt))).map(present),
    approve: (context: Context, staff: StaffActor, id: string) => decide(context, staff, id, 'approved'),
    decline: (context: Context, staff: StaffActor, id: string) => decide(context, staff, id, 'declined'),
  };
}
