import { OPTIONAL_CATEGORIES, REJECT_ALL, storedCookieChoice } from '../lib/cookie-choice.ts';
import { COOKIE_CHOICE_MADE, chooseCookies, listenForAnswers } from './cookie-banner.ts';
import type { Enhancement } from './enhancement.ts';

/** The choice by category on the cookie page. */
const cookieChoice: Enhancement = (element, signal) => {
  const form = element as HTMLFormElement;
  const box = (category: string) => form.elements.namedItem(category) as HTMLInputElement;
  const fill = () => {
    const choice = storedCookieChoice() ?? REJECT_ALL;
    for (const category of OPTIONAL_CATEGORIES) box(category).checked = choice[category];
  };
  fill();
  document.addEventListener(
    COOKIE_CHOICE_MADE,
    () => {
      fill();
      form.querySelector('[role="status"]')!.textContent = 'Your choice is saved.';
    },
    { signal },
  );
  form.addEventListener(
    'submit',
    (event) => {
      event.preventDefault();
      chooseCookies({
        analytics: box('analytics').checked,
        preference: box('preference').checked,
        marketing: box('marketing').checked,
      });
    },
    { signal },
  );
  listenForAnswers(form, signal);
};
export default cookieChoice;
