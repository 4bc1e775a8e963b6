import { cases } from '@duai/contract';
import type { Page } from '@playwright/test';
import { imagesForm } from '../../scripts/http-client.ts';
import { expectAccessible } from '../support/accessible.ts';
import { runSql } from '../support/database.ts';
import { dicomFile, pngFile } from '../support/files.ts';
import { newPatient, signIn, toast } from '../support/patients.ts';
import { expect, test } from '../support/server.ts';

const LIST = '/api/second-opinion/cases';
const listFetched = (page: Page) =>
  page.waitForResponse((answer) => answer.request().method() === 'GET' && new URL(answer.url()).pathname === LIST);
const counters = (page: Page) => page.locator('dl').first();
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Yeni vaka oluştur' });

test('a patient creates a case in the modal form [PAT-003] [PAT-012] [PAT-047] [PAT-048] [PAT-049] [PAT-109] [PAT-110] [PAT-112] [PAT-119] [PAT-120] [TST-007] [TST-009]', async ({
  page,
  server,
}) => {
  const email = 'vaka@duai.example';
  await newPatient(server.address, { email });
  await signIn(page, email);
  await expect(page.getByText('Henüz vaka yok')).toBeVisible();
  await page.getByRole('button', { name: 'İlk vakanı oluştur' }).click();
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await page.getByRole('button', { name: 'Yeni Vaka' }).click();
  const modality = dialog(page).getByLabel('Görüntüleme yöntemi');
  expect(await modality.locator('option').evaluateAll((all) => all.map((one) => one.getAttribute('value')))).toEqual([
    '',
    'CT',
    'MRI',
    'X-Ray',
    'Ultrasound',
    'Mammography',
    'PET-CT',
  ]);

  await test.step('the modality is required', async () => {
    await dialog(page).getByRole('button', { name: 'Vaka Oluştur' }).click();
    await expect(dialog(page).getByText('Lütfen görüntüleme yöntemini seçin')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('a failure is told, keeps what was typed, and can be tried again', async () => {
    await modality.selectOption('MRI');
    await dialog(page).getByLabel('Şikâyetler').fill('Dizimde ağrı');
    await page.route(`**${LIST}`, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 429, json: { message: 'Sunucu meşgul.', code: 'TOO_MANY_REQUESTS' } })
        : route.continue(),
    );
    await dialog(page).getByRole('button', { name: 'Vaka Oluştur' }).click();
    await expect(toast(page)).toHaveAttribute('data-tone', 'destructive');
    await expect(toast(page)).toContainText('Vaka oluşturulamadı');
    await expect(toast(page)).toContainText('Sunucu meşgul.');
    await expect(dialog(page).getByLabel('Şikâyetler')).toHaveValue('Dizimde ağrı');
    await page.unroute(`**${LIST}`);
  });

  const refetched = listFetched(page);
  await dialog(page).getByRole('button', { name: 'Vaka Oluştur' }).click();
  await expect(toast(page)).toContainText('Vaka Oluşturuldu');
  expect(await (await refetched).json()).toHaveLength(1);
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByText('Dizimde ağrı')).toBeVisible();
  await expect(counters(page).locator('dt')).toHaveText(['Toplam vaka', 'Tamamlanan', 'İşlenen']);
  await expect(counters(page).locator('dd')).toHaveText(['1', '0', '0']);

  await test.step('every field but the modality is optional', async () => {
    await page.getByRole('button', { name: 'Yeni Vaka' }).click();
    await modality.selectOption('X-Ray');
    await dialog(page).getByRole('button', { name: 'Vaka Oluştur' }).click();
    await expect(dialog(page)).toBeHidden();
    await expect(page.getByRole('heading', { level: 2 })).toHaveCount(2);
    await expect(counters(page).locator('dd').first()).toHaveText('2');
  });
});

test('a case card shows what the patient told and where the case stands [PAT-050] [PAT-051] [PAT-052] [PAT-053] [PAT-054] [PAT-055] [PAT-056] [PAT-057] [PAT-058] [PAT-059] [PAT-060] [PAT-061] [PAT-072] [PAT-073] [PAT-093] [PAT-094] [PAT-095]', async ({
  page,
  server,
}) => {
  const email = 'kart@duai.example';
  const http = await newPatient(server.address, { email });
  const full = await http.call(cases.createCase, {
    body: {
      modality: 'CT',
      bodyPart: 'Akciğer',
      clinicalHistory: 'Sigara, yirmi yıl',
      symptoms: 'Nefes darlığı',
      urgency: 'urgent',
    },
  });
  const bare = await http.call(cases.createCase, { body: { modality: 'MRI', urgency: 'semi-urgent' } });
  const plain = await http.call(cases.createCase, { body: { modality: 'Ultrasound' } });
  const files = [
    { name: 'kesit.dcm', bytes: dicomFile() },
    { name: 'fotoğraf.png', bytes: pngFile() },
  ];
  await http.send(cases.uploadCaseImages, { params: { caseId: full.id }, form: imagesForm(files) });
  await runSql(server.dataDir, `update cases set uploaded_at = '2026-03-05T10:00:00Z' where id = '${full.id}'`);
  await signIn(page, email);
  const card = (shown: cases.PatientCase) => page.getByRole('listitem').filter({ hasText: shown.caseNumber });
  const badge = (shown: cases.PatientCase, text: string) =>
    card(shown)
      .locator('[data-tone]')
      .filter({ hasText: new RegExp(`^${text}$`) });

  const first = card(full);
  await expect(first.getByRole('heading')).toHaveText('BT (bilgisayarlı tomografi) · Akciğer');
  await expect(first).toContainText('Sigara, yirmi yıl');
  await expect(first).toContainText('Nefes darlığı');
  await expect(first.locator('time')).toHaveText('05.03.2026');
  await expect(first).toContainText('2 görüntü');
  const dicom = first.getByRole('listitem').filter({ hasText: 'kesit.dcm' });
  const picture = first.getByRole('listitem').filter({ hasText: 'fotoğraf.png' });
  await expect(dicom.getByText('DICOM', { exact: true })).toBeVisible();
  await expect(picture).toBeVisible();
  await expect(picture.getByText('DICOM')).toHaveCount(0);
  await expect(badge(full, 'İşleniyor')).toHaveAttribute('data-tone', 'yellow');
  await expect(badge(full, 'Acil')).toBeVisible();
  await expect(first.getByText('DICOM, JPEG, PNG (max 100MB)')).toHaveCount(0);

  await expect(card(bare).getByRole('heading')).toHaveText('MR (manyetik rezonans) · Belirtilmemiş');
  await expect(badge(bare, 'Yüklendi')).toHaveAttribute('data-tone', 'blue');
  await expect(badge(bare, 'Yarı Acil')).toBeVisible();
  await expect(card(bare)).toContainText('0 görüntü');
  await expect(card(bare).getByText('DICOM, JPEG, PNG (max 100MB)')).toBeVisible();
  await expect(badge(plain, 'Rutin')).toBeVisible();
  await expectAccessible(page);
});

test('images are chosen, checked, taken off the list and uploaded [PAT-004] [PAT-113] [PAT-114] [PAT-115] [PAT-116] [PAT-121] [PAT-122] [PAT-129] [PAT-130] [TST-008] [TST-010]', async ({
  page,
  server,
}) => {
  const email = 'yukle@duai.example';
  const http = await newPatient(server.address, { email });
  await http.call(cases.createCase, { body: { modality: 'CT' } });
  await signIn(page, email);
  await expect(page.getByText('DICOM, JPEG, PNG (max 100MB)')).toBeVisible();
  const input = page.getByLabel('Görüntü dosyaları');
  const png = Buffer.from(pngFile());
  await input.setInputFiles([
    { name: 'a.png', mimeType: 'image/png', buffer: png },
    { name: 'b.jpg', mimeType: 'image/jpeg', buffer: png },
    { name: 'c.jpeg', mimeType: 'image/jpeg', buffer: png },
    { name: 'd.dcm', mimeType: 'application/dicom', buffer: Buffer.from(dicomFile()) },
    { name: 'e.dicom', mimeType: 'application/dicom', buffer: Buffer.from(dicomFile()) },
    { name: 'mektup.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') },
    { name: 'bos.dcm', mimeType: 'application/dicom', buffer: Buffer.alloc(0) },
  ]);
  const refused = page.getByRole('alert');
  await expect(refused).toContainText('mektup.pdf: Dosya türü uygun değil');
  await expect(refused).toContainText('bos.dcm: Dosya boş.');
  await expect(page.getByText('Yüklenecek 5 dosya')).toBeVisible();
  // A file of 100 MB and one byte is made in the page: nothing so large goes through the test's own channel.
  await page.evaluate(() => {
    const file = new File([new Uint8Array(100 * 1024 * 1024 + 1)], 'dev.dcm');
    const transfer = new DataTransfer();
    transfer.items.add(file);
    document
      .querySelector('[aria-label="Görüntü dosyaları"]')!
      .parentElement!.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true }));
  });
  await expect(refused).toContainText('dev.dcm: Dosya 100 MB sınırını aşıyor.');
  await expect(page.getByText('Yüklenecek 5 dosya')).toBeVisible();
  for (const name of ['b.jpg', 'c.jpeg', 'e.dicom']) {
    await page.getByRole('button', { name: `${name} dosyasını listeden çıkar` }).click();
  }
  await expect(page.getByText('Yüklenecek 2 dosya')).toBeVisible();
  await expectAccessible(page);

  const upload = /\/api\/second-opinion\/.*upload/;
  await page.route(upload, (route) =>
    route.fulfill({ status: 429, json: { message: 'Depo dolu.', code: 'STORAGE_UNAVAILABLE' } }),
  );
  await page.getByRole('button', { name: '2 dosyayı yükle' }).click();
  await expect(toast(page)).toHaveAttribute('data-tone', 'destructive');
  await expect(toast(page)).toContainText('Depo dolu.');
  await expect(page.getByText('Yüklenecek 2 dosya')).toBeVisible();
  await page.unroute(upload);

  const refetched = listFetched(page);
  await page.getByRole('button', { name: '2 dosyayı yükle' }).click();
  await expect(toast(page)).toContainText('Yükleme Tamamlandı');
  await expect(toast(page)).toContainText(/analiz/i);
  await refetched;
  await expect(page.getByText('2 görüntü', { exact: true })).toBeVisible();
  await expect(page.getByText('Yüklenecek 2 dosya')).toHaveCount(0);
  await expect(page.locator('[data-tone=yellow]', { hasText: 'İşleniyor' })).toBeVisible();
});

test('an account without consents is asked for them before the next case [PAT-123]', async ({ page, server }) => {
  const email = 'onaysiz@duai.example';
  await newPatient(server.address, { email, hasConsents: false });
  await signIn(page, email);
  await page.getByRole('button', { name: 'Yeni Vaka' }).click();
  const asked = page.getByRole('dialog', { name: 'Devam etmeden önce' });
  await expect(asked).toBeVisible();
  await expect(asked.getByRole('button', { name: 'Onayları kaydet' })).toBeDisabled();
  const boxes = asked.getByRole('checkbox');
  await expect(boxes).toHaveCount(4);
  await expectAccessible(page);
  for (const box of await boxes.all()) {
    await expect(box).not.toBeChecked();
    await box.check();
  }
  await asked.getByRole('button', { name: 'Onayları kaydet' }).click();
  await expect(dialog(page)).toBeVisible();
});
