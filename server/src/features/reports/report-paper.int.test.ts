import { accountSettings, accounts, judgeAnalysis, reports } from '@duai/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkReading, WRITTEN } from '../../../../scripts/check-reading.ts';
import type { HttpClient } from '../../../../scripts/http-client.ts';
import { waitFor } from '../../../../scripts/instance.ts';
import { pdfLines } from '../../../../scripts/pdf-lines.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createReportFactory } from './report-factory.ts';

let server: TestServer;
let radiologist: HttpClient;
let factory: ReturnType<typeof createReportFactory>;
beforeAll(async () => {
  server = await startTestServer();
  radiologist = await server.staff('radiologist');
  factory = createReportFactory(server, radiologist);
});
afterAll(() => server.end());

const paperOf = (patient: HttpClient, caseId: string): Promise<string[]> =>
  waitFor(
    async () => {
      const answer = await patient.send(reports.getReportPdf, { params: { caseId } });
      return answer.ok ? pdfLines(new Uint8Array(await answer.arrayBuffer())) : undefined;
    },
    60_000,
    () => 'no PDF',
  );

it('the paper names the patient, the day of the images, who signed, and what became of each AI result', async () => {
  const operator = await server.staff('operator');
  const { rows } = await operator.call(accounts.findUsers, { body: { text: 'radiologist' } });
  const credentials = { title: 'Radyoloji uzmanı', registrationNumber: '123456' };
  const patient = await server.patient();
  const personal = { firstName: 'Zeynep', lastName: 'Kanarya', dateOfBirth: '1980-02-03' };
  await patient.call(accountSettings.changePersonalDetails, { body: personal });
  const { caseId, reading, draft } = await factory.drafted(patient);
  const params = { caseId };
  expect(reading.credentials).toEqual({ title: null, registrationNumber: null });
  await operator.call(accounts.setCredentials, { params: { userId: rows[0]!.id }, body: credentials });

  await checkReading(radiologist, caseId);
  const quality = reading.analyses.find(({ algorithmId }) => algorithmId === 'qc.series')!;
  const verdict = { params: { caseId, analysisId: quality.id }, body: { verdict: 'rejected' as const } };
  await radiologist.call(judgeAnalysis, verdict);
  const { version } = await radiologist.call(reports.saveReport, {
    params,
    body: { version: draft.version, language: 'tr', content: { ...draft.content, ...WRITTEN } },
  });
  const signed = await radiologist.call(reports.signReport, { params, body: { version } });
  expect(signed.algorithms.map(({ id, verdict }) => [id, verdict]).sort()).toEqual([
    ['ct.lung-density', 'accepted'],
    ['qc.series', 'rejected'],
  ]);

  const lines = await paperOf(patient, caseId);
  expect(lines).toEqual(
    expect.arrayContaining([
      'Hasta: Zeynep Kanarya',
      'Doğum tarihi: 3 Şubat 1980',
      expect.stringMatching(/^İnceleme tarihi: \d{1,2} \p{L}+ \d{4}$/u),
      `İmzalayan: ${signed.signedBy}`,
      'Radyoloji uzmanı, tescil no 123456',
      expect.stringMatching(/^BT akciğer hacmi ve dansitesi \(\d[\d.]+\): değerlendirildi; radyolog kabul etti$/),
      expect.stringMatching(
        /^Görüntü serisi kalite denetimi \(\d[\d.]+\): değerlendirildi; radyolog kabul etmedi, raporda kullanılmadı$/,
      ),
    ]),
  );
  const read = await patient.call(reports.getReport, { params });
  expect(read).toMatchObject({ dateOfBirth: '1980-02-03', studyDates: [expect.any(String)], signer: credentials });

  // What was signed keeps the title of its day.
  const later = { title: null, registrationNumber: null };
  await operator.call(accounts.setCredentials, {
    params: { userId: rows[0]!.id },
    body: { title: '', registrationNumber: '' },
  });
  expect((await patient.call(reports.getReport, { params })).signer).toEqual(credentials);
  const next = await factory.signed(patient);
  expect((await patient.call(reports.getReport, { params: { caseId: next.caseId } })).signer).toEqual(later);
  expect((await paperOf(patient, next.caseId)).join('\n')).not.toContain('tescil');
}, 120_000);
