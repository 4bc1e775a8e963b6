import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessible.ts';
import { runSql } from '../support/database.ts';
import { phantomFiles } from '../support/files.ts';
import { hold } from '../support/hold.ts';
import { mailTo } from '../support/mailbox.ts';
import { expect, test } from '../support/server.ts';

const T0 = new Date('2026-11-21T09:00:00Z');
const BASE = '/duaicheck-trial';
const NEW_PASSWORD = 'kuytu-liman-77';
/** Once the second test has set it by mail; the sample login's own before. */
let changedPassword: string | undefined;

const shot = (page: Page, name: string) =>
  page.screenshot({ path: `reports/trial/${name}.png`, fullPage: true, animations: 'disabled' });

/** A line that types itself: one letter every 60 ms by the clock of the page. */
async function expectTyped(page: Page, path: string, line: string): Promise<void> {
  await page.clock.install({ time: T0 });
  await page.clock.pauseAt(new Date(T0.getTime() + 60_000));
  await page.goto(path);
  const typed = page.locator('[data-typed]');
  await expect(typed).toBeAttached();
  await expect(typed).toHaveText('');
  await page.clock.runFor(59);
  await expect(typed).toHaveText('');
  for (const letters of [1, 2, 3]) {
    await page.clock.runFor(letters === 1 ? 1 : 60);
    await expect(typed).toHaveText(line.slice(0, letters));
  }
  await page.clock.runFor(60 * line.length);
  await expect(typed).toHaveText(line);
  await page.clock.resume();
}

async function signIn(page: Page, username: string, password: string): Promise<void> {
  await page.goto(`${BASE}/login`);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

/** Addresses that the page asked the browser to open. */
async function navigations(page: Page): Promise<string[]> {
  const asked: string[] = [];
  const session = await page.context().newCDPSession(page);
  await session.send('Page.enable');
  session.on('Page.frameRequestedNavigation', ({ url }) => asked.push(url));
  return asked;
}

test('an institution registers in three steps [TRL-012] [TRL-040] [TRL-041] [TRL-042] [TRL-043] [TRL-072] [TRL-073] [TRL-074] [TRL-075] [TRL-076] [TRL-099] [TRL-100] [TRL-101] [TRL-102] [TRL-103] [TRL-105] [TRL-106] [TRL-107] [TRL-108] [TRL-109] [TRL-110] [TRL-111] [TRL-112] [TRL-113] [TRL-118] [TRL-137] [API-011]', async ({
  page,
}) => {
  await expectTyped(page, `${BASE}/register`, '30 days and 100 scans, on your own images.');
  const asked = await navigations(page);
  const calls: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && calls.push(new URL(request.url()).pathname));
  const next = page.getByRole('button', { name: 'Continue' });
  const step = page.locator('[aria-current=step]');

  await test.step('step 1: all five, country too', async () => {
    await expect(step).toContainText('1.');
    await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email');
    await expect(page.getByLabel('Phone')).toHaveAttribute('type', 'tel');
    const country = page.getByLabel('Country');
    await expect(country).toHaveAttribute('required', '');
    expect((await country.locator('option').allTextContents()).slice(1)).toEqual([
      'United States',
      'United Kingdom',
      'Germany',
      'France',
      'Japan',
      'India',
      'Canada',
      'Australia',
      'Turkey',
      'Other',
    ]);
    const fields = {
      'Institution name': 'Kıyı Radyoloji',
      'Contact name': 'Derya Örnek',
      Email: 'derya@kiyi.example',
      Phone: '+90 555 000 00 00',
    };
    await country.selectOption('Turkey');
    for (const [label, value] of Object.entries(fields)) {
      await expect(next).toBeDisabled();
      await page.getByLabel(label).fill(value);
    }
    await expect(next).toBeEnabled();
    await country.selectOption('');
    await expect(next).toBeDisabled();
    await country.selectOption('Turkey');
    await expectAccessible(page);
    await shot(page, '01-register-1');
    await next.click();
  });

  await test.step('step 2: the vendor; the rest is optional', async () => {
    await expect(step).toContainText('2.');
    await expect(next).toBeDisabled();
    const perDay = page.getByLabel(/^Studies per day/);
    expect((await perDay.locator('option').allTextContents()).slice(1)).toEqual([
      'Less than 50',
      '50-100',
      '100-200',
      '200-500',
      '500-1000',
      'More than 1000',
    ]);
    const modalities = page.getByRole('group', { name: 'Modalities' });
    expect(await modalities.locator('label').allTextContents()).toEqual([
      'CT',
      'MRI',
      'X-Ray',
      'Ultrasound',
      'Mammography',
      'PET',
      'SPECT',
      'Angiography',
      'Fluoroscopy',
      'Other',
    ]);
    await page.getByLabel('PACS vendor').fill('InterPACS');
    await expect(next).toBeEnabled();
    await modalities.getByLabel('CT', { exact: true }).check();
    await modalities.getByLabel('MRI').check();
    await modalities.getByLabel('MRI').uncheck();
    await modalities.getByLabel('X-Ray').check();
    await shot(page, '02-register-2');
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page.getByLabel('Institution name')).toHaveValue('Kıyı Radyoloji');
    await next.click();
    await expect(modalities.getByLabel('CT', { exact: true })).toBeChecked();
    await expect(modalities.getByLabel('MRI')).not.toBeChecked();
    await next.click();
  });

  const submit = page.getByRole('button', { name: /^Submit/ });
  await test.step('step 3: consent, and a failure that stays here', async () => {
    await expect(step).toContainText('3.');
    await expect(submit).toBeDisabled();
    const consent = page.getByLabel('I agree that my personal data is used only to contact me about the trial.');
    await consent.check();
    await expect(submit).toBeEnabled();
    await consent.uncheck();
    await expect(submit).toBeDisabled();
    await consent.check();
    await page.route('**/api/registration', (route) =>
      route.fulfill({ status: 409, json: { message: 'Registration is closed for an hour.', code: 'NOT_READY' } }),
    );
    await submit.click();
    const box = page.getByRole('alert');
    await expect(box).toContainText('Registration is closed for an hour.');
    await expect(box).toHaveAttribute('data-tone', 'error');
    await expect(step).toContainText('3.');
    await shot(page, '03-register-failure');
    await page.unroute('**/api/registration');
  });

  await test.step('submitting, then the success screen and the mail draft', async () => {
    const letGo = await hold(page, '/api/registration');
    await submit.click();
    await expect(page.getByRole('button', { name: 'Submitting...' })).toBeDisabled();
    letGo();
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
    await expect.poll(() => asked.find((url) => url.startsWith('mailto:'))).toBeTruthy();
    const draft = new URL(asked.find((url) => url.startsWith('mailto:'))!);
    expect(draft.pathname).toBe('technical@duai.example');
    expect(draft.searchParams.get('cc')).toBe('ai@duai.example');
    expect(draft.searchParams.get('subject')).toBe('[DuaiCheck Trial] New Registration: Kıyı Radyoloji');
    expect(draft.searchParams.get('body')).toContain('Modalities: CT, X-Ray');
    await expect(page.getByRole('link', { name: 'Go to Login' })).toHaveAttribute('href', `${BASE}/login`);
    await expect(page.getByRole('link', { name: 'Return to Trial Portal' })).toHaveAttribute('href', BASE);
    expect(calls).toEqual(['/api/registration', '/api/registration']);
    await expectAccessible(page);
    await shot(page, '04-registered');
  });
});

test('a user of an institution signs in [TRL-011] [TRL-026] [TRL-027] [TRL-028] [TRL-031] [TRL-032] [TRL-033] [TRL-034] [TRL-035] [TRL-036] [TRL-037] [TRL-038] [TRL-039] [TRL-068] [TRL-087] [TRL-114] [TRL-115] [TRL-123] [TRL-126] [ACC-009] [ACC-010] [ACC-011] [ACC-017]', async ({
  page,
  server,
}) => {
  await test.step('without a user the dashboard leads to the login; the current user is fetched at the start', async () => {
    const current = page.waitForRequest('**/api/auth/user');
    await page.goto(`${BASE}/dashboard`);
    await current;
    await expect(page).toHaveURL(/duaicheck-trial\/login$/);
  });

  await test.step('the card', async () => {
    await expectTyped(page, `${BASE}/login`, 'Many algorithms. One connection. Your reading.');
    await expect(page.getByRole('heading', { name: 'Session Ended' })).toHaveCount(0);
    await expect(page.getByLabel('Username')).toBeVisible();
    const password = page.getByLabel('Password', { exact: true });
    await password.fill('secret-word');
    await expect(password).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(password).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name: 'Hide password' }).click();
    await expect(password).toHaveAttribute('type', 'password');
    await expect(page.getByRole('checkbox', { name: 'Remember me' })).not.toBeChecked();
    await expect(page.getByRole('link', { name: 'Return to Trial Portal' })).toHaveAttribute('href', BASE);
    await expect(page.getByRole('link', { name: 'Need Help?' })).toHaveAttribute(
      'href',
      new RegExp(`^${BASE}(#help)?$`),
    );
    await expectAccessible(page);
    await shot(page, '10-login');
  });

  await test.step('both fields are required; a failure stands in the red box above', async () => {
    await page.getByLabel('Password', { exact: true }).fill('');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByText('Username is required')).toBeVisible();
    await expect(page.getByText('Password is required')).toBeVisible();
    await page.getByLabel('Username').fill('nobody');
    await page.getByLabel('Password', { exact: true }).fill('not-the-password');
    await page.getByRole('button', { name: 'Sign In' }).click();
    const box = page.getByRole('alert');
    await expect(box).toHaveText('These sign-in details are not correct.');
    await expect(box).toHaveAttribute('data-tone', 'error');
    const [boxAt, fieldAt] = await Promise.all([box.boundingBox(), page.getByLabel('Username').boundingBox()]);
    expect(boxAt!.y).toBeLessThan(fieldAt!.y);
    await shot(page, '11-login-failure');
  });

  await test.step('forgot password: a link by mail sets a new one', async () => {
    await page.getByRole('link', { name: 'Forgot password' }).click();
    await page.getByLabel('Email').fill('admin@sample-hospital.example');
    await page.getByRole('button', { name: /send/i }).click();
    const mail = await mailTo(server.address, 'admin@sample-hospital.example', 'reset-password#token=');
    await page.goto(/https?:\S+/.exec(mail.text)![0]);
    await page.getByLabel('New password').fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Save password' }).click();
    await expect(page.getByText('Your password has changed').first()).toBeVisible();
    changedPassword = NEW_PASSWORD;
  });

  await test.step('Authenticating..., then the dashboard behind a spinner', async () => {
    await page.goto(`${BASE}/login`);
    const letGo = await hold(page, '/api/auth/login');
    await page.getByLabel('Username').fill('sample-admin');
    await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByRole('button', { name: 'Authenticating...' })).toBeDisabled();
    letGo();
    await expect(page).toHaveURL(/duaicheck-trial\/dashboard$/);
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
    const letUserGo = await hold(page, '/api/auth/user');
    await page.reload();
    await expect(page.getByRole('status').getByText('Loading')).toBeVisible();
    letUserGo();
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  });

  await test.step('a session that was revoked shows the panel', async () => {
    await runSql(server.dataDir, "update sessions set revoked_at = now() where realm = 'institution'");
    await page.getByRole('link', { name: 'Reports' }).click();
    await expect(page.getByRole('heading', { name: 'Session Ended' })).toBeVisible();
    await shot(page, '12-session-ended');
    await page.getByRole('button', { name: 'Return to Login' }).click();
    await expect(page.getByLabel('Username')).toBeVisible();
  });

  await test.step('a member signs in and is not let into the dashboard', async () => {
    await runSql(
      server.dataDir,
      `insert into institution_users (id, institution_id, username, email, role, password_hash)
       select gen_random_uuid(), institution_id, 'sample-member', 'member@sample-hospital.example', 'member', password_hash
       from institution_users where username = 'sample-admin'`,
    );
    await signIn(page, 'sample-member', NEW_PASSWORD);
    await expect(page).toHaveURL(/\/unauthorized$/);
    await expect(page.getByText("You don't have permission to access this page.")).toBeVisible();
  });
});

test('the dashboard of the sample institution, and the simulation [TRL-013] [TRL-044] [TRL-045] [TRL-050] [TRL-051] [TRL-052] [TRL-053] [TRL-054] [TRL-055] [TRL-058] [TRL-059] [TRL-060] [TRL-077] [TRL-079] [TRL-080] [TRL-081] [TRL-082] [TRL-083] [TRL-084]', async ({
  page,
  server,
}) => {
  await signIn(page, 'sample-admin', changedPassword ?? server.logins.institution.password);
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();

  await test.step('cards, table, partners, upgrade', async () => {
    const tabs = page.getByRole('navigation', { name: 'Dashboard' });
    for (const tab of ['Dashboard', 'Studies', 'AI Models', 'Reports'])
      await expect(tabs.getByRole('link', { name: tab, exact: true })).toBeVisible();
    await expect(page.getByText('Sample data')).toBeVisible();
    await expect(page.getByText('3 of 100')).toBeVisible();
    await expect(page.getByText('28 days')).toBeVisible();
    const expires = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'Europe/Istanbul' });
    const ends = [28 * 24 - 1, 28 * 24].map((hours) => expires.format(Date.now() + hours * 3_600_000));
    await expect(page.getByText(new RegExp(`^expires on (${ends.join('|')})$`))).toBeVisible();
    await expect(page.getByRole('heading', { name: 'PACS upgrade' })).toBeVisible();
    const scans = page.getByRole('table', { name: 'Recent Scans' });
    for (const heading of ['Study info', 'Date', 'Body part', 'Status', 'AI findings'])
      await expect(scans.getByRole('columnheader', { name: heading })).toBeVisible();
    await expect(scans.getByRole('row')).toHaveCount(4);
    for (const row of (await scans.getByRole('row').all()).slice(1)) {
      await expect(row.getByRole('link', { name: /^View/ })).toBeVisible();
      await expect(row.getByRole('link', { name: /^Report/ })).toBeVisible();
    }
    const partners = page.getByRole('region', { name: 'AI partners' });
    await expect(partners.getByRole('listitem')).toHaveCount(6);
    await expect(partners).toContainText('Brain MRI');
    await expect(page.getByRole('link', { name: 'Request Pricing' })).toHaveAttribute('href', /^mailto:pricing@/);
    await expectAccessible(page);
    await shot(page, '20-dashboard-sample');
  });

  await test.step('the simulation says what it is, and takes its time', async () => {
    const dialog = page.getByRole('dialog');
    await expect(dialog).toHaveCount(0);
    const calls: string[] = [];
    const watch = (request: { url(): string; method(): string }) =>
      request.method() !== 'GET' && calls.push(request.url());
    page.on('request', watch);
    await page.clock.install({ time: T0 });
    await page.clock.pauseAt(new Date(T0.getTime() + 60_000));
    const begin = async () => {
      await page.getByRole('button', { name: 'Upload DICOM' }).click();
      await dialog.getByRole('button', { name: 'Try a sample scan' }).click();
      await expect(dialog.getByText('This is a simulation')).toBeVisible();
    };
    await begin();
    await expect(dialog.getByText('Uploading... 0%')).toBeVisible();
    await page.clock.runFor(199);
    await expect(dialog.getByText('Uploading... 0%')).toBeVisible();
    await page.clock.runFor(1);
    await expect(dialog.getByText('Uploading... 5%')).toBeVisible();
    await page.clock.runFor(200);
    await expect(dialog.getByText('Uploading... 10%')).toBeVisible();
    await page.clock.runFor(18 * 200);
    await expect(dialog.getByText('Uploading... 100%')).toBeVisible();
    await page.clock.runFor(499);
    await expect(dialog.getByText('Analysis complete')).toHaveCount(0);
    await page.clock.runFor(1);
    await expect(dialog.getByText('Analysis complete')).toBeVisible();
    await expect(dialog.getByText('Brain MRI')).toBeVisible();
    await shot(page, '21-simulation');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(dialog).toHaveCount(0);

    await begin();
    await expect(dialog.getByText('Uploading... 0%')).toBeVisible();
    await page.clock.runFor(20 * 200 + 500);
    await dialog.getByRole('button', { name: 'View Detailed Report' }).click();
    await expect(dialog).toHaveCount(0);

    await begin();
    await page.clock.runFor(400);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
    await begin();
    await expect(dialog.getByText('Uploading... 0%')).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(calls).toEqual([]);
    page.off('request', watch);
    await page.clock.resume();
  });

  await test.step('logout calls the server, then loads the login anew', async () => {
    const call = page.waitForRequest(
      (request) => request.url().endsWith('/api/auth/logout') && request.method() === 'POST',
    );
    const loaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Logout' }).click();
    await call;
    await loaded;
    await expect(page).toHaveURL(/duaicheck-trial\/login$/);
    await expect(page.getByLabel('Username')).toBeVisible();
    await page.goto(`${BASE}/dashboard`);
    await expect(page).toHaveURL(/duaicheck-trial\/login$/);
  });
});

test('real studies: upload, viewer, report, search, models, reports [TRL-046] [TRL-047] [TRL-048] [TRL-049] [TRL-056] [TRL-057] [TRL-078] [TRL-085] [TRL-116] [TRL-117]', async ({
  page,
  server,
}) => {
  // Real analyses take their time on a busy machine.
  test.slow();
  await signIn(page, 'sample-admin', changedPassword ?? server.logins.institution.password);
  const dialog = page.getByRole('dialog');
  await test.step('only .dcm; the button waits for a file', async () => {
    await page.getByRole('button', { name: 'Upload DICOM' }).click();
    const send = dialog.getByRole('button', { name: 'Upload', exact: true });
    await expect(send).toBeDisabled();
    const input = dialog.getByLabel('DICOM files');
    await expect(input).toHaveAttribute('accept', '.dcm');
    await input.setInputFiles([{ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no scan') }]);
    await expect(dialog.getByText(/photo\.jpg/)).toBeVisible();
    await expect(send).toBeDisabled();
    await input.setInputFiles(await phantomFiles());
    await expect(dialog.getByRole('list', { name: 'Files chosen' }).getByRole('listitem')).toHaveCount(24);
    await expectAccessible(page);
    await shot(page, '30-upload-chosen');
    await send.click();
  });

  await test.step('a real analysis, and its report', async () => {
    await expect(dialog.getByText('Analysis complete')).toBeVisible({ timeout: 60_000 });
    await expect(dialog.getByText(/Lung volume/)).toBeVisible();
    await shot(page, '31-upload-complete');
    await dialog.getByRole('button', { name: 'View Detailed Report' }).click();
    await expect(page).toHaveURL(/studies\/[0-9a-f-]+\/report$/);
    await expect(page.getByRole('heading', { name: 'AI report' })).toBeVisible();
    await expect(page.getByText(/Lung volume [\d.,]+ ml/).first()).toBeVisible();
    await expectAccessible(page);
    await shot(page, '32-report');
    for (const form of ['PDF', 'CSV', 'FHIR', 'DICOM SR']) {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: new RegExp(`^Save as ${form}`) }).click();
      expect((await download).suggestedFilename()).toMatch(/^duaicheck-/);
    }
  });

  await test.step('View opens the viewer, Report the report', async () => {
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await expect(page.getByText('4 of 100')).toBeVisible();
    const first = page.getByRole('table', { name: 'Recent Scans' }).getByRole('row').nth(1);
    await first.getByRole('link', { name: /^View/ }).click();
    await expect(page.getByRole('img', { name: /Slice 1[23] of 24/ })).toBeVisible();
    await expect(page.locator('canvas[data-overlay=LUNG]')).toBeVisible();
    // The address of a study can be kept: it loads by itself.
    await page.reload();
    await expect(page.locator('canvas[data-overlay=LUNG]')).toBeVisible();
    await expectAccessible(page);
    await shot(page, '33-viewer');
    await page.goBack();
    await page
      .getByRole('table', { name: 'Recent Scans' })
      .getByRole('link', { name: /^Report Brain MRI/ })
      .click();
    await expect(
      page.getByRole('region', { name: 'Findings' }).getByText('Sample: no acute abnormality.'),
    ).toBeVisible();
  });

  await test.step('Studies: search, filter, sort, delete', async () => {
    await page.getByRole('searchbox', { name: 'Search studies' }).fill('brain');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Studies' })).toBeVisible();
    const studies = page.getByRole('table', { name: 'Studies' });
    await expect(page.getByText('1 study', { exact: true })).toBeVisible();
    await expect(studies.getByRole('row', { name: /Brain MRI/ })).toBeVisible();
    await page.getByLabel('Text').fill('');
    await page.getByLabel('Text').press('Enter');
    await expect(page.getByText('4 studies')).toBeVisible();
    await page.getByLabel('Modality').selectOption('CT');
    await expect(page.getByText('2 studies')).toBeVisible();
    await page.getByLabel('Modality').selectOption('');
    await studies.getByRole('button', { name: 'Study info' }).click();
    await expect(studies.getByRole('columnheader', { name: 'Study info' })).toHaveAttribute('aria-sort', 'ascending');
    await expect(studies.getByRole('row').nth(1)).toContainText('Abdominal CT');
    await expectAccessible(page);
    await shot(page, '34-studies');
    await page.getByRole('button', { name: 'Delete Abdominal CT' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('3 studies')).toBeVisible();
  });

  await test.step('AI Models: card with figures, switch, rule, dry run', async () => {
    await page.getByRole('link', { name: 'AI Models' }).click();
    await expect(page.getByRole('heading', { name: 'AI Models', level: 1 })).toBeVisible();
    const lung = page.getByRole('listitem').filter({ hasText: 'ct.lung-density' }).first();
    await lung.getByText('Model card').click();
    await expect(lung.getByRole('table').first()).toBeVisible();
    await expectAccessible(page);
    await shot(page, '35-models');
    const isOn = lung.getByRole('checkbox');
    await isOn.click();
    await expect(isOn).not.toBeChecked();
    await page.getByRole('button', { name: 'Dry run' }).click();
    await expect(dialog.getByText('This model is switched off in your institution.')).toBeVisible();
    await shot(page, '36-dry-run');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await isOn.click();
    await expect(isOn).toBeChecked();
    await lung.getByRole('button', { name: 'Add a rule' }).click();
    await dialog.getByLabel('Kernel contains').fill('B40');
    await dialog.getByRole('button', { name: 'Add the rule' }).click();
    await expect(lung.getByText('kernel has B40')).toBeVisible();
    await lung.getByRole('button', { name: 'Remove the rule kernel has B40' }).click();
    await expect(lung.getByText('Every series that the model accepts.')).toBeVisible();
  });

  await test.step('Reports: findings of every analysed study', async () => {
    await page.getByRole('link', { name: 'Reports', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Reports', level: 1 })).toBeVisible();
    await expect(page.getByText(/Lung volume [\d.,]+ ml/)).toBeVisible();
    const [agree, disagree] = ['Agree', 'Disagree'].map((verdict) =>
      page.getByRole('button', { name: new RegExp(`^${verdict}: Lung volume`) }),
    );
    await agree!.click();
    await expect(agree!).toHaveAttribute('aria-pressed', 'true');
    await disagree!.click();
    await expect(disagree!).toHaveAttribute('aria-pressed', 'true');
    await expect(agree!).toHaveAttribute('aria-pressed', 'false');
    await disagree!.click();
    await expect(disagree!).toHaveAttribute('aria-pressed', 'false');
    await expectAccessible(page);
    await shot(page, '37-reports');
  });
});
