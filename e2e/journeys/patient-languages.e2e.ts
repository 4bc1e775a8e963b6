import { dirname } from 'node:path';
import { expectAccessible } from '../support/accessible.ts';
import { phantomFiles } from '../support/files.ts';
import { mailTo } from '../support/mailbox.ts';
import { PASSWORD, toast } from '../support/patients.ts';
import { signReport } from '../support/reports.ts';
import { expect, test } from '../support/server.ts';
import { arabic, english, turkish } from '../support/texts.ts';

const CATALOGUES = { tr: turkish, en: english, ar: arabic };
for (const language of ['en', 'ar'] as const) {
  const title = `the main path: register, verify, case, folder, report, share, close: ${language}`;
  test(title, { tag: '@long' }, async ({ page, server }) => {
    const texts = CATALOGUES[language];
    const { register } = texts.accounts;
    const email = `yol-${language}@duai.example`;
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const field = (name: string) => page.getByRole('textbox', { name, exact: true });
    await page.addInitScript((chosen) => localStorage.setItem('duai-language', chosen), language);
    await page.goto('/second-opinion/register');
    await field(register.firstName).fill('Layla');
    await field(register.lastName).fill('Haddad');
    await field(register.email).fill(email);
    await button(texts.interface.next).click();
    await expect(page.getByRole('heading', { name: register.steps.communication })).toBeFocused();
    await button(texts.interface.next).click();
    await page.getByLabel(register.password, { exact: true }).fill(PASSWORD);
    await page.getByLabel(register.confirmPassword).fill(PASSWORD);
    for (const box of await page.getByRole('checkbox').all()) await box.check();
    await button(register.submit).click();
    await expect(toast(page)).toContainText(register.succeededTitle);
    const mail = await mailTo(server.address, email, 'verify-email');
    expect(mail.text).toMatch(language === 'ar' ? /\p{Script=Arabic}/u : /^Your DUAI account/);
    await page.goto(/https?:\S+/.exec(mail.text)![0]);
    await page.getByRole('link', { name: texts.accounts.verify.toDashboard }).click();

    await button(texts.cases.newCase).click();
    const dialog = page.getByRole('dialog', { name: texts.cases.form.title });
    await dialog.getByLabel(texts.cases.form.modality).selectOption('CT');
    await dialog.getByRole('button', { name: texts.cases.form.submit }).click();
    await expect(toast(page)).toContainText(texts.cases.form.createdTitle);
    await page.getByRole('link', { name: texts.cases.openCase }).click();
    await expect(page.getByRole('heading', { name: texts.cases.page.progress })).toBeVisible();
    const caseId = page.url().split('/').at(-1)!;
    await page.getByLabel(texts.uploads.chooseFolder).setInputFiles(dirname((await phantomFiles())[0]!));
    await button(texts.cases.upload.submit({ count: 24 })).click();
    await expect(toast(page)).toContainText(texts.cases.upload.doneTitle);

    await signReport(server, caseId, 'Belirgin patoloji saptanmadı.');
    await page.getByRole('link', { name: texts.cases.openReport }).click({ timeout: 30_000 });
    await expect(page.getByText('Belirgin patoloji saptanmadı.')).toBeVisible();
    await expect(page.getByText(texts.reports.writtenIn.tr)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: texts.reports.back }).click();
    await button(texts.shares.create).click();
    await page.getByRole('dialog').getByRole('button', { name: texts.shares.submit }).click();
    await page.getByRole('dialog').getByRole('button', { name: texts.shares.done }).click();
    await button(texts.shares.revokeOf({ name: texts.shares.unnamed })).click();
    await expect(page.getByText(texts.shares.states.revoked)).toBeVisible();
    await button(texts.cases.signOut).click();
    await page.waitForURL('**/second-opinion/login');
  });
}
