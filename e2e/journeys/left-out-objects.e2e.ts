import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { cases, marks } from '@duai/contract';
import { chestPhantom } from '@duai/imaging';
import { unzipSync } from 'fflate';
import { imagesForm } from '../../scripts/http-client.ts';
import { expectAccessible } from '../support/accessible.ts';
import { patientWithCase } from '../support/patients.ts';
import { picture } from '../support/pictures.ts';
import { savedPdf, signReport } from '../support/reports.ts';
import { expect, test } from '../support/server.ts';
import { signInStaff } from '../support/staff.ts';
import { expectToFit } from '../support/touchable.ts';

const phantom = chestPhantom({ slices: 12, matrix: 64, pixelSpacingMm: 5.6, sliceThicknessMm: 20 });

test('[RED-016] a file of a signed report that cannot be made is named with its reason, and comes once its cause is mended', async ({
  page,
  server,
  openBrowser,
}) => {
  const { http: patient, caseId } = await patientWithCase(page, server.address, { email: 'eksik@duai.example' });
  const params = { caseId };
  await patient.call(cases.uploadCaseImages, { params, form: imagesForm(phantom.files) });
  const paths: string[] = [];
  await signReport(server, caseId, 'Patoloji saptanmadı.', async (radiologist, reading) => {
    const points = [
      { x: 10, y: 10 },
      { x: 20, y: 10 },
    ];
    for (const { id: imageId, sha256 } of reading.studies[0]!.series[0]!.instances.slice(3, 5)) {
      paths.push(join(server.dataDir, 'files', sha256.slice(0, 2), sha256.slice(2, 4), sha256));
      const body = { imageId, frame: 0, measure: 'length' as const, points, text: '56 mm' };
      await radiologist.call(marks.addMeasurement, { params, body });
    }
  });
  const lose = (path: string) => rename(path, `${path}-away`);
  const reading = await openBrowser({ locale: 'en-GB', viewport: { width: 1440, height: 900 } });
  await signInStaff(reading, server, 'radiologist');
  await reading.goto(`${server.address}/console/cases/${caseId}`);
  const save = reading.getByRole('button', { name: 'PDF, DICOM and FHIR' });
  await savedPdf(reading, () => reading.getByRole('button', { name: 'Open the PDF' }).click());
  const saved = async () => {
    const [download] = await Promise.all([reading.waitForEvent('download'), save.click()]);
    return Object.keys(unzipSync(await readFile(await download.path())));
  };
  const whole = await saved();
  const told = reading.getByRole('status').filter({ hasText: 'could not be made' });
  await expect(told).toHaveCount(0);

  await lose(paths[0]!);
  expect((await saved()).toSorted()).toEqual([...whole, 'left-out.txt'].toSorted());
  await expect(told).toContainText('1 DICOM file could not be made, or only in part');
  await expect(told).toContainText('1 measurement is not in it; the file says that it is partial and not verified.');
  await told.scrollIntoViewIfNeeded();
  await picture(reading, 'reporting/05-left-out-in-part');

  await lose(paths[1]!);
  const lacking = await saved();
  expect(whole.filter((name) => !lacking.includes(name))).toEqual([expect.stringMatching(/^reader-measurements-/)]);
  await expect(told).not.toContainText('not in it');
  await expect(told).toContainText(
    'Measurements by the reader (SR): our stored copy of an image that it needs is damaged.',
  );
  await told.scrollIntoViewIfNeeded();
  for (const width of [390, 1440]) {
    await reading.setViewportSize({ width, height: 900 });
    await expectToFit(reading);
    await told.scrollIntoViewIfNeeded();
    await picture(reading, `reporting/05-left-out-${width}`);
  }
  await expectAccessible(reading);

  for (const path of paths) await rename(`${path}-away`, path);
  expect(await saved()).toEqual(whole);
  await expect(told).toHaveCount(0);
});
