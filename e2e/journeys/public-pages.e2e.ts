import { claims } from '@duai/contract';
import { expectAccessible } from '../support/accessible.ts';
import { runSql } from '../support/database.ts';
import { hold } from '../support/hold.ts';
import { expect, test } from '../support/server.ts';
import { signInStaff, staffClient } from '../support/staff.ts';

const CHOICE = JSON.stringify({ analytics: false, preference: false, marketing: false, at: new Date().toISOString() });
const withoutBanner = { key: 'duai-cookie-choice', value: CHOICE };
const keep = ({ key, value }: { key: string; value: string }) => localStorage.setItem(key, value);

const PAGES = {
  '/privacy-policy': 'Privacy Policy',
  '/terms-of-service': 'Terms of Service',
  '/cookie-policy': 'Cookie Policy',
  '/press': 'Press releases',
  '/duaicheck-trial': 'Radiology AI, tried on your own scans.',
  '/second-opinion': 'A second expert opinion on your images.',
  '/unauthorized': 'Access denied',
};

test('a visitor sees every public page, each described, opened at its top and accessible in both themes [ACC-007] [ACC-001] [LEG-001] [LEG-002] [LEG-003] [PRS-001] [TRL-010] [PAT-013] [SHR-010]', {
  tag: '@long',
}, async ({ page, server }) => {
  const listed = await (await fetch(`${server.address}/sitemap.xml`)).text();
  for (const [path, heading] of Object.entries(PAGES)) {
    await test.step(path, async () => {
      await page.emulateMedia({ colorScheme: 'light' });
      expect((await page.goto(path))?.status()).toBe(200);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expectAccessible(page);
      await page.emulateMedia({ colorScheme: 'dark' });
      await expectAccessible(page);

      await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
      await page.reload();
      await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
      expect(await page.evaluate(() => scrollY)).toBe(0);

      const isListed = listed.includes(`<loc>${server.address}${path}</loc>`);
      expect(isListed).toBe(path !== '/unauthorized');
      if (!isListed) return;
      const said = (selector: string, attribute = 'content') => page.locator(selector).getAttribute(attribute);
      expect(await said('link[rel="canonical"]', 'href')).toBe(`${server.address}${path}`);
      expect((await said('meta[name="description"]'))!.length).toBeGreaterThan(60);
      const picture = await fetch((await said('meta[property="og:image"]'))!);
      expect(picture.headers.get('content-type')).toBe('image/png');
    });
  }
});

test('a visitor sees the sign-in and registration pages [ACC-008]', async ({ page }) => {
  for (const path of [
    '/duaicheck-trial/login',
    '/duaicheck-trial/register',
    '/second-opinion/login',
    '/second-opinion/register',
    '/console/login',
  ]) {
    expect((await page.goto(path))?.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('textbox').first()).toBeVisible();
    await expect(page).toHaveURL(path);
  }
});

test('a browser that keeps nothing has working pages all the same', { tag: '@long' }, async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        configurable: true,
        get() {
          throw new DOMException('denied for this document', 'SecurityError');
        },
      });
  });
  await page.goto('/press');
  await expect(page.getByRole('article').first()).toBeVisible();
  const banner = page.getByRole('region', { name: 'Cookies', exact: true });
  await banner.getByRole('button', { name: 'Reject all' }).click();
  await expect(banner).toBeHidden();
  await page.getByLabel('Appearance').selectOption('dark');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.goto('/');
  await page.getByRole('button', { name: 'Dismiss the ZeroToken banner' }).click();
  await expect(page.getByRole('complementary', { name: 'ZeroToken' })).toBeHidden();
  await page.goto('/second-opinion');
  await page.getByLabel('Language').selectOption('tr');
  await expect(page.locator('html')).toHaveAttribute('lang', 'tr');
  await page.goto('/second-opinion/login');
  await expect(page.getByRole('textbox').first()).toBeVisible();
});

test('without scripts every page can be read, and shows nothing that would not answer', async ({ browser, server }) => {
  const page = await browser.newPage({ baseURL: server.address, javaScriptEnabled: false });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('.hero video, #duaicheck video')).toHaveCount(2);
  for (const film of await page.locator('.hero video, #duaicheck video').all()) await expect(film).toBeHidden();
  for (const language of ['en', 'tr', 'ar']) await expect(page.locator(`#quantact-${language}`)).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  await page.goto('/press');
  await expect(page.getByText('Loading press releases')).toBeHidden();
  await expect(page.getByRole('main').getByRole('link', { name: 'feed', exact: true })).toBeVisible();
  for (const path of Object.keys(PAGES)) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('button')).toHaveCount(0);
    await expect(page.getByRole('combobox')).toHaveCount(0);
  }
  await page.goto('/second-opinion/register');
  await expect(page.locator('noscript p')).toBeVisible();
  await page.close();
});

test('on paper every page is dark on white, whatever theme it had on the screen', async ({ page }) => {
  await page.addInitScript(keep, withoutBanner);
  await page.addInitScript(keep, { key: 'duai-theme', value: 'dark' });
  for (const path of ['/privacy-policy', '/', '/second-opinion/login']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(238, 241, 240)');
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(20, 25, 28)');
    if (path === '/') await expect(page.locator('#duaicheck h2')).toHaveCSS('color', 'rgb(20, 25, 28)');
    await page.emulateMedia({ media: 'screen' });
  }
});

test('sitemap and feed are well-formed, structured data says what the page is', async ({ page, server }) => {
  await page.goto('/');
  for (const [path, root] of [
    ['/sitemap.xml', 'urlset'],
    ['/press/feed.xml', 'feed'],
  ] as const) {
    const text = await (await fetch(`${server.address}${path}`)).text();
    const names = await page.evaluate((xml) => {
      const parsed = new DOMParser().parseFromString(xml, 'application/xml');
      return [parsed.documentElement.localName, parsed.querySelectorAll('parsererror').length];
    }, text);
    expect(names).toEqual([root, 0]);
  }
  for (const [path, type] of [
    ['/', 'Organization'],
    ['/duaicheck-trial', 'SoftwareApplication'],
    ['/second-opinion', 'Service'],
  ] as const) {
    const html = await (await fetch(`${server.address}${path}`)).text();
    const [, block] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)!;
    expect(JSON.parse(block!)).toMatchObject({ '@context': 'https://schema.org', '@type': type });
  }
});

test('the policies: date, contact, eight sections, Cypriot law, four kinds of cookies [LEG-006] [LEG-008] [LEG-009] [LEG-010] [LEG-011]', async ({
  page,
}) => {
  const sections = page.locator('article section:not([lang]) h2');
  await page.goto('/privacy-policy');
  await expect(page.getByText('Effective date: 1/4/25')).toBeVisible();
  await expect(page.getByRole('link', { name: 'privacy@duai.example' }).last()).toHaveAttribute(
    'href',
    'mailto:privacy@duai.example',
  );
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Your rights' }).click();
  await expect(page).toHaveURL('/privacy-policy#rights');
  await expect(page.getByRole('heading', { name: '6. Your rights' })).toBeInViewport();

  for (const [id, direction] of [
    ['notice-tr', 'ltr'],
    ['notice-ar', 'rtl'],
  ] as const) {
    await expect(page.locator(`section#${id}`)).toHaveCSS('direction', direction);
    await expect(page.locator(`section#${id} h3`)).not.toHaveCount(0);
  }

  await page.goto('/terms-of-service');
  await expect(page.getByText('Effective date: 1/4/25')).toBeVisible();
  await expect(sections).toHaveCount(8);
  for (const [index, section] of (await sections.all()).entries())
    await expect(section).toHaveText(new RegExp(`^${index + 1}\\. `));
  await expect(page.getByText('These terms are governed by Cypriot law.')).toBeVisible();

  await page.goto('/cookie-policy');
  await expect(page.getByText('Effective date: 1/4/25')).toBeVisible();
  for (const kind of ['Essential', 'Analytics', 'Preference', 'Marketing']) {
    await expect(page.getByRole('heading', { name: `${kind} cookies` })).toBeVisible();
  }
  for (const language of ['tr', 'ar']) await expect(page.locator(`section#notice-${language} h3`)).not.toHaveCount(0);
});

test('nothing is stored before a choice; refusing is as easy as accepting, and can be changed from the footer [LEG-012]', async ({
  page,
}) => {
  const banner = page.getByRole('region', { name: 'Cookies', exact: true });
  const stored = () => page.evaluate(() => Object.keys(localStorage));
  const choice = () => page.evaluate(() => JSON.parse(localStorage.getItem('duai-cookie-choice') ?? 'null'));
  await page.goto('/privacy-policy');
  const [reject, accept] = await banner.getByRole('button').all();
  const [rejectBox, acceptBox] = [await reject!.boundingBox(), await accept!.boundingBox()];
  expect([rejectBox!.width, rejectBox!.height, rejectBox!.y]).toEqual([
    acceptBox!.width,
    acceptBox!.height,
    acceptBox!.y,
  ]);
  await page.getByLabel('Appearance').selectOption('dark');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(await stored()).toEqual([]);
  expect(await page.context().cookies()).toEqual([]);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

  await banner.getByRole('button', { name: 'Reject all' }).click();
  await expect(banner).toBeHidden();
  expect(await choice()).toMatchObject({ analytics: false, preference: false, marketing: false });
  expect(await stored()).toEqual(['duai-cookie-choice']);

  await page.getByRole('contentinfo').getByRole('link', { name: 'Cookie settings' }).click();
  await expect(page).toHaveURL('/cookie-policy#choice');
  await expect(banner).toBeHidden();
  await expect(page.getByText('Marketing cookies are used only with your consent.')).toBeVisible();
  await expect(page.getByLabel('Essential')).toBeDisabled();
  await page.getByLabel('Preference').check();
  await page.getByRole('button', { name: 'Save my choice' }).click();
  await expect(page.getByText('Your choice is saved.')).toBeVisible();
  expect(await choice()).toMatchObject({ analytics: false, preference: true, marketing: false });
  expect((await stored()).sort()).toEqual(['duai-cookie-choice', 'duai-theme']);
  await page.getByRole('button', { name: 'Reject all' }).click();
  await expect(page.getByLabel('Preference')).not.toBeChecked();
  expect(await stored()).toEqual(['duai-cookie-choice']);
});

test('press: a spinner, then the releases with title, date, text and a link to share, and a way home [PRS-003] [PRS-004] [PRS-005] [PRS-006] [PRS-011] [PRS-013]', {
  tag: '@long',
}, async ({ page, server }) => {
  const releases = (await (await fetch(`${server.address}/api/press`)).json()) as { title: string }[];
  expect(releases.length).toBeGreaterThanOrEqual(3);
  const answer = await hold(page, '/api/press');
  await page.addInitScript(keep, withoutBanner);
  await page.goto('/press');
  await expect(page.getByRole('status').getByText('Loading press releases')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
  answer();
  await expect(page.getByRole('article')).toHaveCount(releases.length);
  await expect(page.getByText('Loading press releases')).toBeHidden();

  const release = page.getByRole('article').filter({ hasText: 'A second opinion that a radiologist signs' });
  await expect(release.getByRole('heading', { level: 2 })).toBeVisible();
  await expect(release.getByRole('time')).toHaveText('15 April 2025');
  await expect(release.getByRole('time')).toHaveAttribute('datetime', '2025-04-15');
  await expect(release.locator('p').first()).toHaveText(/^Patients can now send their own scans\./);
  await expect(release.getByRole('link', { name: 'Share on LinkedIn' })).toHaveAttribute(
    'href',
    `https://www.linkedin.com/sharing/share-offsite/?url=${encodeURIComponent(`${server.address}/second-opinion`)}`,
  );
  const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent())!);
  expect(data.itemListElement).toHaveLength(releases.length);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Back to home' }).click();
  await expect(page).toHaveURL('/');
});

test('press: the release that id names is marked, and comes into view smoothly after 500 ms [PRS-002] [PRS-007] [PRS-008]', {
  tag: '@long',
}, async ({ page, server }) => {
  const releases = (await (await fetch(`${server.address}/api/press`)).json()) as { id: string; title: string }[];
  const last = releases.at(-1)!;
  await page.setViewportSize({ width: 800, height: 400 });
  await page.clock.install({ time: '2026-06-01T10:00:00' });
  await page.clock.pauseAt('2026-06-01T10:01:00');
  await page.addInitScript(keep, withoutBanner);
  await page.addInitScript(() => {
    const asked: unknown[] = [];
    Object.assign(window, { asked });
    const scroll = Element.prototype.scrollIntoView;
    Element.prototype.scrollIntoView = function (options) {
      asked.push([this.id, options]);
      scroll.call(this, options);
    };
  });
  const asked = () => page.evaluate(() => (window as unknown as { asked: unknown[] }).asked);
  await page.goto(`/press?id=${last.id}`);
  const marked = page.locator('li[aria-current="true"]');
  await expect(marked).toHaveCount(1);
  await expect(marked.getByRole('heading')).toHaveText(last.title);
  await page.clock.runFor(499);
  expect(await asked()).toEqual([]);
  await page.clock.runFor(1);
  expect(await asked()).toEqual([[last.id, { behavior: 'smooth', block: 'start' }]]);
  await expect(marked).toBeInViewport({ ratio: 0.5 });

  await page.goto('/press?id=none');
  await expect(page.getByRole('article')).toHaveCount(releases.length);
  await expect(marked).toHaveCount(0);
});

test('press: no releases [PRS-009] [PRS-010]', { tag: '@long' }, async ({ page }) => {
  await page.route('**/api/press', (route) => route.fulfill({ json: [] }));
  await page.goto('/press');
  await expect(page.getByText('No press releases available at this time.', { exact: true })).toBeVisible();
  await expect(page.getByText('Check back soon for updates.', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden();
  await expectAccessible(page);
});

test('press: a failure is logged and looks like no releases, with a quiet "try again" [PRS-014] [PRS-015] [PRS-016] [PRS-017]', async ({
  browser,
  server,
}) => {
  // A separate page, because it is meant to log an error.
  const page = await browser.newPage({ baseURL: server.address });
  const logged: string[] = [];
  page.on('console', (message) => message.type() === 'error' && logged.push(message.text()));
  await page.addInitScript(keep, withoutBanner);
  await page.route('**/api/press', (route) => route.fulfill({ status: 500, body: 'broken' }), { times: 1 });
  await page.goto('/press');
  await expect(page.getByText('No press releases available at this time.')).toBeVisible();
  expect(logged.filter((text) => text.includes('The press releases could not be loaded.'))).toHaveLength(1);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('main')).not.toContainText(/error|fail|wrong|broken/i);
  await page.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await page.close();
});

test('the trial landing: ways in, package, counters, cards, tiles, help and footer [TRL-002] [TRL-003] [TRL-004] [TRL-005] [TRL-006] [TRL-007] [TRL-008] [TRL-009] [TRL-015] [TRL-016] [TRL-017] [TRL-018] [TRL-019] [TRL-020] [TRL-021] [TRL-022] [TRL-023] [TRL-024] [TRL-025]', {
  tag: '@long',
}, async ({ page }) => {
  await page.clock.install({ time: '2026-06-01T10:00:00' });
  await page.clock.pauseAt('2026-06-01T10:01:00');
  await page.addInitScript(keep, withoutBanner);
  await page.goto('/duaicheck-trial');
  const main = page.getByRole('main');

  const counters = page.locator('[data-count-to]');
  await expect(counters).toHaveText(['0', '0', '0', '0']);
  await page.clock.runFor(15 * 50);
  await expect(counters).toHaveText(['48', '40', '50', '15']);
  await page.clock.runFor(15 * 50);
  await expect(counters).toHaveText(['95', '80', '100', '30']);
  await expect(page.getByRole('region', { name: 'The trial in figures' }).getByRole('definition')).toHaveText([
    /95%/,
    /80%/,
    /100/,
    /30/,
  ]);

  const lines = await main.getByRole('list', { name: 'The trial package' }).getByRole('listitem').allTextContents();
  expect(lines).toEqual([
    expect.stringContaining('30 days'),
    '100 AI-analysed scans',
    '15 AI models from partners',
    '95%+ accuracy',
    'Up to 80% time saving',
    'HIPAA and GDPR compliance',
    'Integration with InterPACS, our partner PACS vendor',
  ]);
  await expect(main.getByRole('list', { name: 'What you find out in 30 days' }).getByRole('listitem')).toHaveCount(3);
  const tiles = main.getByRole('list', { name: 'The partners behind the models' }).getByRole('listitem');
  await expect(tiles).toHaveCount(6);
  for (const tile of await tiles.all()) await expect(tile.locator('svg')).toBeVisible();
  const vendor = main.getByRole('link', { name: 'InterPACS' });
  await expect(vendor).toHaveCount(2);
  for (const link of await vendor.all()) await expect(link).toHaveAttribute('href', 'https://www.interpacs.example');
  const call = page.getByRole('region', { name: 'Join 500+ providers.' });
  await expect(call.getByRole('link', { name: 'Start the 30-day trial' })).toHaveAttribute(
    'href',
    '/duaicheck-trial/register',
  );

  const footer = page.getByRole('contentinfo');
  await expect(footer).toContainText('Version 2.3.17');
  for (const [name, href] of [
    ['Login', '/duaicheck-trial/login'],
    ['Privacy', '/privacy-policy'],
    ['Terms', '/terms-of-service'],
  ] as const) {
    await expect(footer.getByRole('link', { name })).toHaveAttribute('href', href);
  }
  await page.clock.resume();
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await expect(page).toHaveURL('/duaicheck-trial/login');
  await page.getByRole('link', { name: 'Need Help?' }).click();
  await expect(page).toHaveURL(/\/duaicheck-trial(#help)?$/);
  await expect(page.getByRole('heading', { name: 'Need help?' })).toBeVisible();
  await page.getByRole('link', { name: 'Register for Trial' }).click();
  await expect(page).toHaveURL('/duaicheck-trial/register');
});

test('readers who want less motion have the figures of the trial at once', { tag: '@long' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.clock.install({ time: '2026-06-01T10:00:00' });
  await page.clock.pauseAt('2026-06-01T10:01:00');
  await page.goto('/duaicheck-trial');
  await expect(page.getByRole('region', { name: 'Cookies', exact: true })).toBeVisible();
  await expect(page.locator('[data-count-to]')).toHaveText(['95', '80', '100', '30']);
});

test('the second-opinion landing: ways in, six cards, four steps, modalities, three languages [PAT-011] [PAT-018] [PAT-019] [PAT-020] [PAT-021] [PAT-022] [PAT-023]', {
  tag: '@long',
}, async ({ page }) => {
  await page.addInitScript(keep, withoutBanner);
  await page.goto('/second-opinion');
  const main = page.getByRole('main');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  const cards = main.getByRole('region', { name: 'Why a second opinion with DUAI' }).getByRole('listitem');
  await expect(cards).toHaveCount(6);
  const steps = main.getByRole('list', { name: 'How it works' }).getByRole('listitem');
  await expect(steps).toContainText([
    /Register.*verify your e-?mail/,
    /DICOM or JPEG/,
    /AI analysis/,
    /Get your report/,
  ]);
  await expect(main.getByRole('list', { name: 'Supported modalities' }).getByRole('listitem')).toHaveText([
    'CT',
    'MRI',
    'X-Ray',
    'Ultrasound',
    'Mammography',
    'PET/CT',
  ]);
  for (const [name, path] of [
    ['Get Started Now', '/second-opinion/register'],
    ['Sign In', '/second-opinion/login'],
    ['Create Free Account', '/second-opinion/register'],
  ] as const) {
    await page.getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goto('/second-opinion');
  }

  await page.getByLabel('Language').selectOption('tr');
  await expect(page.locator('html')).toHaveAttribute('lang', 'tr');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Görüntüleriniz için ikinci bir uzman görüşü.');
  await expect(page).toHaveTitle('İkinci görüş – DUAI');
  await expect(page.getByLabel('Görünüm')).toContainText('Sistem');
  await expectAccessible(page);
  const policies = page.getByRole('contentinfo').locator('[data-policy]');
  await expect(policies.first()).toHaveAttribute('href', '/privacy-policy#notice-tr');
  await page.getByLabel('Dil').selectOption('ar');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.getByRole('link', { name: 'ابدأ الآن' })).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole('link', { name: 'ابدأ الآن' })).toBeVisible();
  await page.getByLabel('اللغة').selectOption('en');
  await expect(page.getByRole('link', { name: 'Get Started Now' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
  await expect(policies.first()).toHaveAttribute('href', '/privacy-policy');
});

test('access denied: its words and two ways out [ACC-002] [ACC-003] [ACC-004]', { tag: '@long' }, async ({ page }) => {
  await page.goto('/unauthorized');
  await expect(
    page.getByText(
      "You don't have permission to access this page. This area is restricted to authorized personnel only.",
      { exact: true },
    ),
  ).toBeVisible();
  const platform = page.getByRole('link', { name: 'Back to the platform' });
  await expect(platform).toHaveAttribute('href', '/duaicheck');
  await platform.click();
  await expect(page).toHaveURL('/duaicheck-trial');
  await page.goBack();
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL('/');
});

test('an unknown path shows the not-found card in the middle, with a way home [SHR-005] [SHR-006] [SHR-007] [SHR-009]', {
  tag: '@long',
}, async ({ page }) => {
  const answer = await page.goto('/no/such/page');
  expect(answer?.status()).toBe(404);
  const heading = page.getByRole('heading', { name: '404 Page Not Found', exact: true });
  await expect(heading).toBeVisible();
  await expect(page.getByText('Did you forget to add the page to the router?', { exact: true })).toBeVisible();
  const { x, width } = (await heading.boundingBox())!;
  expect(Math.abs(x + width / 2 - 720)).toBeLessThan(2);
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link').click();
  await expect(page).toHaveURL('/');
});

test('the news banner: black, at the top, with text and link; closing is remembered for its announcement [PUB-052] [PUB-053] [PUB-054] [PUB-082] [PUB-089] [PUB-090]', {
  tag: '@long',
}, async ({ page, server }) => {
  const [first, second] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
  const announce = (id: string, title: string) =>
    runSql(
      server.dataDir,
      `insert into announcements (id, title, link_text, link_url) values ('${id}', '${title}', 'Read the release', '/press')`,
    );
  await announce(first, 'DuaiCheck at the congress');
  await page.addInitScript(keep, withoutBanner);
  const called = page.waitForRequest('**/api/news');
  await page.goto('/privacy-policy');
  await called;
  const banner = page.getByRole('complementary', { name: 'News' });
  await expect(banner).toContainText('DuaiCheck at the congress');
  await expect(banner).toHaveCSS('background-color', 'rgb(0, 0, 0)');
  expect((await banner.boundingBox())!.y).toBe(0);
  await expect(banner.getByRole('link', { name: 'Read the release' })).toHaveAttribute('href', '/press');
  await expectAccessible(page);

  await banner.getByRole('button', { name: 'Close this announcement' }).click();
  await expect(banner).toBeHidden();
  const kept = (key: string) => page.evaluate((name) => localStorage.getItem(name), key);
  expect(await kept(`announcement-${first}-dismissed`)).toBe('true');
  expect(await kept('newsBannerClosed')).toBe(first);
  for (const path of ['/privacy-policy', '/', '/duaicheck-trial', '/second-opinion']) {
    const answered = page.waitForResponse('**/api/news');
    await page.goto(path);
    await (await answered).finished();
    await expect(banner).toBeHidden();
  }

  await announce(second, 'A new announcement');
  await page.reload();
  await expect(banner).toContainText('A new announcement');
  expect(await kept('newsBannerClosed')).toBe(first);

  // A word that is wider than a phone breaks, so the page does not overflow.
  const third = '33333333-3333-4333-8333-333333333333';
  await announce(third, 'Longword'.repeat(24));
  await page.setViewportSize({ width: 320, height: 800 });
  await page.reload();
  await expect(banner).toContainText('Longword');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await runSql(server.dataDir, `delete from announcements where id = '${third}'`);

  // The server writes it into the page, so it causes no layout shift; neither do fonts when they load.
  await expect.poll(async () => (await page.request.get('/')).text()).toContain('A new announcement');
  await page.addInitScript(() => {
    const notes = window as unknown as { shift: number };
    notes.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) notes.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    for (const path of ['/', '/privacy-policy', '/duaicheck-trial', '/second-opinion', '/press']) {
      await page.goto(path, { waitUntil: 'networkidle' });
      await expect(banner).toContainText('A new announcement');
      const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift);
      expect(shift, `${path} at ${width} px`).toBeLessThan(0.001);
    }
  }
  // A closed announcement is absent at the first paint too.
  await page.addInitScript((key) => localStorage.setItem(key, 'true'), `announcement-${second}-dismissed`);
  await page.goto('/', { waitUntil: 'networkidle' });
  await expect(banner).toBeHidden();
  expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThan(0.001);
  await runSql(server.dataDir, `delete from announcements where id in ('${first}', '${second}')`);
});

// Last in this file, because the claims stay withdrawn on its server.
test('an operator withdraws every claim, and no public page and no sign-in form makes one', { tag: '@long' }, async ({
  page,
  server,
  openBrowser,
}) => {
  const CLAIM = /95%|80%|98%|87\.3|500\+|24-48|127-qubit|16,384|16\/32|HIPAA|15 AI/;
  await page.goto('/');
  await expect(page.locator('body')).toContainText(CLAIM);
  await expect(page.locator('body')).toContainText(/Measured: \d+ algorithms? by \d+ vendors? installed/);
  await page.goto('/second-opinion/login');
  await expect(page.getByRole('complementary').getByText('98%')).toBeVisible();

  const operator = await openBrowser({ locale: 'en-GB' });
  await signInStaff(operator, server, 'operator');
  await operator.goto('/console/claims');
  const withdraw = operator.getByRole('button', { name: /^Withdraw / });
  await expect(withdraw).toHaveCount(claims.CLAIM_NAMES.length);
  await withdraw.first().click();
  await operator.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(withdraw).toHaveCount(claims.CLAIM_NAMES.length - 1);
  // The others are withdrawn by the same call.
  const http = await staffClient(server, 'operator');
  for (const { name, isWithdrawn } of await http.call(claims.listClaims))
    if (!isWithdrawn)
      await http.call(claims.decideClaim, { params: { name }, body: { isWithdrawn: true, lastDay: null } });
  await operator.reload();
  await expect(operator.getByRole('button', { name: /^Show .* again/ })).toHaveCount(claims.CLAIM_NAMES.length);
  await expect(withdraw).toHaveCount(0);

  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('98%')).toHaveCount(0);
  await expect(page.getByText('24/7')).toHaveCount(0);
  for (const path of ['/', '/duaicheck-trial', '/second-opinion']) {
    await page.goto(path);
    await expect(page.getByRole('region', { name: 'Cookies', exact: true })).toBeVisible();
    await expect(page.locator('[data-claim]')).toHaveCount(0);
    await expect(page.locator('body')).not.toContainText(CLAIM);
    // Texts that search engines keep for long make no claim at all.
    const head = await page.locator('head').evaluate((element) => {
      const said = 'title, meta[content], script[type="application/ld+json"]';
      return [...element.ownerDocument.querySelectorAll(said)].map((each) => each.outerHTML).join();
    });
    expect(head).not.toMatch(CLAIM);
  }
});
