import { randomUUID } from 'node:crypto';
import { accounts } from '@duai/contract';
import { expect, type Page } from '@playwright/test';
import { createHttpClient, type HttpClient } from '../../scripts/http-client.ts';
import type { Instance } from '../../scripts/instance.ts';
import { codeNow } from './clock.ts';
import { runSql } from './database.ts';

type Role = 'radiologist' | 'operator';

/**
 * Creates a colleague of the sample login with the same password and secret. A one-time code works once for an account, so
 * every sign-in of a journey uses its own account.
 */
async function newStaff(server: Instance, role: Role) {
  const sample = server.logins[role];
  const email = `${role}-${randomUUID()}@duai.example`;
  await runSql(
    server.dataDir,
    `insert into staff (id, email, name, role, password_hash, totp_secret_encrypted)
     select gen_random_uuid(), '${email}', name, role, password_hash, totp_secret_encrypted
     from staff where email = '${sample.email}'`,
  );
  return { email, password: sample.password, code: await codeNow(server.dataDir, sample.totpSecret) };
}

/** Signs in staff with the form and waits for their first page. */
export async function signInStaff(page: Page, server: Instance, role: Role): Promise<void> {
  const { email, password, code } = await newStaff(server, role);
  await page.goto(`${server.address}/console/login`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('One-time code').fill(code);
  await page.getByRole('button', { name: 'Sign in' }).click();
  const first = role === 'operator' ? 'System health' : 'Worklist';
  await expect(page.getByRole('heading', { name: first })).toBeVisible();
}

/** A signed-in staff client over HTTP. */
export async function staffClient(server: Instance, role: Role): Promise<HttpClient> {
  const http = createHttpClient(server.address);
  await http.call(accounts.loginStaff, { body: await newStaff(server, role) });
  return http;
}

/** The confirmation with which every account of `newStaff` signs. */
export const signsOn = (server: Instance) => ({ confirmation: { password: server.logins.radiologist.password } });

/** Confirms the signer's identity in the open signature dialog, and signs. */
export async function signNow(page: Page, server: Instance): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill(server.logins.radiologist.password);
  await dialog.getByRole('button', { name: 'Sign now' }).click();
}

/** Gives a verdict on every result of the algorithms on the reading page, which signing requires. */
export async function acceptResults(page: Page): Promise<void> {
  for (const choice of await page.getByRole('group', { name: /^Your verdict on/ }).all()) {
    const accept = choice.getByRole('button', { name: 'Accept' });
    await accept.click();
    await expect(accept).toHaveAttribute('aria-pressed', 'true');
  }
  await expect(page.getByText('Every AI result judged')).toBeVisible();
}

/** Ticks every box that acknowledges that the images name somebody other than the person of the case. */
export async function acknowledgeIdentity(page: Page): Promise<void> {
  for (const box of await page
    .getByRole('checkbox', { name: /I have checked that these images belong to this case/ })
    .all())
    await box.check();
}
