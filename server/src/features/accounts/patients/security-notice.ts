import type { Tx } from '../../../adapters/database/port.ts';
import type { Notifications } from '../../notifications/index.ts';
import type { PatientRow } from '../accounts.tables.ts';

/** Tells the owner by mail that the means of signing in have changed; part of the transaction of the change. */
export async function tellSecurityChanged(
  notifications: Notifications,
  tx: Tx,
  { email, language }: Pick<PatientRow, 'email' | 'language'>,
): Promise<void> {
  await notifications.enqueue(tx, {
    channel: 'email',
    recipient: email,
    template: 'security-changed',
    params: {},
    language,
  });
}
