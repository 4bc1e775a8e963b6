import type { Page } from '@playwright/test';
import { startOpenIdProvider } from '../../scripts/test-servers/openid-provider.ts';
import { expectAccessible } from '../support/accessible.ts';
import { picture } from '../support/pictures.ts';
import { test as base, expect } from '../support/server.ts';
import { signInStaff } from '../support/staff.ts';
import { expectToFit } from '../support/touchable.ts';
import { signIn } from '../support/trial.ts';

type OpenIdProvider = Awaited<ReturnType<typeof startOpenIdProvider>>;

/** A server that is allowed to call one provider on this machine. */
const test = base.extend<object, { provider: OpenIdProvider }>({
  provider: [
    async ({ browserName: _ }, use) => {
      const provider = await startOpenIdProvider();
      await use(provider);
      await provider.close();
    },
    { scope: 'worker' },
  ],
  serverEnv: [async ({ provider }, use) => use({ SSO_ALLOWED_HOSTS: provider.host }), { scope: 'worker' }],
});

async function look(page: Page, name: string): Promise<void> {
  for (const [width, colorScheme] of [
    [390, 'light'],
    [768, 'dark'],
    [1440, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await expectToFit(page);
    await picture(page, `single-sign-on/${name}-${width}-${colorScheme}`, { fullPage: true, animations: 'disabled' });
  }
  await expectAccessible(page);
}

test('[PAC-017] an administrator sets up single sign-on, switches passwords off, and an operator lets them in again @long', async ({
  page,
  server,
  provider,
  openBrowser,
}) => {
  const goThere = async (visitor: Page, name: string) => {
    await visitor.goto('/duaicheck-trial/login');
    await visitor.getByRole('button', { name: 'Use your institution’s account' }).click();
    await visitor.getByLabel('Name of your institution').fill(name);
    await visitor.getByRole('button', { name: 'Go on to your provider' }).click();
  };

  await test.step('the administrator names the provider and connects the own account', async () => {
    await signIn(page, 'sample-admin', server.logins.institution.password);
    await page.getByRole('link', { name: 'Members', exact: true }).click();
    const redirectUri = await page.getByText('/api/auth/provider/callback/').textContent();
    provider.admit(redirectUri!);
    await page.getByLabel('Name on the sign-in page').fill('sahil');
    await page.getByLabel('Address of the provider').fill(`${provider.issuer}/elsewhere`);
    await page.getByLabel('Client ID').fill(provider.clientId);
    await page.getByLabel('Client secret').fill(provider.clientSecret);
    await page.getByLabel('Scopes').fill('openid email profile groups');
    await page.getByLabel('Groups of administrators').fill('radyoloji-yonetim');
    await page.getByLabel('Groups of members').fill('radyoloji, stajyer');
    await page.getByRole('button', { name: 'Save and ask the provider' }).click();
    await expect(page.getByText('The provider did not answer as an OpenID provider does')).toBeVisible();
    await page.getByLabel('Address of the provider').fill(provider.issuer);
    await page.getByRole('button', { name: 'Save and ask the provider' }).click();
    await expect(page.getByText('No member has signed in there yet.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Switch passwords off' })).toHaveCount(0);
    provider.person('u-1', { email: 'yonetici@sahil.example', groups: ['radyoloji-yonetim'] });
    provider.become('u-1');
    await page.getByRole('button', { name: 'Connect my account' }).click();
    await expect(page.getByText('Your account is connected.')).toBeVisible();
    await look(page, 'settings');
  });

  await test.step('who has no group with a role is told so', async () => {
    const stranger = await openBrowser({ locale: 'en-GB' });
    provider.person('u-2', { email: 'muhasebe@sahil.example', groups: ['muhasebe'] });
    provider.become('u-2');
    await goThere(stranger, 'sahil');
    await expect(stranger.getByText('none of your groups may use DuaiCheck')).toBeVisible();
    await stranger.getByRole('button', { name: 'Use your institution’s account' }).click();
    await look(stranger, 'login');
    await goThere(stranger, 'nobody');
    await expect(stranger.getByText('No institution signs in by this name')).toBeVisible();
  });

  await test.step('through the provider, passwords are switched off', async () => {
    provider.become('u-1');
    const admin = await openBrowser({ locale: 'en-GB', viewport: { width: 1440, height: 900 } });
    await goThere(admin, 'sahil');
    await admin.getByRole('link', { name: 'Members', exact: true }).click();
    await admin.getByRole('button', { name: 'Switch passwords off' }).click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Switch passwords off' }).click();
    await expect(admin.getByText('Passwords have been off since')).toBeVisible();
    const other = await openBrowser({ locale: 'en-GB' });
    await signIn(other, 'sample-admin', server.logins.institution.password);
    await expect(other.getByText('passwords are switched off')).toBeVisible();
  });

  await test.step('an operator lets passwords in again', async () => {
    const room = await openBrowser({ locale: 'en-GB', viewport: { width: 1440, height: 900 } });
    await signInStaff(room, server, 'operator');
    await room.getByRole('link', { name: 'Institutions' }).click();
    await room.getByRole('button', { name: /^Let .* sign in by password again$/ }).click();
    await picture(room, 'single-sign-on/console-1440-light');
    await room.getByRole('dialog').getByRole('button', { name: 'Passwords' }).click();
    await expect(room.getByText('Passwords work again', { exact: true })).toBeVisible();
    const again = await openBrowser({ locale: 'en-GB', viewport: { width: 1440, height: 900 } });
    await signIn(again, 'sample-admin', server.logins.institution.password);
    await expect(again.getByRole('link', { name: 'Members', exact: true })).toBeVisible();
  });
});
