import { STORAGE_KEYS } from '@duai/contract';
import { chestPhantom } from '@duai/imaging';
import type { Instance } from '../../scripts/instance.ts';
import { expectAccessible, expectContrast } from '../support/accessible.ts';
import { pngFile } from '../support/files.ts';
import { erasureProof, type FurnishedPatient, furnishedPatient } from '../support/furnished-patient.ts';
import { expectNoEnglish } from '../support/no-english.ts';
import { newPatient, PASSWORD, toast } from '../support/patients.ts';
import { expect, test } from '../support/server.ts';
import { signInStaff } from '../support/staff.ts';
import { arabic, english, turkish } from '../support/texts.ts';
import { expectToFit, expectTouchable } from '../support/touchable.ts';

const CATALOGUES = { tr: turkish, en: english, ar: arabic };
/** Words that may occur on a page of any language: what people wrote, file names, and languages' own names. */
const WRITTEN = 'Zeynep Işık patient example duai english phantom slice lung chest ayla demir other';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

interface World {
  full: FurnishedPatient;
  /** A new patient: nothing verified, no consent, no case. */
  newcomer: string;
  proof: string;
}
/** Shared by all languages, because viewing these pages changes nothing. */
let world: Promise<World> | undefined;
const worldOf = (server: Instance): Promise<World> => {
  world ??= (async () => ({
    full: await furnishedPatient(server, 'zeynep@duai.example'),
    newcomer: (
      await newPatient(server.address, { email: 'yeni@duai.example', isVerified: false, hasConsents: false })
    ).token()!,
    proof: await erasureProof(server, 'silinen@duai.example'),
  }))();
  return world;
};

const filesOf = (files: { name: string; bytes: Uint8Array }[]) =>
  files.map(({ name, bytes }) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) }));

for (const language of ['tr', 'en', 'ar'] as const) {
  const title = `every screen of the patient and the doctor on a phone, in two themes: ${language}`;
  test(title, { tag: '@long' }, async ({ page, server }) => {
    // Some thirty screens, each in two themes, take seven minutes on a busy machine.
    test.setTimeout(900_000);
    const t = CATALOGUES[language];
    const { full, newcomer, proof } = await worldOf(server);
    const caseOf = (state: keyof FurnishedPatient['caseIds']) => `/second-opinion/cases/${full.caseIds[state]}`;
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const heading = (name: string) => page.getByRole('heading', { name, exact: true });
    const dialog = page.getByRole('dialog');
    const phantom = chestPhantom({ slices: 8, matrix: 64, pixelSpacingMm: 5, sliceThicknessMm: 10 }).files;
    const stranger = chestPhantom({ slices: 2, matrix: 32, pixelSpacingMm: 10, sliceThicknessMm: 10, seed: 9 })
      .files[0]!;
    await page.addInitScript((chosen) => localStorage.setItem('duai-language', chosen), language);
    const signInWith = (token: string) =>
      page.evaluate(([key, value]) => localStorage.setItem(key!, value!), [STORAGE_KEYS.patientToken, token]);

    const look = (name: string, open: () => Promise<void>) =>
      test.step(name, async () => {
        await open();
        await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
        await expectAccessible(page);
        await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
        await expectContrast(page);
        await expectToFit(page);
        await expectTouchable(page);
        if (language === 'tr') await expectNoEnglish(page, WRITTEN);
      });
    const at = (path: string, headingText: string, more?: () => Promise<void>) => async () => {
      await page.goto(path);
      await expect(heading(headingText).first()).toBeVisible();
      await more?.();
    };

    const { register, login } = t.accounts;
    await look(
      'register, first step with errors',
      at('/second-opinion/register', register.heading, async () => {
        await button(t.interface.next).click();
        await expect(page.getByRole('textbox', { name: register.firstName, exact: true })).toHaveAttribute(
          'aria-invalid',
          'true',
        );
      }),
    );
    await look('second step with an error', async () => {
      await page.getByRole('textbox', { name: register.firstName, exact: true }).fill('Zeynep');
      await page.getByRole('textbox', { name: register.lastName, exact: true }).fill('Işık');
      await page.getByRole('textbox', { name: register.email, exact: true }).fill('z@duai.example');
      await button(t.interface.next).click();
      await page.getByRole('radio', { name: register.notifications.sms, exact: true }).check();
      await button(t.interface.next).click();
      await expect(page.getByRole('textbox', { name: register.phone })).toHaveAttribute('aria-invalid', 'true');
    });
    await look('third step with errors', async () => {
      await page.getByRole('radio', { name: register.notifications.email, exact: true }).check();
      await button(t.interface.next).click();
      await button(register.submit).click();
      await expect(page.getByLabel(register.password, { exact: true })).toHaveAttribute('aria-invalid', 'true');
    });
    await look(
      'sign-in that fails, with its toast',
      at('/second-opinion/login', login.heading, async () => {
        await page.getByLabel(login.email, { exact: true }).fill('nobody@duai.example');
        await page.getByLabel(login.password, { exact: true }).fill('yosunlu-kaya-41');
        await button(login.submit).click();
        await expect(toast(page)).toContainText(login.failedTitle);
      }),
    );
    await look(
      'forgot password, sent',
      at('/second-opinion/forgot-password', t.passwords.forgot.heading, async () => {
        await page.getByRole('textbox').fill('nobody@duai.example');
        await button(t.passwords.forgot.submit).click();
        await expect(page.getByText(t.passwords.forgot.sentTitle)).toBeVisible();
      }),
    );
    await look('new password', at(`/second-opinion/reset-password#token=${'x'.repeat(43)}`, t.passwords.reset.heading));
    await look(
      'address that could not be verified',
      at(`/second-opinion/verify-email#token=${'x'.repeat(43)}`, t.accounts.verify.failedTitle),
    );
    await look('a doctor without a link', at('/shared', t.shares.doctor.noLinkTitle));
    await look('a valid report', at(`/verify/${full.contentSha256}`, t.verification.valid));
    await look('an invalid report', at(`/verify/${'a'.repeat(64)}`, t.verification.invalid));
    await look(
      'proof of an erasure',
      at(proof, t.rights.proof.heading, () => expect(page.getByRole('table')).toBeVisible()),
    );
    await look('a doctor and the PIN', at(full.share.link, t.shares.doctor.heading));
    await look('a doctor, report and images', async () => {
      await page.getByLabel(t.shares.doctor.pin).fill(full.share.pin);
      await button(t.shares.doctor.submit).click();
      await expect(page.getByRole('img', { name: t.reports.keyImage({ index: 3 }) })).toBeVisible();
    });

    await signInWith(newcomer);
    await look('dashboard of a newcomer', at('/second-opinion/dashboard', t.cases.emptyTitle));
    await look('consents', at('/second-opinion/dashboard?new=case', t.accounts.consents.dialogTitle));
    await signInWith(full.token);
    await look(
      'dashboard, a card in each state',
      at('/second-opinion/dashboard', t.cases.heading, async () => {
        await expect(page.getByRole('link', { name: t.cases.openReport })).toBeVisible();
      }),
    );
    await look('offline', async () => {
      await page.context().setOffline(true);
      await expect(page.getByText(t.interface.offlineTitle)).toBeVisible();
    });
    await page.context().setOffline(false);
    await look(
      'case form with errors',
      at('/second-opinion/dashboard?new=case', t.cases.form.title, async () => {
        await dialog.getByRole('radio', { name: t.caseDetails.subject.relative }).check();
        await dialog.getByRole('button', { name: t.cases.form.submit }).click();
        await expect(dialog.getByLabel(t.cases.form.modality)).toHaveAttribute('aria-invalid', 'true');
      }),
    );
    for (const state of ['processing', 'paused', 'signed'] as const)
      await look(`case: ${state}`, at(caseOf(state), t.cases.page.progress));
    await look('a link for a doctor', async () => {
      await button(t.shares.create).click();
      await expect(dialog).toBeVisible();
    });
    await look('link and PIN', async () => {
      await dialog.getByRole('button', { name: t.shares.submit }).click();
      await expect(dialog.getByRole('heading', { name: t.shares.readyTitle })).toBeVisible();
    });
    await look(
      'no such case',
      at('/second-opinion/cases/00000000-0000-4000-8000-000000000000', t.cases.page.notFoundTitle),
    );
    await look(
      'report',
      at(`${caseOf('signed')}/report`, t.reports.title, async () => {
        await expect(page.getByRole('img', { name: t.reports.keyImage({ index: 3 }) })).toBeVisible();
        await expect(page.getByText(`${t.reports.window} −500/1200`)).toBeVisible();
      }),
    );
    await look('report that is not ready', at(`${caseOf('waiting')}/report`, t.reports.notReadyTitle));
    await look(
      'viewer',
      at(`${caseOf('signed')}/images`, t.viewer.heading, () =>
        expect(page.getByRole('img', { name: t.viewer.position({ index: 12, total: 24 }) })).toBeVisible(),
      ),
    );
    await look(
      'settings, two-step verification begun',
      at('/second-opinion/settings', t.settings.heading, async () => {
        await expect(heading(t.settings.consents.heading)).toBeVisible();
        await button(t.settings.twoFactor.begin).click();
        await expect(page.locator('input:focus')).toHaveAttribute('type', 'password');
        await page.locator('input:focus').fill(PASSWORD);
        await button(t.settings.twoFactor.continue).click();
        await expect(page.getByRole('textbox', { name: t.settings.twoFactor.code })).toBeVisible();
      }),
    );
    await look(
      'my data, erasure asked for',
      at('/second-opinion/my-data', t.rights.heading, async () => {
        await expect(page.getByRole('list', { name: t.rights.access.caption })).toBeVisible();
        await button(t.rights.erasure.ask).click();
        await expect(dialog).toBeVisible();
      }),
    );

    await look(
      'pre-flight: refused files, mixed people, wrong part, missing slices, identity',
      at(caseOf('waiting'), t.cases.page.progress, async () => {
        await page
          .getByLabel(t.cases.upload.inputLabel)
          .setInputFiles(
            filesOf([
              ...phantom.toSpliced(3, 2),
              { name: 'other.dcm', bytes: stranger.bytes },
              { name: 'rapor.pdf', bytes: new TextEncoder().encode('%PDF-1.7') },
              { name: 'ekran-fotografi-2026-11-20-uzun-bir-adla.png', bytes: pngFile() },
            ]),
          );
        for (const code of ['TWO_PATIENTS', 'WRONG_BODY_PART', 'WRONG_MODALITY', 'MISSING_SLICES'] as const)
          await expect(page.getByText(t.uploads.findings[code].title)).toBeVisible();
        await page.locator('summary').filter({ hasText: t.uploads.identityRemoved }).click();
      }),
    );
    await look(
      'upload under way',
      at(caseOf('waiting'), t.cases.page.progress, async () => {
        await page.route(/\/uploads(\/|$)/, () => undefined);
        await page.getByLabel(t.cases.upload.inputLabel).setInputFiles(filesOf(phantom));
        await button(t.cases.upload.submit({ count: phantom.length })).click();
        await expect(button(t.uploads.pause)).toBeVisible();
      }),
    );
    await look('upload paused', async () => {
      await button(t.uploads.pause).click();
      await expect(button(t.uploads.resume)).toBeVisible();
    });
    await page.unroute(/\/uploads(\/|$)/);
    await button(t.uploads.cancel).click();
    await expect(button(t.uploads.resume)).toBeHidden();
  });
}

test.describe('at the desk', () => {
  test.use({ viewport: { width: 1440, height: 900 }, hasTouch: false });

  test('a radiologist makes a window by hand and marks the slice as it is seen @long', async ({ page, server }) => {
    const { full } = await worldOf(server);
    await signInStaff(page, server, 'radiologist');
    await page.goto(`/console/cases/${full.caseIds.processing}`);
    await page.getByRole('button', { name: 'Claim case' }).click();
    const mark = page.getByRole('button', { name: 'Add to report', pressed: false });
    const stage = page.getByRole('slider', { name: 'Image of the series' });
    await page.getByRole('button', { name: /Lung phantom/ }).click();
    await page.getByRole('button', { name: 'Mediastinum', exact: true }).click();
    await expect(page.getByText('C 50 W 400', { exact: true })).toBeVisible();
    const box = (await stage.boundingBox())!;
    const drag = async (button: 'left' | 'right', right: number) => {
      await page.mouse.move(box.x + 200, box.y + 200);
      await page.mouse.down({ button });
      await page.mouse.move(box.x + 200 + right, box.y + 200);
      await page.mouse.up({ button });
    };
    await drag('right', 60);
    await expect(page.getByText('C 50 W 480', { exact: true })).toBeVisible();
    await stage.press('w');
    await expect(page.getByRole('button', { name: 'Window/level' })).toHaveAttribute('aria-pressed', 'true');
    await drag('left', -50);
    await expect(page.getByText('C 50 W 400', { exact: true })).toBeVisible();
    await stage.press('Shift+ArrowUp');
    await expect(stage).toHaveAttribute('aria-valuetext', /window centre 37, width 400$/);
    // The exact image has replaced the approximated one.
    await expect(page.getByRole('img', { name: /^Slice/ })).toHaveCSS('filter', 'none');
    await mark.click();
    await expect(page.getByText('C 37 W 400', { exact: true })).toHaveCount(2);
    await stage.press('+');
    await mark.click();
    await expect(page.getByText('C 37 W 400, part')).toBeVisible();
    await expect(page.getByRole('img', { name: 'Key image 2' })).toBeVisible();
    await stage.press('0');
    await expect(page.getByRole('button', { name: 'Remove from report', pressed: true })).toBeVisible();
    await expect(page.getByText(/Saved, version \d/)).toBeVisible();
    await expectAccessible(page);
  });
});
