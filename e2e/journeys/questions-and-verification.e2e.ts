import { cases, reports, studies } from '@duai/contract';
import { chestPhantom } from '@duai/imaging';
import { imagesForm } from '../../scripts/http-client.ts';
import { waitFor } from '../../scripts/instance.ts';
import { expectAccessible } from '../support/accessible.ts';
import { pngFile } from '../support/files.ts';
import { patientWithCase } from '../support/patients.ts';
import { picture } from '../support/pictures.ts';
import { waitForDraft } from '../support/reports.ts';
import { expect, test } from '../support/server.ts';
import { acceptResults, acknowledgeIdentity, signInStaff, signNow, staffClient } from '../support/staff.ts';

const phantom = chestPhantom({ slices: 12, matrix: 128, pixelSpacingMm: 2.8, sliceThicknessMm: 20 });

test('a patient looks at the images, asks, is answered, and anybody can verify the signed report', {
  tag: '@long',
}, async ({ page, server, openBrowser }) => {
  const email = 'soru@duai.example';
  const { http, caseId } = await patientWithCase(page, server.address, { email });
  const params = { caseId };
  const radiologist = await staffClient(server, 'radiologist');
  await http.call(cases.uploadCaseImages, { params, form: imagesForm(phantom.files) });

  await test.step('the viewer: series in reading order, windows in plain words, wheel, keys and slider', async () => {
    await page.goto(`/second-opinion/cases/${caseId}`);
    await page.getByRole('link', { name: 'Görüntüleri büyüt' }).click();
    const stage = page.getByRole('slider', { name: 'Serideki görüntü' });
    const image = page.getByRole('img', { name: /Görüntü 6 \/ 12/ });
    await expect(image).toBeVisible();
    await stage.press('ArrowDown');
    await expect(page.getByRole('img', { name: 'Görüntü 7 / 12' })).toBeVisible();
    await stage.hover();
    await page.mouse.wheel(0, -120);
    await expect(image).toBeVisible();
    await page.getByRole('slider', { name: 'Görüntüler arasında ilerle' }).fill('11');
    await expect(page.getByRole('img', { name: 'Görüntü 12 / 12' })).toBeVisible();
    const before = await page.getByRole('img', { name: 'Görüntü 12 / 12' }).getAttribute('src');
    await page.getByRole('button', { name: 'Kemik' }).click();
    await expect(page.getByRole('img', { name: 'Görüntü 12 / 12' })).not.toHaveAttribute('src', before!);
    await page.getByRole('button', { name: 'Yakınlaştır' }).click();
    await expect(stage).toHaveAttribute('data-zoomed', 'true');
    await page.getByRole('button', { name: 'Ekrana sığdır' }).click();
    await expect(stage).toHaveAttribute('data-zoomed', 'false');
    await expectAccessible(page);
    await picture(page, 'questions/01-viewer');
  });

  const reading = await openBrowser({ locale: 'en-GB', viewport: { width: 1440, height: 900 } });
  // The reading page polls every half minute; the test does not wait for that.
  await reading.clock.install();
  await test.step('a question reaches the reading page, is read there and answered', async () => {
    await page.goto(`/second-opinion/cases/${caseId}`);
    await page.getByLabel('Sorunuz').fill('Ameliyat gerekir mi?');
    await page.getByRole('button', { name: 'Soruyu gönder' }).click();
    await expect(page.getByText('Ameliyat gerekir mi?')).toBeVisible();
    await expect(page.getByText('Gönderildi', { exact: true })).toBeVisible();
    await expectAccessible(page);

    await signInStaff(reading, server, 'radiologist');
    await reading.getByRole('button', { name: 'Questions', exact: true }).click();
    await expect(reading.getByText('1 question')).toBeVisible();
    let refusals = 0;
    const markRead = '**/api/console/cases/*/questions/read';
    await reading.route(markRead, (route) => {
      refusals += 1;
      return route.fulfill({ status: 429, body: '' });
    });
    await reading.getByRole('link', { name: /SO-/ }).first().click();
    await expect(reading.getByText('Ameliyat gerekir mi?')).toBeVisible();
    await expect.poll(() => refusals).toBe(1);
    await reading.unroute(markRead);
    await reading.reload();
    await expect(reading.getByText('Ameliyat gerekir mi?')).toBeVisible();
    expect(refusals, 'a refusal is not answered by asking on and on').toBe(1);
    await expect(page.getByText(/Okundu:/)).toBeVisible();
    await reading.getByLabel('Answer').fill('Hayır, ameliyat gerekmiyor.');
    const marked = page.waitForResponse('**/questions/read');
    await reading.getByRole('button', { name: 'Send the answer' }).click();
    await expect(page.getByText('Hayır, ameliyat gerekmiyor.')).toBeVisible();
    await marked;
    // An answer that was on its way begins the half minute anew.
    await expect(async () => {
      await reading.clock.fastForward(30_000);
      await expect(reading.getByText(/^Read /)).toBeVisible({ timeout: 3000 });
    }).toPass();
    await expectAccessible(reading);
    await picture(reading, 'questions/02-reading', { fullPage: true });
    await picture(page, 'questions/03-thread', { fullPage: true });
  });

  await test.step('the radiologist asks back: the clock stands and says why; an answer hands the case in again', async () => {
    await waitForDraft(radiologist, caseId);
    await reading.reload();
    await reading.getByRole('button', { name: 'Claim case' }).click();
    await reading.getByRole('button', { name: 'Ask the patient' }).click();
    await reading.getByLabel('Question to the patient').fill('Öksürük ne zamandır var?');
    await reading.getByRole('button', { name: 'Send back' }).click();
    const asked = page.getByRole('status').filter({ hasText: 'Öksürük ne zamandır var?' });
    await expect(asked).toBeVisible();
    await expect(page.getByText('Süre durdu: sizi bekliyoruz')).toBeVisible();
    await expect(page.locator('[aria-current=step]')).toContainText('Yanıtınız bekleniyor');
    await page.getByLabel('Yanıtınız').fill('İki aydır.');
    await page.reload();
    await expect(page.getByLabel('Yanıtınız')).toHaveValue('İki aydır.');
    await expectAccessible(page);
    await picture(page, 'questions/03-asked', { fullPage: true });
    await page.getByRole('button', { name: 'Yanıtla ve vakayı yeniden gönder' }).click();
    await expect(page.getByText(/^Kalan süre: 4[78] sa/)).toBeVisible();
    await expect(asked).toBeHidden();
    await expect(page.getByText('› Öksürük ne zamandır var?')).toBeVisible();
  });

  const hash = await test.step('the radiologist says how the opinions agree, and signs', async () => {
    await waitForDraft(radiologist, caseId);
    await reading.reload();
    await reading.getByRole('button', { name: 'Claim case' }).click();
    await reading.getByLabel(/^Impression/).fill('Belirgin patoloji yok.');
    await reading.getByLabel(/^Summary for the patient/).fill('Görüntülerinizde hastalık bulgusu görmedik.');
    await reading.getByLabel('Agreement with the first report').selectOption('Minor difference');
    await expect(reading.getByText(/^Saved, version/)).toBeVisible();
    await acceptResults(reading);
    await acknowledgeIdentity(reading);
    await reading.getByRole('button', { name: 'Sign report' }).click();
    await signNow(reading, server);
    await expect(reading.getByText('Not yet opened by the patient')).toBeVisible();
    const { report } = await radiologist.call(studies.getReading, { params });
    return report!.contentSha256!;
  });

  await test.step('the patient reads how they agree; staff sees that it was read', async () => {
    await page.goto(`/second-opinion/cases/${caseId}/report`);
    await expect(page.getByText('Küçük fark')).toBeVisible();
    await expectAccessible(page);
    await reading.reload();
    await expect(reading.getByText(/Opened by the patient/)).toBeVisible();
  });

  await test.step('anybody verifies it: by address, by file, and a changed digit is not valid', async () => {
    const phone = await openBrowser({ locale: 'tr-TR', viewport: { width: 390, height: 844 } });
    await phone.goto(`${server.address}/verify/${hash}`);
    await expect(phone.getByText('Bu rapor geçerli', { exact: true })).toBeVisible();
    await expect(phone.locator('body')).not.toContainText(/Zeynep|SO-2/);
    await expectAccessible(phone);
    await picture(phone, 'questions/04-valid', { fullPage: true });
    const pdf = await waitFor(
      async () => {
        const answer = await http.send(reports.getReportPdf, { params });
        return answer.ok ? Buffer.from(await answer.arrayBuffer()) : undefined;
      },
      60_000,
      () => 'no PDF',
    );
    await phone.goto(`${server.address}/verify/${hash.replace(/^./, (first) => (first === '0' ? '1' : '0'))}`);
    await expect(phone.getByText('Bu rapor geçerli değil', { exact: true })).toBeVisible();
    await expectAccessible(phone);
    await phone
      .getByLabel('Rapor dosyası')
      .setInputFiles({ name: 'rapor.pdf', mimeType: 'application/pdf', buffer: pdf });
    await expect(phone.getByText('Bu rapor geçerli', { exact: true })).toBeVisible();
  });
});

test('who is asked for images adds them: the answer goes with them, once, and nothing goes without them', {
  tag: '@long',
}, async ({ page, server }) => {
  const { http, caseId } = await patientWithCase(page, server.address, { email: 'eski-cekim@duai.example' });
  const params = { caseId };
  const radiologist = await staffClient(server, 'radiologist');
  await http.call(cases.uploadCaseImages, { params, form: imagesForm(phantom.files.slice(5, 7)) });
  await waitForDraft(radiologist, caseId);
  await radiologist.call(cases.claimCase, { params });
  await radiologist.call(cases.sendCaseBack, { params, body: { question: 'Eski çekiminiz var mı?' } });
  await page.goto(`/second-opinion/cases/${caseId}`);
  await page.getByLabel('Yanıtınız').fill('Var, ekledim.');
  await page.getByLabel('Görüntü dosyaları').setInputFiles({
    name: 'eski.png',
    mimeType: 'image/png',
    buffer: Buffer.from(pngFile()),
  });
  // No button may submit the case without the answer, or without the chosen images.
  await expect(page.getByRole('button', { name: /yeniden gönder/ })).toHaveCount(0);
  await expect(page.getByText('görüntüleri yüklediğinizde onlarla birlikte gönderilir')).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'questions/04-answer-with-images', { fullPage: true });
  // The answer arrives but the submission fails: the next try, after a reload, does not send the answer twice.
  await page.route('**/submission', (route) => route.fulfill({ status: 429, body: '' }), { times: 1 });
  await page.getByRole('button', { name: '1 dosyayı yükle' }).click();
  await expect(page.getByText('Yükleme başarısız', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Yanıtınız')).toHaveValue('Var, ekledim.');
  await expect(page.getByText('görüntüleri yüklediğinizde onlarla birlikte gönderilir')).toBeVisible();
  await page.getByRole('button', { name: '1 dosyayı yükle' }).click();
  await expect(page.getByText(/^Kalan süre: 4[78] sa/)).toBeVisible();
  await expect(page.getByText('› Eski çekiminiz var mı?')).toHaveCount(1);
  await expect(page.getByLabel('Yanıtınız')).toHaveCount(0);
  expect((await http.call(cases.getCase, { params })).images).toHaveLength(3);
});
