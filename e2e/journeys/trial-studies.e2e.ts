import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { scans } from '@duai/contract';
import { zipSync } from 'fflate';
import { createHttpClient } from '../../scripts/http-client.ts';
import { scanSource } from '../../web/src/features/scans/scan-source.ts';
import { expectAccessible } from '../support/accessible.ts';
import { phantomFiles } from '../support/files.ts';
import { expect, test } from '../support/server.ts';
import { expectSource } from '../support/sources.ts';
import { shot, signIn } from '../support/trial.ts';

test('real studies: upload, viewer, report, search, models, reports [TRL-046] [TRL-047] [TRL-048] [TRL-049] [TRL-056] [TRL-057] [TRL-078] [TRL-085] [TRL-116] [TRL-117] [CAT-015]', async ({
  page,
  server,
}) => {
  await signIn(page, 'sample-admin', server.logins.institution.password);
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
    await input.setInputFiles([{ name: 'notes.dcm', mimeType: 'application/dicom', buffer: Buffer.from('no scan') }]);
    await send.click();
    await expect(dialog.getByText('1 file was not accepted')).toBeVisible();
    await expect(dialog.getByText('This file is not DICOM; only DICOM (.dcm) is accepted here.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Remove notes.dcm' }).click();
    await input.setInputFiles(await phantomFiles());
    await expect(dialog.getByRole('list', { name: 'Files chosen' }).getByRole('listitem')).toHaveCount(24);
    await expectAccessible(page);
    const age = dialog.getByLabel('Age at the examination, in years');
    await age.fill('abc');
    await send.click();
    await expect(dialog.getByText('Please enter the age in completed years, 0 to 120')).toBeVisible();
    await age.fill('44');
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
    await expect(page.getByText('44 years (stated at the upload)')).toBeVisible();
    await expect(page.getByText(/Lung volume [\d.,]+ ml/).first()).toBeVisible();
    await expectAccessible(page);
    await shot(page, '32-report');
    for (const form of ['PDF', 'CSV', 'FHIR', 'DICOM SR', 'DICOM SEG']) {
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
    await expect(page.locator('canvas[data-overlay~=LUNG]')).toBeVisible();
    // The URL of a study can be bookmarked: it loads by itself.
    await page.reload();
    await expect(page.locator('canvas[data-overlay~=LUNG]')).toBeVisible();
    await expectAccessible(page);
    await shot(page, '33-viewer');
    const http = createHttpClient(server.address);
    http.useCookies((await page.context().cookies()).map(({ name, value }) => [name, value]));
    const scanId = /studies\/([\w-]+)/.exec(page.url())![1]!;
    const source = scanSource(await http.call(scans.getScan, { params: { scanId } }), []);
    await expectSource(source, http, server.address);
    await page.goBack();
    await page
      .getByRole('table', { name: 'Recent Scans' })
      .getByRole('link', { name: /^Report Brain MRI/ })
      .click();
    await expect(page.getByRole('region', { name: 'Findings' }).getByText('qc.series').first()).toBeVisible();
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
    await page.getByLabel('Source').selectOption('browser');
    await expect(page.getByText('1 study', { exact: true })).toBeVisible();
    await page.getByLabel('Source').selectOption('');
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
    // The uploaded series, and those of the two remaining sample scans.
    const counts = dialog.getByRole('list', { name: 'Series for each model' });
    await expect(counts).toContainText('qc.series: 3 of 3 series');
    await expect(counts).toContainText('ct.lung-density: 0 of 3 series');
    const row = dialog.getByRole('table').getByRole('row').nth(1);
    await expect(row.getByRole('cell').last()).toContainText('This model is switched off in your institution.');
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
    // Remarks on the images have no buttons for a verdict.
    await expect(page.getByText(/^No quality issues found/).first()).toBeVisible();
    await expect(page.getByRole('button', { name: /^(Agree|Disagree): No quality issues found/ })).toHaveCount(0);
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

test('a folder whose connection was lost on the way is sent again by itself, and nothing is taken twice', async ({
  page,
  server,
}) => {
  await signIn(page, 'sample-admin', server.logins.institution.password);
  let sent = 0;
  await page.route('**/api/trial/scans', (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    sent += 1;
    return sent === 1 ? route.abort('internetdisconnected') : route.continue();
  });
  await page.getByRole('link', { name: 'Studies' }).click();
  await page.getByRole('button', { name: 'Upload folder or ZIP' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Choose a folder').setInputFiles(dirname((await phantomFiles())[0]!));
  await expect(dialog.getByRole('status')).toContainText(/^24 files/);
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(dialog.getByText('1 study uploaded')).toBeVisible({ timeout: 60_000 });
  await expect(dialog.getByText(/were not accepted/)).toBeHidden();
  expect(sent).toBe(2);
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  await test.step('the same as a ZIP archive is the same study', async () => {
    const files = await Promise.all((await phantomFiles()).map(async (path) => [basename(path), await readFile(path)]));
    const zip = zipSync({ CT: Object.fromEntries(files), 'Thumbs.db': new Uint8Array(9) }, { level: 1 });
    await page.getByRole('button', { name: 'Upload folder or ZIP' }).first().click();
    await dialog
      .getByLabel('Files or ZIP archives')
      .setInputFiles([{ name: 'disc.zip', mimeType: 'application/zip', buffer: Buffer.from(zip) }]);
    await expect(dialog.getByRole('status')).toContainText(/^24 files/);
    await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
    await expect(dialog.getByText('1 study uploaded')).toBeVisible({ timeout: 60_000 });
    await expect(dialog.getByText('24 files were not accepted')).toBeVisible();
    await expect(dialog.getByText('This file was already uploaded.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
  });

  await test.step('what is too large to be measured is said before it is sent, on both ways in', async () => {
    // A sparse file; nothing of it is read before it is sent.
    const large = join(await mkdtemp(join(tmpdir(), 'duai-large-')), 'large.dcm');
    await writeFile(large, '');
    await truncate(large, 460_000_000);
    for (const [way, input] of [
      ['Upload folder or ZIP', 'Files or ZIP archives'],
      ['Upload DICOM', 'DICOM files'],
    ] as const) {
      await page.getByRole('button', { name: way }).first().click();
      await dialog.getByLabel(input).setInputFiles(large);
      await expect(dialog.getByText('A large study')).toBeVisible();
      await expect(dialog.getByText(/more than 224 million voxels/)).toBeVisible();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
    }
    await rm(dirname(large), { recursive: true });
  });
});
