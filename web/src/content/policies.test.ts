import { CONSENT_VERSION, LANGUAGES } from '@duai/contract';
import { describe, expect, it } from 'vitest';
import { COOKIE_NOTICES } from './cookie-notices.ts';
import { PATIENT_NOTICES } from './patient-notices.ts';
import { effectiveDateLong, effectiveDateShort, POLICIES_EFFECTIVE, policyPathIn } from './policies.ts';
import { TERMS_SUMMARIES } from './terms-summaries.ts';

describe('the effective date of the policies', () => {
  it('is 1/4/25, one constant for all of them [LEG-013]', () => {
    expect(effectiveDateShort).toBe('1/4/25');
    expect(effectiveDateLong).toBe('1 April 2025');
  });

  it('is the version that consents are stored with', () => {
    expect(CONSENT_VERSION).toBe(POLICIES_EFFECTIVE);
  });
});

it('every language of the patient interface has its information on privacy, its terms and what cookies come down to', () => {
  expect(LANGUAGES.map((language) => policyPathIn('/privacy-policy', language))).toEqual([
    '/privacy-policy#notice-tr',
    '/privacy-policy',
    '/privacy-policy#notice-ar',
  ]);
  for (const notices of [PATIENT_NOTICES, TERMS_SUMMARIES, COOKIE_NOTICES]) {
    expect(notices.map(({ language }) => language)).toEqual(['tr', 'ar']);
  }
});
