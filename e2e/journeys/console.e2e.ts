import { trial } from '@duai/contract';
import { createHttpClient } from '../../scripts/http-client.ts';
import { mailTo } from '../support/mailbox.ts';
import { expect, test } from '../support/server.ts';
import { signInStaff } from '../support/staff.ts';

test('an operator reaches applications, institutions, press, announcements, users, audit and health [ACC-021] [ACC-022]', async ({
  page,
  server,
}) => {
  await createHttpClient(server.address).call(trial.registerTrial, {
    body: {
      institutionName: 'Kıyı Radyoloji',
      contactName: 'Derya Örnek',
      email: 'derya@kiyi.example',
      phone: '+90 555 000 00 00',
      country: 'Turkey',
      pacsVendor: 'InterPACS',
      gdprConsent: true,
    },
  });
  await signInStaff(page, server, 'operator');
  await expect(page.getByText('Healthy').first()).toBeVisible();
  await page.screenshot({ path: 'reports/journey/20-health.png' });

  await page.getByRole('link', { name: 'Applications' }).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('approved', { exact: true })).toBeVisible();
  await mailTo(server.address, 'derya@kiyi.example', 'invitation#token=');
  await page.screenshot({ path: 'reports/journey/21-applications.png' });

  await page.getByRole('link', { name: 'Institutions' }).click();
  await expect(page.getByText('Kıyı Radyoloji')).toBeVisible();
  await expect(page.getByText('Sample Radiology Department')).toBeVisible();

  await page.getByRole('link', { name: 'Press' }).click();
  await page.getByRole('button', { name: 'New press release' }).click();
  await page.getByLabel(/^Title/).fill('A new release');
  await page.getByLabel(/^Text \(HTML\)/).fill('<p>Text</p><script>alert(1)</script>');
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByRole('heading', { name: 'A new release' })).toBeVisible();

  await page.getByRole('link', { name: 'Announcements' }).click();
  await page
    .getByLabel(/^Text \*|^Text$/)
    .first()
    .fill('We are at the congress');
  await page.getByLabel(/^Text of the link/).fill('Visit us');
  await page.getByLabel(/^Link/).fill('/press');
  await page.getByRole('button', { name: 'Announce in the news banner' }).click();
  await expect(page.getByText('We are at the congress')).toBeVisible();

  await page.getByRole('link', { name: 'Users' }).click();
  await page.getByLabel('Search').fill('radiologist');
  await expect(page.getByText('radiologist@duai.example')).toBeVisible();
  await expect(page.getByText('patient@duai.example')).toBeHidden();
  await page.screenshot({ path: 'reports/journey/22-users.png' });

  await page.getByRole('link', { name: 'Audit' }).click();
  await expect(page.getByText('press.announce')).toBeVisible();
  await page.screenshot({ path: 'reports/journey/23-audit.png' });

  await page.goto('/console/worklist');
  await expect(page.getByText('This page is not for your role', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/console\/health/);
});
