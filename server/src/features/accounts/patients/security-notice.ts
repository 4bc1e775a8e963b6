import type { Tx } from '../../../adapters/database/port.ts';
import type { Notifications } from '../../notifications/index.ts';
import type { PatientRow } from '../accounts.tables.ts';

/** Tells the owner by mail, in the transaction of the change, that what opens the account has changed. */
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
