import { readFile } from 'node:fs/promises';
import { cases } from '@duai/contract';
import { chestPhantom } from '@duai/imaging';
import type { Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { type HttpClient, imagesForm } from '../../scripts/http-client.ts';
import type { Instance } from '../../scripts/instance.ts';
import { expectAccessible } from '../support/accessible.ts';
import { runSql } from '../support/database.ts';
import { mailTo } from '../support/mailbox.ts';
import { newPatient, PASSWORD, signIn, toast } from '../support/patients.ts';
import { signReport } from '../support/reports.ts';
import { expect, test } from '../support/server.ts';

const PHONE = { width: 390, height: 844 };

/** A case on the way to its signature, by the calls that the pages make; the journey of reading is another one. */
async function signedCase(server: Instance, patient: HttpClient): Promise<string> {
  const { id: caseId } = await patient.call(cases.createCase, { body: { modality: 'CT', bodyPart: 'Akciğer' } });
  const { files } = chestPhantom({ slices: 24, matrix: 128, pixelSpacingMm: 2.8, sliceThicknessMm: 10 });
  await patient.call(cases.uploadCaseImages, { params: { caseId }, form: imagesForm(files) });
  await signReport(server, caseId, 'Belirgin patoloji saptanmadı.');
  return caseId;
}

const choose = (page: Page, language: 'tr' | 'en' | 'ar') =>
  page.getByLabel(/^(Dil|Language|اللغة)$/).selectOption(language);

test('a patient shares a signed report with a doctor, sees each opening and closes it; takes a copy; has everything erased [PAT-117] [PAT-118]', async ({
  page,
  server,
  browser,
}) => {
  const email = 'paylasan@duai.example';
  const shot = (on: Page, name: string, isWhole = true) =>
    on.screenshot({ path: `reports/journey/rights-${name}.png`, fullPage: isWhole });
  const patient = await newPatient(server.address, { email });
  const caseId = await signedCase(server, patient);
  const dialog = page.getByRole('dialog');
  let link = '';
  let pin = '';

  await page.setViewportSize(PHONE);
  await signIn(page, email);
  await test.step('the patient makes a link; link and PIN are shown once', async () => {
    await page.goto(`/second-opinion/cases/${caseId}`);
    await page.getByRole('button', { name: 'Paylaşım bağlantısı oluştur' }).click();
    await dialog.getByLabel('Kimin için?').fill('Dr. Ayla Demir');
    await dialog.getByLabel('Kaç kez açılabilsin?').selectOption('2');
    await expectAccessible(page);
    await shot(page, '01-new-share', false);
    await dialog.getByRole('button', { name: 'Bağlantıyı oluştur' }).click();
    link = await dialog.getByRole('textbox', { name: 'Bağlantı' }).inputValue();
    pin = await dialog.getByRole('textbox', { name: 'PIN kodu' }).inputValue();
    expect(new URL(link).hash).toMatch(/^#token=[\w-]{43}$/);
    expect(pin).toMatch(/^\d{6}$/);
    await expectAccessible(page);
    await shot(page, '02-link-and-pin', false);
    await dialog.getByRole('button', { name: 'İkisini de not ettim' }).click();
    await expect(page.getByText('Henüz açılmadı.')).toBeVisible();
    await expect(page.getByText('2 açılıştan 2 tanesi kaldı')).toBeVisible();
    await expectAccessible(page);
    await shot(page, '03-shares');
  });

  const elsewhere = await browser.newContext({ viewport: PHONE, locale: 'tr-TR' });
  const doctor = await elsewhere.newPage();
  await test.step('the doctor opens report and images with the PIN, without an account', async () => {
    await doctor.goto(link);
    await doctor.getByLabel('PIN kodu').fill(pin === '000000' ? '000001' : '000000');
    await shot(doctor, '04-pin');
    await doctor.getByRole('button', { name: 'Raporu aç' }).click();
    await expect(doctor.getByText('Bağlantı veya PIN doğru değil')).toBeVisible();
    await expectAccessible(doctor);
    await doctor.getByLabel('PIN kodu').fill(pin);
    await doctor.getByRole('button', { name: 'Raporu aç' }).click();
    await expect(doctor.getByText('Belirgin patoloji saptanmadı.')).toBeVisible();
    await expect(doctor.getByRole('img', { name: /Görüntü 12 \/ 24|Görüntü 13 \/ 24/ })).toBeVisible();
    await doctor.reload();
    await expect(doctor.getByText('Belirgin patoloji saptanmadı.')).toBeVisible();
    await expectAccessible(doctor);
    await shot(doctor, '05-doctor');
    const download = doctor.waitForEvent('download');
    await doctor.getByRole('link', { name: 'DICOM dosyalarını indir (ZIP)' }).click();
    const zip = unzipSync(new Uint8Array(await readFile(await (await download).path())));
    expect(Object.keys(zip)).toHaveLength(24);
    await doctor.setViewportSize({ width: 1440, height: 900 });
    await shot(doctor, '06-doctor-wide');
    await doctor.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(doctor);
    await shot(doctor, '07-doctor-dark');
    await choose(doctor, 'en');
    await expect(doctor.getByRole('heading', { name: 'Shared report and images' })).toBeVisible();
    await expectAccessible(doctor);
    await doctor.setViewportSize({ width: 768, height: 1024 });
    await shot(doctor, '07b-doctor-english-tablet');
    await choose(doctor, 'ar');
    await expect(doctor.getByRole('heading', { name: 'التقرير والصور المشارَكة' })).toBeVisible();
    await expectAccessible(doctor);
    await doctor.setViewportSize(PHONE);
    await shot(doctor, '08-doctor-arabic');
  });

  await test.step('the patient sees the opening and closes the link: within five seconds it is gone', async () => {
    await page.reload();
    await expect(page.getByText('2 açılıştan 1 tanesi kaldı')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Açılışlar: Dr. Ayla Demir' })).toContainText('görüntüler indirildi');
    await shot(page, '09-opened');
    await page.getByRole('button', { name: 'Bağlantıyı kapat: Dr. Ayla Demir' }).click();
    await expect(toast(page)).toContainText('Bağlantı kapatıldı');
    await expect(doctor.getByRole('heading', { name: 'أُغلقت هذه المشاركة' })).toBeVisible({ timeout: 5000 });
    await expect(doctor.getByText('Belirgin patoloji')).toBeHidden();
    await expectAccessible(doctor);
    await shot(doctor, '10-closed');
    await doctor.getByRole('button', { name: 'أدخل رمز PIN من جديد' }).click();
    await doctor.getByLabel('رمز PIN').fill(pin);
    await doctor.getByRole('button', { name: 'افتح التقرير' }).click();
    await expect(doctor.getByRole('alert')).toBeVisible();
    await elsewhere.close();
    await expect(page.getByText('Siz kapattınız')).toBeVisible();
  });

  await test.step('who saw my data', async () => {
    await page.goto('/second-opinion/settings');
    await page.getByRole('link', { name: 'Verilerim' }).click();
    const log = page.getByRole('list', { name: 'Verilerinize erişimler, en yenisi üstte' });
    await expect(log.getByText('Dr. Ayla Demir (Bağlantı verdiğiniz hekim): raporu okudu')).toBeVisible();
    await expect(log).toContainText('raporu imzaladı');
    await expectAccessible(page);
    await shot(page, '11-my-data');
  });

  await test.step('a copy of everything', async () => {
    await page.getByRole('button', { name: 'Kopyayı hazırla' }).click();
    await expect(page.getByText(/Kopyanız hazır: 1 vaka, 24 görüntü dosyası/)).toBeVisible();
    await shot(page, '12-copy');
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'ZIP dosyasını indir' }).click();
    const names = Object.keys(unzipSync(new Uint8Array(await readFile(await (await download).path()))));
    expect(names.filter((name) => name.endsWith('.dcm'))).toHaveLength(24);
    for (const name of ['fhir-bundle.json', 'report.pdf', 'README.txt', 'access-log.json'])
      expect(
        names.some((found) => found.endsWith(name)),
        name,
      ).toBe(true);
    await expect(page.getByRole('button', { name: 'Kopyayı hazırla' })).toBeVisible();
  });

  await test.step('erasure: asked for with the password, taken back, asked for again', async () => {
    const ask = page.getByRole('button', { name: 'Silinmesini iste' });
    await ask.click();
    await dialog.getByRole('button', { name: 'Evet, silinsin' }).click();
    await expect(dialog.getByText('Parola gereklidir')).toBeVisible();
    await dialog.getByLabel('Parolanız').fill('yanlış-parola');
    await dialog.getByRole('button', { name: 'Evet, silinsin' }).click();
    await expect(dialog.getByText('Parola doğru değil.')).toBeVisible();
    await expectAccessible(page);
    await shot(page, '13-erase', false);
    await dialog.getByLabel('Parolanız').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Evet, silinsin' }).click();
    await expect(page.getByText(/Verileriniz .* tarihinde silinecek/)).toBeVisible();
    await mailTo(server.address, email, 'tarihinde silinecek');
    await page.getByRole('button', { name: 'Vazgeç, hesabım kalsın' }).click();
    await mailTo(server.address, email, 'Hesabınız silinmeyecek');
    await expect(ask).toBeVisible();
    await choose(page, 'en');
    await page.getByRole('button', { name: 'Ask for erasure' }).click();
    await dialog.getByLabel('Your password').fill(PASSWORD);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Yes, erase it' }).click();
    await expect(page.getByText(/Your data will be erased on/)).toBeVisible();
    await page.setViewportSize({ width: 768, height: 1024 });
    await shot(page, '13b-my-data-english-tablet');
    await page.setViewportSize(PHONE);
    await choose(page, 'ar');
    await expect(page.getByRole('button', { name: 'أبقِ حسابي' })).toBeVisible();
    await expectAccessible(page);
    await shot(page, '14-my-data-arabic');
    await page.goto('/second-opinion/dashboard');
    await expect(page.getByText(/ستُحذف بياناتك في/)).toBeVisible();
    await shot(page, '15-dashboard-arabic');
  });

  await test.step('the day comes: account, images and mails are gone, the proof is left', async () => {
    await runSql(server.dataDir, "update erasures set due_at = now() where state = 'waiting'");
    // The hourly look at what is due, now.
    await runSql(
      server.dataDir,
      "insert into pgboss.job (name, data, retry_limit, expire_seconds, heartbeat_seconds) values ('rights.erase-due', '{}', 1, 300, 60)",
    );
    const last = await mailTo(server.address, '—', 'erasure-proof');
    expect(`${last.subject} ${last.text}`).not.toContain('Zeynep');
    await page.goto(/https?:\S+/.exec(last.text)![0]);
    await expect(page.getByRole('heading', { name: 'وثيقة الحذف' })).toBeVisible();
    await choose(page, 'tr');
    await expect(page.getByRole('heading', { name: 'Silme belgesi' })).toBeVisible();
    await expect(page.getByRole('row', { name: /^Görüntü kayıtları 24$/ })).toBeVisible();
    await expect(page.getByText('Zeynep')).toBeHidden();
    await expectAccessible(page);
    await shot(page, '16-proof');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
    await shot(page, '17-proof-dark');
    await page.goto('/second-opinion/dashboard');
    await expect(page).toHaveURL(/second-opinion\/login/);
  });
});
