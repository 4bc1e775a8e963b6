import type { Page } from '@playwright/test';
import config from '../playwright.config.ts';
import { expect, test } from '../support/server.ts';

/**
 * Every public page as it looked when somebody last looked at it (e2e/looks; `npm run looks` renews them, and the new ones
 * are to be looked at before they are committed). A fifth of the size: letters are a texture there, which another build of
 * the same browser draws alike, and a block that moves is not.
 */
test.use({
  deviceScaleFactor: 0.2,
  reducedMotion: 'reduce',
  // The pictures are of the Chromium that people have: the headless shell draws small letters a shade differently.
  launchOptions: { ...config.use?.launchOptions, executablePath: '/usr/bin/chromium' },
});

const PATHS = {
  home: '/',
  'privacy-policy': '/privacy-policy',
  'terms-of-service': '/terms-of-service',
  'cookie-policy': '/cookie-policy',
  press: '/press',
  'duaicheck-trial': '/duaicheck-trial',
  'second-opinion': '/second-opinion',
  unauthorized: '/unauthorized',
  'not-found': '/no/such/page',
};
const WIDTHS = [390, 768, 1440];
const NOW = new Date('2026-06-01T12:00:00Z');
const ALIKE = { fullPage: true, scale: 'device', threshold: 0.2, maxDiffPixelRatio: 0.0015 } as const;

for (const [name, path] of Object.entries(PATHS)) {
  test(`${name} looks as it did, at three widths, and dark at one of them`, { tag: '@long' }, async ({ page }) => {
    await open(page, path);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      // The theme changes colours, the width where things stand.
      for (const theme of width === 1440 ? (['light', 'dark'] as const) : (['light'] as const)) {
        await page.emulateMedia({ colorScheme: theme });
        await readThrough(page);
        await expect.soft(page).toHaveScreenshot(`${name}-${width}-${theme}.png`, ALIKE);
      }
    }
  });
}

test('a block that moves by half a line is noticed', { tag: '@long' }, async ({ page }) => {
  await open(page, '/press');
  await readThrough(page);
  await expect(page).toHaveScreenshot('press-1440-light.png', ALIKE);
  await page.evaluate(() => document.querySelector('main')!.animate({ translate: '0 12px' }, { fill: 'forwards' }));
  await expect(page).not.toHaveScreenshot('press-1440-light.png', { ...ALIKE, animations: 'allow' });
});

async function open(page: Page, path: string): Promise<void> {
  await page.clock.setFixedTime(NOW);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.addInitScript((at) => {
    const choice = { analytics: false, preference: false, marketing: false, at };
    localStorage.setItem('duai-cookie-choice', JSON.stringify(choice));
  }, NOW.toISOString());
  await page.goto(path, { waitUntil: 'networkidle' });
  // The server writes today's date into it.
  for (const counted of await page.locator('[data-claim-source="measured"]').all())
    await counted.evaluate((element) => element.replaceChildren('Measured: 2 algorithms installed (1 June 2026).'));
}

/** What waits until it is near is there in the end: pictures, stills of films, what is laid out late. */
async function readThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const late of document.querySelectorAll<HTMLElement>('[data-binary]'))
      late.style.contentVisibility = 'visible';
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight / 2) {
      scrollTo({ top, behavior: 'instant' });
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    scrollTo({ top: 0, behavior: 'instant' });
    for (const film of document.querySelectorAll('video')) film.poster ||= film.dataset.still ?? '';
    const shown = [...document.images].filter((image) => image.checkVisibility());
    await Promise.all(shown.map((image) => image.decode().catch(() => undefined)));
    await document.fonts.ready;
  });
  await page.waitForLoadState('networkidle');
}
