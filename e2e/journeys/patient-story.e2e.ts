import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LIMITS } from '@duai/contract';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { startInstance } from '../../scripts/instance.ts';
import { expectAccessible } from '../support/accessible.ts';
import { clockFileOf, letPass } from '../support/clock.ts';
import { runSql, tablesWith } from '../support/database.ts';
import { chestFolder, sentHash, storedPath } from '../support/files.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { mailTo } from '../support/mailbox.ts';
import { expectNoEnglish } from '../support/no-english.ts';
import { PASSWORD, toast } from '../support/patients.ts';
import { picture } from '../support/pictures.ts';
import { test as base, complaintsOf, expect } from '../support/server.ts';
import { signInStaff, signNow } from '../support/staff.ts';
import { copyOfTemplate } from '../support/template.ts';

const PHONE = { width: 390, height: 844 };
const EMAIL = 'sarikanat@duai.example';
const PHONE_NUMBER = '+905320001122';
const IMPRESSION = 'Belirgin patoloji saptanmadı.';
const DAY_MS = 24 * 60 * 60_000;
/** Occurs in every field that the patient fills in; after the erasure none of it may be found. */
const CANARY = /sarıkanat|sarikanat|5320001122/i;

/** A server as in production: it sends mail by SMTP and logs everything it does. */
const test = base.extend<{ mails: MailServer }>({
  // Playwright determines the required fixtures from the pattern; naming one of its own costs nothing.
  mails: async ({ browserName: _ }, use) => {
    const mails = await startMailServer();
    await use(mails);
    await mails.close();
  },
  server: [
    async ({ mails }, use) => {
      const dataDir = await copyOfTemplate();
      const server = await startInstance({
        dataDir,
        env: {
          CLOCK_OFFSET_FILE: clockFileOf(dataDir),
          SMTP_URL: mails.url,
          // Messages to phones go to the mailbox of the instance.
          LOCAL_MAILBOX_PAGE: 'true',
          LOG_LEVEL: 'debug',
        },
      });
      await use(server);
      await server.remove();
    },
    { scope: 'test', timeout: 120_000 },
  ],
});

/** A browser with its own profile on disk: what it stores outlives its window. */
async function openProfile(profile: string, address: string): Promise<{ browser: BrowserContext; page: Page }> {
  const { launchOptions, locale, timezoneId } = test.info().project.use;
  const browser = await chromium.launchPersistentContext(profile, {
    ...launchOptions,
    locale,
    timezoneId,
    viewport: PHONE,
    baseURL: address,
  });
  return { browser, page: browser.pages()[0]! };
}

const SUMMARY = 'Görüntülerinizde hastalık bulgusu görmedik. Yakınmanız sürerse hekiminize gidin.';
/** Names, contents of the files' headers, and languages' own names. */
const WRITTEN = 'İpek Sarıkanat Ayla Deniz Örnek example english chest thorax routine lung slice phantom image';

const shot = (on: Page, name: string) => picture(on, `journey/${name}`, { fullPage: true });
const linkIn = (text: string) => /https?:\S+/.exec(text)![0];
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const choose = (page: Page, language: 'tr' | 'en' | 'ar') =>
  page.getByLabel(/^(Dil|Language|اللغة)$/).selectOption(language);

/** The files outside the database that contain the words. */
async function filesWith(dataDir: string, words: RegExp): Promise<string[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.startsWith(join(dataDir, 'database')));
  const found = await Promise.all(paths.map(async (path) => words.test(await readFile(path, 'utf8'))));
  return paths.filter((_path, index) => found[index]);
}

test('the one story: register, verify, case, folder, browser closed at 40 %, resume, analysis, report read and signed, PDF, share, revoke, export, erase [PAT-074] [PAT-083] [PAT-092] [PAT-117] [PAT-118] [ACC-006] [ACC-019] [ACC-020] [ACC-023]', async ({
  openBrowser,
  server,
  mails,
}) => {
  const { folder, paths, isReal } = await chestFolder();
  if (!isReal) test.info().annotations.push({ type: 'data not present', description: 'a generated chest CT instead' });
  let hashes: string[] = [];
  const count = paths.length;
  const arrivedAtCut = Math.round(count * 0.4);
  const profile = await mkdtemp(join(tmpdir(), 'duai-profile-'));
  let { browser: phone, page } = await openProfile(profile, server.address);
  const complaints = [complaintsOf(page)];

  await test.step('register in three steps; SMS are wished too', async () => {
    await page.goto('/second-opinion/register');
    await page.getByLabel('Ad', { exact: true }).fill('İpek');
    await page.getByLabel('Soyad').fill('Sarıkanat');
    await page.getByLabel('E-posta', { exact: true }).fill(EMAIL);
    await page.getByRole('button', { name: 'Devam' }).click();
    await page.getByRole('radio', { name: 'E-posta ve SMS' }).check();
    await page.getByLabel('Telefon').fill('0532 000 11 22');
    await page.getByRole('button', { name: 'Devam' }).click();
    await page.getByLabel('Parola', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Parola tekrarı').fill(PASSWORD);
    for (const box of await page.getByRole('checkbox').all()) await box.check();
    await page.getByRole('button', { name: 'Hesap Oluştur' }).click();
    await expect(page).toHaveURL(/second-opinion\/dashboard$/);
    await expect(page.getByText('E-posta adresiniz doğrulanmadı')).toBeVisible();
    await expectAccessible(page);
    await shot(page, '01-unverified');
  });

  await test.step('verify: the phone by its code, the address by the link that came by SMTP', async () => {
    const sms = await mailTo(server.address, PHONE_NUMBER, 'Doğrulama kodunuz');
    await page.getByLabel('SMS ile gelen kod').fill(/\d{6}/.exec(sms.text)![0]);
    await page.getByRole('button', { name: 'Telefonu doğrula' }).click();
    await expect(page.getByLabel('SMS ile gelen kod')).toBeHidden();
    const mail = await mails.mailTo(EMAIL, 'verify-email');
    await page.goto(linkIn(mail.text));
    await expect(page.getByRole('heading', { name: 'E-posta adresiniz doğrulandı' })).toBeVisible();
    await page.getByRole('link', { name: 'Panelime git' }).click();
    await expect(page.getByText('Henüz vaka yok')).toBeVisible();
    await expect(page.getByText('E-posta adresiniz doğrulanmadı')).toBeHidden();
  });

  await test.step('open a case', async () => {
    await page.getByRole('button', { name: 'Yeni Vaka' }).first().click();
    await page.getByLabel('Görüntüleme yöntemi').selectOption('CT');
    await page.getByLabel('Vücut bölgesi').fill('Akciğer');
    await page.getByLabel('Şikâyetler').fill('Nefes darlığı, Sarıkanat');
    await page.getByRole('button', { name: 'Vaka Oluştur' }).click();
    await expect(page.getByText('Yüklendi', { exact: true }).first()).toBeVisible();
    await page.getByRole('link', { name: 'Vakayı aç' }).click();
    await expect(page.getByRole('heading', { name: 'Vakanızın durumu' })).toBeVisible();
  });
  const casePath = new URL(page.url()).pathname;
  const upload = () => page.getByRole('button', { name: `${count} dosyayı yükle` });

  await test.step('a folder is chosen and sent; at 40 % the browser is closed', async () => {
    await page.getByLabel('Klasör veya CD seç').setInputFiles(folder);
    await expect(page.getByText(`Yüklenecek ${count} dosya`)).toBeVisible();
    await expect(page.getByText(`${count} görüntü`, { exact: true })).toBeVisible();
    await expect(page.getByLabel('Bu bilgileri göndermeden önce dosyalardan sil')).toBeChecked();
    await expectNoEnglish(page, WRITTEN);
    await shot(page, '02-preflight');
    let sent = 0;
    // The connection is lost with these requests: later ones never leave the phone.
    await page.route(/\/uploads$/, (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      sent += 1;
      return sent > arrivedAtCut ? route.abort('internetdisconnected') : route.continue();
    });
    const keyed = page.waitForResponse((answer) => answer.url().endsWith('/deidentification-key'));
    await upload().click();
    const { key } = (await (await keyed).json()) as { key: string };
    hashes = await Promise.all(paths.map(async (path) => sentHash(await readFile(path), key)));
    await expect(page.getByLabel('Ulaştı')).toHaveCount(arrivedAtCut);
    await expect(page.getByText(/Yükleniyor: %(3[89]|4[012])/)).toBeVisible();
    await shot(page, '03-cut');
    await phone.close();
  });

  await test.step('the browser is opened again: still signed in, it goes on where it stopped', async () => {
    ({ browser: phone, page } = await openProfile(profile, server.address));
    complaints.push(complaintsOf(page));
    const listed = page.waitForResponse((answer) => answer.url().endsWith('/uploads') && answer.ok());
    await page.goto(casePath);
    await expect(page.getByText('Yarım kalan bir yüklemeniz var')).toBeVisible();
    // A browser that is closed may still release held-back requests: up to as many as are sent at once.
    const known = (await (await listed).json()) as { sizeBytes: number; receivedBytes: number }[];
    const begun = known.length;
    const whole = known.filter(({ sizeBytes, receivedBytes }) => sizeBytes === receivedBytes).length;
    expect(begun).toBeGreaterThanOrEqual(arrivedAtCut);
    expect(begun).toBeLessThanOrEqual(arrivedAtCut + 3);
    // Files are still missing, so the page offers to send only those that have arrived.
    await expect(page.getByText(`${count} dosyadan ${whole} tanesi ulaştı.`)).toBeVisible();
    await expect(page.getByRole('button', { name: /dosyadan yalnızca ulaşan \d+ tanesini gönder$/ })).toBeVisible();
    await shot(page, '04-resume');
    let created = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/uploads')) created += 1;
    });
    await page.getByLabel('Klasör veya CD seç').setInputFiles(folder);
    await upload().click();
    await expect(toast(page)).toContainText('Yükleme Tamamlandı');
    expect(created, 'only what was missing is sent').toBe(count - begun);
    for (const hash of hashes) expect(sha256(await readFile(storedPath(server.dataDir, hash)))).toBe(hash);
    const progress = page.getByRole('list', { name: 'Vakanızın durumu' });
    await expect(progress.locator('[aria-current=step]')).toContainText('İnceleniyor');
    await expect(progress).toContainText('Görüntüler alındı');
    await expect(progress).toContainText('Raporun beklendiği zaman');
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Tüm vakalar' }).click();
    await expect(page.getByText('İşleniyor', { exact: true }).first()).toBeVisible();
  });

  const caseNumber = (await page.getByText(/^SO-\d{4}-\d{6}$/).textContent())!;
  await test.step('the analyses have run; the radiologist reads, edits and signs', async () => {
    const reading = await openBrowser({ locale: 'en-GB', viewport: { width: 1440, height: 900 } });
    await reading.goto('/console');
    await expect(reading).toHaveURL(/console\/login/);
    await signInStaff(reading, server, 'radiologist');
    const row = reading.getByRole('row').filter({ hasText: caseNumber });
    await expect(async () => {
      await reading.getByRole('button', { name: 'Refresh' }).click();
      await expect(row.getByText('Draft ready')).toBeVisible({ timeout: 5000 });
    }).toPass({ timeout: 90_000 });
    await runSql(
      server.dataDir,
      `update cases set due_at = now() - interval '1 hour' where case_number = '${caseNumber}'`,
    );
    await reading.getByRole('button', { name: 'Refresh' }).click();
    await expect(row.getByText('Late', { exact: true }).filter({ visible: true })).toBeVisible();
    await expectAccessible(reading);
    await shot(reading, '05-worklist');
    await row.getByRole('link', { name: caseNumber }).click();
    await expect(reading.getByRole('img', { name: new RegExp(`^Slice \\d+ of ${count}`) })).toBeVisible();
    // The image is grey, and the outline has pixels on this slice, so the lungs are really drawn.
    await expect
      .poll(() =>
        reading.locator('canvas[data-overlay~=LUNG]').evaluate((canvas: HTMLCanvasElement) => {
          const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
          return data.filter((value, index) => index % 4 === 0 && value !== data[index + 1]).length;
        }),
      )
      .toBeGreaterThan(100);
    await reading.getByRole('button', { name: 'Claim case' }).click();
    await expect(reading.getByRole('button', { name: 'Ask the patient' })).toBeVisible();
    await reading.getByRole('button', { name: 'Add to report', pressed: false }).click();
    await expect(reading.getByRole('img', { name: 'Key image 1' })).toBeVisible();
    await reading.getByLabel('Caption of key image 1').fill('Her iki akciğer');
    await reading.getByLabel(/^Impression/).fill(IMPRESSION);
    // The prepared summary does not count: the field says so, and what to write.
    const summary = reading.getByLabel(/^Summary for the patient/);
    await expect(summary).toHaveAccessibleDescription(/Three to six short sentences.*only the prepared text/);
    await reading.getByRole('button', { name: 'Write the summary' }).click();
    await expect(summary).toBeFocused();
    await summary.fill(SUMMARY);
    await expect(reading.getByText('Summary for the patient written')).toBeVisible();
    await expect(reading.getByText(/Saved, version \d/)).toBeVisible();
    // Signing requires that everything was read: the checklist leads to every result, by keyboard.
    const sign = reading.getByRole('button', { name: 'Sign report' });
    await expect(sign).toBeDisabled();
    await expect(sign).toHaveAccessibleDescription(/Images of every series opened.*1 AI result left/);
    await reading.getByRole('button', { name: 'Judge the next result' }).press('Enter');
    await expect(
      reading.getByRole('button', { name: 'Accept', pressed: false }).and(reading.locator(':focus')),
    ).toBeVisible();
    await reading.keyboard.press('Enter');
    await expect(reading.getByText('Every AI result judged')).toBeVisible();
    await expectAccessible(reading);
    await shot(reading, '06-reading');
    await sign.click();
    await signNow(reading, server);
    await expect(reading.getByRole('heading', { name: 'Signed report' })).toBeVisible();
    await expect(reading.getByText(/(^|, )image \d+$/)).toBeVisible();
  });

  let pdf = Buffer.alloc(0);
  await test.step('the patient is told without a clinical word, the open page turns, the report is read and saved', async () => {
    const mail = await mails.mailTo(EMAIL, 'tamamlandı');
    const sms = await mailTo(server.address, PHONE_NUMBER, 'raporu hazır');
    for (const message of [mail, sms])
      expect(`${message.subject} ${message.text}`).not.toMatch(/patoloji|BT|CT|akciğer/i);
    await expect(page.locator('[data-tone=green]', { hasText: 'Tamamlandı' })).toBeVisible();
    await page.getByRole('link', { name: 'Raporu aç' }).first().click();
    await expect(page.getByText(IMPRESSION)).toBeVisible();
    await expect(page.getByText(SUMMARY)).toBeVisible();
    await expect(page.getByRole('img', { name: 'Önemli görüntü 1: Her iki akciğer' })).toBeVisible();
    await expectAccessible(page);
    await expectNoEnglish(page, WRITTEN);
    await shot(page, '07-report');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'PDF indir' }).click();
    expect((await download).suggestedFilename()).toBe(`DUAI-${caseNumber}.pdf`);
    pdf = await readFile(await (await download).path());
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  });

  const dialog = () => page.getByRole('dialog');
  let link = '';
  let pin = '';
  await test.step('a link for a doctor; link and PIN are shown once', async () => {
    await page.goto(casePath);
    await page.getByRole('button', { name: 'Paylaşım bağlantısı oluştur' }).click();
    await dialog().getByLabel('Kimin için?').fill('Dr. Ayla Sarıkanat');
    await dialog().getByLabel('Kaç kez açılabilsin?').selectOption('2');
    await expectAccessible(page);
    await dialog().getByRole('button', { name: 'Bağlantıyı oluştur' }).click();
    link = await dialog().getByRole('textbox', { name: 'Bağlantı' }).inputValue();
    pin = await dialog().getByRole('textbox', { name: 'PIN kodu' }).inputValue();
    expect(new URL(link).hash).toMatch(/^#token=[\w-]{43}$/);
    expect(pin).toMatch(/^\d{6}$/);
    await expectAccessible(page);
    await dialog().getByRole('button', { name: 'İkisini de not ettim' }).click();
    await expect(page.getByText('Henüz açılmadı.')).toBeVisible();
    await expect(page.getByText('2 açılış hakkından 2 tanesi kaldı')).toBeVisible();
    await expectAccessible(page);
    await expectNoEnglish(page, WRITTEN);
    await shot(page, '08-shares');
  });

  const doctor = await openBrowser({ viewport: PHONE, locale: 'tr-TR' });
  await doctor.clock.install();
  let image = '';
  await test.step('the doctor opens report and images with the PIN, without an account', async () => {
    await doctor.goto(link);
    await doctor.getByLabel('PIN kodu').fill(pin === '000000' ? '000001' : '000000');
    await doctor.getByRole('button', { name: 'Raporu aç' }).click();
    await expect(doctor.getByText('Bağlantı veya PIN doğru değil')).toBeVisible();
    await expectAccessible(doctor);
    await doctor.getByLabel('PIN kodu').fill(pin);
    const shown = doctor.waitForResponse(/\/api\/shared\/[^/]+\/images\/[^/]+$/);
    await doctor.getByRole('button', { name: 'Raporu aç' }).click();
    image = (await shown).url();
    await expect(doctor.getByText(IMPRESSION)).toBeVisible();
    await expect(doctor.getByRole('img', { name: new RegExp(`Görüntü \\d+ / ${count}`) })).toBeVisible();
    expect((await doctor.request.get(image)).status()).toBe(200);
    await doctor.reload();
    await expect(doctor.getByText(IMPRESSION)).toBeVisible();
    const download = doctor.waitForEvent('download');
    await doctor.getByRole('link', { name: 'DICOM dosyalarını indir (ZIP)' }).click();
    const files = Object.values(unzipSync(new Uint8Array(await readFile(await (await download).path()))));
    expect(files.map(sha256).sort()).toEqual(hashes.toSorted());
    await expectAccessible(doctor);
    await expectNoEnglish(doctor, WRITTEN);
    await doctor.setViewportSize({ width: 1440, height: 900 });
    await doctor.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(doctor);
    await shot(doctor, '09-doctor-dark');
    await choose(doctor, 'en');
    await expect(doctor.getByRole('heading', { name: 'Shared report and images' })).toBeVisible();
    await expectAccessible(doctor);
    await choose(doctor, 'ar');
    await expect(doctor.getByRole('heading', { name: 'التقرير والصور المشارَكة' })).toBeVisible();
    await expectAccessible(doctor);
    await doctor.setViewportSize(PHONE);
  });

  await test.step('the patient sees the opening and closes the link: within five seconds page and images are gone', async () => {
    await page.reload();
    await expect(page.getByText('2 açılış hakkından 1 tanesi kaldı')).toBeVisible();
    const openings = page.getByRole('list', { name: 'Açılışlar: Dr. Ayla Sarıkanat' });
    await expect(openings).toContainText('görüntüler indirildi');
    await page.getByRole('button', { name: 'Bağlantıyı kapat: Dr. Ayla Sarıkanat' }).click();
    await expect(toast(page)).toContainText('Bağlantı kapatıldı');
    expect((await doctor.request.get(image)).status()).toBe(401);
    await doctor.clock.runFor(5000);
    await expect(doctor.getByRole('heading', { name: 'أُغلقت هذه المشاركة' })).toBeVisible();
    await expect(doctor.getByText(IMPRESSION)).toBeHidden();
    await expect(doctor.getByRole('img', { name: / \/ / })).toHaveCount(0);
    await expectAccessible(doctor);
    await doctor.getByRole('button', { name: 'أدخل رمز PIN من جديد' }).click();
    await doctor.getByLabel('رمز PIN').fill(pin);
    await doctor.getByRole('button', { name: 'افتح التقرير' }).click();
    await expect(doctor.getByRole('alert')).toBeVisible();
    await expect(page.getByText('Siz kapattınız')).toBeVisible();
  });

  await test.step('who saw my data', async () => {
    await page.goto('/second-opinion/settings');
    await page.getByRole('link', { name: 'Verilerim' }).click();
    const log = page.getByRole('list', { name: 'Verilerinize erişimler, en yenisi üstte' });
    await expect(log.getByText('Dr. Ayla Sarıkanat (Bağlantı verdiğiniz hekim): rapor okundu')).toBeVisible();
    await expect(log).toContainText('rapor imzalandı');
    await expectAccessible(page);
    await expectNoEnglish(page, WRITTEN);
    await shot(page, '10-my-data');
  });

  await test.step('a copy of everything: the images as they were sent, the report as it was read', async () => {
    await page.getByRole('button', { name: 'Kopyayı hazırla' }).click();
    await expect(page.getByText(new RegExp(`Kopyanız hazır: 1 vaka, ${count} görüntü dosyası`))).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'ZIP dosyasını indir' }).click();
    const zip = unzipSync(new Uint8Array(await readFile(await (await download).path())));
    const named = (end: string) => Object.entries(zip).filter(([name]) => name.endsWith(end));
    const json = (end: string): unknown => JSON.parse(new TextDecoder().decode(named(end)[0]![1]));
    expect(
      named('.dcm')
        .map(([, bytes]) => sha256(bytes))
        .sort(),
    ).toEqual(hashes.toSorted());
    expect(named(`${caseNumber}/report.pdf`).map(([, bytes]) => sha256(bytes))).toEqual([sha256(pdf)]);
    expect(json(`${caseNumber}/report.json`)).toMatchObject({ content: { impression: IMPRESSION } });
    const { resourceType, entry } = json('fhir-bundle.json') as {
      resourceType: string;
      entry: { resource: { resourceType: string } }[];
    };
    expect(resourceType).toBe('Bundle');
    expect(entry.map(({ resource }) => resource.resourceType)).toEqual(
      expect.arrayContaining(['Patient', 'ImagingStudy', 'DiagnosticReport']),
    );
    expect(json('data/patients.json')).toMatchObject([{ email: EMAIL, last_name: 'Sarıkanat' }]);
    expect(JSON.stringify(json('access-log.json'))).toContain('Dr. Ayla Sarıkanat');
    expect(new TextDecoder().decode(named('README.txt')[0]![1])).toContain('fhir-bundle.json');
    await expect(page.getByRole('button', { name: 'Kopyayı hazırla' })).toBeVisible();
  });

  await test.step('erasure: asked for with the password, taken back, asked for again', async () => {
    const ask = page.getByRole('button', { name: 'Silinmesini iste' });
    await ask.click();
    await dialog().getByRole('button', { name: 'Evet, silinsin' }).click();
    await expect(dialog().getByText('Parola gereklidir')).toBeVisible();
    await dialog().getByLabel('Parolanız').fill('yanlış-parola');
    await dialog().getByRole('button', { name: 'Evet, silinsin' }).click();
    await expect(dialog().getByText('Parola doğru değil.')).toBeVisible();
    await expectAccessible(page);
    await dialog().getByLabel('Parolanız').fill(PASSWORD);
    await dialog().getByRole('button', { name: 'Evet, silinsin' }).click();
    await expect(page.getByText(/Verileriniz .* tarihinde silinecek/)).toBeVisible();
    await mails.mailTo(EMAIL, 'tarihinde silinecek');
    await page.getByRole('button', { name: 'Vazgeç, hesabım kalsın' }).click();
    await mails.mailTo(EMAIL, 'Hesabınız silinmeyecek');
    await ask.click();
    await dialog().getByLabel('Parolanız').fill(PASSWORD);
    await dialog().getByRole('button', { name: 'Evet, silinsin' }).click();
    await expect(page.getByText(/Verileriniz .* tarihinde silinecek/)).toBeVisible();
    await page.goto('/second-opinion/dashboard');
    await expect(page.getByText(/Verileriniz .* tarihinde silinecek/)).toBeVisible();
    await shot(page, '11-waiting');
  });

  await test.step('the days of grace pass: nothing of the patient is left but the proof', async () => {
    // Proves that the search below finds what is there.
    expect(await tablesWith(server.dataDir, CANARY)).toEqual(
      expect.arrayContaining(['cases', 'outbox', 'patients', 'shares']),
    );
    expect((await filesWith(server.dataDir, CANARY)).some((path) => path.includes('mailbox'))).toBe(true);
    expect(server.logs()).toContain('Server listening');

    await letPass(server.dataDir, LIMITS.erasureGraceDays * DAY_MS);
    // Runs the hourly check of due tasks now.
    await runSql(
      server.dataDir,
      "insert into pgboss.job (name, data, retry_limit, expire_seconds, heartbeat_seconds) values ('rights.erase-due', '{}', 1, 300, 60)",
    );
    const last = await mails.mailTo(EMAIL, 'erasure-proof');
    expect(`${last.subject} ${last.text}`).not.toMatch(CANARY);
    await page.goto(linkIn(last.text));
    await expect(page.getByRole('heading', { name: 'Silme belgesi' })).toBeVisible();
    await expect(page.getByRole('row', { name: new RegExp(`^Görüntü kayıtları ${count}$`) })).toBeVisible();
    // Every kind of record has a readable name.
    await expect(page.getByText(/Diğer kayıtlar/)).toHaveCount(0);
    await expect(page.locator('body')).not.toContainText(CANARY);
    await expectAccessible(page);
    await expectNoEnglish(page, WRITTEN);
    await shot(page, '12-proof');
    await choose(page, 'ar');
    await expect(page.getByRole('heading', { name: 'وثيقة الحذف' })).toBeVisible();
    await expectAccessible(page);
    await choose(page, 'tr');

    // The last message is removed once it is sent.
    await expect.poll(() => tablesWith(server.dataDir, CANARY)).toEqual([]);
    expect(await filesWith(server.dataDir, CANARY)).toEqual([]);
    expect(hashes.filter((hash) => existsSync(storedPath(server.dataDir, hash)))).toEqual([]);
    expect(server.logs()).not.toMatch(CANARY);
    // The server logged no error in all that time (pino: 50 is an error).
    expect(server.logs()).not.toContain('"level":50');
    await page.goto('/second-opinion/dashboard');
    await expect(page).toHaveURL(/second-opinion\/login/);
  });

  await page.waitForLoadState();
  await phone.close();
  await rm(profile, { recursive: true, force: true });
  expect(complaints.flat()).toEqual([]);
});
