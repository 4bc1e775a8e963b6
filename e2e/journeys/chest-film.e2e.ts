import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cases } from '@duai/contract';
import { imagesForm } from '../../scripts/http-client.ts';
import { TEST_DATA } from '../support/files.ts';
import { newPatient } from '../support/patients.ts';
import { waitForDraft } from '../support/reports.ts';
import { expect, test } from '../support/server.ts';
import { signInStaff, staffClient } from '../support/staff.ts';

const FILMS = join(TEST_DATA, 'chest-xray-paediatric', 'official-test-part', 'bacterial');
if (!existsSync(FILMS)) console.log('data not present: no chest film is read');

test('a chest film of a child sent as JPEG has a probability, and a map for those who ask for it [CAT-009]', async ({
  page,
  server,
}) => {
  test.skip(!existsSync(FILMS), 'data not present');
  const patient = await newPatient(server.address, { email: 'film@duai.example' });
  const { id: caseId } = await patient.call(cases.createCase, {
    body: {
      modality: 'X-Ray',
      bodyPart: 'Akciğer / göğüs',
      subject: {
        relation: 'child',
        firstName: 'Deniz',
        lastName: 'Örnek',
        dateOfBirth: `${new Date().getUTCFullYear() - 3}-01-01`,
        isDeclared: true,
      },
    },
  });
  const name = readdirSync(FILMS).sort()[0]!;
  const form = imagesForm([{ name, bytes: new Uint8Array(readFileSync(join(FILMS, name))) }]);
  await patient.call(cases.uploadCaseImages, { params: { caseId }, form });
  await waitForDraft(await staffClient(server, 'radiologist'), caseId);

  await page.setViewportSize({ width: 1440, height: 900 });
  await signInStaff(page, server, 'radiologist');
  await page.goto(`${server.address}/console/cases/${caseId}`);
  const findings = page.getByRole('region', { name: 'Findings' }).first();
  await expect(
    findings.getByText(/^Signs as of pneumonia: probability [\d.]+ % \(threshold [\d.]+ %\)\.$/),
  ).toBeVisible();
  await expect(findings.getByText('Probability of signs as of pneumonia')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Slice 1 of 1' })).toBeVisible();

  const map = page.locator('canvas[data-overlay=PNEUMONIA_MAP]');
  await expect(map).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'Regions the model marked' }).check();
  await expect(map).toBeVisible();
  const strengths = await map.evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
    return Array.from(data).filter((_, at) => at % 4 === 3);
  });
  expect(strengths).toHaveLength(49);
  expect(Math.max(...strengths)).toBeGreaterThan(60);
  expect(Math.min(...strengths)).toBeLessThan(20);
});
