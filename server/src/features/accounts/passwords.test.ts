import { expect, it } from 'vitest';
import { AppError } from '../../core/app-error.ts';
import { isBreached } from './breached-passwords.ts';
import { assertPasswordIsUncommon, hashPassword, isPasswordRight } from './passwords.ts';

const codeOf = (password: string, own: string[] = []): Promise<string> =>
  assertPasswordIsUncommon(password, own).then(
    () => 'taken',
    (error: unknown) => (error instanceof AppError ? error.code : 'thrown'),
  );

it('refuses passwords of breaches that no rule names, of the whole list and in any case', async () => {
  const breached = ['trustno1', 'sunshine', 'basketball', 'ghbdtnlfif', 'Vjht0409', 'Sunshine', 'TRUSTNO1'];
  expect(await Promise.all(breached.map((password) => codeOf(password)))).toEqual(
    breached.map(() => 'PASSWORD_TOO_COMMON'),
  );
});

it('takes a password that contains a common one, or is a part of one', async () => {
  const uncommon = ['sunshine over the Bosporus', 'asketbal', 'kırmızı bisiklet 58', 'trustno1\nsunshine'];
  expect(await Promise.all(uncommon.map((password) => codeOf(password)))).toEqual(uncommon.map(() => 'taken'));
  expect(await isBreached('xyw'.repeat(42))).toBe(false);
});

it('searches the list in a thread of its own: other calls go on meanwhile', async () => {
  await isBreached('kırmızı bisiklet 58');
  let turns = 0;
  let next: NodeJS.Immediate | undefined;
  const turn = () => {
    turns += 1;
    next = setImmediate(turn);
  };
  turn();
  for (let number = 60; number < 90; number += 1) expect(await isBreached(`mavi bisiklet ${number}`)).toBe(false);
  clearImmediate(next);
  // The first turn is ours. Searches on this thread would all end before a second one.
  expect(turns).toBeGreaterThan(1);
});

it('refuses what attackers try first, at the edge of each rule', async () => {
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
  expect(await Promise.all(refused.map((password) => codeOf(password, own)))).toEqual(
    refused.map(() => 'PASSWORD_TOO_COMMON'),
  );
  expect(await Promise.all(taken.map((password) => codeOf(password, own)))).toEqual(taken.map(() => 'taken'));
});

it('only the password of the account is right, and none is of an account that is not there', async () => {
  const hash = await hashPassword('yosunlu-kaya-42');
  expect(await isPasswordRight(hash, 'yosunlu-kaya-42')).toBe(true);
  expect(await isPasswordRight(hash, 'yosunlu-kaya-43')).toBe(false);
  expect(await isPasswordRight(undefined, 'yosunlu-kaya-42')).toBe(false);
});
