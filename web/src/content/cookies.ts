import { STORAGE_KEYS } from '@duai/contract/limits';
import { COOKIE_CHOICE_KEY, type CookieCategory } from '../lib/cookie-choice.ts';
import { HOME } from './home-rules.ts';

/**
 * One item that this site stores in a browser. The cookie policy lists them all; nothing else is stored. Over https the names
 * of cookies are prefixed with `__Host-` or `__Secure-` (server/src/http/cookie-name.ts).
 */
export interface KeptItem {
  readonly name: string;
  readonly category: CookieCategory;
  readonly where: 'Cookie' | 'Local storage' | 'Session storage';
  readonly purpose: string;
  readonly duration: string;
}

export const KEPT_ITEMS: readonly KeptItem[] = [
  {
    name: STORAGE_KEYS.patientToken,
    category: 'essential',
    where: 'Local storage',
    purpose: 'Keeps a patient signed in',
    duration: 'Until you sign out, 30 days at most',
  },
  {
    name: 'duai_trial',
    category: 'essential',
    where: 'Cookie',
    purpose: 'Keeps a user of the trial portal signed in; not readable by scripts',
    duration: '12 hours and this visit; 30 days with "Remember me"',
  },
  {
    name: 'duai_sign_in',
    category: 'essential',
    where: 'Cookie',
    purpose:
      'Brings a sign-in at the provider of an institution back to the browser that began it; not readable by scripts',
    duration: '10 minutes',
  },
  {
    name: 'duai_staff',
    category: 'essential',
    where: 'Cookie',
    purpose: 'Keeps our staff signed in; not readable by scripts',
    duration: 'This visit, 10 hours at most',
  },
  {
    name: 'duai_device',
    category: 'essential',
    where: 'Cookie',
    purpose:
      'Set when you sign in: knows this device again, so that strangers who guess your password do not lock you out. It names nobody; not readable by scripts',
    duration: '180 days after the last sign-in',
  },
  {
    name: 'duai_shared',
    category: 'essential',
    where: 'Cookie',
    purpose: 'Lets a doctor to whom a patient gave link and PIN see that one case; not readable by scripts',
    duration: 'Until the link ends or is closed, 30 days at most',
  },
  {
    name: 'duai-opened-share',
    category: 'essential',
    where: 'Session storage',
    purpose: 'Which shared case a doctor has open in this tab, so that a reload asks for no PIN',
    duration: 'Until the tab is closed',
  },
  {
    name: 'duai_export',
    category: 'essential',
    where: 'Cookie',
    purpose: 'Lets a patient download the copy of the own data that was just prepared; not readable by scripts',
    duration: 'Until it is downloaded or the browser is closed; works for 10 minutes',
  },
  {
    name: 'duai-draft-…',
    category: 'essential',
    where: 'Session storage',
    purpose: 'What is being typed into a form, so that a reload or a lost connection loses nothing',
    duration: 'Until it is sent, you sign out, or the tab is closed',
  },
  {
    name: 'duai-upload-…',
    category: 'essential',
    where: 'Local storage',
    purpose: 'How many files were chosen for a case, so that an upload that was cut off says what is missing',
    duration: 'Until they are sent or discarded, a week at most',
  },
  {
    name: 'trialSignedIn',
    category: 'essential',
    where: 'Session storage',
    purpose: 'Tells a trial session that ran out from none',
    duration: 'Until you sign out, or the tab is closed',
  },
  {
    name: 'duai-language',
    category: 'essential',
    where: 'Local storage',
    purpose: 'The language you chose with the switch, so that you can read what you agree to',
    duration: 'Until you choose another, or clear it',
  },
  {
    name: COOKIE_CHOICE_KEY,
    category: 'essential',
    where: 'Local storage',
    purpose: 'Your choice on this page',
    duration: '12 months',
  },
  {
    name: `${STORAGE_KEYS.newsBannerClosed}, ${STORAGE_KEYS.announcementDismissed('{id}')}`,
    category: 'essential',
    where: 'Local storage',
    purpose: 'That you closed an announcement; written only when you do',
    duration: 'Until you clear it',
  },
  {
    name: HOME.bannerStorageKey,
    category: 'essential',
    where: 'Local storage',
    purpose: 'That you closed the banner of the home page; written only when you do',
    duration: 'Until you clear it',
  },
  {
    name: 'duai-theme',
    category: 'preference',
    where: 'Local storage',
    purpose: 'The light or dark theme you chose. Without consent it lasts for this visit only (session storage)',
    duration: 'Until you choose another, or withdraw consent',
  },
];

export const CATEGORY_TEXTS: Readonly<Record<CookieCategory, { readonly name: string; readonly text: string }>> = {
  essential: {
    name: 'Essential',
    text: 'What you asked for cannot work without them: signing in, the language you picked, a banner you closed. They need no consent and cannot be turned off.',
  },
  analytics: {
    name: 'Analytics',
    text: 'Would count visits and show which pages are read. We set none at present. If that changes, they are set only with your consent.',
  },
  preference: {
    name: 'Preference',
    text: 'Remember how you like the site to look on your next visit. Set only with your consent.',
  },
  marketing: {
    name: 'Marketing',
    text: 'Would show you our messages elsewhere. We set none at present. Marketing cookies are used only with your consent.',
  },
};
