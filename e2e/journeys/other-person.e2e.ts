import { cases, reports, studies } from '@duai/contract';
import { chestPhantom } from '@duai/imaging';
import { checkReading, WRITTEN } from '../../scripts/check-reading.ts';
import { imagesForm } from '../../scripts/http-client.ts';
import { expectAccessible } from '../support/accessible.ts';
import { pngFile } from '../support/files.ts';
import { newPatient, signIn } from '../support/patients.ts';
import { picture } from '../support/pictures.ts';
import { waitForDraft } from '../support/reports.ts';
import { expect, test } from '../support/server.ts';
import { signInStaff, signNow, signsOn, staffClient } from '../support/staff.ts';
import { expectToFit } from '../support/touchable.ts';

const phantom = (patientName: string, seed: number) =>
  chestPhantom({ slices: 4, matrix: 64, pixelSpacingMm: 5, sliceThicknessMm: 10, seed, patientName }).files;

test('[TRU-012] images that name another person: a red banner, no signature without an acknowledgement, a line in the audit trail', {
  tag: '@long',
}, async ({ page, server, openBrowser }) => {
  const patient = await newPatient(server.address, { email: 'baskasi@duai.example' });
  const { id: caseId } = await patient.call(cases.createCase, { body: { modality: 'CT', bodyPart: 'Akciğer' } });
  const params = { caseId };
  await patient.call(cases.uploadCaseImages, {
    params,
    form: imagesForm([...phantom('ISIK^ZEYNEP', 71), ...phantom('DEMIR^ALI', 72)]),
  });
  await waitForDraft(await staffClient(server, 'radiologist'), caseId);

  await signInStaff(page, server, 'radiologist');
  await page.goto(`/console/cases/${caseId}`);
  const banner = page.getByRole('region', { name: 'Patient', exact: true });
  const alert = page.getByRole('alert').filter({ hasText: 'The images name a different person than this case' });
  await expect(alert).toContainText('4 images carry the name DEMIR ALI instead of Zeynep Işık.');
  await expect(banner.getByText('Zeynep Işık', { exact: true })).toBeVisible();
  await expect(banner.getByText('ISIK ZEYNEP', { exact: true })).toBeVisible();
  const other = banner.getByText('DEMIR ALI (differs)');
  await expect(other).toBeVisible();
  await expect(banner.getByText('PHANTOM-72')).toBeVisible();
  await expect(banner.getByText('2025-04-01').first()).toBeVisible();
  const colourOf = (text: string) =>
    banner.getByText(text, { exact: true }).evaluate((element) => getComputedStyle(element).color);
  expect(await other.evaluate((element) => getComputedStyle(element).color)).not.toBe(await colourOf('ISIK ZEYNEP'));

  await test.step('the alert and the list of series are in sight together, also while the panel is scrolled', async () => {
    const rail = page.getByRole('navigation', { name: 'Series' });
    const [first, second] = await rail.getByRole('button').all();
    for (const height of [900, 768]) {
      await page.setViewportSize({ width: 1440, height });
      for (const shown of [alert, first!, second!]) await expect(shown).toBeInViewport({ ratio: 1 });
      const [above, below] = [(await alert.boundingBox())!, (await first!.boundingBox())!];
      expect(above.y + above.height).toBeLessThanOrEqual(below.y);
      await picture(page, `other-person/1440-${height}`);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await banner.scrollIntoViewIfNeeded();
    await banner.getByText('PHANTOM-72').scrollIntoViewIfNeeded();
    await expect(alert).toBeInViewport({ ratio: 1 });
  });

  await test.step('the reading room says it too', async () => {
    await page.getByRole('link', { name: 'Reading room' }).click();
    await expect(page.locator('canvas[data-pixels=stored]')).toBeVisible();
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(alert).toBeInViewport({ ratio: 1 });
      await expect(alert).toContainText('DEMIR ALI instead of Zeynep Işık');
      await expectToFit(page);
      await picture(page, `other-person/room-${width}`);
    }
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Back to the report' }).click();
  });

  await page.getByRole('button', { name: 'Claim case' }).click();
  await expect(page.getByLabel('Impression')).toBeEditable();
  await page.getByRole('textbox', { name: /^Findings/ }).fill('Bulgu yok.');
  await page.getByLabel('Impression').fill(WRITTEN.impression);
  await page.getByLabel('Summary for the patient').fill(WRITTEN.plainSummary);
  const open = page.getByRole('button', { name: 'Open the next series' });
  while (await open.isVisible()) {
    const left = await page.getByText(/series left$/).textContent();
    await open.click();
    await expect(page.getByText(left!, { exact: true })).toHaveCount(0);
  }
  const judge = page.getByRole('button', { name: 'Judge the next result' });
  while (await judge.isVisible()) {
    const left = await page.getByText(/AI results? left$/).textContent();
    await judge.click();
    // By keyboard, because the images of the series on the stage may move what is below it.
    await expect(
      page.getByRole('button', { name: 'Accept', pressed: false }).and(page.locator(':focus')),
    ).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByText(left!, { exact: true })).toHaveCount(0);
  }
  await expect(page.getByText('Every AI result judged')).toBeVisible();
  await expect(page.getByText(/^Saved, version/)).toBeVisible();

  await test.step('nothing is signed without the acknowledgement, by the page or by the call', async () => {
    const sign = page.getByRole('button', { name: 'Sign report' });
    await expect(sign).toBeDisabled();
    const box = page.getByRole('checkbox', { name: /4 images carry the name DEMIR ALI instead of Zeynep Işık/ });
    await expect(box).not.toBeChecked();
    await expectAccessible(page);
    for (const width of [390, 768, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      await expectToFit(page);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    const refused = await page.request.post(`/api/console/cases/${caseId}/report/sign`, {
      data: {
        ...signsOn(server),
        version: Number(/\d+$/.exec((await page.getByText(/^Saved, version/).textContent())!)![0]),
      },
    });
    expect([refused.status(), (await refused.json()).code]).toEqual([409, 'IDENTITY_NOT_ACKNOWLEDGED']);
    await box.check();
    await sign.click();
    await signNow(page, server);
    await expect(page.getByText('Signed').first()).toBeVisible();
  });

  await test.step('the acknowledgement stands in the audit trail, without a name', async () => {
    const office = await openBrowser({});
    await signInStaff(office, server, 'operator');
    await office.goto(`/console/audit?action=reports.acknowledge-identity`);
    const line = office.getByRole('row').filter({ hasText: 'reports.acknowledge-identity' });
    await expect(line).toContainText(caseId.slice(0, 8));
    await expect(office.getByText('DEMIR')).toHaveCount(0);
  });
});

/** A picture with a readable header and unreadable pixels. */
const DAMAGED = { name: 'bozuk.png', bytes: pngFile().fill(0, 41, 55) };

test('images of the person of the case, and images without an identity, are signed without further ado; why an image is not shown is told to radiologist and patient', {
  tag: '@long',
}, async ({ page, server, openBrowser }) => {
  const patient = await newPatient(server.address, { email: 'kendisi@duai.example' });
  const { id: caseId } = await patient.call(cases.createCase, { body: { modality: 'CT' } });
  const params = { caseId };
  await patient.call(cases.uploadCaseImages, { params, form: imagesForm([...phantom('', 73), DAMAGED]) });
  const radiologist = await staffClient(server, 'radiologist');
  await waitForDraft(radiologist, caseId);
  await signInStaff(page, server, 'radiologist');
  await page.goto(`/console/cases/${caseId}`);
  const banner = page.getByRole('region', { name: 'Patient', exact: true });
  await expect(banner.getByText('No identity in the images. This is not a match.')).toBeVisible();
  await expect(page.getByText('The images name a different person than this case')).toHaveCount(0);

  await test.step('the radiologist sees how many images are not shown, and why, above the series and in it', async () => {
    const told = page.getByRole('status').filter({ hasText: '1 image is not shown' });
    await expect(told).toContainText('1 × The file is damaged and cannot be read. Copy the file again');
    await expect(told).toContainText(DAMAGED.name);
    await expect(page.getByRole('navigation', { name: 'Series' })).toContainText(
      '1 image is not shown: The file is damaged and cannot be read.',
    );
    await expectAccessible(page);
  });

  await test.step('the patient sees it on the card, and why on the page of the case', async () => {
    const own = await openBrowser({ locale: 'tr-TR', viewport: { width: 390, height: 800 } });
    await signIn(own, 'kendisi@duai.example');
    const card = own.getByRole('status').filter({ hasText: '1 görüntü gösterilemiyor' });
    await expect(card).toBeVisible();
    await expectAccessible(own);
    await picture(own, 'other-person/not-shown-card');
    await card.getByRole('link', { name: 'Nedenini göster' }).click();
    const why = own.getByRole('status').filter({ hasText: '1 görüntü gösterilemiyor' });
    await expect(why).toContainText('Dosya bozuk; okunamadı.');
    await expect(why).toContainText(DAMAGED.name);
    await picture(own, 'other-person/not-shown-case');
  });

  await radiologist.call(cases.claimCase, { params });
  const { report } = await radiologist.call(studies.getReading, { params });
  const { version } = await radiologist.call(reports.saveReport, {
    params,
    body: {
      version: report!.version,
      language: 'tr',
      content: { ...report!.content, ...WRITTEN, findings: 'Bulgu yok.' },
    },
  });
  await checkReading(radiologist, caseId);
  await radiologist.call(reports.signReport, { params, body: { ...signsOn(server), version } });
});
