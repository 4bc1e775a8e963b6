import { isAllowed } from './cookie-choice.ts';

/** Light, dark, or the system setting. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Also read by src/before-paint.js, which runs before the first paint. */
const THEME_KEY = 'duai-theme';

export function storedTheme(): Theme {
  const stored = globalThis.sessionStorage?.getItem(THEME_KEY) ?? globalThis.localStorage?.getItem(THEME_KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** Applies a theme and stores it: on this device with consent to preferences, otherwise for this visit. */
export function applyTheme(theme: Theme): void {
  sessionStorage.removeItem(THEME_KEY);
  localStorage.removeItem(THEME_KEY);
  if (theme === 'system') {
    delete document.documentElement.dataset.theme;
    return;
  }
  (isAllowed('preference') ? localStorage : sessionStorage).setItem(THEME_KEY, theme);
  document.documentElement.dataset.theme = theme;
}

/** After a change of the cookie choice: moves the stored theme to the storage that the choice allows. */
export const rekeepTheme = (): void => applyTheme(storedTheme());
