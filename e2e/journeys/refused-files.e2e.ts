import { cases } from '@duai/contract';
import { chestPhantom } from '@duai/imaging';
import tr from '@duai/texts/tr/workplace';
import { expectAccessible } from '../support/accessible.ts';
import { newPatient, signIn, toast } from '../support/patients.ts';
import { picture } from '../support/pictures.ts';
import { waitForDraft } from '../support/reports.ts';
import { expect, test } from '../support/server.ts';
import { signInStaff, staffClient } from '../support/staff.ts';

const [first, second, third, fourth] = chestPhantom({
  slices: 4,
  matrix: 64,
  pixelSpacingMm: 5,
  sliceThicknessMm: 10,
}).files.map(({ name, bytes }) => ({ name, mimeType: 'application/dicom', buffer: Buffer.from(bytes) }));

test('a radiologist is told which files of a case were refused, by the browser of the patient or by the server', {
  tag: '@long',
}, async ({ page, server, openBrowser }) => {
  const email = 'eksik@duai.example';
  const patient = await newPatient(server.address, { email });
  const { id: caseId } = await patient.call(cases.createCase, { body: { modality: 'CT', bodyPart: 'Akciğer' } });

  await test.step('the patient takes off a file that cannot be read, and sends the others', async () => {
    const own = await openBrowser({ locale: 'tr-TR' });
    await signIn(own, email);
    await own.goto(`/second-opinion/cases/${caseId}`);
    await own
      .getByLabel('Görüntü dosyaları')
      .setInputFiles([
        first!,
        second!,
        { ...third!, buffer: third!.buffer.subarray(0, -1000) },
        { ...fourth!, buffer: Buffer.alloc(0) },
      ]);
    const unreadable = own.getByRole('status').filter({ hasText: 'Bu dosyalar okunamıyor' });
    await unreadable.getByRole('button', { name: 'Bu dosyaları çıkar' }).click();
    await own.getByRole('button', { name: '2 dosyayı yükle' }).click();
    await expect(toast(own)).toContainText('analizi başladı');
  });
  const radiologist = await staffClient(server, 'radiologist');
  await waitForDraft(radiologist, caseId);

  const told = page.getByRole('status').filter({ hasText: '2 files of this case were refused and are missing' });
  await test.step('the reading page names the files with their reasons', async () => {
    await signInStaff(page, server, 'radiologist');
    await page.goto(`/console/cases/${caseId}`);
    await expect(page.getByRole('navigation', { name: 'Series' }).getByRole('button')).toBeInViewport({ ratio: 1 });
    await picture(page, 'refused-files/reading-page');
    await told.getByText('Files and reasons').click();
    await expect(told.getByText(third!.name)).toBeVisible();
    await expect(told.getByRole('listitem').filter({ hasText: 'The file is empty.' })).toContainText(fourth!.name);
    await expect(told).toContainText('A slice that is missing may hide a finding.');
    await expectAccessible(page);
  });

  await test.step('the reading room tells it beside the series', async () => {
    await page.getByRole('link', { name: 'Reading room' }).click();
    const rail = page.getByRole('navigation', { name: 'Series' });
    await rail.getByText('2 files of this case were refused and are missing').click();
    await expect(rail.getByText(third!.name)).toBeVisible();
    await expectAccessible(page);
    await picture(page, 'refused-files/reading-room');
    await page.getByRole('link', { name: 'Back to the report' }).click();
  });

  await test.step('the checklist of the signature has it', async () => {
    await page.getByRole('button', { name: 'Claim case' }).click();
    const checklist = page.getByRole('region', { name: 'Before you sign' });
    await expect(checklist).toContainText('2 files of this case were refused and are missing');
    await checklist.scrollIntoViewIfNeeded();
    await picture(page, 'refused-files/checklist');
  });

  await test.step('in Turkish, too', async () => {
    await page.evaluate(() => localStorage.setItem('duai-language', 'tr'));
    await page.reload();
    await expect(
      page.getByRole('status').filter({ hasText: tr.readings.missingFiles.title({ count: 2 }) }),
    ).toContainText(tr.readings.missingFiles.advice);
    await picture(page, 'refused-files/turkish');
  });
});
