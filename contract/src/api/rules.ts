/**
 * Codes of the rules of forms; schemas use them as messages. The sentences are in the catalogue (`checks`, rules); in English
 * those of specification section 5 are verbatim.
 */
export const RULE_CODES = [
  'FIRST_NAME_TOO_SHORT',
  'LAST_NAME_TOO_SHORT',
  'EMAIL_INVALID',
  'PASSWORD_TOO_SHORT',
  'PASSWORD_TOO_LONG',
  'PASSWORDS_DIFFER',
  'TERMS_NOT_ACCEPTED',
  'PRIVACY_NOT_ACCEPTED',
  'PASSKEY_NAME_MISSING',
  'PASSWORD_REQUIRED',
  'PHONE_NEEDED_FOR_SMS',
  'PHONE_INVALID',
  'COUNTRY_CODE_MISSING',
  'DATE_INVALID',
  'DAY_PAST',
  'LAST_DAY_TOO_EARLY',
  'ABSENCE_TOO_LONG',
  'ABSENCE_TOO_FAR',
  'AGE_INVALID',
  'MODALITY_NOT_CHOSEN',
  'CONSENT_MISSING',
  'RELATION_NOT_CHOSEN',
  'AUTHORITY_NOT_CONFIRMED',
  'USERNAME_INVALID',
  'REQUIRED',
  'NOT_ALLOWED',
  'PIN_INVALID',
  'LINK_INVALID',
  'REGION_OUTSIDE_IMAGE',
  'TOO_LONG',
] as const;
export type RuleCode = (typeof RULE_CODES)[number];

const KNOWN: ReadonlySet<string> = new Set(RULE_CODES);
const isRule = (message: string): message is RuleCode => KNOWN.has(message);

/** The rule that a schema message names; a general rule if it names none, so that zod's own messages are never shown. */
export function ruleOf(message: string): RuleCode {
  if (isRule(message)) return message;
  if (/received undefined$|^Too small: expected string to have >=1 /.test(message)) return 'REQUIRED';
  return /^Too big: expected string /.test(message) ? 'TOO_LONG' : 'NOT_ALLOWED';
}
