import { catalogue } from '@duai/contract';
import { expectAccessible } from '../support/accessible.ts';
import { runSql } from '../support/database.ts';
import { hold } from '../support/hold.ts';
import { mailTo } from '../support/mailbox.ts';
import { expect, test } from '../support/server.ts';
import { BASE, expectTyped, linkIn, shot, signIn, T0 } from '../support/trial.ts';

const NEW_PASSWORD = 'kuytu-liman-77';
/** Set by the first test by mail; before that, the sample login's own. */
let changedPassword: string | undefined;

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
    await expect(box).toHaveText('The e-mail address or the password is incorrect.');
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
    await page.goto(linkIn(mail.text));
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
    // The page may refetch by itself and learn of the end before the click.
    const ended = page.getByRole('heading', { name: 'Session Ended' });
    await page.getByRole('link', { name: 'Reports' }).or(ended).first().click();
    await expect(ended).toBeVisible();
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
    await expect(page.getByRole('link', { name: 'Connect your PACS' })).toHaveAttribute(
      'href',
      '/duaicheck-trial/pacs',
    );
    const scans = page.getByRole('table', { name: 'Recent Scans' });
    for (const heading of ['Study info', 'Date', 'Body part', 'Status', 'AI findings'])
      await expect(scans.getByRole('columnheader', { name: heading })).toBeVisible();
    await expect(scans.getByRole('row')).toHaveCount(4);
    for (const row of (await scans.getByRole('row').all()).slice(1)) {
      await expect(row.getByRole('link', { name: /^View/ })).toBeVisible();
      await expect(row.getByRole('link', { name: /^Report/ })).toBeVisible();
    }
    const partners = page.getByRole('region', { name: 'AI partners' });
    // The partners are the makers of the models that this institution has, not a list of names.
    await expect(partners.getByRole('heading', { level: 3 })).toHaveText(['DUAI']);
    const models: catalogue.Model[] = await (await page.request.get(catalogue.listModels.path)).json();
    const shown = partners.getByRole('listitem').filter({ hasNot: page.getByRole('list') });
    await expect(shown).toContainText(models.map(({ title }) => title.en));
    const running = models.filter(({ isAssisted }) => !isAssisted).length;
    await expect(partners).toContainText(`${models.length} models, ${running} switched on`);
    await expect(shown.filter({ hasText: 'Calcium score' })).toContainText('on an outlined region');
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
