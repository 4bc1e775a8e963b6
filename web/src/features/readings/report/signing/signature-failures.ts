import { apiErrorOf } from '../../../../lib/api.ts';

/** The password or the code was wrong: nothing was signed. */
export const isMistyped = (error: unknown): boolean =>
  ['PASSWORD_WRONG', 'TOTP_CODE_WRONG'].includes(apiErrorOf(error)?.code ?? '');

/** The server gave no answer, or none that can be understood: whether it signed is not known. */
export function isUnconfirmed(error: unknown): boolean {
  const status = apiErrorOf(error)?.status ?? 0;
  return status === 0 || status >= 500;
}

/** What the dialog of the signature tells, in which it can be tried again; another refusal means something else has to be done first. */
export const canSignAgain = (error: unknown): boolean => isMistyped(error) || isUnconfirmed(error);
