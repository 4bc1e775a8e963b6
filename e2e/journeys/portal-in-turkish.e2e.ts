import english from '@duai/texts/en/workplace';
import turkish from '@duai/texts/tr/workplace';
import { expectAccessible } from '../support/accessible.ts';
import { expectNoEnglish } from '../support/no-english.ts';
import { expect, test } from '../support/server.ts';
import { BASE } from '../support/trial.ts';

const { portal } = turkish;

test('the sign-in of the portal is read in Turkish', async ({ page }) => {
  const look = (name: string) =>
    test.step(name, async () => {
      await expect(page.getByRole('status', { name: 'Yükleniyor' })).toHaveCount(0);
      await expectNoEnglish(page, '', { english, turkish });
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
});
