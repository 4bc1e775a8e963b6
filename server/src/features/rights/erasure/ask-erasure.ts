import { type rights as contract, LIMITS } from '@duai/contract';
import type { Context, PatientActor } from '../../../core/actor.ts';
import { DAY_MS, later } from '../../../core/clock.ts';
import { newId } from '../../../core/ids.ts';
import type { Parts } from '../../../parts.ts';
import type { Accounts } from '../../accounts/index.ts';
import type { Audit } from '../../audit/index.ts';
import type { Notifications } from '../../notifications/index.ts';
import * as store from '../rights.store.ts';
import type { ErasureRow } from '../rights.tables.ts';

interface Others {
  accounts: Accounts;
  audit: Audit;
  notifications: Notifications;
}

const present = (row: ErasureRow | undefined): { erasure: contract.Erasure | null } => ({
  erasure: row ? { id: row.id, requestedAt: row.requestedAt.toISOString(), dueAt: row.dueAt.toISOString() } : null,
});

/** Requests of patients to erase their account, and withdrawals of these requests. */
export function createErasureWishes(
  { db, clock }: Pick<Parts, 'db' | 'clock'>,
  { accounts, audit, notifications }: Others,
) {
  return {
    find: async (patient: PatientActor) => present(await store.findOpenErasure(db.drizzle, patient.id)),

    /** A repeated request changes nothing. @throws AppError PASSWORD_WRONG, TOO_MANY_REQUESTS */
    async request(context: Context, patient: PatientActor, password: string) {
      await accounts.patients.settings.confirmPassword(context, patient, password);
      return db.transaction(async (tx) => {
        const now = clock.now();
        const id = newId();
        const dueAt = later(now, LIMITS.erasureGraceDays * DAY_MS);
        const isNew = await store.insertErasure(tx, {
          id,
          patientId: patient.id,
          state: 'waiting',
          requestedAt: now,
          dueAt,
        });
        const answer = present(await store.findOpenErasure(tx, patient.id));
        if (!isNew) return answer;
        const { email, language } = await accounts.contactOf(tx, patient.id);
        await notifications.enqueue(tx, {
          channel: 'email',
          recipient: email,
          patientId: patient.id,
          template: 'erasure-asked',
          params: {
            link: notifications.link('/second-opinion/my-data'),
            date: new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(dueAt),
          },
          language,
        });
        await audit.record(tx, context, {
          action: 'rights.ask-erasure',
          subjectType: 'patient',
          subjectId: patient.id,
        });
        return answer;
      });
    },

    /** Does nothing where no request is waiting. */
    cancel: (context: Context, patient: PatientActor) =>
      db.transaction(async (tx) => {
        const cancelled = await store.cancelWaiting(tx, patient.id);
        if (cancelled) {
          const { email, language } = await accounts.contactOf(tx, patient.id);
          await notifications.enqueue(tx, {
            channel: 'email',
            recipient: email,
            patientId: patient.id,
            template: 'erasure-cancelled',
            params: {},
            language,
          });
          await audit.record(tx, context, {
            action: 'rights.cancel-erasure',
            subjectType: 'patient',
            subjectId: patient.id,
          });
        }
        return present(undefined);
      }),
  };
}
