import { expect, type Page } from '@playwright/test';
import { generate } from 'otplib';
import type { Instance } from '../../scripts/instance.ts';

/** Signs the sample radiologist in by the form; a one-time code works once, so one server takes one such sign-in. */
export async function signInStaff(page: Page, server: Instance): Promise<void> {
  const { radiologist } = server.logins;
  await page.goto(`${server.address}/console/login`);
  await page.getByLabel('Email').fill(radiologist.email);
  await page.getByLabel('Password', { exact: true }).fill(radiologist.password);
  await page.getByLabel('One-time code').fill(await generate({ secret: radiologist.totpSecret }));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Worklist' })).toBeVisible();
}
