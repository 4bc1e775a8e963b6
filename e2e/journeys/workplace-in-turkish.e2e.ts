import { cases, institutions, scans } from '@duai/contract';
import { chestPhantom } from '@duai/imaging';
import type { Page } from '@playwright/test';
import { createHttpClient, imagesForm } from '../../scripts/http-client.ts';
import { waitFor } from '../../scripts/instance.ts';
import { CLAIMS } from '../../web/src/content/claims.ts';
import { furnishedPatient } from '../support/furnished-patient.ts';
import { expectOnlyTurkish } from '../support/only-turkish.ts';
import { newPatient } from '../support/patients.ts';
import { picture } from '../support/pictures.ts';
import { waitForDraft } from '../support/reports.ts';
import { expect, test } from '../support/server.ts';
import { signInStaff, staffClient } from '../support/staff.ts';
import { expectTablesToFit, expectToFit } from '../support/touchable.ts';
import { BASE } from '../support/trial.ts';

/** Names, codes, and contents of files and of people's texts, which are not in the catalogue. */
const NAMES = `Sample Radiology Department InterPACS English sample-admin TRY Abdominal CT
  Brain MRI Chest X-Ray Lung phantom CT CHEST Abdomen scans:read scans:write results:write usage:read proof:read density volume`;
/** Releases and claims of the public pages, which are in English. */
const PUBLISHED = [
  ...Object.values(CLAIMS).flatMap(({ value, wording, source }) => [
    value,
    wording,
    source.kind === 'document' ? source.title : '',
  ]),
  'QuantAct manuscript available',
  'A second opinion that a radiologist signs. DUAI opens the DuaiCheck trial to radiology departments',
].join(' ');

/** Checks the current page: its words, and at every width that nothing overflows. */
async function look(page: Page, name: string, written = ''): Promise<void> {
  await test.step(name, async () => {
    await expect(page.getByRole('status', { name: 'Yükleniyor' })).toHaveCount(0);
    await expectOnlyTurkish(page, `${NAMES} ${written}`);
    for (const [width, colorScheme] of [
      [390, 'light'],
      [768, 'dark'],
      [1920, 'light'],
      [1440, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await expectToFit(page);
      if (width < 1440) await expectTablesToFit(page);
      await picture(page, `turkish/${name}-${width}-${colorScheme}`, { fullPage: true, animations: 'disabled' });
    }
  });
}

/** Opens what a button opens, checks it, and closes it. */
async function lookInto(page: Page, button: string | RegExp, name: string, written = ''): Promise<void> {
  await page.getByRole('button', { name: button }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await look(page, name, written);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

const heading = (page: Page) => expect(page.getByRole('heading', { level: 1 })).toBeVisible();

test('[HSE-002] the portal is used in Turkish, and no English is left beside names', { tag: '@long' }, async ({
  page,
  server,
}) => {
  await test.step('before the sign-in', async () => {
    await page.goto(`${BASE}/login`);
    await page.getByRole('combobox', { name: 'Language' }).selectOption('tr');
    await expect(page.getByRole('heading', { name: 'DuaiCheck’e giriş yapın' })).toBeVisible();
    await look(page, 'portal-login');
    await page.getByRole('button', { name: 'Giriş yap' }).click();
    await expect(page.getByText('Kullanıcı adı gereklidir')).toBeVisible();
    await page.getByLabel('Kullanıcı adı').fill('nobody');
    await page.getByLabel('Parola', { exact: true }).fill('wrong password');
    await page.getByRole('button', { name: 'Giriş yap' }).click();
    await expect(page.getByText('Kullanıcı adı veya parola hatalı').first()).toBeVisible();
    await look(page, 'portal-login-refused');
    for (const path of ['register', 'forgot-password', 'reset-password', 'invitation', 'application']) {
      await page.goto(`${BASE}/${path}`);
      await heading(page);
      await look(page, `portal-${path}`);
    }
  });

  await test.step('signed in', async () => {
    await page.goto(`${BASE}/login`);
    await page.getByLabel('Kullanıcı adı').fill('sample-admin');
    await page.getByLabel('Parola', { exact: true }).fill(server.logins.institution.password);
    await page.getByRole('button', { name: 'Giriş yap' }).click();
    await expect(page.getByRole('heading', { name: 'Genel bakış', level: 1 })).toBeVisible();
    await look(page, 'portal-dashboard');
    await lookInto(page, 'DICOM yükle', 'portal-upload');
    const client = createHttpClient(server.address);
    client.useCookies((await page.context().cookies()).map(({ name, value }) => [name, value]));
    const { files } = chestPhantom({ slices: 24, matrix: 128, pixelSpacingMm: 2.8, sliceThicknessMm: 10 });
    const { scans: taken } = await client.call(scans.uploadScan, { form: imagesForm(files) });
    const scanId = taken[0]!.id;
    await waitFor(
      async () => (await client.call(scans.getScan, { params: { scanId } })).scan.status === 'complete' || undefined,
      90_000,
      () => 'no result',
    );
    for (const path of [
      'dashboard/studies',
      'dashboard/models',
      'dashboard/reports',
      'proof',
      'usage',
      'integrations',
      'pacs',
      'members',
      'data',
      `dashboard/studies/${scanId}/report`,
    ]) {
      await page.goto(`${BASE}/${path}`);
      await heading(page);
      await look(page, `portal-${path.replaceAll('/', '-').replace(scanId, 'one')}`);
    }
    await page.goto(`${BASE}/dashboard/studies`);
    await lookInto(page, 'Klasör veya ZIP yükle', 'portal-upload-folder');
    await lookInto(page, /^Sil:/, 'portal-delete-study');
    await page.getByLabel('Metin').fill('hiçbiri');
    await page.getByLabel('Metin').press('Enter');
    await expect(page.getByText('Bu filtreye uyan tetkik yok')).toBeVisible();
    await look(page, 'portal-studies-none');
    await page.goto(`${BASE}/proof`);
    await lookInto(page, 'Yeni soru', 'portal-new-endpoint');
    await page.goto(`${BASE}/data`);
    await lookInto(page, 'Tüm verileri sil', 'portal-delete-data');

    await page.goto(`${BASE}/dashboard/studies/${scanId}`);
    await expect(page.getByRole('slider', { name: 'Serinin görüntüsü' })).toBeVisible();
    await expect(page.getByRole('img', { name: /^Kesit \d+ \/ 24$/ })).toBeVisible();
    await expect(page.getByText('Değerlendirildi').first()).toBeVisible();
    await measure(page);
    await look(page, 'portal-viewer');
  });
});

/** Draws a length on the image; its text is in Turkish. */
async function measure(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Uzunluk' }).click();
  const box = (await page.getByRole('slider', { name: 'Serinin görüntüsü' }).boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 90, box.y + box.height / 2 + 40, { steps: 4 });
  await page.mouse.up();
  await expect(page.getByRole('region', { name: 'Ölçümler' })).toContainText(/Uzunluk, \d+(,\d)? mm/);
}

test('[HSE-002] the console is used in Turkish, and no English is left beside names', { tag: '@long' }, async ({
  page,
  server,
  openBrowser,
}) => {
  const furnished = await furnishedPatient(server, 'turkce@duai.example');
  const other = await newPatient(server.address, { email: 'baska@duai.example' });
  const { id: caseId } = await other.call(cases.createCase, { body: { modality: 'CT', bodyPart: 'Akciğer' } });
  const { files } = chestPhantom({
    slices: 24,
    matrix: 128,
    pixelSpacingMm: 2.8,
    sliceThicknessMm: 10,
    patientName: 'DEMIR^ALI',
  });
  await other.call(cases.uploadCaseImages, { params: { caseId }, form: imagesForm(files) });
  const visitor = createHttpClient(server.address);
  await visitor.call(institutions.registerTrial, {
    body: {
      institutionName: 'Kıyı Radyoloji',
      contactName: 'Derya Örnek',
      email: 'derya@kiyi.example',
      phone: '+90 555 000 00 00',
      country: 'Germany',
      pacsVendor: 'InterPACS',
      modalities: ['X-Ray', 'Ultrasound'],
      studiesPerDay: 'Less than 50',
      gdprConsent: true,
    },
  });
  await waitForDraft(await staffClient(server, 'radiologist'), caseId);

  await test.step('before the sign-in', async () => {
    await page.goto('/console/login');
    await page.getByRole('combobox', { name: 'Language' }).selectOption('tr');
    await page.getByRole('button', { name: 'Giriş yap' }).click();
    await expect(page.getByText('Altı hane gereklidir')).toBeVisible();
    await look(page, 'console-login');
    for (const path of ['forgot-password', 'reset-password']) {
      await page.goto(`/console/${path}`);
      await heading(page);
      await look(page, `console-${path}`);
    }
  });

  const reader = await openBrowser({});
  await test.step('a radiologist', async () => {
    await signInStaff(reader, server, 'radiologist');
    await reader.getByRole('combobox', { name: 'Language' }).selectOption('tr');
    await expect(reader.getByRole('heading', { name: 'İş listesi' })).toBeVisible();
    await look(reader, 'console-worklist');
    for (const filter of ['Sorular', 'Tamamlanan', 'Tümü']) {
      await reader.getByRole('button', { name: filter, exact: true }).click();
      await look(reader, `console-worklist-${filter}`);
    }
    await reader.goto('/console/password');
    await heading(reader);
    await look(reader, 'console-password');
    await reader.goto(`/console/cases/${caseId}`);
    await reader.getByRole('button', { name: 'Vakayı üstlen' }).click();
    await expect(reader.getByRole('textbox', { name: /^Sonuç/ })).toBeEditable();
    await expect(reader.getByRole('img', { name: /^Kesit \d+ \/ 24$/ })).toBeVisible();
    await reader.getByRole('button', { name: 'Rapora ekle' }).click();
    await expect(reader.getByLabel('1. önemli görüntünün açıklaması')).toBeVisible();
    await measure(reader);
    await look(reader, 'console-reading');
    await lookInto(reader, 'Hastaya sor', 'console-ask');
    for (const [name, id] of Object.entries(furnished.caseIds)) {
      await reader.goto(`/console/cases/${id}`);
      await heading(reader);
      await look(reader, `console-case-${name}`);
    }
    await reader.goto('/console/health');
    await expect(reader.getByText('Bu sayfa rolünüze açık değil', { exact: true })).toBeVisible();
  });

  const office = await openBrowser({});
  await test.step('an operator', async () => {
    await signInStaff(office, server, 'operator');
    await office.getByRole('combobox', { name: 'Language' }).selectOption('tr');
    await expect(office.getByRole('heading', { name: 'Sistem durumu' })).toBeVisible();
    for (const page of [
      'health',
      'applications',
      'institutions',
      'press',
      'announcements',
      'claims',
      'users',
      'turnaround',
      'consents',
      'audit',
    ]) {
      await office.goto(`/console/${page}`);
      await heading(office);
      await look(office, `console-${page}`, page === 'press' || page === 'claims' ? PUBLISHED : '');
    }
    await office.goto('/console/audit?who=nobody');
    await expect(office.getByText('Bu filtreye uyan kayıt yok')).toBeVisible();
    await look(office, 'console-audit-none');
    await office.goto('/console/applications');
    for (const step of [/^Onayla:/, /^Soru sor:/, /^Reddet:/])
      await lookInto(office, step, `console-step-${step.source}`);
    await office.goto('/console/institutions');
    await lookInto(office, /^Yükselt:/, 'console-upgrade');
    await office.goto('/console/press');
    await lookInto(office, 'Yeni basın bülteni', 'console-release', PUBLISHED);
    await office.goto('/console/users');
    await lookInto(office, /^Unvan:/, 'console-credentials');
    await lookInto(office, /^Devre dışı bırak:/, 'console-disable');
    await office.goto('/console/claims');
    await lookInto(office, /^Geri çek:/, 'console-withdraw', PUBLISHED);
  });
});
