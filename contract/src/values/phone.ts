import { z } from 'zod';

const E164 = /^\+[1-9]\d{7,14}$/;

/**
 * The number in the form that gateways need (ITU-T E.164: plus, country code, at most 15 digits), or null if the country is
 * unknown. Turkish numbers are recognised without their country code: 0 5xx xxx xx xx and 5xx xxx xx xx.
 */
export function internationalPhone(text: string): string | null {
  const digits = text.replace(/[\s()./-]/g, '').replace(/^00/, '+');
  const candidate = /^0?5\d{9}$/.test(digits) ? `+90${digits.replace(/^0/, '')}` : digits;
  return E164.test(candidate) ? candidate : null;
}

/** A phone number as typed; normalised to the international form if the country is known. */
export const phoneSchema = z
  .string()
  .trim()
  .regex(/^\+?[0-9 ()./-]{6,24}$/, 'PHONE_INVALID')
  .transform((text) => internationalPhone(text) ?? text);

/** A number that messages can be sent to. */
export const reachablePhoneSchema = phoneSchema.refine(
  (phone) => internationalPhone(phone) !== null,
  'COUNTRY_CODE_MISSING',
);
