import { cases, reports, studies } from '@duai/contract';
import { expect, type Page } from '@playwright/test';
import { checkReading, differencesOf, WRITTEN } from '../../scripts/check-reading.ts';
import type { HttpClient } from '../../scripts/http-client.ts';
import { type Instance, waitFor } from '../../scripts/instance.ts';
import { signsOn, staffClient } from './staff.ts';

/** Waits until every analysis of a case has run. */
export const waitForDraft = (radiologist: HttpClient, caseId: string): Promise<true> =>
  waitFor(
    async () =>
      (await radiologist.call(cases.getWorklist)).some((row) => row.id === caseId && row.pipeline === 'draft-ready') ||
      undefined,
    90_000,
    () => 'no draft',
  );

/**
 * A radiologist reads the images of a case and signs, by the calls that the pages make; the reading itself is tested by
 * another journey. `beforehand`: what this radiologist does before.
 */
export async function signReport(
  server: Instance,
  caseId: string,
  impression: string,
  beforehand: (radiologist: HttpClient, reading: studies.Reading) => Promise<unknown> = async () => undefined,
): Promise<void> {
  const radiologist = await staffClient(server, 'radiologist');
  await waitForDraft(radiologist, caseId);
  await radiologist.call(cases.claimCase, { params: { caseId } });
  const reading = await radiologist.call(studies.getReading, { params: { caseId } });
  const { report } = reading;
  await beforehand(radiologist, reading);
  const findings = report!.content.findings || 'Bulgu saptanmadı.';
  const content = { ...report!.content, ...WRITTEN, findings, impression };
  const { version } = await radiologist.call(reports.saveReport, {
    params: { caseId },
    body: { version: report!.version, language: 'tr', content },
  });
  await checkReading(radiologist, caseId);
  await radiologist.call(reports.signReport, {
    params: { caseId },
    body: { ...signsOn(server), version, acknowledgedDifferences: differencesOf(reading) },
  });
}

/**
 * Presses until the PDF can be downloaded: it is generated after the signature, and until then the page says that it is not
 * ready.
 * @returns the name under which the browser saves it
 */
export async function savedPdf(page: Page, press: () => Promise<void>): Promise<string> {
  let name = '';
  await expect(async () => {
    const [download] = await Promise.all([page.waitForEvent('download', { timeout: 5_000 }), press()]);
    name = download.suggestedFilename();
  }).toPass({ timeout: 90_000 });
  return name;
}
