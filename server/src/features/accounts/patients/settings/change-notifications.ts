import { type accountSettings as contract, internationalPhone, type accounts as patientContract } from '@duai/contract';
import type { z } from 'zod';
import type { Context, PatientActor } from '../../../../core/actor.ts';
import type { AccountTools } from '../../account-tools.ts';
import { byId, updatePatient } from '../patients.store.ts';
import type { PhoneCodes } from '../phone-codes.ts';
import type { SettingsTools } from './settings-tools.ts';

/** Settings for messages (e-mail or SMS), and the verification of the phone number. */
export function createChangeNotifications(
  { db, clock }: AccountTools,
  { present, record, phoneCodes }: SettingsTools & { phoneCodes: PhoneCodes },
) {
  return {
    /** A new number is unverified; where messages should go to it, a code is sent at once. */
    changeNotifications: (
      context: Context,
      patient: PatientActor,
      wish: z.output<typeof contract.notificationSettingsSchema>,
    ): Promise<patientContract.Patient> =>
      db.transaction(async (tx) => {
        const before = await byId(tx, patient.id);
        const phone = wish.phone ?? null;
        const isSamePhone = phone !== null && internationalPhone(before.phone ?? '') === internationalPhone(phone);
        const row = await updatePatient(tx, patient.id, {
          preferredNotification: wish.preferredNotification,
          phone,
          phoneVerifiedAt: isSamePhone ? before.phoneVerifiedAt : null,
        });
        if (wish.preferredNotification !== 'email' && !isSamePhone) await phoneCodes.send(tx, row);
        const presented = await present(tx, row);
        await record(tx, context, patient, 'change-notifications');
        return presented;
      }),

    sendPhoneCode: (context: Context, patient: PatientActor): Promise<void> =>
      db.transaction(async (tx) => {
        const row = await byId(tx, patient.id);
        if (row.phoneVerifiedAt) return;
        await phoneCodes.send(tx, row);
        await record(tx, context, patient, 'send-phone-code');
      }),

    async verifyPhone(context: Context, patient: PatientActor, code: string): Promise<patientContract.Patient> {
      const row = await byId(db.drizzle, patient.id);
      await phoneCodes.redeem(row, code);
      return db.transaction(async (tx) => {
        const checked = await updatePatient(tx, patient.id, { phoneVerifiedAt: clock.now() });
        const presented = await present(tx, checked);
        await record(tx, context, patient, 'verify-phone');
        return presented;
      });
    },
  };
}
