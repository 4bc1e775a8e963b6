import { type accountSettings as contract, LIMITS, type accounts as patientContract } from '@duai/contract';
import type { z } from 'zod';
import type { Context, PatientActor } from '../../../../core/actor.ts';
import { HOUR_MS } from '../../../../core/clock.ts';
import type { AccountTools } from '../../account-tools.ts';
import { lockAccount } from '../../sessions/account-access.store.ts';
import { assertCooledDown } from '../cool-down.ts';
import { byEmail, byId } from '../patients.store.ts';
import type { SettingsTools } from './settings-tools.ts';

/** Changes the address: the patient confirms the password, then opens a link that is mailed to the new address. */
export function createChangeEmail(
  { db, clock, notifications, sessions, linkTokens }: AccountTools,
  { present, record, assertPassword }: SettingsTools,
) {
  return {
    /**
     * Mails a link to the new address and a notice to the old one. Where the address belongs to another account, that
     * one gets the mail of a second registration instead, so that the answer does not reveal it.
     */
    async changeEmail(
      context: Context,
      patient: PatientActor,
      { email, password }: z.output<typeof contract.emailChangeSchema>,
    ): Promise<patientContract.Patient> {
      const before = await byId(db.drizzle, patient.id);
      await assertPassword(context, before, password);
      return db.transaction(async (tx) => {
        await lockAccount(tx, 'patient', patient.id);
        await sessions.assertOpen(tx, patient.sessionId);
        const link = { realm: 'patient', accountId: patient.id, purpose: 'change-email' } as const;
        assertCooledDown(await linkTokens.lastIssuedAt(tx, link), clock.now());
        if (email === before.email) return present(tx, before);
        const owner = await byEmail(tx, email);
        const token = await linkTokens.issue(tx, { ...link, email }, LIMITS.verificationHours * HOUR_MS);
        await notifications.enqueue(tx, {
          channel: 'email',
          recipient: email,
          template: owner ? 'account-exists' : 'change-email',
          params: {
            link: owner
              ? notifications.link('/second-opinion/login')
              : notifications.link('/second-opinion/verify-email', token),
          },
          language: owner?.language ?? before.language,
        });
        await notifications.enqueue(tx, {
          channel: 'email',
          recipient: before.email,
          template: 'change-email-asked',
          params: { link: notifications.link('/second-opinion/settings') },
          language: before.language,
        });
        const presented = await present(tx, before);
        await record(tx, context, patient, 'change-email-asked');
        return presented;
      });
    },

    cancelEmailChange: (context: Context, patient: PatientActor): Promise<patientContract.Patient> =>
      db.transaction(async (tx) => {
        await linkTokens.revoke(tx, { realm: 'patient', accountId: patient.id, purpose: 'change-email' });
        const presented = await present(tx, patient);
        await record(tx, context, patient, 'change-email-cancelled');
        return presented;
      }),
  };
}
