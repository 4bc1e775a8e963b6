import { readFile } from 'node:fs/promises';
import { cases, given, marks, reports, shares } from '@duai/contract';
import { chestPhantom } from '@duai/imaging';
import type { Locator, Request } from '@playwright/test';
import { imagesForm } from '../../scripts/http-client.ts';
import { pdfLines } from '../../scripts/pdf-lines.ts';
import { expectAccessible } from '../support/accessible.ts';
import { runSql } from '../support/database.ts';
import { mailTo } from '../support/mailbox.ts';
import { patientWithCase, toast } from '../support/patients.ts';
import { picture } from '../support/pictures.ts';
import { signReport, waitForDraft } from '../support/reports.ts';
import { expect, test } from '../support/server.ts';
import { acceptResults, acknowledgeIdentity, signInStaff, signNow, signsOn, staffClient } from '../support/staff.ts';
import { expectToFit } from '../support/touchable.ts';
import { Viewer } from '../support/viewer.ts';

const phantom = chestPhantom({ slices: 12, matrix: 128, pixelSpacingMm: 2.8, sliceThicknessMm: 20 });

test('[RED-012] claim, read, measure, correct a mask, accept and reject AI, sign, addendum: signing asks for the password or a code; preliminary, final, addendum and amended are kept apart', async ({
  page,
  server,
  openBrowser,
}) => {
  const { http: patient, caseId } = await patientWithCase(page, server.address, { email: 'asama@duai.example' });
  const params = { caseId };
  await patient.call(cases.uploadCaseImages, { params, form: imagesForm(phantom.files) });
  await waitForDraft(await staffClient(server, 'radiologist'), caseId);
  const reading = await openBrowser({ locale: 'en-GB', viewport: { width: 1440, height: 900 } });
  await signInStaff(reading, server, 'radiologist');
  await reading.goto(`${server.address}/console/cases/${caseId}`);
  const stage = (name: string) => reading.getByText(name, { exact: true });
  const reportStatus = async () => (await patient.send(reports.getReport, { params })).status;

  await test.step('a mask is corrected and a length measured', async () => {
    await reading.getByRole('button', { name: 'Claim case' }).click();
    const viewer = new Viewer(reading);
    await viewer.go(1);
    await viewer.stage.press(' ');
    // Cine: the images go on by themselves until the same key stops them.
    await expect(viewer.stage).not.toHaveAttribute('aria-valuenow', '1');
    await viewer.stage.press(' ');
    await viewer.go(6);
    await reading.getByRole('button', { name: 'Correct Lung', exact: true }).click();
    await viewer.draw([await viewer.at(64.5, 20.5, 128, 128)]);
    await reading.getByRole('button', { name: 'Save as a new version' }).click();
    await expect(reading.getByText(/^Lung: version 1, corrected by/)).toBeVisible();
    await reading.getByRole('button', { name: 'Length', exact: true }).click();
    await viewer.draw([await viewer.at(40, 64, 128, 128), await viewer.at(80, 64, 128, 128)]);
    await expect(viewer.list.getByRole('button', { name: /^Image 6: Length, 112/ })).toBeVisible();
  });

  await test.step('strokes do not replace a version that another window saved meanwhile, nor after a reload', async () => {
    const viewer = new Viewer(reading);
    const correct = reading.getByRole('button', { name: 'Correct Lung', exact: true });
    const save = reading.getByRole('button', { name: 'Save as a new version' });
    const refused = toast(reading).filter({ hasText: 'Someone saved another version of this mask first' });
    await correct.click();
    await viewer.draw([await viewer.at(64.5, 30.5, 128, 128)]);
    const url = `${server.address}${marks.listCorrectedMasks.path.replace(':caseId', caseId)}`;
    const stored = async () => {
      const [first] = (await (await reading.request.get(url)).json()) as marks.CorrectedMask[];
      return given(first, 'the corrected mask');
    };
    const { analysisId, code, mask, version: base } = await stored();
    const other = await reading.request.fetch(url, {
      method: marks.correctMask.method,
      data: { analysisId, code, base, mask },
    });
    expect(other.ok()).toBe(true);
    await save.click();
    await expect(refused).toBeVisible();
    await reading.reload();
    await viewer.go(6);
    await correct.click();
    await save.click();
    await expect(refused).toBeVisible();
    expect((await stored()).version).toBe(2);
    await reading.getByRole('button', { name: 'Discard changes' }).click();
    await expect(save).toBeHidden();
    await expect(reading.getByText(/^Lung: version 2, corrected by/)).toBeVisible();
  });

  await test.step('the draft speaks the language of the report, and what was written stays as it is', async () => {
    const language = reading.getByLabel('Language of the report');
    const findings = reading.getByRole('textbox', { name: /^Findings/ });
    await expect(findings).toHaveValue(/^Akciğer hacmi/);
    await reading.getByRole('button', { name: 'To the report: Length on image 6' }).click();
    const told = {
      en: /\nLength: 112(\.\d+)? mm \([^\n]*, image 6\)\.$/,
      tr: /\nUzunluk: 112(,\d+)? mm \([^\n]*, görüntü 6\)\.$/,
    };
    await expect(findings).toHaveValue(told.tr);
    await reading.getByLabel(/^Impression/).fill('Belirgin patoloji yok.');
    await language.selectOption('en');
    await expect(findings).toHaveValue(/^Lung volume.*\nMean lung density/);
    await expect(reading.getByRole('textbox', { name: /^Technique/ })).toHaveValue(/^CT chest/);
    await expect(reading.getByLabel(/^Impression/)).toHaveValue('Belirgin patoloji yok.');
    // A sentence of a measurement too, and it is still that of the measurement.
    await expect(findings).toHaveValue(told.en);
    await expect(reading.getByText('no measurement on the images that you see has these')).toHaveCount(0);
    await language.selectOption('tr');
    await expect(findings).toHaveValue(told.tr);
    await expect(findings).toHaveValue(/^Akciğer hacmi.*\nOrtalama akciğer dansitesi/);
    await expect(reading.getByText(/^Saved, version/)).toBeVisible();
  });

  await test.step('a preliminary report is for staff alone', async () => {
    await expect(stage('Draft')).toBeVisible();
    await reading.getByRole('textbox', { name: /^Findings/ }).fill('Her iki akciğer açık.');
    await reading.getByLabel(/^Impression/).fill('Belirgin patoloji yok.');
    await reading.getByLabel(/^Summary for the patient/).fill('Görüntülerinizde hastalık bulgusu görmedik.');
    await reading.getByLabel('RADS').selectOption('lung-rads 3S');
    await reading.getByRole('button', { name: 'Save as preliminary' }).click();
    await expect(stage('Preliminary')).toBeVisible();
    await reading.getByText('Preliminary reads').click();
    await expect(reading.getByText('Staff only; never shown to the patient.')).toBeVisible();
    await expect(reading.getByRole('button', { name: 'Save as preliminary' })).toBeHidden();
    expect(await reportStatus()).toBe(404);
  });

  await test.step('a verdict stays when an answer comes late that was read before it', async () => {
    const [read, isLetGo] = [Promise.withResolvers<Request>(), Promise.withResolvers<void>()];
    await reading.route(
      ({ pathname }) => pathname === `/api/console/cases/${caseId}`,
      async (route) => {
        const response = await route.fetch();
        read.resolve(route.request());
        await isLetGo.promise;
        await route.fulfill({ response });
      },
      { times: 1 },
    );
    await reading.getByLabel(/^Impression/).fill('Belirgin patoloji görülmedi.');
    const early = await read.promise;
    const [group] = await reading.getByRole('group', { name: /^Your verdict on/ }).all();
    const button = given(group, 'a result').getByRole('button', { name: 'Accept' });
    await button.click();
    await expect(button).toHaveAttribute('aria-pressed', 'true');
    isLetGo.resolve();
    await (await early.response())?.finished();
    for (let frame = 0; frame < 10; frame += 1)
      await reading.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    await expect(button).toHaveAttribute('aria-pressed', 'true');
  });

  await test.step('a wrong password signs nothing; the right one makes the report final', async () => {
    const [rejected, ...accepted] = await reading.getByRole('group', { name: /^Your verdict on/ }).all();
    for (const [group, verdict] of [
      [rejected, 'Reject'] as const,
      ...accepted.map((each) => [each, 'Accept'] as const),
    ]) {
      const button = given(group, 'a result').getByRole('button', { name: verdict });
      await button.click();
      await expect(button).toHaveAttribute('aria-pressed', 'true');
    }
    await expect(reading.getByText('Every AI result judged')).toBeVisible();
    await acknowledgeIdentity(reading);
    await reading.getByRole('button', { name: 'Sign report' }).click();
    const dialog = reading.getByRole('dialog');
    const sign = dialog.getByRole('button', { name: 'Sign now' });
    await expect(sign).toBeDisabled();
    await expectAccessible(reading);
    await picture(reading, 'reporting/01-sign');
    await dialog.getByLabel('Your password').fill('yanlis-parola-1');
    await sign.click();
    // Told where it was typed, by no toast that goes away.
    await expect(dialog.getByText('The password is incorrect.')).toBeVisible();
    await expect(dialog.getByLabel('Your password')).toHaveAccessibleDescription('The password is incorrect.');
    await expect(dialog.getByLabel('Your password')).toHaveValue('');
    await expect(dialog.getByLabel('Your password')).toBeFocused();
    await expect(toast(reading).filter({ hasText: 'The password is incorrect.' })).toBeHidden();
    await expectAccessible(reading);
    expect(await reportStatus()).toBe(404);
    await dialog.getByLabel('Confirm with').selectOption('One-time code');
    await expect(dialog.getByLabel('One-time code', { exact: true })).toBeVisible();
    await dialog.getByLabel('Confirm with').selectOption('Password');
    await signNow(reading, server);
    const signed = toast(reading).filter({ hasText: 'Report signed' });
    await expect(signed).toBeVisible();
    // As dark as the room around it, while the system is light.
    await expect(signed).toHaveCSS('background-color', 'rgb(24, 29, 32)');
    await expect(stage('Final')).toBeVisible();
    expect((await patient.call(reports.getReport, { params })).stage).toBe('final');
  });

  await test.step('an addendum that corrects makes it amended; the signed text stays', async () => {
    const signed = await patient.call(reports.getReport, { params });
    expect(JSON.stringify(signed)).not.toContain('preliminary');
    // The category stands with the impression that it sums up.
    await expectBefore(
      reading.getByText(/^Lung-RADS 3S: /),
      reading.getByRole('heading', { name: /^Summary for the patient/ }),
    );
    const add = async (text: string, kind: string, isCritical = false) => {
      await reading.getByLabel('Addendum', { exact: true }).fill(text);
      await reading.getByLabel('What the addendum does').selectOption(kind);
      await reading.getByRole('button', { name: 'Sign and add the addendum' }).click();
      const dialog = reading.getByRole('dialog');
      await expect(dialog.getByRole('button', { name: 'Back', exact: true })).toBeVisible();
      await dialog.getByLabel('A finding that cannot wait').setChecked(isCritical);
      await expectAccessible(reading);
      await dialog.getByLabel('Your password').fill(server.logins.radiologist.password);
      await dialog.getByRole('button', { name: 'Sign and add the addendum' }).click();
      await expect(dialog).toBeHidden();
    };
    const addendum = reading.getByLabel('Addendum', { exact: true });
    const kind = reading.getByLabel('What the addendum does');
    await addendum.fill('Yarım kal');
    await kind.selectOption('It corrects the report');
    await reading.reload();
    await expect(addendum).toHaveValue('Yarım kal');
    await expect(kind).toHaveValue('correction');
    await add('Klinik bilgi eklendi.', 'It adds to the report');
    await expect(stage('With addendum')).toBeVisible();
    await reading.reload();
    await expect(stage('With addendum')).toBeVisible();
    await expect(addendum).toHaveValue('');
    await expect(reading.getByText('Critical finding not acknowledged')).toBeHidden();
    await add('Sağ değil, sol akciğer.', 'It corrects the report', true);
    await expect(stage('Amended')).toBeVisible();
    await expect(reading.getByText('Critical finding not acknowledged')).toBeVisible();
    await expect(reading.getByRole('heading', { name: /^Correction by / })).toBeVisible();
    await expectAccessible(reading);
    await picture(reading, 'reporting/02-amended', { fullPage: true });
    for (const width of [390, 768, 1440]) {
      await reading.setViewportSize({ width, height: 900 });
      await expectToFit(reading);
    }
    const amended = await patient.call(reports.getReport, { params });
    expect([amended.stage, amended.content, amended.contentSha256]).toEqual([
      'amended',
      signed.content,
      signed.contentSha256,
    ]);
    await page.goto(`/second-opinion/cases/${caseId}/report`);
    // The patient reads of the correction before the text that it corrects.
    await expect(
      page.getByRole('alert').filter({ hasText: 'Burada bekletilmemesi gereken bir şey var' }),
    ).toBeVisible();
    const notice = page.getByRole('status').filter({ hasText: 'Bu rapor düzeltildi' });
    await expectBefore(notice, page.getByRole('heading', { name: 'Sizin için özet' }));
    await expectAccessible(page);
    for (const width of [390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expectToFit(page);
      await picture(page, `reporting/02-amended-patient-${width}`, { fullPage: true });
    }
    await notice.getByRole('link', { name: 'düzeltme' }).click();
    await expect(page.getByRole('heading', { name: 'Düzeltme' })).toBeInViewport();
  });
});

/** On the page and for whoever has it read out. */
async function expectBefore(first: Locator, second: Locator) {
  await expect(first).toBeVisible();
  await expect(second).toBeVisible();
  const [above, below] = [await first.boundingBox(), await second.boundingBox()];
  expect((above?.y ?? Number.NaN) + (above?.height ?? Number.NaN)).toBeLessThanOrEqual(below?.y ?? Number.NaN);
  const other = await second.elementHandle();
  expect(
    await first.evaluate(
      (element, next) => next !== null && element.compareDocumentPosition(next) === Node.DOCUMENT_POSITION_FOLLOWING,
      other,
    ),
  ).toBe(true);
}

test('a critical finding: marked with the signature, told at once, confirmed by the patient on the report', {
  tag: '@long',
}, async ({ page, server, openBrowser }) => {
  const email = 'kritik@duai.example';
  const { http: patient, caseId } = await patientWithCase(page, server.address, { email });
  const params = { caseId };
  await patient.call(cases.uploadCaseImages, { params, form: imagesForm(phantom.files) });
  await waitForDraft(await staffClient(server, 'radiologist'), caseId);
  const reading = await openBrowser({ locale: 'en-GB', viewport: { width: 1440, height: 900 } });
  await signInStaff(reading, server, 'radiologist');
  await reading.goto(`${server.address}/console/cases/${caseId}`);
  await reading.getByRole('button', { name: 'Claim case' }).click();
  await reading.getByRole('textbox', { name: /^Findings/ }).fill('Sol ana pulmoner arterde dolum defekti.');
  await reading.getByLabel(/^Impression/).fill('Pulmoner emboli.');
  await reading.getByLabel(/^Summary for the patient/).fill('Akciğer damarınızda pıhtı gördük. Hemen acile gidin.');
  await expect(reading.getByText(/^Saved, version/)).toBeVisible();
  await acceptResults(reading);
  await acknowledgeIdentity(reading);
  await reading.getByRole('button', { name: 'Sign report' }).click();
  await reading.getByRole('dialog').getByLabel('A finding that cannot wait').check();
  await signNow(reading, server);
  await expect(reading.getByText('Critical finding not acknowledged')).toBeVisible();
  const mail = await mailTo(server.address, email, 'lütfen hemen okuyun');
  expect(JSON.stringify(mail)).not.toContain('emboli');

  const banner = page.getByRole('alert').filter({ hasText: 'Burada bekletilmemesi gereken bir şey var' });
  await test.step('the dashboard and the page of the case tell it first', async () => {
    await patient.call(cases.createCase, { body: { modality: 'X-Ray' } });
    await page.goto('/second-opinion/dashboard');
    const cards = page.getByRole('main').getByRole('heading', { level: 2 });
    await expect(cards).toHaveCount(2);
    await expectBefore(banner, cards.last());
    await expectAccessible(page);
    const pictured = async (name: string) => {
      for (const width of [390, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await expectToFit(page);
        await picture(page, `reporting/03-critical-${name}-${width}`);
      }
    };
    await pictured('dashboard');
    await page.goto(`/second-opinion/cases/${caseId}`);
    await expectBefore(banner, page.getByRole('heading', { name: 'Vakanızın durumu' }));
    await expectAccessible(page);
    await pictured('case');
    await banner.getByRole('link', { name: 'Raporu aç' }).click();
  });
  await expect(banner).toBeVisible();
  await expectAccessible(page);
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectToFit(page);
    await expectBefore(banner, page.getByRole('button', { name: 'PDF indir' }));
    await picture(page, `reporting/03-critical-${width}`);
  }

  await test.step('the doctor of a shared link is told above images and files', async () => {
    const { link, pin } = await patient.call(shares.createShare, { params, body: {} });
    const doctor = await openBrowser({ locale: 'tr-TR', viewport: { width: 390, height: 900 } });
    await doctor.goto(link);
    await doctor.getByLabel('PIN kodu').fill(pin);
    await doctor.getByRole('button', { name: 'Raporu aç' }).click();
    const told = doctor.getByRole('alert').filter({ hasText: 'Burada bekletilmemesi gereken bir şey var' });
    for (const width of [390, 1440]) {
      await doctor.setViewportSize({ width, height: 900 });
      await expectToFit(doctor);
      await expectBefore(told, doctor.getByRole('link', { name: /^DICOM dosyalarını indir/ }));
      await expectBefore(told, doctor.getByRole('heading', { name: 'Görüntüler', exact: true }));
      await picture(doctor, `reporting/03-critical-doctor-${width}`);
    }

    // Their page does not show what is found after it was opened.
    const radiologist = await staffClient(server, 'radiologist');
    const text = 'Ayrıca pnömotoraks.';
    await radiologist.call(reports.addAddendum, { params, body: { ...signsOn(server), text, isCritical: true } });
    await told.getByRole('button', { name: 'Okudum' }).click();
    await expect(toast(doctor).filter({ hasText: 'başka bir önemli bulgu bildirdi' })).toBeVisible();
    await expect(doctor.getByText(text)).toBeVisible();
    await picture(doctor, 'reporting/03-critical-doctor-another');
    await expect(told.getByRole('button', { name: 'Okudum' })).toBeVisible();
    await expect(doctor.getByText(/^Onaylandı: /)).toHaveCount(0);

    await test.step('the PDF of an addendum is not there yet: doctor, patient and staff are told so, and get it once it is', async () => {
      const added = 'Ek: karşılaştırma için eski tetkik bulunamadı.';
      await reading.reload();
      await runSql(
        server.dataDir,
        `insert into report_addenda (id, report_id, text, signed_by, signed_by_name)
         select gen_random_uuid(), id, '${added}', signed_by, signed_by_name from reports where case_id = '${caseId}'`,
      );
      const pages = [
        {
          who: 'doctor',
          at: doctor,
          button: 'Raporu PDF olarak indir',
          text: /^Raporun, son eklenenleri de içeren PDF/,
        },
        { who: 'patient', at: page, button: 'PDF indir', text: /^Raporun, son eklenenleri de içeren PDF/ },
        { who: 'staff', at: reading, button: 'PDF, DICOM and FHIR', text: /^The PDF with everything that was added/ },
      ];
      const files = pages.map(({ at }) => at.waitForEvent('download', { timeout: 90_000 }));
      for (const { who, at, button, text } of pages) {
        await at.getByRole('button', { name: button }).click();
        await expect(at.getByRole('status').filter({ hasText: text })).toBeVisible();
        for (const width of [390, 1440]) {
          await at.setViewportSize({ width, height: 900 });
          await expectToFit(at);
          await picture(at, `reporting/04-pdf-being-made-${who}-${width}`);
        }
        await expectAccessible(at);
      }
      // The page tells what the PDF will tell.
      for (const at of [doctor, page]) await expect(at.getByText(added)).toBeVisible();
      await runSql(
        server.dataDir,
        `insert into pgboss.job (name, data, retry_limit, expire_seconds, heartbeat_seconds)
         select 'reports.deliver', jsonb_build_object('reportId', id, 'edition', 2), 1, 300, 60
         from reports where case_id = '${caseId}'`,
      );
      const [pdf, ...others] = await Promise.all(files);
      expect(pdf!.suggestedFilename()).toMatch(/^DUAI-SO-.*\.pdf$/);
      expect(pdfLines(await readFile(await pdf!.path())).join(' ')).toContain('eski tetkik bulunamadı');
      expect(others.map((file) => file.suggestedFilename())).toEqual([
        pdf!.suggestedFilename(),
        expect.stringMatching(/^SO-.*\.zip$/),
      ]);
      for (const { at, text } of pages) await expect(at.getByRole('status').filter({ hasText: text })).toHaveCount(0);
    });
  });

  await expect(page.getByText('Ayrıca pnömotoraks.')).toBeVisible();
  await banner.getByRole('button', { name: 'Okudum' }).click();
  await expect(page.getByText(/^Onaylandı: /)).toBeVisible();
  await reading.reload();
  await expect(reading.getByText(/^Critical finding acknowledged by the patient/)).toBeVisible();

  await test.step('where nobody confirms, radiologist and operator find whom to call, and the call ends it', async () => {
    const radiologist = await staffClient(server, 'radiologist');
    const text = 'Ayrıca aort diseksiyonu.';
    await radiologist.call(reports.addAddendum, { params, body: { ...signsOn(server), text, isCritical: true } });
    await reading.reload();
    await reading.getByRole('button', { name: 'Call the patient' }).click();
    await expect(reading.getByRole('link', { name: email })).toBeVisible();
    await expectAccessible(reading);
    await picture(reading, 'reporting/05-call-radiologist');
    await runSql(server.dataDir, `update critical_findings set escalated_at = now() where case_id = '${caseId}'`);
    const operator = await openBrowser({ locale: 'en-GB', viewport: { width: 1440, height: 900 } });
    await signInStaff(operator, server, 'operator');
    await operator.goto(`${server.address}/console/health`);
    const calls = operator.getByRole('alert').filter({ hasText: '1 patient to call' });
    await expect(calls.getByRole('link', { name: email })).toBeVisible();
    await expectAccessible(operator);
    for (const colorScheme of ['dark', 'light'] as const) {
      await operator.emulateMedia({ colorScheme });
      for (const width of [390, 768, 1440, 1920]) {
        await operator.setViewportSize({ width, height: 900 });
        await expectToFit(operator);
        await picture(operator, `reporting/05-call-operator-${width}-${colorScheme}`);
      }
    }
    await calls.getByRole('button', { name: /^Record the call about case/ }).click();
    await operator.getByRole('dialog').getByRole('button', { name: 'Record the call' }).click();
    await expect(toast(operator).filter({ hasText: 'The call is recorded.' })).toBeVisible();
    await expect(calls).toHaveCount(0);
    await reading.reload();
    await expect(reading.getByText(/^Patient told by phone/)).toBeVisible();
  });
  await page.goto(`/second-opinion/cases/${caseId}`);
  await expect(page.getByRole('link', { name: 'Raporu aç' })).toBeVisible();
  await expect(banner).toHaveCount(0);
});

test('[RED-011] templates, macros, RADS lists with a guard and one-click findings fill the report', {
  tag: '@long',
}, async ({ page, server, openBrowser }) => {
  const { http: patient, caseId: earlierId } = await patientWithCase(page, server.address, {
    email: 'sablon@duai.example',
  });
  const { id: caseId } = await patient.call(cases.createCase, { body: { modality: 'CT', bodyPart: 'Akciğer' } });
  for (const each of [earlierId, caseId]) {
    await patient.call(cases.uploadCaseImages, { params: { caseId: each }, form: imagesForm(phantom.files) });
    await waitForDraft(await staffClient(server, 'radiologist'), each);
  }
  const reading = await openBrowser({ locale: 'en-GB', viewport: { width: 1440, height: 900 } });
  await signInStaff(reading, server, 'radiologist');
  await reading.goto(`${server.address}/console/cases/${caseId}`);
  await reading.getByRole('button', { name: 'Claim case' }).click();
  const aids = reading.getByRole('region', { name: 'Templates and lists' });
  const findings = reading.getByRole('textbox', { name: /^Findings/ });
  const impression = reading.getByRole('textbox', { name: /^Impression/ });

  const checklist = reading.getByRole('region', { name: 'Before you sign' });

  await test.step('the checklist tells whose words findings and impression are', async () => {
    await expect(checklist.getByText('Findings or impression are empty')).toBeVisible();
    await impression.fill('Doğal.');
    await expect(checklist.getByText('the findings are still those of the AI draft')).toBeVisible();
    await expect(checklist.getByText('Findings and impression written')).toBeHidden();
    const drafted = await findings.inputValue();
    await findings.fill(`${drafted}\nNodül yok.`);
    await expect(checklist.getByText('Findings and impression written')).toBeVisible();
    await findings.fill(drafted);
    await impression.fill('');
  });

  await test.step('a sentence of AI, with its numbers, is taken over by one press', async () => {
    const sentence = (await findings.inputValue()).split('\n')[0]!;
    expect(sentence).toMatch(/\d ml/);
    await aids.getByText('AI sentences').click();
    await expect(aids.getByText('In the report').first()).toBeVisible();
    await findings.fill('Elle yazıldı.');
    await aids.getByRole('button', { name: `Add to the report: ${sentence}` }).click();
    await expect(findings).toHaveValue(`Elle yazıldı.\n${sentence}`);
    await findings.press('ControlOrMeta+z');
    await expect(findings).toHaveValue('Elle yazıldı.');
    await findings.press('ControlOrMeta+Shift+z');
    await expect(findings).toHaveValue(`Elle yazıldı.\n${sentence}`);
  });

  await test.step('a template for the modality is added below, and not a second time; one for other images asks', async () => {
    const template = aids.getByLabel('Template');
    await expect(template.locator('optgroup').first()).toHaveAttribute('label', 'For these images');
    const warning = aids.getByText('This template is not made for these images');
    await template.selectOption({ label: 'Lomber omurga MR' });
    await expect(warning).toBeVisible();
    await expect(aids.getByRole('button', { name: 'Insert anyway' })).toBeEnabled();
    await expectAccessible(reading);
    await picture(reading, 'reporting/04-other-template');
    await template.selectOption({ label: 'Toraks BT' });
    await expect(warning).toBeHidden();
    const insert = aids.getByRole('button', { name: 'Insert', exact: true });
    await insert.click();
    await expect(findings).toHaveValue(/^Elle yazıldı\.\n[^\n]+\nTrakea ve ana bronşlar açıktır\./);
    await expect(impression).toHaveValue('Toraks BT incelemesinde patolojik bulgu saptanmadı.');
    await expect(reading.getByLabel('Technique')).toHaveValue(/kontrast madde: ___/);
    await insert.click();
    await expect(toast(reading).filter({ hasText: 'Nothing was added' })).toBeVisible();
  });

  await test.step('RADS: categories for this modality and part alone, with what they recommend', async () => {
    const rads = aids.getByLabel('RADS');
    expect(
      await rads.locator('optgroup').evaluateAll((groups) => groups.map((group) => group.getAttribute('label'))),
    ).toEqual(['Lung-RADS']);
    await rads.selectOption('lung-rads 3');
    await aids.getByRole('button', { name: 'Add its recommendation' }).click();
    await expect(reading.getByLabel('Recommendations')).toHaveValue('6 ay sonra düşük doz BT önerilir.');
  });

  await test.step('a macro becomes its text', async () => {
    await aids.getByText('Macros').click();
    await aids.getByLabel('Name').fill('iki söz');
    await expect(aids.getByText('Letters, digits and hyphens, at most 20.')).toBeVisible();
    await aids.getByLabel('Name').fill('Sınır');
    const add = aids.getByRole('button', { name: 'Add', exact: true });
    const tooLong = aids.getByText('This text has 1001 characters; 1000 are the most.');
    await aids.getByLabel('Text').fill(` ${'a'.repeat(1001)} `);
    await expect(tooLong).toBeVisible();
    await expect(add).toBeDisabled();
    await aids.getByLabel('Text').fill('a'.repeat(1000));
    await expect(tooLong).toBeHidden();
    await expect(add).toBeEnabled();
    await aids.getByLabel('Text').fill('Normal sınırlardadır.');
    await add.click();
    await expect(aids.getByText('.sinir')).toBeVisible();
    await impression.fill('Kalp');
    await impression.press('End');
    // Without a pause: what follows the name stands behind the text of the macro.
    await impression.pressSequentially(' .SINIR Sonra.');
    await expect(impression).toHaveValue('Kalp Normal sınırlardadır. Sonra.');
    // The macro and what was typed before it can be undone, in the steps of the browser.
    const undone: string[] = [];
    for (let step = 0; step < 20 && undone.at(-1) !== 'Kalp'; step += 1) {
      await impression.press('ControlOrMeta+z');
      undone.push(await impression.inputValue());
    }
    expect(undone).toEqual(expect.arrayContaining(['Kalp .SINIR', 'Kalp']));
    await impression.pressSequentially(' .sınır');
    await impression.press('Space');
    await expectAccessible(reading);
    for (const width of [390, 768, 1920]) {
      await reading.setViewportSize({ width, height: 900 });
      await expectToFit(reading);
      await picture(reading, `reporting/04-aids-${width}`, { fullPage: true });
    }
    await reading.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('an earlier case that is signed after the draft is told, and named by one press', async () => {
    await expect(reading.getByText(/^Saved, version/)).toBeVisible();
    await signReport(server, earlierId, 'Doğal.');
    const earlier = (await patient.call(cases.listCases)).find(({ id }) => id === earlierId);
    await reading.reload();
    const told = checklist.getByText(`Earlier case ${earlier?.caseNumber} was signed after this draft`);
    await expect(told).toBeVisible();
    await expectAccessible(reading);
    await picture(reading, 'reporting/05-later-prior');
    await checklist.getByRole('button', { name: 'Add a line' }).click();
    await expect(told).toBeHidden();
    await expect(reading.getByLabel('Comparison')).toHaveValue(
      `Bu vakayla birlikte önceki bir tetkik gönderilmedi.\nBurada okunan, aynı günden ya da daha yeni tetkikler: BT, Akciğer, 1 Nisan 2025, ${earlier?.caseNumber} (görüntülerindeki kimlik bilgileri hastanınkinden farklı).`,
    );
  });

  await test.step('nothing is signed with a gap; filled in, page and paper tell the category', async () => {
    await reading.getByLabel(/^Summary for the patient/).fill('Akciğerinizde küçük bir nokta gördük.');
    await acceptResults(reading);
    await acknowledgeIdentity(reading);
    await expect(reading.getByText(/^Saved, version/)).toBeVisible();
    await expect(checklist.getByText('Technique: 1 blank (___) to fill in')).toBeVisible();
    await expect(reading.getByRole('button', { name: 'Sign report' })).toBeDisabled();
    await checklist.getByRole('button', { name: 'Fill in' }).click();
    const technique = reading.getByLabel('Technique');
    await expect(technique).toBeFocused();
    await reading.keyboard.type('verilmedi');
    await expect(technique).toHaveValue(/kontrast madde: verilmedi\./);
    await expect(checklist.getByText('to fill in')).toBeHidden();
    await reading.getByRole('button', { name: 'Sign report' }).click();
    await signNow(reading, server);
    await expect(reading.getByText('Final', { exact: true })).toBeVisible();
    await page.goto(`/second-opinion/cases/${caseId}/report`);
    await expect(page.getByText('Lung-RADS 3: büyük olasılıkla benign')).toBeVisible();
  });
});

test('[RED-011] BI-RADS is told for each breast; where the list does not rank the two, the reader chooses the overall category', async ({
  page,
  server,
  openBrowser,
}) => {
  const { http: patient, caseId } = await patientWithCase(page, server.address, { email: 'iki-meme@duai.example' });
  await patient.call(cases.uploadCaseImages, { params: { caseId }, form: imagesForm(phantom.files) });
  await waitForDraft(await staffClient(server, 'radiologist'), caseId);
  // The phantom as a mammogram.
  await runSql(
    server.dataDir,
    `update series set modality = 'MG' where study_id in (select id from studies where case_id = '${caseId}')`,
  );
  const reading = await openBrowser({ locale: 'en-GB', viewport: { width: 1440, height: 900 } });
  await signInStaff(reading, server, 'radiologist');
  await reading.goto(`${server.address}/console/cases/${caseId}`);
  await reading.getByRole('button', { name: 'Claim case' }).click();
  const aids = reading.getByRole('region', { name: 'Templates and lists' });
  const side = (name: 'right' | 'left') => aids.getByLabel(`BI-RADS, ${name} breast`);
  const overall = aids.getByLabel('BI-RADS, overall');
  await expect(aids.getByLabel('RADS', { exact: true })).toBeHidden();
  await side('right').selectOption('bi-rads 4A');
  await side('left').selectOption('bi-rads 2');
  await expect(aids.getByText('Overall: BI-RADS 4A')).toBeVisible();
  await expect(reading.getByText(/^Saved, version/)).toBeVisible();

  await side('left').selectOption('bi-rads 0');
  await expect(aids.getByText('The overall category is missing')).toBeVisible();
  await expect(reading.getByRole('listitem').filter({ hasText: 'The overall category is missing' })).toBeVisible();
  await expectAccessible(reading);
  for (const width of [390, 1440]) {
    await reading.setViewportSize({ width, height: 900 });
    await expectToFit(reading);
    await picture(reading, `reporting/06-bi-rads-${width}`, { fullPage: true });
  }
  await overall.selectOption('4A');
  await expect(aids.getByText('The overall category is missing')).toBeHidden();
  await aids.getByRole('button', { name: 'Add its recommendation' }).click();
  await expect(reading.getByLabel('Recommendations')).toHaveValue('Doku tanısı önerilir.');
  await expect(reading.getByText(/^Saved, version/)).toBeVisible();
  // What was chosen comes back with the page.
  await reading.reload();
  await expect(side('left')).toHaveValue('bi-rads 0');
  await expect(overall).toHaveValue('4A');
});
