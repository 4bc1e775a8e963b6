import type { Tx } from '../../../adapters/database/port.ts';
import { AppError } from '../../../core/app-error.ts';
import { arePasswordsOff, findInstitutionOfUser } from './password-sign-in.store.ts';

/** Nobody of this institution gets in by a password, or gets a new one, while it has switched them off. @throws AppError PASSWORD_SIGN_IN_OFF */
export async function assertPasswordsServe(tx: Tx, institutionId: string): Promise<void> {
  if (await arePasswordsOff(tx, institutionId)) throw new AppError('PASSWORD_SIGN_IN_OFF');
}

/** The same for the password of one member. An account that a provider made never has one. @throws AppError PASSWORD_SIGN_IN_OFF */
export async function assertPasswordServes(tx: Tx, userId: string): Promise<void> {
  const user = await findInstitutionOfUser(tx, userId);
  if (!user) return;
  if (user.isOfProvider) throw new AppError('PASSWORD_SIGN_IN_OFF');
  await assertPasswordsServe(tx, user.institutionId);
}
