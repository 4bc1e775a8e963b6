import type { Page } from '@playwright/test';
import config from '../playwright.config.ts';
import { expect, test } from '../support/server.ts';

/**
 * Compares every public page with its last reviewed picture (e2e/looks; `npm run looks` renews them, and new ones must be
 * reviewed before they are committed). At a fifth of the size letters are only texture, which another build of the same
 * browser draws alike, but a block that moves is noticed.
 */
test.use({
  deviceScaleFactor: 0.2,
  reducedMotion: 'reduce',
  // The pictures are made with regular Chromium, because the headless shell draws small letters slightly differently.
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
      // The theme changes colours and the width changes the layout, so not all combinations are needed.
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

/** Scrolls through the page, so that everything that loads lazily is there: pictures, stills of films, late layout. */
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
