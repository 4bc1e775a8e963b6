import { cases } from '@duai/contract';
import { chestPhantom } from '@duai/imaging';
import { imagesForm } from '../../scripts/http-client.ts';
import { expectAccessible } from '../support/accessible.ts';
import { runSql } from '../support/database.ts';
import { patientWithCase } from '../support/patients.ts';
import { picture } from '../support/pictures.ts';
import { planesPhantom, STACK } from '../support/planes-phantom.ts';
import { signReport, waitForDraft } from '../support/reports.ts';
import { expect, test } from '../support/server.ts';
import { signInStaff, staffClient } from '../support/staff.ts';
import { Viewer } from '../support/viewer.ts';

const phantom = chestPhantom({ slices: 12, matrix: 128, pixelSpacingMm: 2.8, sliceThicknessMm: 20 });
const other = planesPhantom({ ...STACK, study: '2.25.90374', description: 'Other', slices: 3, valueAt: () => 40 });

test('[RED-012] strokes on a mask that were not saved before the report was signed elsewhere are told, and shown until they are discarded', async ({
  page,
  server,
  openBrowser,
}) => {
  const { http: patient, caseId } = await patientWithCase(page, server.address, { email: 'firca@duai.example' });
  const files = [...phantom.files, ...other];
  await patient.call(cases.uploadCaseImages, { params: { caseId }, form: imagesForm(files) });
  await waitForDraft(await staffClient(server, 'radiologist'), caseId);
  const reading = await openBrowser({ locale: 'en-GB', viewport: { width: 1440, height: 900 } });
  await signInStaff(reading, server, 'radiologist');
  await reading.goto(`${server.address}/console/cases/${caseId}`);
  await reading.getByRole('button', { name: 'Claim case' }).click();
  const viewer = new Viewer(reading);
  await viewer.go(6);
  await reading.getByRole('button', { name: 'Correct Lung', exact: true }).click();
  await viewer.draw([await viewer.at(64.5, 20.5, 128, 128)]);
  await expect(reading.getByRole('button', { name: 'Save as a new version' })).toBeVisible();
  const told = reading.getByRole('status').filter({ hasText: 'Corrections of masks were not saved' });
  await expect(told).toHaveCount(0);

  // Also from another series, before the signature and after it.
  const checklist = reading.getByRole('region', { name: 'Before you sign' });
  const unsaved = checklist.getByRole('listitem').filter({ hasText: 'corrections of masks are not saved' });
  await expect(unsaved).toHaveCount(1);
  await viewer.choose('Other');
  await expect(unsaved).toHaveCount(1);
  await unsaved.scrollIntoViewIfNeeded();
  await picture(reading, 'reading/unsaved-strokes');
  await unsaved.getByRole('button', { name: 'Open' }).click();
  await expect(reading.getByRole('button', { name: 'Save as a new version' })).toBeVisible();
  await viewer.choose('Other');

  await runSql(server.dataDir, `update cases set claimed_by = null, claimed_at = null where id = '${caseId}'`);
  await signReport(server, caseId, 'Patoloji saptanmadı.');
  await expect(reading.getByRole('heading', { name: 'Signed report' })).toBeVisible();
  await picture(reading, 'reading/lost-on-other-series');
  await expectAccessible(reading);
  await told.getByRole('button', { name: 'Open' }).click();
  await expect(told).toHaveCount(1);
  await expect(told).toContainText('Lung: on 1 image');
  await expect(reading.getByRole('button', { name: 'Save as a new version' })).toHaveCount(0);
  await told.scrollIntoViewIfNeeded();
  await picture(reading, 'reading/lost-strokes');
  await expectAccessible(reading);
  await reading.reload();
  await expect(told).toContainText('Lung: on 1 image');
  await told.getByRole('button', { name: 'Discard changes' }).click();
  await expect(told).toHaveCount(0);
  await reading.reload();
  await expect(reading.getByRole('heading', { name: 'Signed report' })).toBeVisible();
  await expect(viewer.canvas).toBeVisible();
  await expect(told).toHaveCount(0);
});
