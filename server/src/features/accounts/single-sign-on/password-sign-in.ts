import type { Tx } from '../../../adapters/database/port.ts';
import { AppError } from '../../../core/app-error.ts';
import { arePasswordsOff, findInstitutionOfUser } from './password-sign-in.store.ts';

/**
 * Checks that the institution has not switched passwords off: then nobody signs in by one or gets a new one.
 * @throws AppError PASSWORD_SIGN_IN_OFF
 */
export async function assertPasswordsServe(tx: Tx, institutionId: string): Promise<void> {
  if (await arePasswordsOff(tx, institutionId)) throw new AppError('PASSWORD_SIGN_IN_OFF');
}

/**
 * The same check for one member. An account created by a sign-in at the provider never has a password.
 * @throws AppError PASSWORD_SIGN_IN_OFF
 */
export async function assertPasswordServes(tx: Tx, userId: string): Promise<void> {
  const user = await findInstitutionOfUser(tx, userId);
  if (!user) return;
  if (user.isOfProvider) throw new AppError('PASSWORD_SIGN_IN_OFF');
  await assertPasswordsServe(tx, user.institutionId);
}
