import { installedAlgorithms } from '@duai/contract';
import { expect, test } from '../support/server.ts';
import { signInStaff, staffClient } from '../support/staff.ts';
import { look } from '../support/trial.ts';

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
  // Others keep it.
  await page.getByLabel('For', { exact: true }).selectOption('');
  await expect(lung.getByText('active', { exact: true })).toBeVisible();
  await page.getByLabel('For', { exact: true }).selectOption({ label: 'Sample Radiology Department' });
  await expect(lung.getByText('off', { exact: true })).toBeVisible();
  await lung.getByRole('button', { name: /^Make active/ }).click();
  await dialog.getByRole('button', { name: 'Make active' }).click();
  await expect(lung.getByText('active', { exact: true })).toBeVisible();

  const operator = await staffClient(server, 'operator');
  const { versions } = await operator.call(installedAlgorithms.listInstalled);
  expect(versions.every(({ state, importedAt }) => state === 'active' && importedAt === null)).toBe(true);
});
