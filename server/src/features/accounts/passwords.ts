import { LIMITS } from '@duai/contract';
import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../../core/app-error.ts';
import { isBreached } from './breached-passwords.ts';

/** Argon2id with 19 MiB, two passes (OWASP Password Storage Cheat Sheet); runs on a thread, not on the event loop. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hashes with Argon2id; returns a PHC string with its parameters and salt. */
export const hashPassword = (password: string): Promise<string> => hash(password, PARAMETERS);

/** Hash of a random password. It makes refusing an unknown account take as long as refusing a known one. */
const NOBODY = await hashPassword(crypto.randomUUID());

/** Does the same work whether the account exists or not. */
export async function isPasswordRight(passwordHash: string | undefined, password: string): Promise<boolean> {
  const isRight = await verify(passwordHash ?? NOBODY, password);
  return isRight && passwordHash !== undefined;
}

const COMMON_WORDS = [
  'password',
  'passw0rd',
  'parola',
  'sifre',
  'şifre',
  'qwerty',
  'asdfgh',
  'zxcvbn',
  '123456',
  '654321',
  'abcdef',
  'iloveyou',
  'welcome',
  'letmein',
  'admin',
  'doktor',
  'hastane',
  'duai',
];

/**
 * Refuses passwords that attackers try first: common words with digits around them, one character repeated, sequences
 * of the keyboard or the alphabet, the person's own name or address, and breached passwords (NIST SP 800-63B section
 * 5.1.1.2).
 * @throws AppError PASSWORD_TOO_COMMON
 */
export async function assertPasswordIsUncommon(password: string, own: string[] = []): Promise<void> {
  const folded = password.toLocaleLowerCase('en').normalize('NFKC');
  const letters = folded.replace(/[\d\W_]+/gu, '');
  const isCommonWord =
    COMMON_WORDS.some((word) => folded.startsWith(word) && folded.length - word.length <= 4) ||
    COMMON_WORDS.includes(letters);
  const isRepeated = new Set(folded).size <= 2 || /^(.{1,4})\1+$/.test(folded);
  const isRun = [...folded].every(
    (character, index) => index === 0 || Math.abs(character.charCodeAt(0) - folded.charCodeAt(index - 1)) === 1,
  );
  const names = own.flatMap((name) => name.toLocaleLowerCase('en').split(/[@.\s]+/)).filter((name) => name.length >= 4);
  const isOwn = names.some(
    (name) => folded.includes(name) && folded.length - name.length < LIMITS.passwordMinLength / 2,
  );
  if (isCommonWord || isRepeated || isRun || isOwn || (await isBreached(password)))
    throw new AppError('PASSWORD_TOO_COMMON');
}
