import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessible.ts';
import { hold } from '../support/hold.ts';
import { mailTo } from '../support/mailbox.ts';
import { newPatient, PASSWORD, signIn, toast } from '../support/patients.ts';
import { expect, test } from '../support/server.ts';

const TOKEN = 'secondOpinionToken';
const keptToken = (page: Page) => page.evaluate((key) => localStorage.getItem(key), TOKEN);
const next = (page: Page) => page.getByRole('button', { name: 'Devam' }).click();

test('a patient registers in a wizard of three steps [PAT-001] [PAT-012] [PAT-014] [PAT-024] [PAT-025] [PAT-026] [PAT-027] [PAT-028] [PAT-029] [PAT-030] [PAT-031] [PAT-032] [PAT-033] [PAT-063] [PAT-065] [PAT-066] [PAT-102] [PAT-108] [TST-001] [TST-002] [TST-003]', async ({
  page,
}) => {
  const email = 'kayit@duai.example';
  await page.goto('/second-opinion/register');
  await expect(page.locator('html')).toHaveAttribute('lang', 'tr');

  await test.step('step 1: personal information', async () => {
    const steps = page.getByRole('navigation', { name: 'Kayıt adımları' });
    await expect(steps.getByRole('listitem')).toHaveCount(3);
    await expect(steps.locator('[aria-current=step]')).toContainText('Kişisel bilgiler');
    await next(page);
    await expect(page.getByText('Ad en az 2 karakter olmalıdır', { exact: true })).toBeVisible();
    await expect(page.getByText('Soyad en az 2 karakter olmalıdır')).toBeVisible();
    await expect(page.getByText('Lütfen geçerli bir e-posta adresi girin')).toBeVisible();
    await expect(page.getByText(/must be|valid email/)).toHaveCount(0);
    await page.getByLabel('Ad', { exact: true }).fill('Gülçin');
    await page.getByLabel('Soyad').fill('Öz');
    await page.getByLabel('E-posta', { exact: true }).fill(email);
    const born = page.getByRole('group', { name: 'Doğum tarihi' });
    // An incomplete date is reported as invalid, not silently left out.
    await born.getByLabel('Gün').fill('19');
    await born.getByLabel('Yıl').fill('1974');
    await next(page);
    await expect(born).toContainText('Lütfen geçerli bir tarih girin');
    await born.getByLabel('Ay').fill('5');
    const gender = page.getByLabel('Cinsiyet');
    expect(await gender.locator('option').evaluateAll((all) => all.map((one) => one.getAttribute('value')))).toEqual([
      '',
      'male',
      'female',
      'other',
    ]);
    await gender.selectOption({ label: 'Kadın' });
    await page.getByLabel('Ülke').fill('Türkiye');
    await expectAccessible(page);
    await next(page);
  });

  await test.step('step 2: communication preferences', async () => {
    await expect(page.locator('[aria-current=step]')).toContainText('İletişim tercihleri');
    const choices = page.getByRole('group', { name: 'Bildirim tercihi' }).getByRole('radio');
    expect(await choices.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))).toEqual([
      'email',
      'sms',
      'both',
    ]);
    await expect(page.getByRole('radio', { name: 'Yalnızca e-posta' })).toBeChecked();
    await page.getByRole('radio', { name: 'E-posta ve SMS' }).check();
    await next(page);
    await expect(page.getByText('SMS almak için telefon numaranızı girin')).toBeVisible();
    await page.getByRole('radio', { name: 'Yalnızca e-posta' }).check();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Geri' }).click();
    await expect(page.getByLabel('Ad', { exact: true })).toHaveValue('Gülçin');
    await next(page);
    await next(page);
  });

  await test.step('a reload stays at its step, the browser’s back button goes back one: nothing typed is lost', async () => {
    await expect(page.getByLabel('Parola', { exact: true })).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Parola', { exact: true })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('radio', { name: 'Yalnızca e-posta' })).toBeChecked();
    await page.goBack();
    await expect(page.getByLabel('Soyad')).toHaveValue('Öz');
    await expect(page.getByLabel('Cinsiyet')).toHaveValue('female');
    await next(page);
    await next(page);
  });

  await test.step('step 3: security and confirmation', async () => {
    await page.getByLabel('Parola', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Parola tekrarı').fill('baska-bir-parola');
    for (const box of await page.getByRole('checkbox').all()) await expect(box).not.toBeChecked();
    await page.getByRole('button', { name: 'Hesap Oluştur' }).click();
    await expect(page.getByLabel('Parola tekrarı')).toHaveAccessibleDescription(/Parolalar eşleşmiyor/);
    await expect(page.getByText('Hizmet koşullarını kabul etmelisiniz')).toBeVisible();
    await expect(page.getByText('Gizlilik politikasını kabul etmelisiniz')).toBeVisible();
    await page.getByLabel('Parola tekrarı').fill(PASSWORD);
    for (const box of await page.getByRole('checkbox').all()) await box.check();
    await expectAccessible(page);
  });

  await test.step('a failure is told, and loses nothing', async () => {
    const register = '**/api/second-opinion/auth/register';
    await page.route(register, (route) => route.fulfill({ status: 429, json: { message: 'Biraz sonra deneyin.' } }));
    await page.getByRole('button', { name: 'Hesap Oluştur' }).click();
    await expect(toast(page)).toHaveAttribute('data-tone', 'destructive');
    await expect(toast(page)).toContainText('Kayıt Başarısız');
    await expect(toast(page)).toContainText('Biraz sonra deneyin.');
    await page.unroute(register);
    await page.route(register, (route) => route.fulfill({ status: 400, body: '' }));
    await page.getByRole('button', { name: 'Hesap Oluştur' }).click();
    await expect(toast(page).getByText('Kayıt başarısız', { exact: true })).toBeVisible();
    await expect(toast(page)).toHaveAttribute('data-tone', 'destructive');
    await page.unroute(register);
  });

  await test.step('the account is created', async () => {
    const letGo = await hold(page, '/api/second-opinion/auth/register');
    const request = page.waitForRequest('**/api/second-opinion/auth/register');
    await page.getByRole('button', { name: 'Hesap Oluştur' }).click();
    const body = (await request).postDataJSON() as Record<string, unknown>;
    await expect(page.getByRole('button', { name: 'Kaydediliyor...' })).toBeDisabled();
    expect(body).toMatchObject({ firstName: 'Gülçin', email, gender: 'female', preferredNotification: 'email' });
    for (const name of ['confirmPassword', 'acceptTerms', 'acceptPrivacy']) expect(body).not.toHaveProperty(name);
    letGo();
    await expect(page).toHaveURL(/second-opinion\/dashboard$/);
    await expect(toast(page)).toContainText('Kayıt Başarılı');
    await expect(toast(page)).toContainText('Doğrulama bağlantısı için e-posta kutunuza bakın.');
    expect(await keptToken(page)).toMatch(/^[\w-]{40,}$/);
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Gülçin');
  });

  await page.goto('/second-opinion/register');
  await page.getByRole('link', { name: 'Giriş yapın' }).click();
  await expect(page).toHaveURL(/second-opinion\/login$/);
});

test('a patient signs in and out [PAT-002] [PAT-015] [PAT-016] [PAT-035] [PAT-036] [PAT-037] [PAT-038] [PAT-039] [PAT-040] [PAT-041] [PAT-042] [PAT-043] [PAT-044] [PAT-067] [PAT-068] [PAT-069] [PAT-070] [TST-004] [TST-005] [TST-006]', async ({
  page,
  server,
  context,
}) => {
  const email = 'giris@duai.example';
  await newPatient(server.address, { email });
  await page.goto('/second-opinion/login');
  await expect(page.getByRole('link', { name: 'Parolamı unuttum' })).toHaveAttribute(
    'href',
    '/second-opinion/forgot-password',
  );
  await expect(page.getByRole('link', { name: 'Kayıt olun' })).toHaveAttribute('href', '/second-opinion/register');
  const claims = page.getByRole('complementary');
  for (const claim of ['24h', '98%', '100%', '24/7']) {
    await expect(claims.getByText(claim, { exact: true })).toBeVisible();
  }

  const password = page.getByLabel('Parola', { exact: true });
  await page.getByLabel('E-posta', { exact: true }).fill(email);
  await password.fill('yanlis-parola');
  await expect(password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Parolayı göster' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Parolayı gizle' }).click();
  await expect(password).toHaveAttribute('type', 'password');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Giriş Yap' }).click();
  await expect(toast(page)).toHaveAttribute('data-tone', 'destructive');
  await expect(toast(page)).toContainText('Giriş Başarısız');
  await expect(toast(page)).toContainText('E-posta veya parola hatalı.');

  const login = '**/api/second-opinion/auth/login';
  await page.route(login, (route) => route.fulfill({ status: 400, body: 'kapalı' }));
  await page.getByRole('button', { name: 'Giriş Yap' }).click();
  await expect(toast(page).getByText('Giriş başarısız', { exact: true })).toBeVisible();
  await page.unroute(login);

  const letGo = await hold(page, '/api/second-opinion/auth/login');
  const showPatient = await hold(page, '/api/second-opinion/auth/me');
  await password.fill(PASSWORD);
  await page.getByRole('button', { name: 'Giriş Yap' }).click();
  await expect(page.getByRole('button', { name: 'Giriş yapılıyor…' })).toBeDisabled();
  letGo();
  await expect(page).toHaveURL(/second-opinion\/dashboard$/);
  await expect(toast(page)).toContainText('Giriş Başarılı');
  await expect(page.getByText('Hesabınız yükleniyor')).toBeVisible();
  showPatient();
  const header = page.getByRole('banner');
  await expect(header).toContainText('Zeynep Işık');
  await expect(header).toContainText(email);
  await expect(page.getByText('Hesabınız yükleniyor')).toBeHidden();
  const token = await keptToken(page);
  expect(token).toMatch(/^[\w-]{40,}$/);

  const otherTab = await context.newPage();
  await otherTab.goto('/second-opinion/dashboard');
  await expect(otherTab.getByRole('banner')).toContainText(email);
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await header.getByRole('button', { name: 'Çıkış Yap' }).click();
  await expect(page).toHaveURL(/second-opinion\/login$/);
  await expect(page.getByRole('button', { name: 'Giriş Yap' })).toBeVisible();
  expect(await keptToken(page)).toBeNull();
  expect(await page.evaluate(() => 'isSamePage' in window), 'a full redirect loads the page anew').toBe(false);
  await expect(otherTab, 'the other tab is signed out with it').toHaveURL(/second-opinion\/login$/);
  await otherTab.close();
  const answer = await fetch(`${server.address}/api/second-opinion/auth/me`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status, 'the session has ended on the server too').toBe(401);
});

test('the address is verified by mail, a forgotten password is reset by mail [PAT-017] [PAT-045] [PAT-046] [PAT-124]', async ({
  page,
  server,
}) => {
  const email = 'dogrula@duai.example';
  await newPatient(server.address, { email, isVerified: false });
  await signIn(page, email);
  const banner = page.locator('[data-tone=warning]', { hasText: 'E-posta adresiniz doğrulanmadı' });
  await expect(banner).toBeVisible();
  await expect(banner).toContainText('adresinizi doğrulayın');
  await expect(banner).toContainText('spam klasörüne bakın');
  expect(await banner.evaluate((element) => getComputedStyle(element).borderTopColor)).toBe(
    await page.evaluate(() => {
      const sample = document.createElement('p');
      sample.className = 'border-orange-line border';
      document.body.append(sample);
      const color = getComputedStyle(sample).borderTopColor;
      sample.remove();
      return color;
    }),
  );

  await banner.getByRole('button', { name: 'E-postayı yeniden gönder' }).click();
  await expect(toast(page)).toContainText(/\d+ saniye bekleyin/);
  const mail = await mailTo(server.address, email, 'verify-email');
  expect(mail.subject).toBe('E-posta adresinizi doğrulayın');
  await page.goto(/https?:\S+/.exec(mail.text)![0]);
  await expect(page.getByRole('heading', { name: 'E-posta adresiniz doğrulandı' })).toBeVisible();
  await expectAccessible(page);
  const me = page.waitForResponse('**/api/second-opinion/auth/me');
  await page.getByRole('link', { name: 'Panelime git' }).click();
  expect(await (await me).json()).toMatchObject({ isEmailVerified: true });
  await expect(page.getByText('Henüz vaka yok')).toBeVisible();
  await expect(banner).toBeHidden();

  await page.getByRole('button', { name: 'Çıkış Yap' }).click();
  await page.getByRole('link', { name: 'Parolamı unuttum' }).click();
  await expect(page).toHaveURL(/second-opinion\/forgot-password$/);
  await expectAccessible(page);
  await page.getByLabel('E-posta', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Bağlantı gönder' }).click();
  await expect(page.getByText('E-posta kutunuza bakın')).toBeVisible();
  const reset = await mailTo(server.address, email, 'reset-password');
  await page.goto(/https?:\S+/.exec(reset.text)![0]);
  await page.getByLabel('Yeni parola').fill('yepyeni-kapi-93');
  await page.getByRole('button', { name: 'Parolayı kaydet' }).click();
  await expect(page.getByText('Parolanız değişti')).toBeVisible();
  await page.getByRole('link', { name: 'Giriş Yap' }).click();
  await page.getByLabel('E-posta', { exact: true }).fill(email);
  await page.getByLabel('Parola', { exact: true }).fill('yepyeni-kapi-93');
  await page.getByRole('button', { name: 'Giriş Yap' }).click();
  await expect(page).toHaveURL(/second-opinion\/dashboard$/);
});

test('Turkish by default before and behind the sign-in, English and Arabic by a switch that is remembered [PAT-009] [PAT-010]', async ({
  page,
  context,
  server,
}) => {
  const email = 'dil@duai.example';
  await newPatient(server.address, { email });
  for (const path of ['register', 'login', 'forgot-password']) {
    await page.goto(`/second-opinion/${path}`);
    await expect(page.getByLabel('Dil').locator('option')).toHaveText(['Türkçe', 'English', 'العربية']);
    await expect(page.locator('html')).toHaveAttribute('lang', 'tr');
  }
  await signIn(page, email);
  await expect(page.getByRole('heading', { name: 'Vakalarım' })).toBeVisible();
  const saved = page.waitForResponse('**/api/second-opinion/auth/language');
  await page.getByLabel('Dil').selectOption('en');
  await expect(page.getByRole('heading', { name: 'My cases' })).toBeVisible();
  expect((await saved).ok()).toBe(true);
  await page.getByLabel('Language').selectOption('ar');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expectAccessible(page);
  const later = await context.newPage();
  for (const path of ['dashboard', 'register', 'login']) {
    await later.goto(`/second-opinion/${path}`);
    await expect(later.locator('html')).toHaveAttribute('lang', 'ar');
    await expect(later.locator('html')).toHaveAttribute('dir', 'rtl');
  }
  await later.close();
});
