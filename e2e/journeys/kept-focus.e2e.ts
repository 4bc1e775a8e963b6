import { newPatient, signIn } from '../support/patients.ts';
import { expect, test } from '../support/server.ts';
import { signIn as signInAtTrial } from '../support/trial.ts';

test('what a step takes away leaves the keyboard near by: patient, shared link, portal', async ({ page, server }) => {
  const press = async (name: string | RegExp) => {
    const button = page.getByRole('button', { name, exact: typeof name === 'string' });
    await button.focus();
    await page.keyboard.press('Enter');
    return button;
  };

  await test.step('patient: a session that is ended takes its button along', async () => {
    const email = 'odak@duai.example';
    await newPatient(server.address, { email });
    await signIn(page, email);
    await page.goto('/second-opinion/settings');
    const sessions = page.getByRole('region', { name: 'Açık oturumlar' });
    await expect(sessions.getByRole('listitem')).toHaveCount(2);
    await press(/oturumunu kapat/);
    await expect(sessions.getByRole('listitem')).toHaveCount(1);
    await expect(page.locator('main :focus')).toBeVisible();
  });

  await test.step('shared link: a refused PIN gives its button the focus again', async () => {
    await page.goto('/shared#token=yarim');
    await page.getByLabel('PIN kodu').fill('123 456');
    const open = await press('Raporu aç');
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(open).toBeFocused();
  });

  await test.step('portal: an invitation that failed as well', async () => {
    await signInAtTrial(page, server.logins.institution.username, server.logins.institution.password);
    await page.getByRole('link', { name: 'Members' }).click();
    await page.getByLabel('E-mail of a colleague').fill('ekip@duai.example');
    await page.route('**/members/invitations', (route) => route.abort('internetdisconnected'), { times: 1 });
    const invite = await press('Invite');
    await expect(page.getByText(/server could not be reached/)).toBeVisible();
    await expect(invite).toBeFocused();
  });
});
