import { accounts, installedAlgorithms, scans } from '@duai/contract';
import { createHttpClient, imagesForm } from '../../scripts/http-client.ts';
import { NETWORKS, packageOf, zipped } from '../../server/src/testing/packages.ts';
import { dicomFile } from '../support/files.ts';
import { expect, test } from '../support/server.ts';
import { signInStaff, staffClient } from '../support/staff.ts';
import { BASE, look, signIn } from '../support/trial.ts';

test('an operator sees every version, switches one off for one institution, and back on', async ({ page, server }) => {
  await signInStaff(page, server, 'operator');
  await page.getByRole('link', { name: 'Algorithms' }).click();
  await expect(page.getByRole('heading', { name: 'Algorithms', level: 1 })).toBeVisible();
  const lung = page.getByRole('row', { name: /ct\.lung-density/ });
  await expect(lung.getByText('active', { exact: true })).toBeVisible();
  await expect(page.getByText('npm run algorithms -- install mr.brain-volumes FOLDER')).toBeVisible();
  await look(page, 'console-algorithms');

  const dialog = page.getByRole('dialog');
  await page.getByLabel('For', { exact: true }).selectOption({ label: 'Sample Radiology Department' });
  await lung.getByRole('button', { name: /^Switch off/ }).click();
  await dialog.getByRole('button', { name: 'Switch off' }).click();
  await expect(lung.getByText('off', { exact: true })).toBeVisible();
  // Other institutions keep it.
  await page.getByLabel('For', { exact: true }).selectOption('');
  await expect(lung.getByText('active', { exact: true })).toBeVisible();
  await page.getByLabel('For', { exact: true }).selectOption({ label: 'Sample Radiology Department' });
  await expect(lung.getByText('off', { exact: true })).toBeVisible();
  await lung.getByRole('button', { name: /^Make active/ }).click();
  await dialog.getByRole('button', { name: 'Make active' }).click();
  await expect(lung.getByText('active', { exact: true })).toBeVisible();

  const operator = await staffClient(server, 'operator');
  const { versions } = await operator.call(installedAlgorithms.listInstalled);
  const builtin = versions.filter(({ importedAt }) => importedAt === null);
  expect(builtin.every(({ state }) => state === 'active')).toBe(true);
});

const ID = 'test.brightness';
const archive = (name: string, files: ReadonlyMap<string, Uint8Array>) => ({
  name,
  mimeType: 'application/zip',
  buffer: Buffer.from(zipped(files)),
});

test('[CAT-005] an operator imports a package, which is refused with the reason or listed, makes it active for one institution, and its study runs it', {
  tag: '@long',
}, async ({ page, server }) => {
  await signInStaff(page, server, 'operator');
  await page.getByRole('link', { name: 'Algorithms' }).click();
  const choose = page.getByLabel('Package (ZIP)');
  const refusal = page.getByRole('alert').filter({ hasText: 'was not imported' });
  const row = page.getByRole('row', { name: new RegExp(ID) });
  const good = packageOf(NETWORKS.plain);
  const outside = new Map([...good, ['../outside.txt', Buffer.from('x')]]);
  for (const [name, files, reason] of [
    ['outside.zip', outside, 'holds a name that is not allowed: ../outside.txt'],
    ['changed.zip', packageOf(NETWORKS.plain, { files: { 'model.onnx': 'changed' } }), 'differs from the manifest'],
    ['bare.zip', packageOf(NETWORKS.plain, { files: { 'card.md': null } }), 'has no file card.md'],
  ] as const) {
    await choose.setInputFiles(archive(name, files));
    await expect(refusal).toContainText(`${name} was not imported`);
    await expect(refusal).toContainText(reason);
    await expect(refusal).toContainText('Nothing was stored.');
  }
  await expect(row).toHaveCount(0);
  await look(page, 'console-import-refused');

  await choose.setInputFiles(archive('good.zip', good));
  await expect(page.getByText(`${ID} 1.0.0 is imported and off`)).toBeVisible();
  await expect(refusal).toHaveCount(0);
  await expect(page.getByText('modality CT')).toBeVisible();
  await expect(page.getByText(/^model\.onnx, .*SHA-256 verified: [0-9a-f]{64}$/)).toBeVisible();
  await page.getByText('Show the model card').click();
  await expect(page.getByText(`# ${ID} 1.0.0: brightness`)).toBeVisible();
  await expect(row.getByText('off', { exact: true })).toBeVisible();
  await look(page, 'console-import-done');

  const dialog = page.getByRole('dialog');
  await page.getByLabel('For', { exact: true }).selectOption({ label: 'Sample Radiology Department' });
  await row.getByRole('button', { name: /^Make active/ }).click();
  await dialog.getByRole('button', { name: 'Make active' }).click();
  await expect(row.getByText('active', { exact: true })).toBeVisible();

  const department = createHttpClient(server.address);
  await department.call(accounts.loginInstitutionUser, { body: server.logins.institution });
  const { scan } = await department.call(scans.uploadScan, {
    form: imagesForm([{ name: 'one.dcm', bytes: dicomFile() }]),
  });
  const params = { scanId: scan.id };
  await expect
    .poll(async () => (await department.call(scans.getScan, { params })).scan.status, { timeout: 60_000 })
    .not.toBe('processing');
  await signIn(page, server.logins.institution.username, server.logins.institution.password);
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  await page.goto(`${BASE}/dashboard/studies/${scan.id}/report`);
  await expect(page.getByText(`${ID} 1.0.0`).first()).toBeVisible();

  // One click rolls back: the version no longer runs, and its results stay.
  const operator = await staffClient(server, 'operator');
  const { institution } = (await department.call(accounts.getInstitutionUser)).user;
  await operator.call(installedAlgorithms.changeVersion, {
    params: { algorithmId: ID, version: '1.0.0' },
    body: { change: 'roll-back', institutionId: institution.id },
  });
  const { versions } = await operator.call(installedAlgorithms.listInstalled, {
    query: { institutionId: institution.id },
  });
  expect(versions.find(({ id }) => id === ID)).toMatchObject({ state: 'off' });
  const { analyses } = await department.call(scans.getScan, { params });
  expect(analyses.find(({ algorithmId }) => algorithmId === ID)).toMatchObject({ algorithmVersion: '1.0.0' });
});
