import { cases, dicomweb, type Endpoint, reports, shares } from '@duai/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkReading, WRITTEN } from '../../../../../scripts/check-reading.ts';
import type { HttpClient } from '../../../../../scripts/http-client.ts';
import { SIGNS, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { createReportFactory } from '../report-factory.ts';

let server: TestServer;
let radiologist: HttpClient;
let drafted: ReturnType<typeof createReportFactory>['drafted'];

beforeAll(async () => {
  server = await startTestServer();
  radiologist = await server.staff('radiologist');
  ({ drafted } = createReportFactory(server, radiologist));
});
afterAll(() => server.end());

describe('the sign gate', () => {
  it('shows no patient endpoint anything an algorithm said before the signature, and does after it [PAT-086]', async () => {
    const patient = await server.patient();
    const { caseId, reading, draft } = await drafted(patient);
    const image = (await patient.call(cases.getCase, { params: { caseId } })).images[0]!;
    const secrets = forbiddenWords(reading);
    expect(secrets.length).toBeGreaterThan(10);

    const study = reading.studies[0]!;
    const series = study.series[0]!;
    const ids = {
      ...{ caseId, imageId: image.id, frames: '1', frame: '1' },
      studyInstanceUid: study.studyInstanceUid!,
      seriesInstanceUid: series.seriesInstanceUid!,
      sopInstanceUid: series.instances[0]!.sopInstanceUid!,
    };
    const before = await everythingThePatientGets(patient, ids);
    // The test calls every patient endpoint that answers about a case, including any that are added later.
    expect(before.walked).toEqual(
      expect.arrayContaining([
        cases.listCases.path,
        cases.getCase.path,
        reports.getReport.path,
        reports.getReportPdf.path,
      ]),
    );
    // DICOMweb really delivers images, without anything of the results.
    // No image of the phantom has an overlay.
    const imageRoutes = before.walked.filter(
      (path) =>
        path.startsWith(dicomweb.patientImages.frames.path.split('/studies')[0]!) &&
        path !== dicomweb.patientImages.overlay.path,
    );
    expect(imageRoutes.length).toBeGreaterThan(5);
    expect(before.answered).toEqual(expect.arrayContaining(imageRoutes));
    for (const secret of secrets) expect(before.text, secret).not.toContain(secret);
    for (const mail of await server.parts.mailbox.list())
      for (const secret of secrets) expect(mail.text + mail.html, secret).not.toContain(secret);

    const saved = await radiologist.call(reports.saveReport, {
      params: { caseId },
      body: { version: draft.version, language: draft.language, content: { ...draft.content, ...WRITTEN } },
    });
    await checkReading(radiologist, caseId);
    await radiologist.call(reports.signReport, { params: { caseId }, body: { ...SIGNS, version: saved.version } });
    const after = await everythingThePatientGets(patient, ids);
    expect(secrets.some((secret) => after.text.includes(secret))).toBe(true);
  });

  it('answers 404 for report, PDF and share before the signature, to every method [TRU-016]', async () => {
    const patient = await server.patient();
    const { caseId } = await drafted(patient);
    const paths = [reports.getReport, reports.getReportPdf, shares.listShares].map(({ path }) =>
      path.replace(':caseId', caseId),
    );
    expect(new Set(paths).size).toBe(3);
    for (const path of [...paths, `${paths[2]}/0195c000-0000-7000-8000-000000000002`]) {
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        const hasBody = !['GET', 'HEAD'].includes(method);
        const { status } = await fetch(`${server.address}${path}`, {
          method,
          headers: {
            authorization: `Bearer ${patient.token()}`,
            ...(hasBody && { 'content-type': 'application/json' }),
          },
          ...(hasBody && { body: '{}' }),
        });
        expect(status, `${method} ${path}`).toBe(404);
      }
    }
  });

  /** Numbers, codes and sentences of the results, which must not appear. */
  function forbiddenWords(reading: Awaited<ReturnType<typeof drafted>>['reading']): string[] {
    return reading.analyses.flatMap((run) => {
      if (run.result?.outcome !== 'evaluated') return [];
      const { measurements, overlays, findings } = run.result;
      const sentences = reading.report!.content.findings.split('\n');
      return [
        run.algorithmId,
        ...sentences,
        ...measurements.map((measurement) => measurement.code),
        ...overlays.map((overlay) => `"${overlay.code}"`),
        ...findings.map((finding) => finding.code),
      ];
    });
  }

  async function everythingThePatientGets(patient: HttpClient, params: Record<string, string>) {
    const walked: string[] = [];
    const answered: string[] = [];
    let text = '';
    const readable = server.endpoints.filter(
      (endpoint: Endpoint) =>
        endpoint.audience === 'patient' && endpoint.method === 'GET' && endpoint.produces !== 'text/event-stream',
    );
    for (const endpoint of readable) {
      const answer = await patient.send(endpoint, { params: params as never });
      walked.push(endpoint.path);
      if (answer.ok) answered.push(endpoint.path);
      text += Buffer.from(await answer.arrayBuffer()).toString('latin1');
    }
    // JSON answers are read once more as text, so that Turkish letters compare.
    for (const endpoint of readable.filter((candidate) => candidate.answer)) {
      text += await (await patient.send(endpoint, { params: params as never })).text();
    }
    return { walked, answered, text };
  }
});
