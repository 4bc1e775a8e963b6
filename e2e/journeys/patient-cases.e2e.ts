import { cases } from '@duai/contract';
import errors from '@duai/texts/tr/errors';
import type { Locator, Page } from '@playwright/test';
import { imagesForm } from '../../scripts/http-client.ts';
import { expectAccessible } from '../support/accessible.ts';
import { runSql } from '../support/database.ts';
import { dicomFile, pngFile } from '../support/files.ts';
import { newPatient, signedIn, signIn, toast } from '../support/patients.ts';
import { expect, test } from '../support/server.ts';

const LIST = '/api/second-opinion/cases';
const listFetched = (page: Page) =>
  page.waitForResponse((answer) => answer.request().method() === 'GET' && new URL(answer.url()).pathname === LIST);
const counters = (page: Page) => page.locator('dl').first();
/** Red, green and blue (0 to 255) of a badge's text, as the browser draws it. */
const coloursOf = (badge: Locator): Promise<number[]> =>
  badge.evaluate((element) => {
    const pen = new OffscreenCanvas(1, 1).getContext('2d')!;
    pen.fillStyle = getComputedStyle(element).color;
    pen.fillRect(0, 0, 1, 1);
    return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3);
  });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Yeni vaka oluştur' });

test('a patient creates a case in the modal form [PAT-003] [PAT-012] [PAT-047] [PAT-048] [PAT-049] [PAT-109] [PAT-110] [PAT-112] [PAT-119] [PAT-120] [TST-007] [TST-009]', async ({
  page,
  server,
}) => {
  const email = 'vaka@duai.example';
  await newPatient(server.address, { email });
  await signIn(page, email);
  await expect(page.getByText('Henüz vaka yok')).toBeVisible();
  await page.getByRole('button', { name: 'İlk vakayı oluştur' }).click();
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await page.getByRole('button', { name: 'Yeni Vaka' }).click();
  const modality = dialog(page).getByLabel('Görüntüleme yöntemi');
  await expect(modality).toBeVisible();
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
  await refetched;
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

  await test.step('each counter counts its own: four cases, two completed, one processing', async () => {
    const http = await signedIn(server.address, email);
    for (const modality of ['CT', 'Ultrasound'] as const) await http.call(cases.createCase, { body: { modality } });
    const all = await http.call(cases.listCases);
    const [first, second, third] = all.map(({ id }) => id);
    await runSql(server.dataDir, `update cases set status = 'completed' where id in ('${first}', '${second}')`);
    await runSql(server.dataDir, `update cases set status = 'processing' where id = '${third}'`);
    await page.reload();
    await expect(counters(page).locator('dd')).toHaveText(['4', '2', '1']);
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
  const [red, green, blue] = await coloursOf(badge(bare, 'Yüklendi'));
  expect(blue).toBeGreaterThan(red!);
  expect(blue).toBeGreaterThan(green!);
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
  // A file of 100 MB and one byte is created in the page, because the test's own channel cannot carry it.
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
    route.fulfill({ status: 429, json: { message: errors.STORAGE_FULL, code: 'STORAGE_FULL' } }),
  );
  await page.getByRole('button', { name: '2 dosyayı yükle' }).click();
  await expect(toast(page)).toHaveAttribute('data-tone', 'destructive');
  await expect(toast(page)).toContainText('Depolama alanımız şu anda dolu');
  await expect(page.getByText('Yüklenecek 2 dosya')).toBeVisible();
  await page.unroute(upload);

  const refetched = listFetched(page);
  await page.getByRole('button', { name: '2 dosyayı yükle' }).click();
  await expect(toast(page).getByText('Yükleme Tamamlandı', { exact: true })).toBeVisible();
  await expect(toast(page)).toContainText('Yapay zekâ analizi başladı.');
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

test('a case for a relative: searchable body part, side, declaration, first report; nothing typed is lost, nothing is made twice @long', async ({
  page,
  server,
  context,
}) => {
  const email = 'yakin@duai.example';
  const http = await newPatient(server.address, { email });
  await signIn(page, email);
  await page.getByRole('button', { name: 'Yeni Vaka' }).click();
  const form = dialog(page);

  await test.step('the body part is found by any word, by keyboard', async () => {
    await expect(form.getByText(/112’yi arayın/)).toBeVisible();
    await form.getByLabel('Görüntüleme yöntemi').selectOption('MRI');
    const bodyPart = form.getByRole('combobox', { name: /Vücut bölgesi/ });
    await bodyPart.fill('MENİSKÜS');
    await expect(form.getByRole('listbox', { name: 'Vücut bölgeleri' }).getByRole('option')).toHaveText(['Diz']);
    await expectAccessible(page);
    await bodyPart.press('ArrowDown');
    await bodyPart.press('Enter');
    await expect(bodyPart).toHaveValue('Diz');
    await bodyPart.press('ArrowDown');
    await bodyPart.press('Escape');
    await expect(form.getByRole('listbox', { name: 'Vücut bölgeleri' })).toBeHidden();
    await expect(form).toBeVisible();
    await form.getByLabel('Taraf').selectOption({ label: 'Sol' });
    await bodyPart.fill('karaciğer');
    await form.getByRole('option', { name: 'Karaciğer' }).click();
    await expect(form.getByLabel('Taraf')).toHaveCount(0);
    await bodyPart.fill('serçe parmağım');
    await expect(form.getByText('Listede yok; yazdığınız gibi kaydedilir.')).toBeVisible();
    await bodyPart.fill('Diz');
    await form.getByLabel('Şikâyetler').fill('Düştükten sonra ağrı');
  });

  await test.step('a relative needs a name and a declaration', async () => {
    await form.getByRole('radio', { name: 'Bir yakınımın' }).check();
    await form.getByRole('button', { name: 'Vaka Oluştur' }).click();
    await expect(form.getByText('Lütfen yakınlığınızı seçin')).toBeVisible();
    await expect(form.getByText('Bu kişi adına işlem yapabildiğinizi onaylayın')).toBeVisible();
    await form.getByLabel('Yakınlığınız').selectOption({ label: 'Çocuğum' });
    await form.getByLabel('Yakınınızın adı').fill('Ada');
    await form.getByLabel('Yakınınızın soyadı').fill('Işık');
  });

  await test.step('the back button, a reload and a closed form keep the draft, in this tab only and not in the address', async () => {
    await page.goBack();
    await expect(form).toBeHidden();
    await page.getByRole('button', { name: 'Yeni Vaka' }).click();
    await expect(form.getByLabel('Şikâyetler')).toHaveValue('Düştükten sonra ağrı');
    await page.reload();
    await expect(form.getByLabel('Yakınınızın adı')).toHaveValue('Ada');
    await expect(form.getByText('Yarım kalan vakanız geri geldi')).toBeVisible();
    expect(page.url()).not.toMatch(/a%C4%9Fr%C4%B1|Diz|Ada/);
    const other = await context.newPage();
    await other.goto('/second-opinion/dashboard?new=case');
    await expect(dialog(other).getByLabel('Şikâyetler')).toHaveValue('');
    await other.close();
  });

  await test.step('offline is said, and sending goes on afterwards', async () => {
    await form.getByRole('checkbox').check();
    await form.getByLabel('İlk raporun metni').fill('Menisküs yırtığı olabilir.');
    const file = form.getByLabel('İlk rapor (PDF)');
    await file.setInputFiles({ name: 'foto.pdf', mimeType: 'application/pdf', buffer: Buffer.from('JFIF') });
    await expect(form.getByText('Dosya bir PDF değil.')).toBeVisible();
    await file.setInputFiles({ name: 'rapor.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n') });
    await expect(form.getByText('rapor.pdf')).toBeVisible();
    await context.setOffline(true);
    await form.getByRole('button', { name: 'Vaka Oluştur' }).click();
    await expect(toast(page)).toContainText('Sunucuya ulaşılamadı');
    await expect(form.getByLabel('Şikâyetler')).toHaveValue('Düştükten sonra ağrı');
    await context.setOffline(false);
  });

  await test.step('an answer that was lost and a second press make one case', async () => {
    let isLost = false;
    await page.route(`**${LIST}`, async (route) => {
      if (route.request().method() !== 'POST' || isLost) return route.continue();
      isLost = true;
      await route.fetch();
      return route.fulfill({ status: 400, body: '' });
    });
    await form.getByRole('button', { name: 'Vaka Oluştur' }).click();
    await expect(toast(page)).toContainText('Vaka oluşturulamadı');
    await form.getByRole('button', { name: 'Vaka Oluştur' }).dblclick();
    await expect(toast(page)).toContainText('Vaka Oluşturuldu');
    await expect(form).toBeHidden();
    expect(await http.call(cases.listCases)).toHaveLength(1);
  });

  await test.step('card and page say it all; the clock waits for images', async () => {
    const card = page.getByRole('listitem').filter({ hasText: 'SO-' });
    await expect(card.getByRole('heading')).toHaveText('MR (manyetik rezonans) · Diz (Sol)');
    await expect(card).toContainText('Ada Işık (Çocuğum)');
    await card.getByRole('link', { name: 'Vakayı aç' }).click();
    await expect(page.getByText('Süre henüz başlamadı')).toBeVisible();
    await expect(
      page.getByText('Süre, görüntülerinizi gönderdiğinizde başlar: raporunuz 48 saat içinde hazır olur.'),
    ).toBeVisible();
    await expect(page.getByText('Menisküs yırtığı olabilir.')).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'rapor.pdf dosyasını indir' }).click();
    expect((await download).suggestedFilename()).toBe('rapor.pdf');
    await page.getByRole('button', { name: 'Dosyayı çıkar' }).click();
    await expect(toast(page)).toContainText('Dosya çıkarıldı');
    await expectAccessible(page);
  });

  await test.step('after sign-out the tab holds nothing', async () => {
    await page.getByRole('link', { name: 'Tüm vakalar' }).click();
    await page.getByRole('button', { name: 'Yeni Vaka' }).click();
    await form.getByLabel('Şikâyetler').fill('Gizli');
    await form.getByRole('button', { name: 'Vazgeç' }).click();
    await page.getByRole('button', { name: 'Çıkış Yap' }).click();
    await page.waitForURL('**/second-opinion/login');
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Gizli');
  });
});
