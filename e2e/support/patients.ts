import { accounts, CONSENT_PURPOSES, CONSENT_VERSION, cases } from '@duai/contract';
import type { Locator, Page } from '@playwright/test';
import { createHttpClient, type HttpClient } from '../../scripts/http-client.ts';
import { mailTo } from './mailbox.ts';

export const PASSWORD = 'yosunlu-kaya-42';

interface Wish {
  email: string;
  isVerified?: boolean;
  hasConsents?: boolean;
}

/** Creates a patient over HTTP; the client is signed in. */
export async function newPatient(
  address: string,
  { email, isVerified = true, hasConsents = true }: Wish,
): Promise<HttpClient> {
  const http = createHttpClient(address);
  const consents = CONSENT_PURPOSES.map((purpose) => ({
    purpose,
    textVersion: CONSENT_VERSION,
    language: 'tr' as const,
  }));
  const { token } = await http.call(accounts.registerPatient, {
    body: {
      firstName: 'Zeynep',
      lastName: 'Işık',
      email,
      password: PASSWORD,
      language: 'tr',
      ...(hasConsents && { consents }),
    },
  });
  http.useToken(token);
  if (isVerified) {
    const mail = await mailTo(address, email, 'verify-email');
    await http.call(accounts.verifyEmail, { body: { token: /#token=([\w-]+)/.exec(mail.text)![1]! } });
  }
  return http;
}

/** Signs in the same patient again over HTTP. */
export async function signedIn(address: string, email: string): Promise<HttpClient> {
  const http = createHttpClient(address);
  http.useToken((await http.call(accounts.loginPatient, { body: { email, password: PASSWORD } })).token);
  return http;
}

/** Signs in with the form and waits for the dashboard. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/second-opinion/login');
  await page.getByLabel('E-posta', { exact: true }).fill(email);
  await page.getByLabel('Parola', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Giriş Yap' }).click();
  await page.waitForURL('**/second-opinion/dashboard');
}

/** A patient with a CT case that has no images yet, signed in on the page and over HTTP. */
export async function patientWithCase(
  page: Page,
  address: string,
  { email, bodyPart = 'Akciğer' }: { email: string; bodyPart?: string },
): Promise<{ http: HttpClient; caseId: string }> {
  const http = await newPatient(address, { email });
  const { id: caseId } = await http.call(cases.createCase, { body: { modality: 'CT', bodyPart } });
  await signIn(page, email);
  return { http, caseId };
}

/** The toast on the page; there is only one at a time. */
export const toast = (page: Page): Locator => page.locator('li[data-tone]');
