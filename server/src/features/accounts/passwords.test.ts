import { expect, it } from 'vitest';
import { AppError } from '../../core/app-error.ts';
import { isBreached } from './breached-passwords.ts';
import { assertPasswordIsUncommon, hashPassword, isPasswordRight } from './passwords.ts';

const codeOf = (password: string, own: string[] = []): string => {
  try {
    assertPasswordIsUncommon(password, own);
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
  expect(uncommon.map((password) => codeOf(password))).toEqual(uncommon.map(() => 'taken'));
  expect(isBreached('xyw'.repeat(42))).toBe(false);
});

it('refuses what attackers try first, at the edge of each rule', () => {
  const own = ['Zeynep Su', 'ayla@example.org'];
  const refused = [
    'hastaneklmn',
    'h7a7s7t7a7n7e7',
    'xyxyxyyyxx',
    'kx7qkx7qkx7q',
    'mnopqrstuvw',
    'wvutsrqponm',
    'zeynepk91',
    'ayla917',
  ];
  const taken = ['hastaneklmno', 'xyxyxyyyxz', 'mnopqrstuvx', 'zeynepk917', 'su-9-tepesi', 'kara-hastane'];
  expect(refused.map((password) => codeOf(password, own))).toEqual(refused.map(() => 'PASSWORD_TOO_COMMON'));
  expect(taken.map((password) => codeOf(password, own))).toEqual(taken.map(() => 'taken'));
});

it('only the password of the account is right, and none is of an account that is not there', async () => {
  const hash = await hashPassword('yosunlu-kaya-42');
  expect(await isPasswordRight(hash, 'yosunlu-kaya-42')).toBe(true);
  expect(await isPasswordRight(hash, 'yosunlu-kaya-43')).toBe(false);
  expect(await isPasswordRight(undefined, 'yosunlu-kaya-42')).toBe(false);
});
