import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../support/accessible.ts';
import { picture } from '../support/pictures.ts';
import { expect, test } from '../support/server.ts';

/** The cookie question is answered, so that the banner covers nothing. */
test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    const choice = { analytics: false, preference: true, marketing: false, at: new Date().toISOString() };
    localStorage.setItem('duai-cookie-choice', JSON.stringify(choice));
    // Mail drafts are recorded instead of opened.
    const notes = window as unknown as { drafts: string[] };
    notes.drafts = [];
    document.addEventListener(
      'click',
      (event) => {
        const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="mailto:"]');
        if (!link) return;
        event.preventDefault();
        notes.drafts.push(link.href);
      },
      true,
    );
  }),
);

const drafts = (page: Page) => page.evaluate(() => (window as unknown as { drafts: string[] }).drafts);
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const banner = (page: Page) => page.getByRole('complementary', { name: 'ZeroToken' });
const scrollTo = (page: Page, top: number) =>
  page.evaluate((to) => window.scrollTo({ top: to, behavior: 'instant' }), top);
/** Scrolls from top to bottom like a reader, until all waiting sections have animated in. */
async function readThrough(page: Page): Promise<void> {
  // Sections that animate in may move others past a scroll step; then it is repeated.
  await expect(async () => {
    await page.evaluate(async () => {
      for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight / 2) {
        window.scrollTo({ top, behavior: 'instant' });
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      }
    });
    await expect(page.locator('.waiting')).toHaveCount(0, { timeout: 2000 });
  }).toPass();
}
/** Near the top of the window, where an anchor scrolls its section to. */
async function expectAtTop(target: Locator): Promise<void> {
  await expect
    .poll(async () => Math.abs(await target.evaluate((element) => element.getBoundingClientRect().top)))
    .toBeLessThan(140);
}

test('thirteen parts in their order, with what each of them shows [PUB-015] [PUB-016] [PUB-017] [PUB-018] [PUB-022] [PUB-025] [PUB-026] [PUB-027] [PUB-028] [PUB-029] [PUB-030] [PUB-031] [PUB-033] [PUB-034] [PUB-035] [PUB-036] [PUB-037] [PUB-038] [PUB-039] [PUB-040] [PUB-041] [PUB-049] [PUB-050] [PUB-007] [PUB-008] [PUB-010]', async ({
  page,
}) => {
  // No announcement, because it would be above the page.
  await page.route('**/api/news', (route) => route.fulfill({ json: [] }));
  await page.goto('/');
  const hero = section(page, 'Diagnostics that show their work.');
  const platform = section(page, 'One platform. Many algorithms. A price per scan.');
  const study = section(page, 'QuantAct: a signal where there should be none?');
  const team = section(page, 'Leadership team');
  const contact = section(page, 'Contact');
  const focus = section(page, "Five principles we don't compromise on.");
  const science = section(page, 'Scientific advisory board');
  const partners = section(page, 'Partners');
  const bits = page.locator('[data-binary]');
  const parts = [
    banner(page),
    page.getByRole('banner'),
    hero,
    section(page, 'Software measures. A physician decides and signs.'),
    focus,
    bits,
    platform,
    section(page, 'Introduction to the quantum study'),
    study,
    science,
    partners,
    team,
    page.getByRole('contentinfo'),
  ];
  const tops = [];
  for (const part of parts) {
    await expect(part).toHaveCount(1);
    tops.push(await part.evaluate((element) => element.getBoundingClientRect().top + scrollY));
  }
  expect(tops).toEqual(tops.toSorted((one, other) => one - other));
  expect(tops[0]).toBe(0);

  await expect(hero.locator('video[loop]')).toHaveCount(1);
  await expect(focus.locator('[data-focus-item]')).toHaveCount(5);
  await expect(focus.getByRole('heading', { name: 'Per-scan pricing' })).toBeVisible();
  await expect(bits.locator('i')).toHaveCount(350);
  expect((await bits.textContent())!.trim()).toMatch(/^[01]{350}$/);

  await readThrough(page);
  const comparison = platform.getByRole('table', { name: 'Legacy licensing vs DuaiCheck' });
  await expect(comparison.getByRole('columnheader')).toHaveText(['Legacy licensing', 'DuaiCheck']);
  await expect(section(page, 'A triple win').getByRole('heading', { level: 4 })).toHaveText([
    'Providers',
    'Insurers',
    'Patients',
  ]);
  await expect(platform).toContainText('80% cost savings');
  await expect(platform).toContainText('over 95% diagnosis accuracy');
  await expect(study).toContainText('87.3% quantum predictability');

  const title = study.getByRole('heading', { level: 3 }).first();
  const [english, turkish, arabic] = ['English', 'Türkçe', 'العربية'].map((name) => study.getByRole('tab', { name }));
  await expect(title).toHaveText('The question');
  await turkish!.click();
  await expect(study.getByRole('tabpanel')).toHaveAttribute('lang', 'tr');
  await expect(study.getByRole('tabpanel').getByRole('heading')).toHaveText(['Soru', 'Ölçüm', 'Bulgu', 'Kuşku']);
  await page.keyboard.press('ArrowRight');
  await expect(arabic!).toBeFocused();
  await expect(study.getByRole('tabpanel')).toHaveCSS('direction', 'rtl');
  await expect(study.getByRole('tabpanel').getByRole('heading').first()).toHaveText('السؤال');
  await page.keyboard.press('Home');
  await expect(english!).toHaveAttribute('aria-selected', 'true');

  await expect(science.getByRole('heading', { level: 3 })).toHaveCount(3);
  await expect(partners.getByRole('listitem')).toHaveCount(5);
  for (const country of ['United States', 'France', 'Spain', 'United Kingdom', 'Italy'])
    await expect(partners.getByText(country, { exact: true })).toBeVisible();
  await expect(team.locator('img[alt^="Drawn portrait of"]')).toHaveCount(6);
  await expect(contact).toHaveId('contact');
  expect(await team.locator('#contact').count()).toBe(1);
  for (const city of ['Nicosia', 'Dubai']) await expect(contact.getByText(city, { exact: true })).toBeVisible();

  const footer = page.getByRole('contentinfo');
  await expect(footer).toContainText(`© ${new Date().getFullYear()} DUAI`);
  for (const name of ['LinkedIn', 'X']) {
    await expect(footer.getByRole('link', { name, exact: true })).toHaveAttribute('href', /^https:/);
  }
});

test('the banner is there until it is dismissed, and then no more [PUB-066] [PUB-067] [PUB-068] [PUB-069]', async ({
  page,
}) => {
  await page.goto('/');
  await expect(banner(page)).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('v2')))).toEqual([]);
  await banner(page).getByRole('button', { name: 'Dismiss the ZeroToken banner' }).press('Enter');
  await expect(banner(page)).toBeHidden();
  expect(await page.evaluate(() => localStorage.getItem('homeBannerDismissed-v2'))).toBe('true');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(banner(page)).toBeHidden();
});

test('the navigation: anchors, the active one, shadow after 20 px, solid after 70 % of the window [PUB-019] [PUB-020] [PUB-070] [PUB-071]', async ({
  page,
}) => {
  await page.goto('/');
  const navigation = page.getByRole('navigation', { name: 'Sections', exact: true });
  const anchors = ['manifesto', 'focus', 'duaicheck', 'quantact', 'science', 'partners', 'team', 'contact'];
  expect(
    await navigation.getByRole('link').evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).hash)),
  ).toEqual(anchors.map((anchor) => `#${anchor}`));
  const header = page.getByRole('banner');
  const ground = () => header.evaluate((element) => getComputedStyle(element).backgroundColor);
  const shadow = () => header.evaluate((element) => getComputedStyle(element).boxShadow);
  const seventy = Math.floor(0.7 * page.viewportSize()!.height);

  expect([await shadow(), await ground()]).toEqual(['none', 'rgba(0, 0, 0, 0)']);
  await scrollTo(page, 20);
  await expect(header).not.toHaveAttribute('data-shadow');
  await scrollTo(page, 21);
  await expect.poll(shadow).not.toBe('none');
  await scrollTo(page, seventy);
  await expect(header).not.toHaveAttribute('data-solid');
  await scrollTo(page, seventy + 1);
  await expect.poll(ground).toBe('rgb(251, 250, 247)');
  // Fixed: the header stays at the top of the window.
  expect(await header.evaluate((element) => element.getBoundingClientRect().top)).toBe(0);

  await readThrough(page);
  for (const anchor of anchors) {
    const link = navigation.getByRole('link', { name: anchor });
    const top = await page.locator(`#${anchor}`).evaluate((element) => element.getBoundingClientRect().top + scrollY);
    await scrollTo(page, Math.ceil(top - 100));
    await expect(link).toHaveAttribute('aria-current', 'true');
    await scrollTo(page, Math.floor(top - 102));
    await expect(link).not.toHaveAttribute('aria-current');
  }
  await navigation.getByRole('link', { name: 'Science' }).click();
  await expectAtTop(page.locator('#science'));
  await expect(navigation.locator('[aria-current]')).toHaveText('Science');
});

test('back and forward go to the place that the address names, from another page too', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/');
  const navigation = page.getByRole('navigation', { name: 'Sections', exact: true });
  await navigation.getByRole('link', { name: 'Focus' }).click();
  await expectAtTop(page.locator('#focus'));
  await navigation.getByRole('link', { name: 'Partners' }).click();
  await expectAtTop(page.locator('#partners'));
  await page.goBack();
  await expectAtTop(page.locator('#focus'));
  await page.goBack();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.goForward();
  await expectAtTop(page.locator('#focus'));
  // By client navigation, and after a reload.
  await page.getByRole('contentinfo').getByRole('link', { name: 'Press', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Press releases' })).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expectAtTop(page.locator('#focus'));
  // Going back before the page has loaded stays where the URL says; a double click counts as one step.
  const press = page.getByRole('contentinfo').getByRole('link', { name: 'Press', exact: true });
  let letCome = () => {};
  const mayCome = new Promise<void>((resolve) => {
    letCome = resolve;
  });
  await page.route('/press', async (route) => {
    await mayCome;
    await route.continue();
  });
  await press.click();
  await expect(page).toHaveURL('/press');
  await page.goBack();
  await expectAtTop(page.locator('#focus'));
  const late = page.waitForResponse('/press');
  letCome();
  await (await late).finished();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Diagnostics that show their work.');
  await press.dblclick();
  await expect(page.getByRole('heading', { level: 1, name: 'Press releases' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/#focus');
  await expectAtTop(page.locator('#focus'));
  await page.reload();
  await expectAtTop(page.locator('#focus'));
});

test('below 768 px a menu opens, closes, and closes when one of its links is chosen [PUB-021] [PUB-072] [PUB-091]', {
  tag: '@long',
}, async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 800 });
  await page.goto('/');
  const toggle = page.getByRole('button', { name: 'Menu' });
  const menu = page.getByRole('navigation', { name: 'Sections, mobile' });
  await expect(toggle).toBeHidden();
  // The theme can be chosen at every width.
  await expect(page.getByRole('banner').getByRole('combobox', { name: 'Appearance' })).toBeInViewport();
  await expect(page.getByRole('navigation', { name: 'Sections', exact: true })).toBeVisible();
  await page.setViewportSize({ width: 767, height: 800 });
  await expect(page.getByRole('navigation', { name: 'Sections', exact: true })).toBeHidden();
  await expect(menu).toBeHidden();
  await toggle.click();
  await expect(menu.getByRole('link')).toHaveCount(8);
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await toggle.click();
  await expect(menu).toBeHidden();
  await toggle.press('Enter');
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(toggle).toBeFocused();
  // Moving the focus into the page closes the menu, so that nothing is covered.
  await toggle.click();
  await menu.getByRole('combobox').focus();
  await page.keyboard.press('Tab');
  await expect(menu).toBeHidden();
  await toggle.click();
  await page.mouse.click(380, 790);
  await expect(menu).toBeHidden();
  await toggle.click();
  await menu.getByRole('link', { name: 'Partners' }).click();
  await expect(menu).toBeHidden();
  await expectAtTop(page.locator('#partners'));
});

test('hero buttons scroll, outside links open a tab of their own [PUB-023] [PUB-024] [PUB-013] [PUB-032] [PUB-011] [PUB-083] [PUB-084]', {
  tag: '@long',
}, async ({ page, context, server }) => {
  await context.route(/^https:\/\/[\w.-]+\.example\//, (route) =>
    route.fulfill({ contentType: 'text/html', body: '' }),
  );
  await page.goto('/');
  await page.getByRole('link', { name: 'Read the manifesto' }).click();
  await expectAtTop(page.locator('#manifesto'));
  await scrollTo(page, 0);
  await page.getByRole('link', { name: 'See the platform' }).click();
  await expectAtTop(page.locator('#duaicheck'));

  const opens = async (link: Locator): Promise<string> => {
    const [tab] = await Promise.all([context.waitForEvent('page'), link.click()]);
    await tab.waitForLoadState();
    const address = tab.url();
    await tab.close();
    return address;
  };
  const platform = page.locator('#duaicheck');
  for (const name of ['Start the free trial', 'Open DuaiCheck'])
    expect(await opens(platform.getByRole('link', { name }))).toBe(`${server.address}/duaicheck-trial`);
  expect(await opens(page.getByRole('link', { name: 'Watch the talk' }))).toBe('https://video.example/embed/quantact');
  expect(await opens(page.getByRole('link', { name: 'Read the manuscript' }))).toBe(
    'https://manuscripts.example/quantact',
  );
  const websites = section(page, 'Partners').getByRole('link');
  await expect(websites).toHaveCount(5);
  for (const website of await websites.all()) {
    await expect(website).toHaveAttribute('href', /^https:\/\/[\w-]+\.example$/);
    await expect(website).toHaveAttribute('target', '_blank');
  }
  expect(await opens(websites.first())).toBe('https://halden-imaging.example/');
  await scrollTo(page, 0);
  expect(await opens(page.getByRole('link', { name: 'Join waitlist' }))).toBe('https://zerotoken.example/waitlist');
});

test('contact: the first click asks, the second opens a mail draft, another moves the selection [PUB-073] [PUB-074] [PUB-075] [PUB-076] [PUB-077]', async ({
  page,
}) => {
  const posted: string[] = [];
  page.on('request', (request) => request.method() !== 'GET' && posted.push(request.url()));
  await page.goto('/');
  await readThrough(page);
  const requests = section(page, 'Contact').getByRole('listitem').getByRole('button');
  const labels = ['Request a demo', 'Propose a partnership', 'Ask as a journalist', 'Join the quantum study'];
  await expect(requests).toHaveCount(4);
  for (const [index, label] of labels.entries()) await expect(requests.nth(index)).toContainText(label);

  await requests.nth(0).click();
  await expect(requests.nth(0)).toContainText('Click again to confirm');
  await expect(requests.nth(0)).toHaveAttribute('aria-pressed', 'true');
  expect(await drafts(page)).toEqual([]);
  await expectAccessible(page);
  await requests.nth(1).press('Enter');
  await expect(requests.nth(0)).toContainText(labels[0]!);
  await expect(requests.nth(1)).toContainText('Click again to confirm');
  await requests.nth(1).press('Enter');
  const [draft] = await drafts(page);
  expect(await drafts(page)).toHaveLength(1);
  const { pathname, searchParams } = new URL(draft!);
  expect(pathname).toBe('hello@duai.example');
  expect(searchParams.get('subject')).toBe('Request: partnership with DUAI');
  expect(searchParams.get('body')).toContain('we would like to talk about a partnership.\r\n');
  expect(posted).toEqual([]);
});

test('the footer scrolls where the section is, and goes home first where it is not [PUB-042] [PUB-043] [PUB-044] [PUB-045] [PUB-046] [PUB-047] [PUB-048] [PUB-051]', async ({
  page,
}) => {
  await page.goto('/');
  const footer = page.getByRole('contentinfo');
  const link = (name: string) => footer.getByRole('link', { name, exact: true });
  await link('About').click();
  await expectAtTop(page.locator('#manifesto'));
  await link('Contact').click();
  await expect(page.locator('#contact')).toBeInViewport();
  await link('Careers').click();
  const [draft] = await drafts(page);
  expect(draft).toMatch(/^mailto:careers@duai\.example\?subject=.+&body=.+/);

  for (const [name, path, heading] of [
    ['Privacy Policy', '/privacy-policy', 'Privacy Policy'],
    ['Terms of Service', '/terms-of-service', 'Terms of Service'],
    ['Cookie Policy', '/cookie-policy', 'Cookie Policy'],
  ] as const) {
    await link(name).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await page.goto('/');
  }

  // Client navigation keeps the document, and with it what a script set there.
  await page.evaluate(() => document.documentElement.setAttribute('data-marker', 'kept'));
  const marker = page.locator('html[data-marker=kept]');
  await link('Press').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Press releases' })).toBeVisible();
  await expect(page).toHaveURL('/press');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(marker).toHaveCount(1);

  // That page has no manifesto: goes home first, and 100 ms later to the section.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await link('About').click();
  await expect(page).toHaveURL('/');
  await expect(page.locator('#manifesto')).toBeAttached();
  await expect(marker).toHaveCount(1);
  await page.clock.runFor(99);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.clock.runFor(1);
  await expectAtTop(page.locator('#manifesto'));
});

test('from an app to a public page: the page is loaded as it was written, without the code of the app', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/duaicheck-trial/login');
  await page.evaluate(() => document.documentElement.setAttribute('data-marker', 'app'));
  await page.getByRole('link', { name: 'Return to Trial Portal' }).click();
  await expect(page).toHaveURL('/duaicheck-trial');
  await expect(page.locator('html[data-static]:not([data-marker])')).toHaveCount(1);
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
});

test('sections come in once, the films play in view and can be paused [PUB-079] [PUB-080]', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/');
  const science = page.locator('#science');
  const intro = page.locator('[data-film="intro"] video');
  const isPlaying = (film: Locator) => film.evaluate((video) => !(video as HTMLVideoElement).paused);
  await expect(page.locator('#science.waiting')).toHaveCount(1);
  await expect.poll(() => isPlaying(page.locator('[data-film="hero"] video'))).toBe(true);
  expect(await isPlaying(intro)).toBe(false);

  await intro.scrollIntoViewIfNeeded();
  await expect.poll(() => isPlaying(intro)).toBe(true);
  await expect.poll(() => intro.evaluate((video) => (video as HTMLVideoElement).currentTime)).toBeGreaterThan(0);
  const pause = page.getByRole('button', { name: 'Film of bits in which a wave appears' });
  await pause.click();
  await expect.poll(() => isPlaying(intro)).toBe(false);
  await expect(pause).toHaveAttribute('aria-pressed', 'false');

  await science.scrollIntoViewIfNeeded();
  await expect(page.locator('#science.waiting')).toHaveCount(0);
  await expect(science).toHaveCSS('translate', 'none');
  await scrollTo(page, 0);
  await science.scrollIntoViewIfNeeded();
  await expect(page.locator('#science.waiting')).toHaveCount(0);
  // A film that the reader paused stays paused.
  await intro.scrollIntoViewIfNeeded();
  expect(await isPlaying(intro)).toBe(false);
});

test('no text is hidden before it is scrolled to, without script or in print [LMP-013]', async ({
  page,
  openBrowser,
}) => {
  await page.goto('/');
  await expect(page.locator('#science.waiting')).toHaveCount(1);
  expect(await hiddenTexts(page)).toEqual([]);
  await page.emulateMedia({ media: 'print' });
  expect(await hiddenTexts(page)).toEqual([]);
  await page.emulateMedia({ media: 'screen' });
  await page.keyboard.press('End');
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(2000);
  expect(await hiddenTexts(page)).toEqual([]);

  const withoutScript = await openBrowser({ javaScriptEnabled: false });
  await withoutScript.goto('/');
  expect(await hiddenTexts(withoutScript)).toEqual([]);
});

test('readers who want less motion get none, until they ask for a film', { tag: '@long' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  const hero = page.locator('[data-film="hero"] video');
  const button = page.getByRole('button', { name: 'Film of the turning thorax' });
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  await expect(page.locator('.waiting')).toHaveCount(0);
  expect(await hero.evaluate((video) => (video as HTMLVideoElement).paused)).toBe(true);
  await button.click();
  await expect.poll(() => hero.evaluate((video) => (video as HTMLVideoElement).paused)).toBe(false);

  // With reduced motion an anchor is reached at once and changes are instant; waiting is shown by fading, not by turning.
  await page.getByRole('link', { name: 'Read the manifesto' }).click();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe('auto');
  await expect(page.getByRole('banner')).toHaveCSS('transition-duration', '0.001s');
  await page.route('**/api/press', () => {});
  await page.goto('/press');
  await expect(page.getByRole('status').locator('svg')).toHaveCSS('animation-name', 'breathe');
});

test('media that fail: a dotted ground, local copies, a log line, and a page that can be used [PUB-078] [PUB-081] [PUB-085] [AST-008] [AST-010]', {
  tag: '@long',
}, async ({ page }) => {
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  for (const path of ['video/duaicheck*', 'images/*', 'members/*', 'partners/logos/*', 'assets/hero-still.webp'])
    await page.route(`**/api/${path}`, (route) => route.fulfill({ status: 404, body: '' }));
  // Simulates the browser's refusal to autoplay a film.
  await page.addInitScript(() => {
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
      if (!this.closest('[data-film="intro"]')) return play.call(this);
      return Promise.reject(new DOMException('play() is not allowed', 'NotAllowedError'));
    };
  });
  await page.goto('/');
  await readThrough(page);

  const platform = page.locator('#duaicheck');
  await platform.scrollIntoViewIfNeeded();
  await expect(platform.locator('video')).toBeHidden();
  await expect(platform).toHaveCSS('background-image', /radial-gradient/);
  await expect.poll(() => logged.join()).toContain('The film of the platform could not be played');

  // A second request for it may succeed.
  await page.unroute('**/api/video/duaicheck*');
  const plays = platform.getByRole('button', { name: 'Film of the wall of images' });
  await expect(plays).toHaveAttribute('aria-pressed', 'false');
  await plays.click();
  await expect(platform.locator('video')).toBeVisible();
  await expect
    .poll(() => platform.locator('video').evaluate((video) => (video as HTMLVideoElement).currentTime))
    .toBeGreaterThan(0);
  await expect(plays).toHaveAttribute('aria-pressed', 'true');

  const intro = page.locator('[data-film="intro"]');
  await intro.scrollIntoViewIfNeeded();
  await expect.poll(() => logged.join()).toContain('could not be played by itself');
  // Blocked autoplay is not a failure: the still picture stays.
  await expect(intro).not.toHaveAttribute('data-failed');
  await expect(intro.locator('video')).toHaveAttribute('poster', /still/);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByText(/could not|failed|not allowed/i)).toHaveCount(0);

  const shown = (image: Locator) =>
    image.evaluate((element) => {
      const { currentSrc, naturalWidth } = element as HTMLImageElement;
      return [new URL(currentSrc).pathname, naturalWidth > 0];
    });
  const hero = page.locator('.hero-film img');
  await expect.poll(() => hero.evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(/^data:image/);
  expect(await hero.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const logo = page.getByRole('banner').locator('img[alt=DUAI]').first();
  await expect.poll(() => shown(logo)).toEqual(['/images/blacklogo.svg', true]);
  const portrait = page.getByRole('img', { name: 'Drawn portrait of Prof. Selin Arman' });
  await portrait.scrollIntoViewIfNeeded();
  await expect.poll(() => shown(portrait)).toEqual(['/images/placeholder.svg', true]);
  await page.getByRole('navigation', { name: 'Sections', exact: true }).getByRole('link', { name: 'Contact' }).click();
  await expect(page.getByRole('button', { name: /Request a demo/ })).toBeInViewport();
});

test('accessible in both themes, nothing wider than the window; pictures lie in reports/', { tag: '@long' }, async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    if (width === 320 || width === 768) continue;
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
    }
    await readThrough(page);
    await picture(page, `home-${width}`, { fullPage: true });
  }
  // A theme chosen by the reader overrides that of the system.
  await page.getByRole('banner').getByRole('combobox').first().selectOption('light');
  await expect(page.getByRole('banner')).toHaveCSS('color', 'rgb(20, 25, 28)');
});

test('light: at most 5 KB of script and 300 KB in all, nothing moves while it loads without an announcement', {
  tag: '@long',
}, async ({ page }) => {
  await page.route('**/api/news', (route) => route.fulfill({ json: [] }));
  const answers: Promise<{ url: string; bytes: number }>[] = [];
  page.on('requestfinished', (request) => {
    const url = new URL(request.url()).pathname;
    answers.push(request.sizes().then(({ responseBodySize }) => ({ url, bytes: responseBodySize })));
  });
  await page.addInitScript(() => {
    const notes = window as unknown as { shift: number };
    notes.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) notes.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  const sizes = await Promise.all(answers);
  const total = (of: typeof sizes) => of.reduce((sum, { bytes }) => sum + bytes, 0);
  const scripts = sizes.filter(({ url }) => url.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(0);
  expect(total(scripts), JSON.stringify(scripts)).toBeLessThanOrEqual(5 * 1024);
  expect(total(sizes), JSON.stringify(sizes)).toBeLessThanOrEqual(300 * 1024);
  expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThan(0.001);
  // The call for news waits until the page is loaded.
  const [called, loaded] = await page.evaluate(() => [
    performance.getEntriesByName(`${location.origin}/api/news`)[0]!.startTime,
    (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).loadEventStart,
  ]);
  expect(called).toBeGreaterThanOrEqual(loaded!);
});

test('at 400 % zoom, and with text twice as large, nothing stays hidden or reaches out of the window', {
  tag: '@long',
}, async ({ page }) => {
  // 1280 × 1024 at 400 % (WCAG 2.2, 1.4.10); the last sections are ten times as high as that window.
  await page.setViewportSize({ width: 1280, height: 1024 });
  await page.goto('/');
  await expect(page.locator('#team.waiting')).toHaveCount(1);
  await page.setViewportSize({ width: 320, height: 256 });
  await readThrough(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.reload();
  await expect(page.locator('#team.waiting')).toHaveCount(1);
  await readThrough(page);
  // A section that receives the keyboard focus is visible at once.
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.reload();
  await expect(page.locator('#partners.waiting')).toHaveCount(1);
  await page
    .locator('#partners a')
    .first()
    .evaluate((link: HTMLElement) => link.focus({ preventScroll: true }));
  await expect(page.locator('#partners.waiting')).toHaveCount(0);
  // Text alone at 200 % (1.4.4): everything fits, nothing is cut off at the side.
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  for (const width of [1280, 390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width} px`).toBe(width);
    const cut = await page
      .locator('header a, main :is(a, p, h2, h3, td, button)')
      .evaluateAll((elements) =>
        elements
          .filter((element) => element.checkVisibility() && element.getBoundingClientRect().right > innerWidth + 1)
          .map((element) => element.textContent),
      );
    expect(cut, `at ${width} px`).toEqual([]);
  }
  expect((await page.getByRole('banner').getByRole('img').boundingBox())!.width).toBeGreaterThan(150);
});

/** Texts in the page's sections that are not visible: transparent or hidden, or inside a part that is. */
const hiddenTexts = (page: Page): Promise<string[]> =>
  page.locator('main [data-reveal] :is(h2, h3, p, dt, dd, td, th, li > a)').evaluateAll((elements) =>
    elements
      .filter((element) => element.textContent!.trim() && element.checkVisibility())
      .filter((element) => !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .map((element) => element.textContent!.slice(0, 60)),
  );
