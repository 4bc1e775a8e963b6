import { type accounts as contract, internationalPhone, type Language } from '@duai/contract';
import type { Tx } from '../../../adapters/database/port.ts';
import type { Context } from '../../../core/actor.ts';
import { AppError } from '../../../core/app-error.ts';
import { newId } from '../../../core/ids.ts';
import type { AccountTools } from '../account-tools.ts';
import { assertPasswordIsUncommon, hashPassword } from '../passwords.ts';
import { recordConsents } from './consents.ts';
import { byEmail, insertPatient } from './patients.store.ts';
import type { PhoneCodes } from './phone-codes.ts';
import type { VerifyEmail } from './verify-email.ts';

interface Others {
  phoneCodes: PhoneCodes;
  sendVerification: VerifyEmail['sendVerification'];
  openSession(tx: Tx, context: Context, patientId: string): Promise<string>;
}

/** Creates an account and signs it in. Where the address already has an account, its owner is told by mail. */
export function createRegisterPatient(
  { db, clock, audit, notifications }: AccountTools,
  { phoneCodes, sendVerification, openSession }: Others,
) {
  return async function registerPatient(
    context: Context,
    wish: contract.PatientRegistration,
  ): Promise<{ token: string }> {
    await assertPasswordIsUncommon(wish.password, [wish.email, wish.firstName, wish.lastName]);
    const passwordHash = await hashPassword(wish.password);
    const language: Language = wish.language ?? context.language;
    const outcome = await db.transaction(async (tx) => {
      const row = await insertPatient(tx, {
        id: newId(),
        email: wish.email,
        passwordHash,
        firstName: wish.firstName,
        lastName: wish.lastName,
        phone: wish.phone ?? null,
        dateOfBirth: wish.dateOfBirth ?? null,
        gender: wish.gender ?? null,
        country: wish.country ?? null,
        preferredNotification: wish.preferredNotification,
        language,
        createdAt: clock.now(),
      });
      if (!row) {
        const owner = await byEmail(tx, wish.email);
        await notifications.enqueue(tx, {
          channel: 'email',
          recipient: wish.email,
          template: 'account-exists',
          params: { link: notifications.link('/second-opinion/login') },
          language: owner?.language ?? language,
          dedupeKey: `account-exists:${owner?.id}:${clock.now().toISOString().slice(0, 10)}`,
        });
        return undefined;
      }
      await recordConsents(tx, context, row.id, wish.consents, clock.now());
      await sendVerification(tx, row);
      if (row.preferredNotification !== 'email' && internationalPhone(row.phone ?? '')) {
        await phoneCodes.send(tx, row);
      }
      const token = await openSession(tx, context, row.id);
      await audit.record(tx, context, { action: 'accounts.register', subjectType: 'patient', subjectId: row.id });
      return { token };
    });
    if (!outcome) throw new AppError('EMAIL_TAKEN');
    return outcome;
  };
}
