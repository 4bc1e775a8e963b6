import english from '@duai/texts/en/workplace';
import turkish from '@duai/texts/tr/workplace';
import { expectAccessible } from '../support/accessible.ts';
import { phantomFiles } from '../support/files.ts';
import { expectNoEnglish } from '../support/no-english.ts';
import { expect, test } from '../support/server.ts';
import { BASE } from '../support/trial.ts';

const { portal, scans } = turkish;

/** What people, files and protocols wrote: names of studies, of the institution, of algorithms and of formats. */
const WRITTEN =
  'sample radiology department admin brain chest x-ray abdominal phantom slice lung airways english value prompt density quality series check thorax generated english study label positive negative instance uid';

test('the portal is read in Turkish, and the choice is kept', async ({ page, server }) => {
  const look = (name: string) =>
    test.step(name, async () => {
      await expect(page.getByRole('status', { name: 'Yükleniyor' })).toHaveCount(0);
      await expectNoEnglish(page, WRITTEN, { english, turkish });
      await page.screenshot({ path: `reports/turkish/${name}.png`, fullPage: true, animations: 'disabled' });
    });

  await page.goto(`${BASE}/login`);
  await expect(page.getByRole('heading', { name: english.portal.login.signInToDuaicheck })).toBeVisible();
  await page.getByRole('combobox', { name: 'Language' }).selectOption('tr');
  await expect(page.getByRole('heading', { name: portal.login.signInToDuaicheck })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'tr');
  await look('login');
  await expectAccessible(page);
  await page.getByLabel(portal.login.username).fill('nobody');
  await page.getByLabel(portal.login.password, { exact: true }).fill('wrong password');
  await page.getByRole('button', { name: portal.login.signIn2 }).click();
  await expect(page.getByText(portal.login.theUsernameOrThePassword)).toBeVisible();
  await look('login-refused');

  for (const path of ['register', 'forgot-password', 'reset-password', 'invitation', 'application']) {
    await page.goto(`${BASE}/${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await look(path);
  }

  await page.goto(`${BASE}/login`);
  await page.getByLabel(portal.login.username).fill('sample-admin');
  await page.getByLabel(portal.login.password, { exact: true }).fill(server.logins.institution.password);
  await page.getByRole('button', { name: portal.login.signIn2 }).click();
  await expect(page.getByRole('heading', { name: portal.dashboard.recentScans })).toBeVisible();
  await look('dashboard');

  await page.getByRole('button', { name: portal.dashboard.uploadDicom }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(scans.uploadScanDialog.dicomFiles).setInputFiles(await phantomFiles());
  await look('upload');
  await dialog.getByRole('button', { name: scans.uploadScanDialog.upload, exact: true }).click();
  await expect(dialog.getByText(scans.uploadScanDialog.analysisComplete)).toBeVisible({ timeout: 120_000 });
  await look('uploaded');
  await dialog.getByRole('button', { name: scans.uploadScanDialog.viewDetailedReport }).click();
  await expect(page.getByText(/Akciğer hacmi/).first()).toBeVisible();
  await look('study-report');

  for (const path of [
    'dashboard/studies',
    'dashboard/studies?text=nothing-like-this',
    'dashboard/models',
    'dashboard/reports',
    'proof',
    'usage',
    'integrations',
    'members',
    'data',
  ]) {
    await page.goto(`${BASE}/${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await look(path.replaceAll(/\W/g, '-'));
  }
});
