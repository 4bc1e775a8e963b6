import { generate } from 'otplib';
import { expectAccessible } from '../support/accessible.ts';
import { mailTo } from '../support/mailbox.ts';
import { newPatient, PASSWORD, signIn, toast } from '../support/patients.ts';
import { expect, test } from '../support/server.ts';

test('a patient changes details, phone, address and password, ends sessions, withdraws a consent', {
  tag: '@long',
}, async ({ page, server }) => {
  const email = 'ayar@duai.example';
  await newPatient(server.address, { email });
  await signIn(page, email);
  await page.getByRole('banner').getByRole('link', { name: 'Ayarlar' }).click();
  await expect(page.getByRole('heading', { name: 'Hesap ayarları' })).toBeVisible();
  const section = (name: string) => page.getByRole('region', { name });
  await expect(section('Onaylarınız').getByRole('listitem')).toHaveCount(4);
  await expectAccessible(page);

  await test.step('details', async () => {
    const personal = section('Kişisel bilgiler');
    await personal.getByLabel('Ad', { exact: true }).fill('Z');
    await personal.getByRole('button', { name: 'Kaydet' }).click();
    await expect(personal.getByText('Ad en az 2 karakter olmalıdır')).toBeVisible();
    await personal.getByLabel('Ad', { exact: true }).fill('Zeyneb');
    await personal.getByRole('button', { name: 'Kaydet' }).click();
    await expect(page.getByRole('banner')).toContainText('Zeyneb Işık');
  });

  await test.step('a phone for SMS is checked by a code', async () => {
    const phone = section('Telefon ve bildirimler');
    await phone.getByRole('radio', { name: 'E-posta ve SMS' }).check();
    await phone.getByRole('button', { name: 'Kaydet' }).click();
    await expect(phone.getByText('SMS almak için telefon numaranızı girin')).toBeVisible();
    await phone.getByLabel('Telefon', { exact: true }).fill('0532 000 11 22');
    await phone.getByRole('button', { name: 'Kaydet' }).click();
    const sms = await mailTo(server.address, '+905320001122', 'Doğrulama kodunuz');
    await phone.getByLabel('SMS ile gelen kod').fill('12345');
    await expect(phone.getByRole('button', { name: 'Telefonu doğrula' })).toBeDisabled();
    await phone.getByRole('button', { name: 'Kodu yeniden gönder' }).click();
    await expect(phone.getByText(/saniye bekleyin/)).toBeVisible();
    await phone.getByLabel('SMS ile gelen kod').fill(/\d{6}/.exec(sms.text)![0]);
    await phone.getByRole('button', { name: 'Telefonu doğrula' }).click();
    await expect(phone.getByText('Telefonunuz doğrulandı.')).toBeVisible();
  });

  await test.step('another address counts once its link was opened', async () => {
    const address = section('E-posta adresi');
    await address.getByLabel('Yeni e-posta adresi').fill('yeni-ayar@duai.example');
    await address.getByLabel('Şimdiki parolanız').fill('yanlis-parola');
    await address.getByRole('button', { name: 'Adresi değiştir' }).click();
    await expect(address.getByRole('alert')).toContainText('Parola doğru değil.');
    await expect(address.getByLabel('Yeni e-posta adresi')).toHaveValue('yeni-ayar@duai.example');
    await address.getByLabel('Şimdiki parolanız').fill(PASSWORD);
    await address.getByRole('button', { name: 'Adresi değiştir' }).click();
    await expect(address.getByText('Yeni adresiniz onay bekliyor')).toBeVisible();
    const mail = await mailTo(server.address, 'yeni-ayar@duai.example', 'verify-email');
    await page.goto(/https?:\S+/.exec(mail.text)![0]);
    await expect(page.getByRole('heading', { name: 'E-posta adresiniz doğrulandı' })).toBeVisible();
    await page.goto('/second-opinion/settings');
    await expect(page.getByRole('banner')).toContainText('yeni-ayar@duai.example');
    await expect(address.getByText('Yeni adresiniz onay bekliyor')).toHaveCount(0);
  });

  await test.step('sessions and password', async () => {
    const sessions = section('Açık oturumlar');
    await expect(sessions.getByText('bu cihaz')).toBeVisible();
    await expect(sessions.getByText('Chrome · Linux')).toBeVisible();
    await sessions.getByRole('button', { name: /oturumunu kapat/ }).click();
    await expect(sessions.getByRole('listitem')).toHaveCount(1);
    const password = section('Parola');
    await password.getByLabel('Şimdiki parolanız').fill(PASSWORD);
    await password.getByLabel('Yeni parola').fill('yepyeni-kapi-93');
    await password.getByRole('button', { name: 'Parolayı değiştir' }).click();
    await expect(toast(page)).toContainText('Parolanız değişti');
    await expect(password.getByLabel('Yeni parola')).toHaveValue('');
  });

  await test.step('consents', async () => {
    const consents = section('Onaylarınız');
    await consents.getByRole('button', { name: 'Onayı geri al: Yapay zekâ ile inceleme' }).click();
    const asked = page.getByRole('dialog');
    await expectAccessible(page);
    await asked.getByRole('button', { name: 'Onayı geri al' }).click();
    await expect(consents.getByText(/^Geri alındı/)).toBeVisible();
    await page.getByRole('link', { name: 'Vakalarıma dön' }).click();
    await page.getByRole('button', { name: 'Yeni Vaka' }).click();
    await expect(page.getByRole('dialog', { name: 'Devam etmeden önce' }).getByRole('checkbox')).toHaveCount(1);
  });
});

test('the second factor is turned on, asked for at sign-in, and replaced by a recovery code', { tag: '@long' }, async ({
  page,
  server,
}) => {
  const email = 'iki@duai.example';
  await newPatient(server.address, { email });
  await signIn(page, email);
  await page.goto('/second-opinion/settings');
  const twoFactor = page.getByRole('region', { name: 'İki adımlı doğrulama' });
  await twoFactor.getByRole('button', { name: 'İki adımlı doğrulamayı aç' }).click();
  await twoFactor.getByLabel('Şimdiki parolanız').fill(PASSWORD);
  await twoFactor.getByRole('button', { name: 'Devam et' }).click();
  await expect(twoFactor.getByRole('img', { name: 'Doğrulama uygulaması için karekod' })).toBeVisible();
  await expectAccessible(page);
  const uri = await twoFactor.getByRole('link', { name: 'Bu cihazdaki uygulamada aç' }).getAttribute('href');
  const secret = new URL(uri!).searchParams.get('secret')!;
  await twoFactor.getByLabel('Uygulamadaki 6 haneli kod').fill(await generate({ secret }));
  await twoFactor.getByRole('button', { name: 'Kodu onayla ve aç' }).click();
  await expect(twoFactor.getByText('Kurtarma kodlarınızı saklayın')).toBeVisible();
  const codes = await twoFactor.getByRole('listitem').allTextContents();
  expect(codes).toHaveLength(10);
  const download = page.waitForEvent('download');
  await twoFactor.getByRole('button', { name: 'Dosya olarak indir' }).click();
  expect((await download).suggestedFilename()).toBe('duai-kurtarma-kodlari.txt');
  await twoFactor.getByRole('button', { name: 'Kodları sakladım' }).click();
  await expect(twoFactor.getByText(codes[0]!)).toHaveCount(0);

  await page.getByRole('button', { name: 'Çıkış Yap' }).click();
  await page.getByLabel('E-posta', { exact: true }).fill(email);
  await page.getByLabel('Parola', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Giriş Yap' }).click();
  await page.getByLabel('Doğrulama kodu').fill('000000');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Giriş Yap' }).click();
  await expect(toast(page)).toContainText('Kod doğru değil');
  await page.getByLabel('Doğrulama kodu').fill(codes[0]!);
  await page.getByRole('button', { name: 'Giriş Yap' }).click();
  await expect(page).toHaveURL(/second-opinion\/dashboard$/);
});

test('a passkey is added, signs in without password and code, is renamed and removed; a removed one is refused', {
  tag: '@long',
}, async ({ page, server }) => {
  const email = 'anahtar@duai.example';
  await newPatient(server.address, { email });
  // Passkeys do not work at an IP address, so the same server is used by its name.
  const site = server.address.replace('127.0.0.1', 'localhost');
  const device = await page.context().newCDPSession(page);
  await device.send('WebAuthn.enable');
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const letVerify = (isUserVerified: boolean) =>
    device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
  await page.goto(`${site}/second-opinion/login`);
  await page.getByLabel('E-posta', { exact: true }).fill(email);
  await page.getByLabel('Parola', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Giriş Yap', exact: true }).click();
  await page.waitForURL('**/second-opinion/dashboard');
  await page.goto(`${site}/second-opinion/settings`);
  const section = page.getByRole('region', { name: 'Geçiş anahtarları' });

  await test.step('added with the password; what the device refuses is said', async () => {
    await expect(section.getByText('Henüz geçiş anahtarınız yok.')).toBeVisible();
    await section.getByRole('button', { name: 'Geçiş anahtarı ekle' }).click();
    await expect(section.getByLabel('Anahtarın adı')).toHaveValue('Chrome · Linux');
    await section.getByLabel('Şimdiki parolanız').fill('yanlis-parola');
    await section.getByRole('button', { name: 'Devam et' }).click();
    await expect(section.getByRole('alert')).toContainText('Parola doğru değil.');
    await section.getByLabel('Şimdiki parolanız').fill(PASSWORD);
    await letVerify(false);
    await section.getByRole('button', { name: 'Devam et' }).click();
    await expect(section.getByRole('alert')).toContainText('İşlem cihazınızda tamamlanmadı');
    await expectAccessible(page);
    await letVerify(true);
    await section.getByRole('button', { name: 'Devam et' }).click();
    await expect(section.getByText('Chrome · Linux')).toBeVisible();
    await expect(section.getByText(/Henüz kullanılmadı/)).toBeVisible();
    await mailTo(server.address, email, 'geçiş anahtarı');
    await section.getByRole('button', { name: 'Geçiş anahtarı ekle' }).click();
    await section.getByLabel('Şimdiki parolanız').fill(PASSWORD);
    await section.getByRole('button', { name: 'Devam et' }).click();
    await expect(section.getByRole('alert')).toContainText('zaten bir geçiş anahtarı var');
    await section.getByRole('button', { name: 'Vazgeç' }).click();
  });

  await test.step('it signs in, is renamed and removed', async () => {
    await page.getByRole('button', { name: 'Çıkış Yap' }).click();
    await expect(page.getByRole('button', { name: 'Geçiş anahtarı ile giriş yap' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Geçiş anahtarı ile giriş yap' }).click();
    await page.waitForURL('**/second-opinion/dashboard');
    await page.goto(`${site}/second-opinion/settings`);
    await expect(section.getByText(/Son kullanım/)).toBeVisible();
    await section.getByRole('button', { name: 'Adını değiştir: Chrome · Linux' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Anahtarın adı').fill('Mutfaktaki bilgisayar');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Kaydet' }).click();
    await section.getByRole('button', { name: 'Kaldır: Mutfaktaki bilgisayar' }).click();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Kaldır' }).click();
    await expect(section.getByText('Henüz geçiş anahtarınız yok.')).toBeVisible();
  });

  await test.step('a new password takes passkeys with it where its box is ticked', async () => {
    await section.getByRole('button', { name: 'Geçiş anahtarı ekle' }).click();
    await section.getByLabel('Şimdiki parolanız').fill(PASSWORD);
    await section.getByRole('button', { name: 'Devam et' }).click();
    await expect(section.getByText('Chrome · Linux')).toBeVisible();
    const password = page.getByRole('region', { name: 'Parola', exact: true });
    await password.getByLabel('Şimdiki parolanız').fill(PASSWORD);
    await password.getByLabel('Yeni parola').fill('yepyeni-kapi-93');
    await password.getByRole('checkbox', { name: 'Geçiş anahtarlarımı da kaldır' }).check();
    await expectAccessible(page);
    await password.getByRole('button', { name: 'Parolayı değiştir' }).click();
    await expect(section.getByText('Henüz geçiş anahtarınız yok.')).toBeVisible();
    await expect(password.getByRole('checkbox', { name: 'Geçiş anahtarlarımı da kaldır' })).toHaveCount(0);
  });

  await test.step('the device still has it, the account no longer: the password goes on working', async () => {
    await page.getByRole('button', { name: 'Çıkış Yap' }).click();
    await page.getByRole('button', { name: 'Geçiş anahtarı ile giriş yap' }).click();
    await expect(toast(page)).toContainText('hesabınızdan kaldırılmış');
    await expect(page).toHaveURL(/second-opinion\/login/);
  });
});
