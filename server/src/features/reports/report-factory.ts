import { cases, given, reports, studies } from '@duai/contract';
import { checkReading, WRITTEN } from '../../../../scripts/check-reading.ts';
import { type HttpClient, imagesForm } from '../../../../scripts/http-client.ts';
import { smallPhantom } from '../../testing/samples.ts';
import { SIGNS, type TestServer } from '../../testing/test-server.ts';

/** For tests: takes cases with a phantom to a signed report, over HTTP. */
export function createReportFactory(server: TestServer, radiologist: HttpClient, phantom = smallPhantom()) {
  /** A case with the phantom, analysed and claimed. */
  async function drafted(patient: HttpClient) {
    const caseId = await server.openCase(patient);
    await patient.call(cases.uploadCaseImages, { params: { caseId }, form: imagesForm(phantom.files) });
    await server.waitForDraft(radiologist, caseId);
    await radiologist.call(cases.claimCase, { params: { caseId } });
    const reading = await radiologist.call(studies.getReading, { params: { caseId } });
    return { caseId, reading, draft: given(reading.report, 'the draft') };
  }

  /** Edits and signs the report of a drafted case. */
  async function sign({ caseId, draft }: Awaited<ReturnType<typeof drafted>>, language: 'tr' | 'en' = 'tr') {
    const saved = await radiologist.call(reports.saveReport, {
      params: { caseId },
      body: { version: draft.version, language, content: { ...draft.content, ...WRITTEN } },
    });
    await checkReading(radiologist, caseId);
    return radiologist.call(reports.signReport, { params: { caseId }, body: { ...SIGNS, version: saved.version } });
  }

  /** A case taken from its images to its signed report. */
  async function signed(patient: HttpClient, language: 'tr' | 'en' = 'tr') {
    const begun = await drafted(patient);
    return { caseId: begun.caseId, reading: begun.reading, report: await sign(begun, language) };
  }

  return { phantom, drafted, sign, signed };
}
