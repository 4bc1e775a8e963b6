import { z } from 'zod';
import { latinDigits } from './latin-digits.ts';
import { LIMITS } from './limits.ts';

/** Removes control characters that no form sends on purpose; line breaks and tabs are kept. */
const clean = (text: string) =>
  text.replace(/\p{Cc}/gu, (character) => (character === '\n' || character === '\t' ? character : '')).trim();

export const idSchema = z.uuid();
export const timeSchema = z.iso.datetime();
/** Whether there is something to read: spaces and characters without a shape (such as U+200B) are nothing. */
export const isWritten = (text: string): boolean => /[^\s\p{C}]/u.test(text);

/**
 * One line: names and titles are used in mails, documents and DICOM (PS3.5 section 6.1.3), where a line break starts a new
 * header, paragraph or value. Characters that turn the direction of what follows would reach beyond the name.
 */
export const ONE_LINE = /^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u;
const lineOf = (fits: z.ZodString) => z.string().transform(clean).pipe(fits.regex(ONE_LINE, 'NOT_ALLOWED'));

export const shortText = lineOf(z.string().max(LIMITS.shortTextMaxLength, 'TOO_LONG'));
export const freeText = z.string().transform(clean).pipe(z.string().max(LIMITS.freeTextMaxLength));
export const requiredText = lineOf(z.string().min(1, 'REQUIRED').max(LIMITS.shortTextMaxLength, 'TOO_LONG'));
export const requiredFreeText = z.string().transform(clean).pipe(z.string().min(1).max(LIMITS.freeTextMaxLength));
/** A field that may be left empty: '' and absent mean the same. */
export const optionalText = shortText.optional().transform((text) => text || undefined);

export const nameSchema = (message: string) =>
  z
    .string()
    .trim()
    .min(LIMITS.nameMinLength, message)
    .max(LIMITS.nameMaxLength, 'TOO_LONG')
    .regex(ONE_LINE, 'NOT_ALLOWED');

/** '' (an empty form field) and absent mean the same. */
export const emptyAsAbsent = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

/**
 * The page of a list: by number as far as rows are counted (`countedAtMost`), and beyond that by the cursor of an earlier
 * answer (`next`, `previous`).
 */
export const pageQuery = (perPage: number) => ({
  page: z.coerce
    .number()
    .int()
    .min(1)
    .max(Math.ceil(LIMITS.countedAtMost / perPage))
    .default(1),
  cursor: emptyAsAbsent(z.string().max(8000)),
});
/** Cursors of the next and previous page; null if there is none. */
export const pageAnswer = { next: z.string().nullable(), previous: z.string().nullable() };

/** YYYY-MM-DD between 1900 and 9998: a database has no year 0, and no day after 9999-12-31 to count up to. */
export const daySchema = z.iso
  .date('DATE_INVALID')
  .refine((date) => date >= '1900-01-01' && date < '9999-01-01', 'DATE_INVALID');

/** Age in completed years as typed, 0 to 120: digits alone, because ' ' and '1e1' are numbers too. */
export const completedYearsSchema = z
  .string()
  .transform((text) => latinDigits(text.trim()))
  .pipe(z.string().regex(/^\d{1,3}$/, 'AGE_INVALID'))
  .transform(Number)
  .refine((years) => years <= LIMITS.mostYears, 'AGE_INVALID');

export const DAY_MS = 86_400_000;

/** Today, UTC, or a later day. */
export const dayFromTodaySchema = daySchema.refine((day) => day >= new Date().toISOString().slice(0, 10), 'DAY_PAST');

/** A date of birth: since 1900 and not in the future in any time zone. */
export const birthDateSchema = daySchema.refine(
  (date) => date <= new Date(Date.now() + DAY_MS).toISOString().slice(0, 10),
  'DATE_INVALID',
);

export const emailSchema = z.string().trim().toLowerCase().pipe(z.email('EMAIL_INVALID').max(254, 'EMAIL_INVALID'));

export const passwordSchema = z
  .string()
  .min(LIMITS.passwordMinLength, 'PASSWORD_TOO_SHORT')
  .max(LIMITS.passwordMaxLength, 'PASSWORD_TOO_LONG');

/** A code as typed or pasted; the spaces that apps and letters put into it are removed: "123 456" is 123456. */
const typedCode = z
  .string()
  .transform((text) => latinDigits(text.replace(/[\s\u200e\u200f\u2066-\u2069]/g, '')).toLowerCase());

export const sixDigits = (message: string) => typedCode.pipe(z.string().regex(/^\d{6}$/, message));

/** A one-time code of an authenticator app (RFC 6238). */
export const totpCodeSchema = sixDigits('NOT_ALLOWED');

/** The six digits of an authenticator app, or a recovery code. Asked for only if the account uses one-time codes. */
export const secondFactorSchema = typedCode.pipe(z.string().min(6).max(20));

/** Single-use secrets travel in the URL fragment and are posted. A truncated one is treated as an invalid link. */
export const linkTokenSchema = z.string().min(1).max(200);

/** Requests for a reset link and their redemption have the same bodies in all three areas. */
export const forgotPasswordBody = z.object({ email: emailSchema });
/** The current password, asked again before a change to the security of the account. */
export const passwordConfirmation = z.string().min(1, 'PASSWORD_REQUIRED').max(LIMITS.passwordMaxLength);
export const passwordChangeBody = z.object({ currentPassword: passwordConfirmation, password: passwordSchema });
/** Only for patients: whether their passkeys are removed too. */
export const removePasskeysField = z.boolean().optional();
/** Only for patients: whether the links that they gave to doctors end too. A password reset always ends them. */
export const endSharesField = z.boolean().optional();
export const resetPasswordBody = z.object({ token: linkTokenSchema, password: passwordSchema });

export const messageAnswer = z.object({ message: z.string() });
export const okAnswer = z.object({ ok: z.literal(true) });

/**
 * Application Entity (AE), PS3.5 section 6.2: printable ASCII without backslash, at most 16 characters, no leading or
 * trailing space.
 */
export const aeTitleSchema = z.string().regex(/^(?! )[ -[\]-~]{1,16}(?<! )$/);
