import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessible.ts';
import { hold } from '../support/hold.ts';
import { expect, test } from '../support/server.ts';
import { BASE, expectTyped, shot } from '../support/trial.ts';

/** Addresses that the page asked the browser to open. */
async function navigations(page: Page): Promise<string[]> {
  const asked: string[] = [];
  const session = await page.context().newCDPSession(page);
  await session.send('Page.enable');
  session.on('Page.frameRequestedNavigation', ({ url }) => asked.push(url));
  return asked;
}

test('an institution registers in three steps [TRL-012] [TRL-040] [TRL-041] [TRL-042] [TRL-043] [TRL-072] [TRL-073] [TRL-074] [TRL-075] [TRL-076] [TRL-099] [TRL-100] [TRL-101] [TRL-102] [TRL-103] [TRL-105] [TRL-106] [TRL-107] [TRL-108] [TRL-109] [TRL-110] [TRL-111] [TRL-112] [TRL-113] [TRL-118] [TRL-137] [API-011]', async ({
  page,
}) => {
  await expectTyped(page, `${BASE}/register`, '30 days and 100 scans, on your own images.');
  const asked = await navigations(page);
  const calls: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && calls.push(new URL(request.url()).pathname));
  const next = page.getByRole('button', { name: 'Continue' });
  const step = page.locator('[aria-current=step]');

  await test.step('step 1: all five, country too', async () => {
    await expect(step).toContainText('1.');
    await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email');
    await expect(page.getByLabel('Phone')).toHaveAttribute('type', 'tel');
    const country = page.getByLabel('Country');
    await expect(country).toHaveAttribute('required', '');
    expect((await country.locator('option').allTextContents()).slice(1)).toEqual([
      'United States',
      'United Kingdom',
      'Germany',
      'France',
      'Japan',
      'India',
      'Canada',
      'Australia',
      'Turkey',
      'Other',
    ]);
    const fields = {
      'Institution name': 'Kıyı Radyoloji',
      'Contact name': 'Derya Örnek',
      Email: 'derya@kiyi.example',
      Phone: '+90 555 000 00 00',
    };
    await country.selectOption('Turkey');
    for (const [label, value] of Object.entries(fields)) {
      await expect(next).toBeDisabled();
      await page.getByLabel(label).fill(value);
    }
    await expect(next).toBeEnabled();
    await country.selectOption('');
    await expect(next).toBeDisabled();
    await country.selectOption('Turkey');
    await expectAccessible(page);
    await shot(page, '01-register-1');
    await page.getByLabel('Email').fill('derya@kiyi@example');
    await next.click();
    await expect(page.getByText('Please enter a valid email address')).toBeVisible();
    await expect(page.getByLabel('Email')).toBeFocused();
    await page.getByLabel('Email').fill('derya@kiyi.example');
    await next.click();
  });

  await test.step('step 2: the vendor; the rest is optional', async () => {
    await expect(step).toContainText('2.');
    await expect(next).toBeDisabled();
    const perDay = page.getByLabel(/^Studies per day/);
    expect((await perDay.locator('option').allTextContents()).slice(1)).toEqual([
      'Less than 50',
      '50-100',
      '100-200',
      '200-500',
      '500-1000',
      'More than 1000',
    ]);
    const modalities = page.getByRole('group', { name: 'Modalities' });
    expect(await modalities.locator('label').allTextContents()).toEqual([
      'CT',
      'MRI',
      'X-Ray',
      'Ultrasound',
      'Mammography',
      'PET',
      'SPECT',
      'Angiography',
      'Fluoroscopy',
      'Other',
    ]);
    await page.getByLabel('PACS vendor').fill('InterPACS');
    await expect(next).toBeEnabled();
    await modalities.getByLabel('CT', { exact: true }).check();
    await modalities.getByLabel('MRI').check();
    await modalities.getByLabel('MRI').uncheck();
    await modalities.getByLabel('X-Ray').check();
    await shot(page, '02-register-2');
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page.getByLabel('Institution name')).toHaveValue('Kıyı Radyoloji');
    await next.click();
    await expect(modalities.getByLabel('CT', { exact: true })).toBeChecked();
    await expect(modalities.getByLabel('MRI')).not.toBeChecked();
    await next.click();
  });

  const submit = page.getByRole('button', { name: /^Submit/ });
  await test.step('step 3: consent, and a failure that stays here', async () => {
    await expect(step).toContainText('3.');
    await expect(submit).toBeDisabled();
    const consent = page.getByLabel('I agree that my personal data is used only to contact me about the trial.');
    await consent.check();
    await expect(submit).toBeEnabled();
    await consent.uncheck();
    await expect(submit).toBeDisabled();
    await consent.check();
    await page.route('**/api/registration', (route) =>
      route.fulfill({ status: 409, json: { message: 'Registration is closed for an hour.', code: 'NOT_READY' } }),
    );
    await submit.click();
    const box = page.getByRole('alert');
    await expect(box).toContainText('Registration is closed for an hour.');
    await expect(box).toHaveAttribute('data-tone', 'error');
    await expect(step).toContainText('3.');
    await shot(page, '03-register-failure');
    await page.unroute('**/api/registration');
  });

  await test.step('submitting, then the success screen and the mail draft', async () => {
    const letGo = await hold(page, '/api/registration');
    await submit.click();
    await expect(page.getByRole('button', { name: 'Submitting...' })).toBeDisabled();
    letGo();
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
    await expect.poll(() => asked.find((url) => url.startsWith('mailto:'))).toBeTruthy();
    const draft = new URL(asked.find((url) => url.startsWith('mailto:'))!);
    expect(draft.pathname).toBe('technical@duai.example');
    expect(draft.searchParams.get('cc')).toBe('ai@duai.example');
    expect(draft.searchParams.get('subject')).toBe('[DuaiCheck Trial] New Registration: Kıyı Radyoloji');
    expect(draft.searchParams.get('body')).toContain('Modalities: CT, X-Ray');
    await expect(page.getByRole('link', { name: 'Go to Login' })).toHaveAttribute('href', `${BASE}/login`);
    await expect(page.getByRole('link', { name: 'Return to Trial Portal' })).toHaveAttribute('href', BASE);
    expect(calls).toEqual(['/api/registration', '/api/registration']);
    await expectAccessible(page);
    await shot(page, '04-registered');
  });
});
