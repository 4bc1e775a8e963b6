import { CONSENT_PURPOSES, CONSENT_VERSION, consentTexts } from '@duai/contract';
import ar from '@duai/texts/ar/patient';
import en from '@duai/texts/en/patient';
import tr from '@duai/texts/tr/patient';
import { expect, it } from 'vitest';

it('the version in force says what the pages show: other words need a new version', () => {
  const kept = consentTexts.CONSENT_TEXTS[CONSENT_VERSION];
  for (const [language, { accounts }] of Object.entries({ tr, en, ar } as const)) {
    const of = language as 'tr' | 'en' | 'ar';
    expect(Object.fromEntries(CONSENT_PURPOSES.map((purpose) => [purpose, kept[purpose][of]]))).toEqual(
      accounts.consents.purposes,
    );
    const { acceptTerms, acceptPrivacy } = accounts.register;
    expect(kept.terms.atRegistration?.[of] ?? kept.terms[of]).toBe(acceptTerms);
    expect(kept.privacy.atRegistration?.[of] ?? kept.privacy[of]).toBe(acceptPrivacy);
  }
});
