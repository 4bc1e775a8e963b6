/**
 * Rules of forms, as schemas name them in their messages. The sentences are texts of the catalogue (`checks`, rules): those
 * of specification section 5 to the letter in English.
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

/** The rule that a message of a schema names. What has no rule of its own is told in general, never in the library’s words. */
export function ruleOf(message: string): RuleCode {
  if (isRule(message)) return message;
  if (/received undefined$|^Too small: expected string to have >=1 /.test(message)) return 'REQUIRED';
  return /^Too big: expected string /.test(message) ? 'TOO_LONG' : 'NOT_ALLOWED';
}
