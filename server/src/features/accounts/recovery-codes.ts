import { createHmac, randomInt } from 'node:crypto';
import { LIMITS } from '@duai/contract';

/** Without 0, 1, i, l and o, which are easily confused on paper. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUP = 5;

const newRecoveryCode = (): string => {
  const group = () => Array.from({ length: GROUP }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `${group()}-${group()}`;
};

/** A new set of codes, to be shown once. */
export const newRecoveryCodes = (): string[] => Array.from({ length: LIMITS.recoveryCodes }, newRecoveryCode);

/** The stored hash of a code; the code may be typed with or without its dash. */
export const recoveryCodeHash = (key: Buffer, accountId: string, code: string): Buffer =>
  createHmac('sha256', key)
    .update(`${accountId}:${code.replace(/[\s-]/g, '')}`)
    .digest();
