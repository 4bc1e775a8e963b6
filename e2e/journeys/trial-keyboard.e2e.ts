import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { readCsv } from '../../server/src/core/files/csv.ts';
import { phantomFiles } from '../support/files.ts';
import {
  expectReadingOrder,
  expectTrapped,
  openFileChooser,
  pressOn,
  timersRun,
  typeInto,
} from '../support/keyboard.ts';
import { expect, test } from '../support/server.ts';
import { BASE } from '../support/trial.ts';

test('the main path of a department by keyboard alone: sign in, a folder, its result, agree and disagree, export', {
  tag: '@long',
}, async ({ page, server }) => {
  const { keyboard } = page;
  const dialog = page.getByRole('dialog');
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
  const { username, password } = server.logins.institution;

  await test.step('signing in: what is missing gets the focus', async () => {
    await page.goto(`${BASE}/login`);
    await pressOn(page, button('Sign In'));
    await expect(page.getByLabel('Username')).toBeFocused();
    await timersRun(page);
    await keyboard.type(username);
    await typeInto(page, page.getByLabel('Password', { exact: true }), password);
    await keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
    await expectReadingOrder(page);
  });

  await test.step('a folder: the dialog holds the focus through all its steps and gives it back', async () => {
    await pressOn(page, page.getByRole('link', { name: 'Studies' }));
    await expect(page.getByRole('heading', { name: 'Studies', level: 1 })).toBeVisible();
    const open = button('Upload folder or ZIP');
    await pressOn(page, open);
    await expectTrapped(page, dialog);
    await keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(open).toBeFocused();
    await keyboard.press('Enter');
    const chooser = await openFileChooser(page, dialog.getByLabel('Choose a folder'));
    await chooser.setFiles(dirname((await phantomFiles())[0]!));
    await expect(dialog.getByRole('status')).toContainText(/^24 files/);
    await pressOn(page, dialog.getByRole('button', { name: 'Upload', exact: true }));
    await expect(dialog.getByText('1 study uploaded')).toBeVisible({ timeout: 60_000 });
    // The pressed button is gone, but the focus is still in the dialog, and Escape closes it.
    await keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(open).toBeFocused();
  });

  const table = page.getByRole('table', { name: 'Studies' });
  await test.step('the result, its images and its report', async () => {
    await expect(table.getByText(/Lung volume/).filter({ visible: true })).toBeVisible({ timeout: 90_000 });
    await expectReadingOrder(page);
    const row = table.getByRole('row').filter({ hasText: 'Lung volume' });
    await pressOn(page, row.getByRole('link', { name: /^View/ }));
    await expect(page.getByRole('img', { name: /Slice 1[23] of 24/ })).toBeVisible();
    await pressOn(page, page.getByRole('link', { name: 'Report', exact: true }));
    await expect(page.getByRole('heading', { name: 'AI report' })).toBeVisible();
    await expectReadingOrder(page);
  });

  await test.step('agree with one finding, disagree with the next, take that back', async () => {
    const agree = button(/^Agree: Lung volume/);
    const disagree = button(/^Disagree: Mean lung density/);
    await pressOn(page, agree, 'Space');
    await expect(agree).toHaveAttribute('aria-pressed', 'true');
    await expect(agree).toBeFocused();
    await pressOn(page, disagree);
    await expect(disagree).toHaveAttribute('aria-pressed', 'true');
    await keyboard.press('Enter');
    await expect(disagree).toHaveAttribute('aria-pressed', 'false');
  });

  await test.step('the report as CSV', async () => {
    const download = page.waitForEvent('download');
    await pressOn(page, button(/^Save as CSV/));
    const lines = readCsv(await readFile(await (await download).path(), 'utf8'));
    expect(lines.map(({ cells }) => cells.join(' ')).join('\n')).toContain('Lung volume');
  });

  await test.step('out', async () => {
    await pressOn(page, button('Logout'));
    await expect(page).toHaveURL(/duaicheck-trial\/login$/);
  });
});
