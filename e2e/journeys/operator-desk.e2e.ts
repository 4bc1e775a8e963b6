import { accounts, cases, press } from '@duai/contract';
import type { Page } from '@playwright/test';
import type { Instance } from '../../scripts/instance.ts';
import { expectAccessible } from '../support/accessible.ts';
import { codeNow } from '../support/clock.ts';
import { runSql } from '../support/database.ts';
import { newPatient, toast } from '../support/patients.ts';
import { picture } from '../support/pictures.ts';
import { expect, test } from '../support/server.ts';
import { signInStaff, staffClient } from '../support/staff.ts';
import { expectToFit } from '../support/touchable.ts';

test('a release that a colleague changed and withdrew is not published again from an older page; the typed text stays', async ({
  page,
  server,
}) => {
  const colleague = await staffClient(server, 'operator');
  const texts = { title: 'Results', date: '2026-01-05', content: '<p>First</p>', linkUrl: '' };
  const release = await colleague.call(press.createPressRelease, { body: texts });
  await signInStaff(page, server, 'operator');
  await page.goto('/console/press');
  await page.getByRole('button', { name: 'Edit Results' }).click();
  const dialog = page.getByRole('dialog');
  const text = dialog.getByRole('textbox', { name: /^Text/ });
  await text.fill('<p>Of A</p>');
  await colleague.call(press.updatePressRelease, {
    params: { releaseId: release.id },
    body: { ...texts, content: '<p>Of B</p>', seen: release.changedAt, isPublished: false },
  });
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(toast(page).filter({ hasText: 'changed, published or withdrawn this press release' })).toBeVisible();
  await expect(dialog.getByText('This press release was changed or withdrawn meanwhile')).toBeVisible();
  await expect(text).toHaveValue('<p>Of A</p>');
  await expect(dialog.getByRole('button', { name: 'Publish' })).toBeDisabled();
  await dialog.getByText('What is stored now', { exact: true }).click();
  await expect(dialog.getByText('<p>Of B</p>')).toBeVisible();
  await expectAccessible(page);
  await onAllScreens(page, 'outdated-release');

  // Kept over a reload, with what it was written on.
  await page.reload();
  await page.getByRole('button', { name: 'Edit Results' }).click();
  await expect(text).toHaveValue('<p>Of A</p>');
  await dialog.getByRole('button', { name: 'Continue with my text' }).click();
  await dialog.getByRole('button', { name: 'Save as draft' }).click();
  await expect(dialog).toBeHidden();
  expect(await colleague.call(press.listPress)).not.toContainEqual(expect.objectContaining({ id: release.id }));
  const stored = await colleague.call(press.listEditedReleases);
  expect(stored.find(({ id }) => id === release.id)).toMatchObject({ content: '<p>Of A</p>', isPublished: false });

  // The page shows a draft that a colleague has published since: it is not deleted.
  const draft = stored.find(({ id }) => id === release.id)!;
  await colleague.call(press.updatePressRelease, {
    params: { releaseId: release.id },
    body: { ...texts, seen: draft.changedAt, isPublished: true },
  });
  await page.getByRole('button', { name: 'Delete Results' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page).filter({ hasText: 'changed, published or withdrawn this press release' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Withdraw Results' })).toBeVisible();
  expect(await colleague.call(press.listPress)).toContainEqual(expect.objectContaining({ id: release.id }));
});

test('an announcement is refused at its fields, and its text comes back after a session that ended', async ({
  page,
  server,
}) => {
  await signInStaff(page, server, 'operator');
  await page.goto('/console/announcements');
  await page.getByLabel(/^Text$/).fill('   ');
  await page.getByLabel('Text of the link').fill('Visit us');
  await page.getByLabel('Link', { exact: true }).fill('/press');
  await page.getByLabel(/^Last day/).fill('2020-01-01');
  await page.getByRole('button', { name: 'Announce in the news banner' }).click();
  await expect(page.getByLabel(/^Text$/)).toHaveAccessibleDescription('This field is required');
  await expect(page.getByLabel(/^Last day/)).toHaveAccessibleDescription(/This day is past/);
  await expectAccessible(page);
  await onAllScreens(page, 'announcement-refused');

  await page.getByLabel(/^Text$/).fill('We are at the congress');
  const email = await endSession(page, server);
  await page.getByRole('button', { name: 'Announce in the news banner' }).click();
  await signInAgain(page, server, email);
  await expect(page.getByText('Your unsaved text was restored.')).toBeVisible();
  await expect(page.getByLabel(/^Text$/)).toHaveValue('We are at the congress');
  await page.getByLabel(/^Last day/).fill('2099-01-01');
  await page.getByRole('button', { name: 'Announce in the news banner' }).click();
  await expect(page.getByText('Until 1 January 2099')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel(/^Text$/)).toHaveValue('');
});

test('the audit trail is found by the number of a case and by a person, says what was done, and waits over a session', async ({
  page,
  server,
}) => {
  const patient = await newPatient(server.address, { email: 'denetim@duai.example' });
  await patient.call(cases.createCase, { body: { modality: 'CT' } });
  const { caseNumber } = (await patient.call(cases.listCases))[0]!;
  const colleague = await staffClient(server, 'radiologist');
  const { user: given } = await colleague.call(accounts.getStaff);
  await colleague.call(cases.getWorklist);
  await signInStaff(page, server, 'operator');
  await page.goto('/console/users');
  await page.getByLabel('Search').fill(given.email);
  const row = page.getByRole('row').filter({ hasText: given.email });
  await row.getByRole('button', { name: /^Role of/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make operator' }).click();
  await expect(row.getByText('staff · operator').filter({ visible: true }).first()).toBeVisible();
  await row.getByRole('link', { name: /^Audit trail of/ }).click();
  await expect(page).toHaveURL(`/console/audit?who=${given.id}`);
  const table = page.getByRole('region', { name: 'Who did what, newest first' });
  await expect(table.getByRole('button', { name: 'Every cases.worklist' })).toBeVisible();

  await page.goto(`/console/audit?whom=${given.id}&what=set-role`);
  await expect(table.getByRole('definition')).toHaveText('operator');
  await page.goto('/console/audit');
  await page.getByLabel('On whom', { exact: true }).fill(caseNumber);
  await page.getByLabel('On whom', { exact: true }).press('Enter');
  await expect(table.getByRole('button', { name: 'Every cases.create' })).toBeVisible();
  await page.goto('/console/audit');
  await expect(table).toBeVisible();
  await expectAccessible(page);
  await onAllScreens(page, 'audit');

  await page.goto('/console/audit?what=login&outcome=ok');
  await expect(table).toBeVisible();
  const email = await endSession(page, server);
  await page.getByLabel('Outcome', { exact: true }).selectOption('refused');
  await signInAgain(page, server, email);
  await expect(page).toHaveURL('/console/audit?what=login&outcome=refused');
  await expect(page.getByLabel('What', { exact: true })).toHaveValue('login');
});

test('invitations are listed by whether they work; those that ended are sent again; names that are equal are told apart', async ({
  page,
  server,
}) => {
  const sender = await staffClient(server, 'operator');
  const invite = (name: string, email: string) =>
    sender.call(accounts.inviteStaff, { body: { name, email, role: 'radiologist', language: 'en' } });
  await invite('Old One', 'old@duai.example');
  await invite('Open One', 'open@duai.example');
  await runSql(
    server.dataDir,
    `update staff_invitations set expires_at = now() - interval '1 hour' where name = 'Old One'`,
  );
  const colleagues = [await staffClient(server, 'radiologist'), await staffClient(server, 'radiologist')];
  const { user: same } = await colleagues[0]!.call(accounts.getStaff);
  await signInStaff(page, server, 'operator');
  await page.goto('/console/users');
  const open = page.getByRole('region', { name: 'Open invitations' });
  const ended = page.getByRole('region', { name: 'Invitations that no longer work' });
  await expect(open.getByText('open@duai.example')).toBeVisible();
  await expect(open.getByText('old@duai.example')).toBeHidden();
  await expect(ended.getByText(/expired on .* and was never used/)).toBeVisible();

  const rules = page.getByRole('region', { name: 'Who gets which case' });
  await rules.getByRole('button', { name: 'Add a rule' }).click();
  await expect(rules.getByLabel(`${same.name}, ${same.email}`)).toBeVisible();

  const { user } = await sender.call(accounts.getStaff);
  await page.getByLabel('Search').fill(user.email);
  const row = page.getByRole('row').filter({ hasText: user.email });
  await row.getByRole('button', { name: /^Disable/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  await expect(ended.getByText('the sender is no longer an operator')).toBeVisible();
  await expectAccessible(page);
  await onAllScreens(page, 'invitations');
  await ended.getByRole('button', { name: 'Send again to old@duai.example' }).click();
  await expect(open.getByText('old@duai.example')).toBeVisible();

  await page.getByRole('button', { name: 'Invite a colleague' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Full name/).fill('Somebody');
  await dialog.getByLabel(/^E-mail/).fill('not@mail');
  await dialog.getByRole('button', { name: 'Send the invitation' }).click();
  await expect(dialog.getByLabel(/^E-mail/)).toHaveAccessibleDescription('Please enter a valid email address');
  await onAllScreens(page, 'invite-refused');
  await dialog.getByLabel(/^E-mail/).fill(user.email);
  await dialog.getByRole('button', { name: 'Send the invitation' }).click();
  await expect(dialog.getByText('The account with this e-mail address is disabled.')).toBeVisible();
});

/** Ends the session of the page on the server; the page learns of it by its next call. @returns whose it was */
async function endSession(page: Page, server: Instance): Promise<string> {
  const { user } = (await (await page.request.get(accounts.getStaff.path)).json()) as { user: accounts.Staff };
  await runSql(server.dataDir, `update sessions set revoked_at = now() where account_id = '${user.id}'`);
  // The code of the first sign-in is used up.
  await runSql(server.dataDir, `update staff set totp_last_step = 0 where id = '${user.id}'`);
  return user.email;
}

async function signInAgain(page: Page, server: Instance, email: string): Promise<void> {
  await expect(page.getByText('Your session has ended. Sign in to continue.')).toBeVisible();
  const { password, totpSecret } = server.logins.operator;
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('One-time code').fill(await codeNow(server.dataDir, totpSecret));
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function onAllScreens(page: Page, name: string): Promise<void> {
  for (const width of [390, 768, 1440, 1920])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await expectToFit(page);
      await picture(page, `operator-desk/${name}-${width}-${colorScheme}`, { fullPage: true, animations: 'disabled' });
    }
}
