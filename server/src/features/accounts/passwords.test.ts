import { expect, it } from 'vitest';
import { AppError } from '../../core/app-error.ts';
import { isBreached } from './breached-passwords.ts';
import { assertPasswordIsUncommon } from './passwords.ts';

const codeOf = (password: string): string => {
  try {
    assertPasswordIsUncommon(password);
    return 'taken';
  } catch (error) {
    return error instanceof AppError ? error.code : 'thrown';
  }
};

it('refuses passwords of breaches that no rule names, of the whole list and in any case', () => {
  const breached = ['trustno1', 'sunshine', 'basketball', 'ghbdtnlfif', 'Vjht0409', 'Sunshine', 'TRUSTNO1'];
  expect(breached.filter((password) => codeOf(password) !== 'PASSWORD_TOO_COMMON')).toEqual([]);
});

it('takes a password that contains a common one, or is a part of one', () => {
  const uncommon = ['sunshine over the Bosporus', 'asketbal', 'kırmızı bisiklet 58', 'trustno1\nsunshine'];
  expect(uncommon.map(codeOf)).toEqual(uncommon.map(() => 'taken'));
  expect(isBreached('xyw'.repeat(42))).toBe(false);
});
