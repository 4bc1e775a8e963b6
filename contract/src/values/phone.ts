import { z } from 'zod';

const E164 = /^\+[1-9]\d{7,14}$/;

/**
 * A number as gateways want it (ITU-T E.164: plus, country code, at most 15 digits), or null where the country cannot be
 * told. Turkish numbers are known without their country code: 0 5xx xxx xx xx and 5xx xxx xx xx.
 */
export function internationalPhone(text: string): string | null {
  const digits = text.replace(/[\s()./-]/g, '').replace(/^00/, '+');
  const candidate = /^0?5\d{9}$/.test(digits) ? `+90${digits.replace(/^0/, '')}` : digits;
  return E164.test(candidate) ? candidate : null;
}

/** A phone number as people write it; kept in the international form where that is known. */
export const phoneSchema = z
  .string()
  .trim()
  .regex(/^\+?[0-9 ()./-]{6,24}$/, 'PHONE_INVALID')
  .transform((text) => internationalPhone(text) ?? text);

/** One that messages can be sent to. */
export const reachablePhoneSchema = phoneSchema.refine(
  (phone) => internationalPhone(phone) !== null,
  'COUNTRY_CODE_MISSING',
);
