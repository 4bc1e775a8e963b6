import { cases } from '@duai/contract';
import type { Locator, Page } from '@playwright/test';
import { imagesForm } from '../../scripts/http-client.ts';
import { messages as arabic } from '../../web/src/messages/ar/index.ts';
import { messages as english } from '../../web/src/messages/en/index.ts';
import { messages as turkish } from '../../web/src/messages/tr/index.ts';
import { wordsOf, wordsOnlyIn } from '../../web/src/messages/words.ts';
import { expectAccessible } from '../support/accessible.ts';
import { dicomFile, pngFile } from '../support/files.ts';
import { newPatient, PASSWORD } from '../support/patients.ts';
import { expect, test } from '../support/server.ts';

const CATALOGUES = { tr: turkish, en: english, ar: arabic };
/** What people wrote, and names of languages in themselves: in any language on a page of any other. */
const WRITTEN = wordsOf('Zeynep Işık patient example duai english phantom slice');

/** Nothing sticks out sideways: the page fits the phone (WCAG 1.4.10). */
const expectToFit = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

async function expectNoEnglish(page: Page): Promise<void> {
  const strays = wordsOnlyIn(english, turkish);
  const names = await page
    .locator('[aria-label], [title], img[alt]')
    .evaluateAll((all) => all.map((one) => ['aria-label', 'title', 'alt'].map((name) => one.getAttribute(name) ?? '')));
  const shown = wordsOf([await page.title(), ...(await page.locator('body').allInnerTexts()), names.flat()].join(' '));
  expect([...shown].filter((word) => strays.has(word) && !WRITTEN.has(word))).toEqual([]);
}

for (const language of ['tr', 'en', 'ar'] as const) {
  test(`every page of the patient on a phone, in two themes: ${language}`, async ({ page, server }) => {
    const texts = CATALOGUES[language];
    const email = `telefon-${language}@duai.example`;
    const http = await newPatient(server.address, { email });
    const { id: caseId } = await http.call(cases.createCase, { body: { modality: 'CT', urgency: 'urgent' } });
    await http.send(cases.uploadCaseImages, {
      params: { caseId },
      form: imagesForm([
        { name: 'a.dcm', bytes: dicomFile() },
        { name: 'b.png', bytes: pngFile() },
      ]),
    });
    await http.call(cases.createCase, { body: { modality: 'MRI' } });
    await page.addInitScript((chosen) => localStorage.setItem('duai-language', chosen), language);
    await page.setViewportSize({ width: 390, height: 844 });

    const check = async (path: string, isReady: Locator, more?: () => Promise<void>) => {
      await page.goto(path);
      await expect(isReady).toBeVisible();
      await more?.();
      for (const theme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: theme });
        await expectAccessible(page);
      }
      await expectToFit(page);
      if (language === 'tr') await expectNoEnglish(page);
    };
    const heading = (name: string) => page.getByRole('heading', { name, exact: true });
    await check('/second-opinion/register', heading(texts.accounts.register.heading));
    await check('/second-opinion/forgot-password', heading(texts.accounts.forgot.heading));
    await check('/second-opinion/login', heading(texts.accounts.login.heading));
    await page.getByLabel(texts.accounts.login.email, { exact: true }).fill(email);
    await page.getByLabel(texts.accounts.login.password, { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: texts.accounts.login.submit, exact: true }).click();
    await page.waitForURL('**/dashboard');
    await check('/second-opinion/dashboard', heading(texts.cases.heading));
    const dialog = page.getByRole('dialog', { name: texts.cases.form.title });
    await check('/second-opinion/dashboard?new=case', dialog, async () => {
      await dialog.getByRole('radio', { name: texts.caseDetails.subject.relative }).check();
      await dialog.getByRole('button', { name: texts.cases.form.submit }).click();
    });
    await check(`/second-opinion/cases/${caseId}`, heading(texts.cases.page.progress));
    await check('/second-opinion/settings', heading(texts.settings.heading));
  });
}
