import { applyTheme, storedTheme, type Theme } from '../lib/theme.ts';
import type { Enhancement } from './enhancement.ts';

/** The theme selector of a static page. */
export const themeSwitch: Enhancement = (element, signal) => {
  const select = element as HTMLSelectElement;
  select.value = storedTheme();
  select.addEventListener('change', () => applyTheme(select.value as Theme), { signal });
};
