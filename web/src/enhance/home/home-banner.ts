import { HOME } from '../../content/home-rules.ts';
import type { Enhancement } from '../enhancement.ts';

/** Once dismissed, the banner is hidden on later visits (src/before-paint.js hides it before the first paint). */
export const homeBanner: Enhancement = (page, signal) => {
  page.querySelector('[data-dismiss]')!.addEventListener(
    'click',
    () => {
      document.documentElement.dataset.homeBanner = 'dismissed';
      localStorage.setItem(HOME.bannerStorageKey, 'true');
      document.getElementById('content')?.focus({ preventScroll: true });
    },
    { signal },
  );
};
