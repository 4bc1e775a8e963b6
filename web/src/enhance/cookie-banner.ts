import {
  ACCEPT_ALL,
  type CookieChoice,
  REJECT_ALL,
  storeCookieChoice,
  storedCookieChoice,
} from '../lib/cookie-choice.ts';
import { rekeepTheme } from '../lib/theme.ts';
import type { Enhancement } from './enhancement.ts';

/** Event on the document when the reader has chosen, in the banner or on the cookie page. */
export const COOKIE_CHOICE_MADE = 'duai:cookie-choice';

/** Stores a choice and notifies everything that depends on it. */
export function chooseCookies(choice: CookieChoice): void {
  storeCookieChoice(choice);
  rekeepTheme();
  document.dispatchEvent(new Event(COOKIE_CHOICE_MADE));
}

/** The buttons of the banner and the form: `data-cookie-answer="accept"` and `"reject"`. */
export function listenForAnswers(element: HTMLElement, signal: AbortSignal): void {
  element.addEventListener(
    'click',
    ({ target }) => {
      const answer = (target as Element).closest<HTMLElement>('[data-cookie-answer]')?.dataset.cookieAnswer;
      if (answer) chooseCookies(answer === 'accept' ? ACCEPT_ALL : REJECT_ALL);
    },
    { signal },
  );
}

/** Asks once; until the reader answers, only essential items are stored. */
export const cookieBanner: Enhancement = (banner, signal) => {
  const follow = () => {
    banner.hidden = storedCookieChoice() !== null;
  };
  follow();
  // Content behind the banner can be scrolled into view above it (WCAG 2.2, 2.4.11). An observer reports the height, because
  // measuring it would force a layout before the first paint.
  const height = new ResizeObserver(([entry]) => {
    const covered = entry!.borderBoxSize[0]?.blockSize ?? 0;
    document.documentElement.style.setProperty('--covered-below', `${covered}px`);
  });
  height.observe(banner);
  signal.addEventListener('abort', () => height.disconnect());
  document.addEventListener(
    COOKIE_CHOICE_MADE,
    () => {
      const hadFocus = banner.contains(document.activeElement);
      follow();
      if (hadFocus) document.getElementById('content')?.focus({ preventScroll: true });
    },
    { signal },
  );
  listenForAnswers(banner, signal);
};
