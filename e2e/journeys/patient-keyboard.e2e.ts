import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { unzipSync } from 'fflate';
import { phantomFiles } from '../support/files.ts';
import { expectReadingOrder, expectTrapped, pressOn, tabTo, typeInto } from '../support/keyboard.ts';
import { mailTo } from '../support/mailbox.ts';
import { PASSWORD, toast } from '../support/patients.ts';
import { signReport } from '../support/reports.ts';
import { expect, test } from '../support/server.ts';

const EMAIL = 'klavye@duai.example';
const IMPRESSION = 'Belirgin patoloji saptanmadı.';

test('the whole way by keyboard alone: register, verify, case, folder, report, share, close, copy, erase', async ({
  page,
  server,
}) => {
  const { keyboard } = page;
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const dialog = page.getByRole('dialog');

  await test.step('register: the first Tab offers the way past the header; each step takes the focus along', async () => {
    await page.goto('/second-opinion/register');
    await expect(page.getByRole('heading', { name: 'Hesabınızı oluşturun' })).toBeVisible();
    await keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'İçeriğe geç' })).toBeFocused();
    await keyboard.press('Enter');
    await typeInto(page, page.getByLabel('Ad', { exact: true }), 'Kaya');
    await typeInto(page, page.getByLabel('Soyad'), 'Tuş');
    await typeInto(page, page.getByLabel('E-posta', { exact: true }), EMAIL);
    await keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'İletişim tercihleri' })).toBeFocused();
    await pressOn(page, button('Devam'));
    await typeInto(page, page.getByLabel('Parola', { exact: true }), PASSWORD);
    await typeInto(page, page.getByLabel('Parola tekrarı'), PASSWORD);
    for (const box of await page.getByRole('checkbox').all()) await pressOn(page, box, 'Space');
    await pressOn(page, button('Hesap Oluştur'));
    await expect(page).toHaveURL(/second-opinion\/dashboard$/);
    const mail = await mailTo(server.address, EMAIL, 'verify-email');
    await page.goto(/https?:\S+/.exec(mail.text)![0]);
    await expect(page.getByRole('heading', { name: 'E-posta adresiniz doğrulandı' })).toBeVisible();
    await page.goto('/second-opinion/dashboard');
  });

  await test.step('a case: the form holds the focus, Escape gives it back, what was typed stays', async () => {
    await pressOn(page, button('Yeni Vaka'));
    await expect(dialog).toBeVisible();
    await expectTrapped(page, dialog);
    await typeInto(page, dialog.getByLabel('Şikâyetler'), 'Öksürük');
    await keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(button('Yeni Vaka')).toBeFocused();
    await keyboard.press('Enter');
    await expect(dialog.getByLabel('Şikâyetler')).toHaveValue('Öksürük');
    await typeInto(page, dialog.getByLabel('Görüntüleme yöntemi'), 'B');
    await expect(dialog.getByLabel('Görüntüleme yöntemi')).toHaveValue('CT');
    await typeInto(page, dialog.getByRole('combobox', { name: /Vücut bölgesi/ }), 'akciğer');
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await pressOn(page, dialog.getByRole('button', { name: 'Vaka Oluştur' }));
    await expect(dialog).toBeHidden();
    await pressOn(page, page.getByRole('link', { name: 'Vakayı aç' }));
    await page.waitForURL(/cases\/[0-9a-f-]+$/);
  });
  const caseId = page.url().split('/').at(-1)!;

  await test.step('a folder is chosen, its identity looked at, and sent', async () => {
    const chooser = page.waitForEvent('filechooser');
    await pressOn(page, button('Klasör veya CD seç'));
    await (await chooser).setFiles(dirname((await phantomFiles())[0]!));
    await expect(page.getByText('Yüklenecek 24 dosya')).toBeVisible();
    // A disc may have two thousand files: nobody tabs past all of them.
    await pressOn(page, button('Dosya listesini geç'));
    const identity = page.locator('summary').filter({ hasText: 'kimliğinizi belirten' });
    await pressOn(page, identity);
    await expect(page.getByRole('row', { name: /^Hasta adı/ })).toBeVisible();
    await expectReadingOrder(page);
    await pressOn(page, button('24 dosyayı yükle'));
    await expect(toast(page)).toContainText('Yükleme Tamamlandı');
    await expect(page.getByText('İşleniyor', { exact: true }).first()).toBeVisible();
  });

  await test.step('the report is opened, read and saved', async () => {
    await signReport(server, caseId, IMPRESSION);
    await expect(page.getByRole('link', { name: 'Raporu aç' })).toBeVisible({ timeout: 30_000 });
    await expectReadingOrder(page);
    await pressOn(page, page.getByRole('link', { name: 'Raporu aç' }));
    await expect(page.getByText(IMPRESSION)).toBeVisible();
    const download = page.waitForEvent('download', { timeout: 60_000 });
    await pressOn(page, button('PDF indir'));
    expect((await download).suggestedFilename()).toMatch(/^DUAI-SO-.*\.pdf$/);
    await pressOn(page, page.getByRole('link', { name: 'Vakaya dön' }));
  });

  await test.step('a link is made, told, and closed again', async () => {
    await pressOn(page, button('Paylaşım bağlantısı oluştur'));
    await expect(dialog.getByLabel('Kimin için?')).toBeFocused();
    await expectTrapped(page, dialog);
    await typeInto(page, dialog.getByLabel('Kimin için?'), 'Dr. Ayla Demir');
    await pressOn(page, dialog.getByRole('button', { name: 'Bağlantıyı oluştur' }));
    await expect(dialog.getByRole('textbox', { name: 'PIN kodu' })).toHaveValue(/^\d{6}$/);
    await expectTrapped(page, dialog);
    await pressOn(page, dialog.getByRole('button', { name: 'İkisini de not ettim' }));
    await expect(button('Paylaşım bağlantısı oluştur')).toBeFocused();
    await keyboard.press('Shift+Tab');
    await expect(button('Bağlantıyı kapat: Dr. Ayla Demir')).toBeFocused();
    await keyboard.press('Enter');
    await expect(page.getByText('Siz kapattınız')).toBeVisible();
  });

  await test.step('a copy of everything, and the erasure', async () => {
    await pressOn(page, page.getByRole('banner').getByRole('link', { name: 'Ayarlar' }));
    await pressOn(page, page.getByRole('link', { name: 'Verilerim' }));
    await pressOn(page, button('Kopyayı hazırla'));
    const link = page.getByRole('link', { name: 'ZIP dosyasını indir' });
    await expect(link).toBeVisible();
    const download = page.waitForEvent('download');
    await pressOn(page, link);
    const names = Object.keys(unzipSync(new Uint8Array(await readFile(await (await download).path()))));
    expect(names.filter((name) => name.endsWith('.dcm'))).toHaveLength(24);
    await expectReadingOrder(page);
    await pressOn(page, button('Silinmesini iste'));
    await expect(dialog.getByLabel('Parolanız')).toBeFocused();
    await expectTrapped(page, dialog);
    await keyboard.press('Escape');
    await expect(button('Silinmesini iste')).toBeFocused();
    await keyboard.press('Enter');
    await typeInto(page, dialog.getByLabel('Parolanız'), PASSWORD);
    await keyboard.press('Enter');
    await expect(page.getByText(/Verileriniz .* tarihinde silinecek/)).toBeVisible();
    await mailTo(server.address, EMAIL, 'tarihinde silinecek');
    await tabTo(page, button('Vazgeç, hesabım kalsın'));
    await pressOn(page, button('Çıkış Yap'));
    await expect(page).toHaveURL(/second-opinion\/login$/);
  });
});
