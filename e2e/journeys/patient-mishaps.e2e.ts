import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountSettings, cases, shares } from '@duai/contract';
import { chestPhantom } from '@duai/imaging';
import errors from '@duai/texts/tr/errors';
import type { Page } from '@playwright/test';
import { imagesForm } from '../../scripts/http-client.ts';
import { expectAccessible } from '../support/accessible.ts';
import { newPatient, PASSWORD, patientWithCase, signIn, toast } from '../support/patients.ts';
import { picture } from '../support/pictures.ts';
import { savedPdf, signReport } from '../support/reports.ts';
import { expect, test } from '../support/server.ts';

const phantom = chestPhantom({ slices: 8, matrix: 64, pixelSpacingMm: 5, sliceThicknessMm: 10 });
const IMPRESSION = 'Belirgin patoloji saptanmadı.';

async function folderOfScan(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'duai-scan-'));
  for (const { name, bytes } of phantom.files) await writeFile(join(dir, name), bytes);
  return dir;
}

const offline = (page: Page) => page.getByText('İnternet bağlantınız yok');
const upload = (page: Page) => page.getByRole('button', { name: '8 dosyayı yükle' });
const newCase = (page: Page) => page.getByRole('dialog', { name: 'Yeni vaka oluştur' });

test('registration: no connection, pressed twice, two tabs with one address, the way back', { tag: '@long' }, async ({
  page,
  context,
}) => {
  const email = 'acele@duai.example';
  const fill = async (on: Page) => {
    await on.goto('/second-opinion/register');
    await on.getByLabel('Ad', { exact: true }).fill('Acele');
    await on.getByLabel('Soyad').fill('Eden');
    await on.getByLabel('E-posta', { exact: true }).fill(email);
    await on.getByRole('button', { name: 'Devam' }).click();
    await expect(on.getByRole('heading', { name: 'İletişim tercihleri' })).toBeFocused();
    await on.getByRole('button', { name: 'Devam' }).click();
    await on.getByLabel('Parola', { exact: true }).fill(PASSWORD);
    await on.getByLabel('Parola tekrarı').fill(PASSWORD);
    for (const box of await on.getByRole('checkbox').all()) await box.check();
  };
  const create = (on: Page) => on.getByRole('button', { name: 'Hesap Oluştur' });
  const other = await context.newPage();
  await fill(other);
  await fill(page);

  await test.step('offline: said, nothing typed is lost', async () => {
    await context.setOffline(true);
    await expect(offline(page)).toBeVisible();
    await create(page).click();
    await expect(toast(page)).toContainText('Kayıt Başarısız');
    await expect(page.getByLabel('Parola tekrarı')).toHaveValue(PASSWORD);
    await page.goBack();
    await page.goBack();
    await expect(page.getByLabel('Soyad')).toHaveValue('Eden');
    await page.goForward();
    await page.goForward();
    await expect(page.getByLabel('Parola tekrarı')).toHaveValue(PASSWORD);
    await context.setOffline(false);
    await expect(offline(page)).toBeHidden();
  });

  await test.step('two presses make one account', async () => {
    let calls = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/auth/register')) calls += 1;
    });
    await create(page).dblclick();
    await expect(page).toHaveURL(/second-opinion\/dashboard$/);
    await expect(toast(page)).toContainText('Kayıt Başarılı');
    expect(calls).toBe(1);
  });

  await test.step('the same address in the other tab: told what to do, nothing typed is lost', async () => {
    await create(other).click();
    await expect(toast(other)).toContainText('Kayıt Başarısız');
    const address = other.getByLabel('E-posta', { exact: true });
    await expect(address).toHaveValue(email);
    await expect(address).toHaveAccessibleDescription(/hesap zaten var. Giriş yapın ya da parolanızı sıfırlayın/);
    await expect(other.getByLabel('Soyad')).toHaveValue('Eden');
    await other.close();
  });
});

test('an upload: storage full, the connection gone, the way back in the middle, a second tab', {
  tag: '@long',
}, async ({ page, context, server }) => {
  const email = 'tunel@duai.example';
  const { http, caseId } = await patientWithCase(page, server.address, { email });
  const folder = await folderOfScan();
  await page.goto('about:blank');
  // A separate page, because the browser logs each 5xx answer as an error.
  const phone = await context.newPage();
  await phone.goto('/second-opinion/dashboard');
  await phone.getByRole('link', { name: 'Vakayı aç' }).click();
  await expect(phone.getByRole('heading', { name: 'Vakanızın durumu' })).toBeVisible();
  await phone.getByLabel('Klasör veya CD seç').setInputFiles(folder);

  await test.step('storage is full after three files: said, they stay, and so does what was chosen', async () => {
    let sent = 0;
    await phone.route(/\/uploads$/, (route) => {
      sent += route.request().method() === 'POST' ? 1 : 0;
      if (sent <= 3) return route.continue();
      return route.fulfill({
        status: 507,
        json: { message: errors.STORAGE_FULL, code: 'STORAGE_FULL' },
      });
    });
    await upload(phone).click();
    await expect(toast(phone)).toContainText('Depolama alanımız şu anda dolu');
    await expect(phone.getByLabel('Ulaştı')).toHaveCount(3);
    await expect(upload(phone)).toBeEnabled();
    await phone.unroute(/\/uploads$/);
  });

  let sent = 0;
  const gate = Promise.withResolvers<void>();
  await test.step('offline in the middle: it waits, on whatever page', async () => {
    await phone.route(/\/uploads$/, async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      sent += 1;
      if (sent > 2) await gate.promise;
      return route.continue();
    });
    await phone.route(/\/uploads\/[^/]+$/, async (route) => {
      await gate.promise;
      return route.continue();
    });
    await upload(phone).click();
    await expect(phone.getByText(/Yükleniyor: %/)).toBeVisible();
    await context.setOffline(true);
    await expect(offline(phone)).toBeVisible();
    gate.resolve();
    await phone.goBack();
    await expect(phone.getByRole('heading', { name: 'Vakalarım' })).toBeVisible();
    await expect(phone.getByText(/Yükleniyor: %/)).toBeVisible();
    // A page that was not open before: its code is already loaded.
    await phone.getByRole('link', { name: 'Ayarlar' }).click();
    await expect(phone.getByRole('heading', { name: 'Hesap ayarları' })).toBeVisible();
    await phone.goBack();
    await expect(phone.getByText(/Yükleniyor: %/)).toBeVisible();
    await picture(phone, 'mishaps/01-offline', { fullPage: true });
  });

  await test.step('a second tab does not send the same case too', async () => {
    await phone.unrouteAll();
    const held = Promise.withResolvers<void>();
    await phone.route(/\/submission$/, async (route) => {
      await held.promise;
      return route.continue();
    });
    await context.setOffline(false);
    // It continues by itself, without a press of a button.
    await expect(phone.getByText('Dosyalar kontrol edilip kaydediliyor…')).toBeVisible();
    const second = await context.newPage();
    // The list of what was begun comes after the choice: each file is still counted once.
    const chosen = Promise.withResolvers<void>();
    await second.route(/\/uploads$/, async (route) => {
      await chosen.promise;
      return route.continue();
    });
    await second.goto(`/second-opinion/cases/${caseId}`);
    await second.getByLabel('Klasör veya CD seç').setInputFiles(folder);
    await expect(upload(second)).toBeVisible();
    chosen.resolve();
    await expect(second.getByText('8 dosyadan 8 tanesi ulaştı.')).toBeVisible();
    await upload(second).click();
    await expect(toast(second)).toContainText('başka bir sekmede gönderiliyor');
    await expect(upload(second)).toBeEnabled();
    held.resolve();
    for (const tab of [phone, second]) await expect(tab.getByText('İşleniyor', { exact: true }).first()).toBeVisible();
    expect((await http.call(cases.getCase, { params: { caseId } })).images).toHaveLength(8);
    await second.close();
  });
  await phone.close();
});

test('two tabs: who signs out in one signs out in both, who signs in again in one goes on in both; nothing typed is lost', {
  tag: '@long',
}, async ({ page, context, server }) => {
  const email = 'sekme@duai.example';
  const http = await newPatient(server.address, { email });
  await signIn(page, email);
  await page.getByRole('button', { name: 'Yeni Vaka' }).click();
  await newCase(page).getByLabel('Şikâyetler').fill('İki gündür baş ağrısı');
  const other = await context.newPage();

  await test.step('signed out in the other tab: this one shows nothing any more, and gives the draft back to its owner', async () => {
    await other.goto('/second-opinion/dashboard');
    await other.getByRole('button', { name: 'Çıkış Yap' }).click();
    await expect(page).toHaveURL(/second-opinion\/login$/);
    await page.getByLabel('E-posta', { exact: true }).fill(email);
    await page.getByLabel('Parola', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Giriş Yap' }).click();
    await page.waitForURL('**/second-opinion/dashboard**');
    // The URL says whether the form is open again.
    if (!page.url().includes('new=')) await page.getByRole('button', { name: 'Yeni Vaka' }).click();
    await expect(newCase(page).getByLabel('Şikâyetler')).toHaveValue('İki gündür baş ağrısı');
  });

  await test.step('the session ended: signing in again in the other tab is enough', async () => {
    await newCase(page).getByLabel('Görüntüleme yöntemi').selectOption('MRI');
    await http.call(accountSettings.endOtherSessions);
    const ended = page.getByRole('dialog', { name: 'Oturumunuz sona erdi' });
    // The stream may have informed the page before the button is reached; then the form below is inert.
    const sending = newCase(page).getByRole('button', { name: 'Vaka Oluştur' }).click({ timeout: 5_000 });
    await Promise.all([expect(ended).toBeVisible(), sending.catch(() => expect(ended).toBeVisible())]);
    await signIn(other, email);
    await expect(ended).toBeHidden();
    await newCase(page).getByRole('button', { name: 'Vaka Oluştur' }).click();
    await expect(toast(page)).toContainText('Vaka Oluşturuldu');
    const [created, ...more] = await http.call(cases.listCases);
    expect([created?.symptoms, more.length]).toEqual(['İki gündür baş ağrısı', 0]);
    await other.close();
  });
});

test('a report without a connection: it stays to be read, what needs one says so, a question is kept; a broken answer is told in Turkish', {
  tag: '@long',
}, async ({ page, context, server }) => {
  const email = 'okur@duai.example';
  const { http, caseId } = await patientWithCase(page, server.address, { email });
  await http.call(cases.uploadCaseImages, { params: { caseId }, form: imagesForm(phantom.files) });
  await signReport(server, caseId, IMPRESSION);
  await page.getByRole('link', { name: 'Raporu aç' }).first().click();
  await expect(page.getByText(IMPRESSION)).toBeVisible();
  await page.waitForLoadState('load');

  await context.setOffline(true);
  await expect(offline(page)).toBeVisible();
  await page.getByRole('button', { name: 'PDF indir' }).click();
  await expect(toast(page)).toContainText('Sunucuya ulaşılamadı');
  await expect(page.getByText(IMPRESSION)).toBeVisible();
  await page.getByRole('link', { name: 'Vakaya dön' }).click();
  await expect(page.getByRole('button', { name: 'Yeniden dene' }).first()).toBeVisible();
  await page.goBack();
  await expect(page.getByText(IMPRESSION)).toBeVisible();
  await context.setOffline(false);
  await expect(offline(page)).toBeHidden();
  expect(await savedPdf(page, () => page.getByRole('button', { name: 'PDF indir' }).click())).toMatch(/\.pdf$/);

  await test.step('a question that was not sent waits through a lost connection and a reload', async () => {
    await page.goto(`/second-opinion/cases/${caseId}`);
    await page.getByLabel('Sorunuz').fill('Ameliyat gerekir mi?');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Soruyu gönder' }).click();
    await expect(toast(page)).toContainText('Sorunuz gönderilemedi');
    await context.setOffline(false);
    await page.reload();
    await expect(page.getByLabel('Sorunuz')).toHaveValue('Ameliyat gerekir mi?');
    await page.getByRole('button', { name: 'Soruyu gönder' }).dblclick();
    await expect(page.getByRole('listitem').filter({ hasText: 'Ameliyat gerekir mi?' })).toHaveCount(1);
    await expect(page.getByLabel('Sorunuz')).toHaveValue('');
  });

  await test.step('a link that is asked for twice is made once', async () => {
    await page.getByRole('button', { name: 'Paylaşım bağlantısı oluştur' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Bağlantıyı oluştur' }).dblclick();
    await dialog.getByRole('button', { name: 'İkisini de not ettim' }).click();
    await expect(dialog).toBeHidden();
    expect(await http.call(shares.listShares, { params: { caseId } })).toHaveLength(1);
  });

  await test.step('an answer that this device cannot show', async () => {
    // A separate page, because the browser logs broken requests.
    const broken = await context.newPage();
    await broken.route(`**/api/second-opinion/cases/${caseId}`, (route) => route.fulfill({ json: {} }));
    await broken.goto(`/second-opinion/cases/${caseId}`);
    await expect(broken.getByRole('heading', { name: 'Bu sayfa gösterilemedi' })).toBeVisible();
    await broken.unrouteAll();
    await broken.getByRole('button', { name: 'Sayfayı yeniden yükle' }).click();
    await expect(broken.getByRole('heading', { name: 'Vakanızın durumu' })).toBeVisible();
    await broken.close();
  });
});

test('slightly wrong on a phone: back to the sign-in, broken links, files of other kinds, half a date', {
  tag: '@long',
}, async ({ page, server }) => {
  const email = 'ufak-hata@duai.example';
  await page.setViewportSize({ width: 390, height: 844 });
  const { caseId } = await patientWithCase(page, server.address, { email });

  await test.step('back at the sign-in one is told that one is signed in, and after signing in back does not lead there', async () => {
    await page.goto('/second-opinion/login');
    await expect(page.getByText('Bu tarayıcıda oturumunuz açık')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Vakalarıma git' }).click();
    await expect(page.getByRole('heading', { name: 'Vakalarım' })).toBeVisible();
    await page.getByRole('button', { name: 'Çıkış Yap' }).click();
    await expect(page.getByRole('button', { name: 'Giriş Yap' })).toBeVisible();
    await expect(page.getByText('Bu tarayıcıda oturumunuz açık')).toHaveCount(0);
    await page.goto('/second-opinion/forgot-password');
    await page.goto('/second-opinion/login');
    await page.getByLabel('E-posta', { exact: true }).fill(` ${email.toUpperCase()} `);
    await page.getByLabel('Parola', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Giriş Yap' }).click();
    await expect(page.getByRole('heading', { name: 'Vakalarım' })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(/forgot-password/);
  });

  await test.step('a link that was cut off says so, and what to do', async () => {
    await page.goto('/second-opinion/verify-email#token=yarim');
    await expect(page.getByRole('alert')).toContainText('geçersiz, kullanılmış ya da süresi dolmuş');
    await expect(page.getByRole('alert')).toContainText('Adresinizi daha önce doğruladıysanız');
    await page.goto('/shared#token=yarim');
    await page.getByLabel('PIN kodu').fill('123 456');
    await page.getByRole('button', { name: 'Raporu aç' }).click();
    await expect(page.getByRole('alert')).toContainText('Bağlantı veya PIN doğru değil');
  });

  await test.step('files of other kinds are refused with what to do instead', async () => {
    await page.goto(`/second-opinion/cases/${caseId}`);
    await page.getByLabel('Görüntü dosyaları').setInputFiles(
      ['IMG_0042.HEIC', 'cd.rar', 'bozuk.zip', 'rapor.docx'].map((name) => ({
        name,
        mimeType: 'application/octet-stream',
        buffer: Buffer.from('x'),
      })),
    );
    const refused = page.getByRole('alert').getByRole('listitem');
    await expect(refused).toHaveText([
      /HEIC.*JPEG ya da PNG olarak kaydedip/,
      /rar.*Arşivi bilgisayarınızda açıp/,
      /zip.*Arşivi bilgisayarınızda açıp/,
      /docx.*“ilk rapor” olarak/,
    ]);
    await expectAccessible(page);
  });

  await test.step('half a date is said beside it, survives the phone being turned, and a pasted one is taken whole', async () => {
    await page.goto('/second-opinion/settings');
    const born = page.getByRole('group', { name: 'Doğum tarihi' });
    const personal = page.locator('form').filter({ has: born });
    await born.getByLabel('Yıl').fill('1954');
    await personal.getByRole('button', { name: 'Kaydet' }).click();
    await expect(born).toContainText('Lütfen geçerli bir tarih girin');
    await page.setViewportSize({ width: 844, height: 390 });
    await expect(born.getByLabel('Yıl')).toHaveValue('1954');
    await page.setViewportSize({ width: 390, height: 844 });
    await born.getByLabel('Gün').fill('١٩.٠٥.١٩٥٤');
    await expect(born.getByLabel('Ay')).toHaveValue('05');
    await personal.getByRole('button', { name: 'Kaydet' }).click();
    await expect(born).not.toContainText('Lütfen geçerli bir tarih girin');
    await expect.poll(async () => toast(page).count()).toBe(1);
    await page.reload();
    await expect(born.getByLabel('Gün')).toHaveValue('19');
    await expect(born.getByLabel('Yıl')).toHaveValue('1954');
  });
});
