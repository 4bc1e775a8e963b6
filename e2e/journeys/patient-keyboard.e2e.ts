import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { unzipSync } from 'fflate';
import { phantomFiles } from '../support/files.ts';
import { expectReadingOrder, expectTrapped, pressOn, tabTo, typeInto } from '../support/keyboard.ts';
import { mailTo } from '../support/mailbox.ts';
import { PASSWORD, toast } from '../support/patients.ts';
import { savedPdf, signReport } from '../support/reports.ts';
import { expect, test } from '../support/server.ts';
import { arabic, english, turkish } from '../support/texts.ts';

const IMPRESSION = 'Belirgin patoloji saptanmadı.';
const SLICES = 24;
const DOCTOR = 'Dr. Ayla Demir';

interface Reader {
  texts: typeof turkish;
  lung: string;
  /** The key for "next" in the reading direction. */
  onwards: 'ArrowRight' | 'ArrowLeft';
}
const READERS: Record<'tr' | 'en' | 'ar', Reader> = {
  tr: { texts: turkish, lung: 'akciğer', onwards: 'ArrowRight' },
  en: { texts: english, lung: 'lung', onwards: 'ArrowRight' },
  ar: { texts: arabic, lung: 'الرئتان', onwards: 'ArrowLeft' },
};

for (const language of ['tr', 'en', 'ar'] as const) {
  const title = `the way by keyboard alone, register, verify, case, folder, images, report, share, close: ${language}`;
  test(title, { tag: '@long' }, async ({ page, server }) => {
    const { texts, lung, onwards } = READERS[language];
    const { register } = texts.accounts;
    // What does not depend on the language is checked once.
    const isFirst = language === 'tr';
    const email = `klavye-${language}@duai.example`;
    const { keyboard } = page;
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
    const field = (name: string) => page.getByLabel(name, { exact: true });
    const dialog = page.getByRole('dialog');
    await page.addInitScript((chosen) => localStorage.setItem('duai-language', chosen), language);

    await test.step('register: the first Tab offers the way past the header; each step takes the focus along', async () => {
      await page.goto('/second-opinion/register');
      await expect(page.getByRole('heading', { name: register.heading })).toBeVisible();
      await keyboard.press('Tab');
      await expect(page.getByRole('link', { name: texts.interface.skipToContent })).toBeFocused();
      await keyboard.press('Enter');
      await typeInto(page, page.getByRole('textbox', { name: register.firstName, exact: true }), 'Kaya');
      await typeInto(page, page.getByRole('textbox', { name: register.lastName, exact: true }), 'Tuş');
      await typeInto(page, page.getByRole('textbox', { name: register.email, exact: true }), email);
      await keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: register.steps.communication })).toBeFocused();
      await pressOn(page, button(texts.interface.next));
      await typeInto(page, field(register.password), PASSWORD);
      await typeInto(page, page.getByLabel(register.confirmPassword), PASSWORD);
      for (const box of await page.getByRole('checkbox').all()) await pressOn(page, box, 'Space');
      await pressOn(page, button(register.submit));
      await expect(page).toHaveURL(/second-opinion\/dashboard$/);
      const mail = await mailTo(server.address, email, 'verify-email');
      await page.goto(/https?:\S+/.exec(mail.text)![0]);
      await expect(page.getByRole('heading', { name: texts.accounts.verify.doneTitle })).toBeVisible();
      await pressOn(page, page.getByRole('link', { name: texts.accounts.verify.toDashboard }));
    });

    await test.step('a case: the form holds the focus, Escape gives it back, what was typed stays', async () => {
      const { form } = texts.cases;
      await pressOn(page, button(texts.cases.newCase));
      await expect(dialog).toBeVisible();
      if (isFirst) {
        await expectTrapped(page, dialog);
        await typeInto(page, dialog.getByLabel(form.symptoms), 'Öksürük');
        await keyboard.press('Escape');
        await expect(dialog).toBeHidden();
        await expect(button(texts.cases.newCase)).toBeFocused();
        await keyboard.press('Enter');
        await expect(dialog.getByLabel(form.symptoms)).toHaveValue('Öksürük');
      }
      await tabTo(page, dialog.getByLabel(form.modality));
      await keyboard.press('ArrowDown');
      await expect(dialog.getByLabel(form.modality)).toHaveValue('CT');
      await typeInto(page, dialog.getByRole('combobox', { name: form.bodyPart }), lung);
      await keyboard.press('ArrowDown');
      await keyboard.press('Enter');
      await pressOn(page, dialog.getByRole('button', { name: form.submit }));
      await expect(dialog).toBeHidden();
      await pressOn(page, page.getByRole('link', { name: texts.cases.openCase }));
      await expect(page.getByRole('heading', { name: texts.cases.page.progress })).toBeVisible();
    });
    const caseId = page.url().split('/').at(-1)!;

    await test.step('a folder is chosen, its identity looked at, and sent', async () => {
      const chooser = page.waitForEvent('filechooser');
      await pressOn(page, button(texts.uploads.chooseFolder));
      await (await chooser).setFiles(dirname((await phantomFiles())[0]!));
      await expect(page.getByText(texts.cases.upload.pending({ count: SLICES }))).toBeVisible();
      // A disc may have two thousand files, so keyboard users can skip the list.
      await pressOn(page, button(texts.uploads.skipList));
      await pressOn(page, page.locator('summary').first());
      await expect(page.getByRole('row', { name: texts.uploads.keywords.PatientName }).first()).toBeVisible();
      if (isFirst) await expectReadingOrder(page);
      await pressOn(page, button(texts.cases.upload.submit({ count: SLICES })));
      await expect(toast(page)).toContainText(texts.cases.upload.doneTitle);
      await expect(page.getByText(texts.cases.statuses.processing, { exact: true }).first()).toBeVisible();
    });

    await test.step('the images: arrows go on in the direction of reading', async () => {
      await pressOn(page, page.getByRole('link', { name: texts.viewer.open }));
      const at = (index: number) =>
        expect(page.getByRole('img', { name: texts.viewer.position({ index, total: SLICES }) })).toBeVisible();
      await at(SLICES / 2);
      await tabTo(page, page.getByRole('slider', { name: texts.viewer.stage }));
      await keyboard.press(onwards);
      await at(SLICES / 2 + 1);
      await keyboard.press('ArrowDown');
      await at(SLICES / 2 + 2);
      await tabTo(page, page.getByRole('slider', { name: texts.viewer.move }));
      await keyboard.press(onwards);
      await at(SLICES / 2 + 3);
      await pressOn(page, page.getByRole('link', { name: texts.viewer.back }));
    });

    await test.step('the report is opened, read and saved', async () => {
      await signReport(server, caseId, IMPRESSION);
      await expect(page.getByRole('link', { name: texts.cases.openReport })).toBeVisible({ timeout: 30_000 });
      if (isFirst) await expectReadingOrder(page);
      await pressOn(page, page.getByRole('link', { name: texts.cases.openReport }));
      await expect(page.getByText(IMPRESSION)).toBeVisible();
      expect(await savedPdf(page, () => pressOn(page, button(texts.reports.download)))).toMatch(/^DUAI-SO-.*\.pdf$/);
      await pressOn(page, page.getByRole('link', { name: texts.reports.back }));
    });

    await test.step('a link is made, told, and closed again', async () => {
      const { shares } = texts;
      await pressOn(page, button(shares.create));
      await expect(dialog.getByRole('textbox', { name: shares.label })).toBeFocused();
      if (isFirst) await expectTrapped(page, dialog);
      await typeInto(page, dialog.getByRole('textbox', { name: shares.label }), DOCTOR);
      await pressOn(page, dialog.getByRole('button', { name: shares.submit }));
      await expect(dialog.getByRole('textbox', { name: shares.pin })).toHaveValue(/^\d{6}$/);
      if (isFirst) await expectTrapped(page, dialog);
      await pressOn(page, dialog.getByRole('button', { name: shares.done }));
      await expect(button(shares.create)).toBeFocused();
      await keyboard.press('Shift+Tab');
      await expect(button(shares.revokeOf({ name: DOCTOR }))).toBeFocused();
      await keyboard.press('Enter');
      await expect(page.getByText(shares.states.revoked)).toBeVisible();
    });

    if (!isFirst) return;
    await test.step('a copy of everything, and the erasure', async () => {
      const { copy, erasure } = texts.rights;
      await pressOn(page, page.getByRole('banner').getByRole('link', { name: texts.settings.link }));
      await pressOn(page, page.getByRole('link', { name: texts.rights.link }));
      await pressOn(page, button(copy.prepare));
      const link = page.getByRole('link', { name: copy.download });
      await expect(link).toBeVisible();
      const download = page.waitForEvent('download');
      await pressOn(page, link);
      const names = Object.keys(unzipSync(new Uint8Array(await readFile(await (await download).path()))));
      expect(names.filter((name) => name.endsWith('.dcm'))).toHaveLength(SLICES);
      await expectReadingOrder(page);
      await pressOn(page, button(erasure.ask));
      await expect(dialog.getByLabel(erasure.password, { exact: true })).toBeFocused();
      await expectTrapped(page, dialog);
      await keyboard.press('Escape');
      await expect(button(erasure.ask)).toBeFocused();
      await keyboard.press('Enter');
      await typeInto(page, dialog.getByLabel(erasure.password, { exact: true }), PASSWORD);
      await keyboard.press('Enter');
      await expect(button(erasure.keep)).toBeVisible();
      await tabTo(page, button(erasure.keep));
      await pressOn(page, button(texts.cases.signOut));
      await expect(page).toHaveURL(/second-opinion\/login$/);
    });
  });
}
