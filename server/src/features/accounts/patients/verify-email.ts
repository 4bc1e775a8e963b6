import { LIMITS } from '@duai/contract';
import type { Tx } from '../../../adapters/database/port.ts';
import type { Context, PatientActor } from '../../../core/actor.ts';
import { AppError } from '../../../core/app-error.ts';
import { HOUR_MS } from '../../../core/clock.ts';
import type { AccountTools } from '../account-tools.ts';
import type { PatientRow } from '../accounts.tables.ts';
import { assertCooledDown } from './cool-down.ts';
import { byEmail, byId, updatePatient } from './patients.store.ts';
import { tellSecurityChanged } from './security-notice.ts';

export type VerifyEmail = ReturnType<typeof createVerifyEmail>;

/** Verifies that an address belongs to the patient: a link is mailed to it and opened. */
export function createVerifyEmail({ db, clock, audit, notifications, linkTokens }: AccountTools) {
  async function sendVerification(tx: Tx, row: PatientRow): Promise<void> {
    const token = await linkTokens.issue(
      tx,
      { realm: 'patient', accountId: row.id, purpose: 'verify-email', email: row.email },
      LIMITS.verificationHours * HOUR_MS,
    );
    await notifications.enqueue(tx, {
      channel: 'email',
      recipient: row.email,
      template: 'verify-email',
      patientId: row.id,
      params: { link: notifications.link('/second-opinion/verify-email', token) },
      language: row.language,
    });
  }

  /** @throws AppError LINK_INVALID where another account has taken the address meanwhile */
  async function replaceEmail(tx: Tx, row: PatientRow, email: string): Promise<void> {
    if (await byEmail(tx, email)) throw new AppError('LINK_INVALID');
    await updatePatient(tx, row.id, { email, emailVerifiedAt: clock.now() });
    await notifications.redirectHeld(tx, row.email, email);
    await linkTokens.revoke(tx, { realm: 'patient', accountId: row.id, purpose: 'reset-password' });
    await linkTokens.revoke(tx, { realm: 'patient', accountId: row.id, purpose: 'verify-email' });
    await tellSecurityChanged(notifications, tx, row);
  }

  return {
    sendVerification,

    /** Does nothing for a verified address. @throws AppError RESEND_TOO_SOON within the cool-down of the last mail */
    async resendVerification(patient: PatientActor): Promise<void> {
      await db.transaction(async (tx) => {
        const row = await byId(tx, patient.id);
        if (row.emailVerifiedAt) return;
        const link = { realm: 'patient', accountId: row.id, purpose: 'verify-email' } as const;
        assertCooledDown(await linkTokens.lastIssuedAt(tx, link), clock.now());
        await sendVerification(tx, row);
      });
    },

    /** Accepts the link of a new account or of a change of address; the latter replaces the address. */
    async verifyEmail(context: Context, token: string): Promise<void> {
      await db.transaction(async (tx) => {
        const link = await linkTokens.redeem(tx, token, 'patient', 'verify-email', 'change-email');
        const row = await byId(tx, link.accountId);
        if (link.purpose === 'change-email') await replaceEmail(tx, row, link.email);
        else if (row.email !== link.email) throw new AppError('LINK_INVALID');
        else await updatePatient(tx, row.id, { emailVerifiedAt: row.emailVerifiedAt ?? clock.now() });
        await notifications.release(tx, link.email);
        await audit.record(tx, context, {
          action: `accounts.${link.purpose}`,
          subjectType: 'patient',
          subjectId: row.id,
        });
      });
    },
  };
}
