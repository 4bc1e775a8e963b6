import type { Language } from '@duai/contract';

/** The one effective date of all policies (specification, section 9; ISO date). */
export const POLICIES_EFFECTIVE = '2025-04-01';

const [year, month, day] = POLICIES_EFFECTIVE.split('-').map(Number) as [number, number, number];

/** The date as the policies print it: day/month/year, "1/4/25". */
export const effectiveDateShort = `${day}/${month}/${String(year).slice(2)}`;

/** The same date with the month in words, because 1/4 may be read as 4 January. */
export const effectiveDateLong = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(
  new Date(POLICIES_EFFECTIVE),
);

export const POLICIES = [
  { path: '/privacy-policy', title: 'Privacy Policy' },
  { path: '/terms-of-service', title: 'Terms of Service' },
  { path: '/cookie-policy', title: 'Cookie Policy' },
] as const;

/** Policies with a section for patients in the other languages of their interface. */
export type PolicyWithNotice = '/privacy-policy' | '/terms-of-service';

/** Where patients read a policy: the full text, or its section in the language of the interface. */
export const policyPathIn = (path: PolicyWithNotice, language: Language): string =>
  language === 'en' ? path : `${path}#notice-${language}`;
