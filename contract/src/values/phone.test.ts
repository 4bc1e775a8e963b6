import { describe, expect, it } from 'vitest';
import { internationalPhone, phoneSchema, reachablePhoneSchema } from './phone.ts';

describe('a phone number', () => {
  it.each([
    ['+90 532 000 00 00', '+905320000000'],
    ['0532 000 00 00', '+905320000000'],
    ['532 000 0000', '+905320000000'],
    ['0049 (30) 123-4567', '+49301234567'],
    ['030 1234567', null],
    ['+90 12', null],
    ['+1234567890123456', null],
  ])('%s is %s internationally', (written, international) => {
    expect(internationalPhone(written)).toBe(international);
  });

  it('is kept as written where its country is not known, unless messages are to reach it', () => {
    expect(phoneSchema.parse('030 1234567')).toBe('030 1234567');
    expect(reachablePhoneSchema.safeParse('030 1234567').error?.issues[0]?.message).toBe('COUNTRY_CODE_MISSING');
    expect(phoneSchema.safeParse('call me').error?.issues[0]?.message).toBe('PHONE_INVALID');
  });
});
