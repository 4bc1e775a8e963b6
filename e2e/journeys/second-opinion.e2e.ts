import { expectAccessible } from '../support/accessible.ts';
import { runSql } from '../support/database.ts';
import { phantomFiles } from '../support/files.ts';
import { mailTo } from '../support/mailbox.ts';
import { PASSWORD } from '../support/patients.ts';
import { expect, test } from '../support/server.ts';
import { signInStaff } from '../support/staff.ts';

test('a patient uploads a scan, AI analyses it, a radiologist signs, the patient reads the report [PAT-074] [PAT-083] [PAT-092] [ACC-019] [ACC-020] [ACC-023] [ACC-006]', async ({
  page,
  server,
  browser,
}) => {
  const email = 'yolcu@duai.example';
  const shot = (name: string) => page.screenshot({ path: `reports/journey/${name}.png` });

  await test.step('register in three steps', async () => {
    await page.goto('/second-opinion/register');
    await page.getByLabel('Ad', { exact: true }).fill('İpek');
    await page.getByLabel('Soyad').fill('Yolcu');
    await page.getByLabel('E-posta', { exact: true }).fill(email);
    await shot('01-register');
    await page.getByRole('button', { name: /Devam|İleri/ }).click();
    await page.getByRole('button', { name: /Devam|İleri/ }).click();
    await page.getByLabel('Parola', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Parola tekrarı').fill(PASSWORD);
    for (const box of await page.getByRole('checkbox').all()) await box.check();
    await page.getByRole('button', { name: 'Hesap Oluştur' }).click();
    await expect(page).toHaveURL(/second-opinion\/dashboard/);
    await expect(page.getByText('E-posta adresiniz doğrulanmadı')).toBeVisible();
    await expectAccessible(page);
    await shot('02-dashboard-unverified');
  });

  await test.step('verify by the mailed link', async () => {
    const mail = await mailTo(server.address, email, 'verify-email');
    await page.goto(/https?:\S+/.exec(mail.text)![0]);
    await expect(page.getByText('E-posta adresiniz doğrulandı').first()).toBeVisible();
    await page.goto('/second-opinion/dashboard');
    await expect(page.getByText('Henüz vaka yok')).toBeVisible();
    await expect(page.getByText('E-posta adresiniz doğrulanmadı')).toBeHidden();
  });

  await test.step('open a case', async () => {
    await page.getByRole('button', { name: 'Yeni Vaka' }).first().click();
    await page.getByLabel('Görüntüleme yöntemi').selectOption('CT');
    await page.getByLabel('Vücut bölgesi').fill('Akciğer');
    await page.getByLabel('Şikâyetler').fill('Nefes darlığı');
    await expectAccessible(page);
    await shot('03-new-case');
    await page.getByRole('button', { name: 'Vaka Oluştur' }).click();
    await expect(page.getByText('Yüklendi', { exact: true }).first()).toBeVisible();
  });

  await test.step('upload the images', async () => {
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles(await phantomFiles());
    await shot('04-pending');
    await page.getByRole('button', { name: '24 dosyayı yükle' }).click();
    await expect(page.getByText('İşleniyor', { exact: true }).first()).toBeVisible();
    await shot('05-processing');
    await page.getByRole('link', { name: 'Vakayı aç' }).click();
    const progress = page.getByRole('list', { name: 'Vakanızın durumu' });
    await expect(progress.locator('[aria-current=step]')).toContainText('İnceleniyor');
    await expect(progress).toContainText('Görüntüler alındı');
    await expect(progress).toContainText('Raporun beklendiği zaman');
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Tüm vakalar' }).click();
  });

  const caseNumber = (await page.getByText(/^SO-\d{4}-\d{6}$/).textContent())!;
  const desk = await browser.newContext({ locale: 'en-GB', viewport: { width: 1440, height: 900 } });
  const console_ = await desk.newPage();
  await test.step('the radiologist reads, edits and signs', async () => {
    await console_.goto(`${server.address}/console`);
    await expect(console_).toHaveURL(/console\/login/);
    await signInStaff(console_, server, 'radiologist');
    const row = console_.getByRole('row').filter({ hasText: caseNumber });
    await expect(async () => {
      await console_.getByRole('button', { name: 'Refresh' }).click();
      await expect(row.getByText('Draft ready')).toBeVisible({ timeout: 1000 });
    }).toPass({ timeout: 60_000 });
    await runSql(
      server.dataDir,
      `update cases set due_at = now() - interval '1 hour' where case_number = '${caseNumber}'`,
    );
    await console_.getByRole('button', { name: 'Refresh' }).click();
    await expect(row.getByText('Late', { exact: true })).toBeVisible();
    await expectAccessible(console_);
    await console_.screenshot({ path: 'reports/journey/07-worklist.png' });
    await row.getByRole('link', { name: caseNumber }).click();
    await expect(console_.getByRole('img', { name: /Slice 12 of 24|Slice 13 of 24/ })).toBeVisible();
    await expect(console_.locator('canvas[data-overlay=LUNG]')).toBeVisible();
    // The mask has pixels on this slice: the lungs are really drawn.
    await expect
      .poll(() =>
        console_.locator('canvas[data-overlay=LUNG]').evaluate((canvas: HTMLCanvasElement) => {
          const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
          return data.filter((value, index) => index % 4 === 3 && value > 0).length;
        }),
      )
      .toBeGreaterThan(500);
    await console_.getByRole('button', { name: 'Claim case' }).click();
    await expect(console_.getByRole('button', { name: 'Ask the patient' })).toBeVisible();
    await console_.getByRole('button', { name: 'Add to report', pressed: false }).click();
    await expect(console_.getByRole('button', { name: 'Remove from report', pressed: true })).toBeVisible();
    await expect(console_.getByRole('img', { name: 'Key image 1' })).toBeVisible();
    await console_.getByLabel('Caption of key image 1').fill('Her iki akciğer');
    // The same slice in a window made by hand: the right button drags it, Shift and arrows move it on.
    await console_.getByRole('button', { name: 'Lung', exact: true }).click();
    await expect(console_.getByText('C -600 W 1500', { exact: true })).toBeVisible();
    const stage = console_.getByRole('slider', { name: 'Image of the series' });
    const box = (await stage.boundingBox())!;
    await console_.mouse.move(box.x + 200, box.y + 200);
    await console_.mouse.down({ button: 'right' });
    await console_.mouse.move(box.x + 260, box.y + 200);
    await console_.mouse.up({ button: 'right' });
    await expect(console_.getByText('C -600 W 1800', { exact: true })).toBeVisible();
    await stage.press('Shift+ArrowUp');
    await expect(stage).toHaveAttribute('aria-valuetext', /window centre -660, width 1800$/);
    await stage.press('+');
    await console_.getByRole('button', { name: 'Add to report', pressed: false }).click();
    await expect(console_.getByRole('img', { name: 'Key image 2' })).toBeVisible();
    await expect(console_.getByText('C -660 W 1800, part')).toBeVisible();
    await console_.getByLabel(/^Impression/).fill('Belirgin patoloji saptanmadı.');
    await expect(console_.getByText(/Saved, version \d/)).toBeVisible();
    // Nobody signs what nobody read: the checklist leads to every result, by keyboard.
    const sign = console_.getByRole('button', { name: 'Sign report' });
    await expect(sign).toBeDisabled();
    await expect(sign).toHaveAccessibleDescription(/Images of every series opened.*2 AI results left/);
    for (const left of ['1 AI result left', 'Every AI result judged']) {
      await console_.getByRole('button', { name: 'Judge the next result' }).press('Enter');
      await expect(
        console_.getByRole('button', { name: 'Accept', pressed: false }).and(console_.locator(':focus')),
      ).toBeVisible();
      await console_.keyboard.press('Enter');
      await expect(console_.getByText(left)).toBeVisible();
    }
    await expectAccessible(console_);
    await console_.screenshot({ path: 'reports/journey/08-reading.png', fullPage: true });
    await sign.click();
    await console_.getByRole('button', { name: 'Sign now' }).click();
    await expect(console_.getByRole('heading', { name: 'Signed report' })).toBeVisible();
    await console_.screenshot({ path: 'reports/journey/09-signed.png' });
  });

  await test.step('the patient is told, the open page turns, the report opens', async () => {
    const mail = await mailTo(server.address, email, 'tamamlandı');
    expect(`${mail.subject} ${mail.text}`).not.toMatch(/patoloji|BT|CT|akciğer/i);
    await expect(page.locator('[data-tone=green]', { hasText: 'Tamamlandı' })).toBeVisible();
    await shot('10-completed');
    await page.getByRole('link', { name: 'Raporu aç' }).first().click();
    await expect(page.getByText('Belirgin patoloji saptanmadı.')).toBeVisible();
    await expect(page.getByRole('img', { name: 'Önemli görüntü 1: Her iki akciğer' })).toBeVisible();
    await expect(page.getByRole('img', { name: 'Önemli görüntü 2' })).toBeVisible();
    await expect(page.getByText('Görüntü penceresi -660/1800')).toBeVisible();
    await expectAccessible(page);
    await shot('11-report');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'PDF indir' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
  });
  await desk.close();
});
