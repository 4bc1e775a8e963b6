import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountSettings, cases, uploads } from '@duai/contract';
import { chestPhantom, writePart10 } from '@duai/imaging';
import type { Page } from '@playwright/test';
import { zipSync } from 'fflate';
import { expectAccessible } from '../support/accessible.ts';
import { sentHash, storedPath } from '../support/files.ts';
import { PASSWORD, patientWithCase, signIn, toast } from '../support/patients.ts';
import { picture } from '../support/pictures.ts';
import { expect, test } from '../support/server.ts';
import { signInStaff } from '../support/staff.ts';

const phantom = chestPhantom({ slices: 8, matrix: 64, pixelSpacingMm: 5, sliceThicknessMm: 10 });

const imageName = (index: number) => `IM${String(index).padStart(4, '0')}`;

/** A DICOMDIR (PS3.3 F.3) that names these files; components of a path are separated by a backslash. */
const discIndex = (fileIds: readonly string[]): Uint8Array =>
  writePart10([
    { tag: 0x00080016, vr: 'UI', value: '1.2.840.10008.1.3.10' },
    { tag: 0x00080018, vr: 'UI', value: '1.2.3.4' },
    {
      tag: 0x00041220,
      vr: 'SQ',
      value: {
        items: fileIds.map((fileId) => [
          { tag: 0x00041410, vr: 'US', value: [0xffff] },
          { tag: 0x00041430, vr: 'CS', value: 'IMAGE' },
          { tag: 0x00041500, vr: 'CS', value: fileId },
        ]),
      },
    },
  ]);

/** Checks every number of files that the page shows for an interrupted upload: `arrived` of `total`, and no other. */
async function expectOneCount(page: Page, arrived: number, total: number): Promise<void> {
  await expect(page.getByText(`${total} dosyadan ${arrived} tanesi ulaştı.`)).toBeVisible();
  await expect(page.getByLabel('Ulaştı')).toHaveCount(arrived);
  for (const text of await page
    .locator('main')
    .getByText(/\d+ dosya/)
    .allTextContents()) {
    for (const [told, files, some] of text.matchAll(/(\d+) dosya(?:dan (?:yalnızca )?(\d+) tanesi)?/g)) {
      expect([Number(files), Number(some ?? arrived)], told).toEqual([total, arrived]);
    }
  }
  // Files being uploaded do not count as images of the case.
  await expect(page.getByText('0 görüntü', { exact: true })).toHaveCount(0);
}

/** A typical hospital disc: images in folders, an index, a viewer program and its icons. */
async function discFolder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'duai-disc-'));
  await mkdir(join(dir, 'IMAGES'));
  await mkdir(join(dir, 'VIEWER'));
  for (const [index, { bytes }] of phantom.files.entries()) {
    await writeFile(join(dir, 'IMAGES', imageName(index)), bytes);
  }
  await writeFile(join(dir, 'DICOMDIR'), discIndex(phantom.files.map((_, index) => `IMAGES\\${imageName(index)}`)));
  await writeFile(join(dir, 'VIEWER', 'start.exe'), 'MZ');
  await writeFile(join(dir, 'VIEWER', 'logo.png'), 'icon');
  return dir;
}

test('a disc: what is on it, what names the person; an upload that is cut off, paused and resumed', {
  tag: '@long',
}, async ({ openBrowser, page, server }) => {
  const email = 'disk@duai.example';
  const { http, caseId } = await patientWithCase(page, server.address, { email });
  await page.goto('about:blank');
  // A separate page, because the browser logs each broken connection as an error.
  const first = await page.context().newPage();
  await first.goto(`/second-opinion/cases/${caseId}`);
  const disc = await discFolder();

  await test.step('the page says what is on the disc, and what names the person', async () => {
    await first.getByLabel('Klasör veya CD seç').setInputFiles(disc);
    await expect(first.getByText('Yüklenecek 8 dosya')).toBeVisible();
    await expect(first.getByText('Klasördeki 3 dosya görüntü olmadığı için alınmadı')).toBeVisible();
    await expect(first.getByText('Diskin dizinindeki 8 dosyanın tümü seçtiklerinizin arasında.')).toBeVisible();
    await expect(first.getByText('8 görüntü', { exact: true })).toBeVisible();
    await first.getByText(/kimliğinizi belirten \d bilgi/).click();
    await expect(first.getByRole('row', { name: 'Hasta adı PHANTOM CHEST' })).toBeVisible();
    await expect(first.getByLabel('Bu bilgileri göndermeden önce dosyalardan sil')).toBeChecked();
    await expectAccessible(first);
    await picture(first, 'upload/01-preflight', { fullPage: true });
  });

  await test.step('after three files the connection is gone for good', async () => {
    let files = 0;
    await first.route(/\/uploads(\/|$)/, (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      files += 1;
      return files > 3 ? route.abort('connectionfailed') : route.continue();
    });
    await first.getByRole('button', { name: '8 dosyayı yükle' }).click();
    await expect(first.getByText(/Yükleniyor: %[1-9]/)).toBeVisible();
    await expect(first.getByLabel('Ulaştı')).toHaveCount(3);
    await expectAccessible(first);
    await first.getByRole('button', { name: 'Duraklat' }).click();
    await expect(first.getByText('Yükleme duraklatıldı')).toBeVisible();
    await expectOneCount(first, 3, 8);
    await picture(first, 'upload/02-paused', { fullPage: true });
    await first.unroute(/\/uploads(\/|$)/);
  });

  await test.step('another device of the patient knows what has arrived and how much is missing', async () => {
    const second = await openBrowser({ locale: 'tr-TR' });
    await signIn(second, email);
    await second.goto(`/second-opinion/cases/${caseId}`);
    await expectOneCount(second, 3, 8);
    await expect(second.getByRole('button', { name: '8 dosyadan yalnızca ulaşan 3 tanesini gönder' })).toBeVisible();
    await expectAccessible(second);
    await picture(second, 'upload/03-other-device', { fullPage: true });
    await second.goto('/second-opinion/dashboard');
    await expectOneCount(second, 3, 8);
    // The whole disc is chosen again: files that have arrived are remembered, and no file is counted twice.
    await second.getByLabel('Klasör veya CD seç').setInputFiles(disc);
    await expect(second.getByRole('button', { name: '8 dosyayı yükle' })).toBeEnabled();
    await expect(second.getByText('8 dosyadan 3 tanesi ulaştı.')).toBeVisible();
    await expect(second.getByLabel('Ulaştı')).toHaveCount(3);
    await picture(second, 'upload/03-chosen-again', { fullPage: true });
    await second.close();
  });

  await test.step('it goes on, and what lies on the server is what was on the disc, without the name', async () => {
    const { key } = await http.call(uploads.getDeidentificationKey, { params: { caseId } });
    await first.getByRole('button', { name: 'Devam et' }).click();
    await expect(toast(first)).toContainText('Yükleme Tamamlandı');
    await first.close();
    const shown = await http.call(cases.getCase, { params: { caseId } });
    expect(shown.images.map(({ originalName }) => originalName).sort()).toEqual(
      phantom.files.map((_, index) => imageName(index)),
    );
    for (const { bytes } of phantom.files) {
      const stored = await readFile(storedPath(server.dataDir, await sentHash(bytes, key)));
      expect(stored.includes('PHANTOM^CHEST')).toBe(false);
    }
  });
});

test('an upload that was begun is given up: the server keeps nothing of it, the page what was chosen', {
  tag: '@long',
}, async ({ page, server }) => {
  const email = 'vazgecen@duai.example';
  const { http, caseId } = await patientWithCase(page, server.address, { email });
  await page.goto(`/second-opinion/cases/${caseId}`);
  let begun = 0;
  // The third file never gets an answer.
  await page.route(/\/uploads(\/|$)/, (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    begun += 1;
    return begun > 2 ? undefined : route.continue();
  });
  await page.getByLabel('Görüntü dosyaları').setInputFiles(
    phantom.files.map(({ bytes }, index) => ({
      name: imageName(index),
      mimeType: 'application/dicom',
      buffer: Buffer.from(bytes),
    })),
  );
  await page.getByRole('button', { name: '8 dosyayı yükle' }).click();
  await expect(page.getByLabel('Ulaştı')).toHaveCount(2);
  await page.getByRole('button', { name: 'Vazgeç ve sil' }).click();
  // Chosen files stay chosen, as if nothing had been sent.
  await expect(page.getByLabel('Ulaştı')).toHaveCount(0);
  await expect(page.getByText('Yüklenecek 8 dosya')).toBeVisible();
  await expect.poll(async () => (await http.call(uploads.listUploads, { params: { caseId } })).length).toBe(0);
  await page.reload();
  await expect(page.getByText('Bu vakada henüz görüntü yok.')).toBeVisible();
  await expect(page.getByText('Yarım kalan bir yüklemeniz var')).toHaveCount(0);
});

test('a ZIP is laid open; missing slices, mixed people and photographs are named with what to do', {
  tag: '@long',
}, async ({ openBrowser, page, server }) => {
  const email = 'zip@duai.example';
  const { caseId } = await patientWithCase(page, server.address, { email, bodyPart: 'Sol diz' });
  await page.goto(`/second-opinion/cases/${caseId}`);
  const other = chestPhantom({ slices: 2, matrix: 32, pixelSpacingMm: 10, sliceThicknessMm: 10, seed: 9 }).files[0]!;
  const archive = zipSync({
    'disk/DICOMDIR': discIndex(phantom.files.map(({ name }) => name)),
    'disk/autorun.inf': new TextEncoder().encode('x'),
    ...Object.fromEntries(phantom.files.toSpliced(3, 2).map(({ name, bytes }) => [`disk/${name}`, bytes])),
    'disk/other.dcm': other.bytes,
  });
  await page
    .getByLabel('Görüntü dosyaları')
    .setInputFiles({ name: 'cd.zip', mimeType: 'application/zip', buffer: Buffer.from(archive) });
  await expect(page.getByText('Yüklenecek 7 dosya')).toBeVisible();
  await expect(page.getByText('Birden fazla kişinin görüntüleri karışmış')).toBeVisible();
  await expect(page.getByText('Görüntüler vakada yazandan başka bir vücut bölgesini gösteriyor')).toBeVisible();
  await expect(page.getByText('en az 2 kesit eksik')).toBeVisible();
  const disc = page.getByRole('status').filter({ hasText: 'Diskin dizinindeki 8 dosyadan 2 tanesi bulunamadı' });
  await expect(disc.getByRole('listitem')).toHaveText([3, 4].map((index) => phantom.files[index]!.name));
  await expect(disc).toContainText('Dizinde yazmayan 1 görüntü de bulundu ve alındı.');
  await expect(page.getByRole('button', { name: '7 dosyayı yükle' })).toBeDisabled();
  await expectAccessible(page);
  await picture(page, 'upload/04-findings', { fullPage: true });
  // The same page in the other languages: no chosen file is lost, and right-to-left layout works.
  await page.getByLabel('Dil').selectOption('ar');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.getByText('اختلطت صور أكثر من شخص')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('اللغة').selectOption('en');
  await expect(page.getByText('Images of more than one person are mixed')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Language').selectOption('tr');
  await expect(page.getByText('Dosyalarda yazan: göğüs')).toBeVisible();
  // Two hospitals may spell one person differently, so a declaration allows going on.
  const isOne = page.getByRole('checkbox', { name: 'Hepsi aynı kişinin' });
  await isOne.check();
  await expect(page.getByRole('button', { name: '7 dosyayı yükle' })).toBeEnabled();
  await isOne.uncheck();
  await expect(page.getByRole('button', { name: '7 dosyayı yükle' })).toBeDisabled();
  await page.getByRole('button', { name: 'PHANTOM CHEST, PHANTOM-9: dosyalarını çıkar' }).click();
  await expect(page.getByText('Birden fazla kişinin görüntüleri karışmış')).toBeHidden();
  await expect(page.getByText('Yüklenecek 6 dosya')).toBeVisible();

  await page.getByRole('button', { name: '6 dosyayı yükle' }).click();
  await expect(toast(page)).toContainText('Yükleme Tamamlandı');

  await test.step('until a radiologist reads it the case can be taken back, and sent again as it is', async () => {
    await page.getByRole('button', { name: 'Görüntü eklemek istiyorum' }).click();
    await page.getByRole('button', { name: 'Geri al ve ekle' }).click();
    await expect(page.getByText('DICOM, JPEG, PNG (max 100MB)')).toBeVisible();
    await expectAccessible(page);
    // Files that were left out, and the image of another name: the declaration of one person is accepted, and the radiologist
    // is told, although the names were removed before sending.
    await page.getByLabel('Görüntü dosyaları').setInputFiles(
      [phantom.files[3]!, { ...other, name: 'other.dcm' }].map(({ name, bytes }) => ({
        name,
        mimeType: 'application/dicom',
        buffer: Buffer.from(bytes),
      })),
    );
    await page.getByRole('checkbox', { name: 'Hepsi aynı kişinin' }).check();
    await page.getByRole('button', { name: '2 dosyayı yükle' }).click();
    await expect(
      page.getByText(/üzerinde 2 ayrı kişi yazan görüntülerin .* tek bir kişiye ait olduğunu/),
    ).toBeVisible();
    await expectAccessible(page);
    const staff = await openBrowser({ locale: 'en-GB' });
    await signInStaff(staff, server, 'radiologist');
    await staff.goto(`/console/cases/${caseId}`);
    await expect(staff.getByText('The files name 2 people')).toBeVisible();
    await expect(staff.getByText('names were removed from the files')).toBeVisible();
    await expect(staff.getByText(/On .* the sender confirmed that images naming 2 people/)).toBeVisible();
    await expectAccessible(staff);
    await staff.close();
    await page.getByRole('button', { name: 'Görüntü eklemek istiyorum' }).click();
    await page.getByRole('button', { name: 'Geri al ve ekle' }).click();
    await page.getByRole('button', { name: 'Eklemeden yeniden gönder' }).click();
    await expect(page.getByText('İşleniyor', { exact: true }).first()).toBeVisible();
  });
});

test('a session that ends in the middle of an upload: who signs in again need not press anything, it goes on', {
  tag: '@long',
}, async ({ page, server }) => {
  const email = 'oturum@duai.example';
  const { http, caseId } = await patientWithCase(page, server.address, { email });
  await page.goto(`/second-opinion/cases/${caseId}`);
  await page.getByLabel('Klasör veya CD seç').setInputFiles(await discFolder());
  const accepted: string[] = [];
  page.on('response', (answer) => {
    if (answer.request().method() === 'POST' && answer.url().endsWith('/uploads') && answer.status() === 201)
      accepted.push(answer.url());
  });
  let sent = 0;
  await page.route(/\/uploads$/, async (route) => {
    sent += route.request().method() === 'POST' ? 1 : 0;
    if (sent === 4) await http.call(accountSettings.endOtherSessions);
    await route.continue();
  });
  await page.getByRole('button', { name: '8 dosyayı yükle' }).click();
  const dialog = page.getByRole('dialog', { name: 'Oturumunuz sona erdi' });
  await expect(dialog.getByLabel('E-posta', { exact: true })).toHaveValue(email);
  await expect(page.getByText('yükleme kaldığı yerden kendiliğinden devam eder')).toBeAttached();
  await expectAccessible(page);
  await picture(page, 'upload/05-session-ended', { fullPage: true });
  expect(accepted.length).toBeGreaterThan(0);
  expect(accepted.length).toBeLessThan(8);
  await dialog.getByLabel('Parola', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Giriş Yap' }).click();
  await expect(page.getByText('İşleniyor', { exact: true }).first()).toBeVisible();
  expect(accepted).toHaveLength(8);
  expect((await http.call(cases.getCase, { params: { caseId } })).images).toHaveLength(8);
});
