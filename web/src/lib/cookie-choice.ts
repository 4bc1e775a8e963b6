/**
 * Categories of data that a site may store in the browser (ePrivacy Directive, Article 5(3)); only the first needs no
 * consent.
 */
export const COOKIE_CATEGORIES = ['essential', 'analytics', 'preference', 'marketing'] as const;
export type CookieCategory = (typeof COOKIE_CATEGORIES)[number];
/** The categories that a reader can allow or refuse. */
export type OptionalCategory = Exclude<CookieCategory, 'essential'>;
export const OPTIONAL_CATEGORIES = ['analytics', 'preference', 'marketing'] as const satisfies OptionalCategory[];

export type CookieChoice = Readonly<Record<OptionalCategory, boolean>>;
export const REJECT_ALL: CookieChoice = { analytics: false, preference: false, marketing: false };
export const ACCEPT_ALL: CookieChoice = { analytics: true, preference: true, marketing: true };

export const COOKIE_CHOICE_KEY = 'duai-cookie-choice';
/** After a year the reader is asked again. */
const CHOICE_DAYS = 365;
const DAY_MS = 86_400_000;

/** The choice of this reader, or null if there is none (never made, older than a year, unreadable, storage blocked). */
export function storedCookieChoice(now: Date = new Date()): CookieChoice | null {
  try {
    const { at, ...choice } = JSON.parse(localStorage.getItem(COOKIE_CHOICE_KEY) ?? 'null') as Record<string, unknown>;
    const age = now.getTime() - Date.parse(String(at));
    const isWhole = OPTIONAL_CATEGORIES.every((category) => typeof choice[category] === 'boolean');
    return isWhole && age < CHOICE_DAYS * DAY_MS ? (choice as CookieChoice) : null;
  } catch {
    return null;
  }
}

export function storeCookieChoice(choice: CookieChoice, now: Date = new Date()): void {
  localStorage.setItem(COOKIE_CHOICE_KEY, JSON.stringify({ ...choice, at: now.toISOString() }));
}

/** Before a choice only essential data are allowed. */
export const isAllowed = (category: CookieCategory): boolean =>
  category === 'essential' || (storedCookieChoice()?.[category] ?? false);
