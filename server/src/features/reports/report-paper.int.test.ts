import { accountSettings, accounts, isNameless, judgeAnalysis, reports } from '@duai/contract';
import { bytesSource, type ChestPhantom } from '@duai/imaging';
import { caseMapping, deidentify } from '@duai/imaging/deidentify';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkReading, WRITTEN } from '../../../../scripts/check-reading.ts';
import type { HttpClient } from '../../../../scripts/http-client.ts';
import { waitFor } from '../../../../scripts/instance.ts';
import { pdfLines } from '../../../../scripts/pdf-lines.ts';
import { smallPhantom } from '../../testing/samples.ts';
import { SIGNS, startTestServer, type TestServer } from '../../testing/test-server.ts';
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

/** The phantom as sent by a browser that removes the details (PS3.15 annex E). */
async function withoutDetails(phantom: ChestPhantom): Promise<ChestPhantom> {
  const mapping = caseMapping(new Uint8Array(32).fill(7));
  const files = phantom.files.map(async (file) => {
    const { head, rest } = await deidentify(bytesSource(file.bytes), { mapping, isPixelDataClean: false });
    return { ...file, bytes: concat(head, rest ? file.bytes.subarray(rest.offset, rest.offset + rest.length) : null) };
  });
  return { ...phantom, files: await Promise.all(files) };
}
const concat = (head: Uint8Array, rest: Uint8Array | null) => Uint8Array.from([...head, ...(rest ?? [])]);

const paperOf = (patient: HttpClient, caseId: string): Promise<string[]> =>
  waitFor(
    async () => {
      const answer = await patient.send(reports.getReportPdf, { params: { caseId } });
      return answer.ok ? pdfLines(new Uint8Array(await answer.arrayBuffer())) : undefined;
    },
    60_000,
    () => 'no PDF',
  );

it('[RED-015] page and paper name the patient, the day of the images, who signed, and what became of each AI result', async () => {
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
  await server.parts.db.drizzle.execute(sql`
    update series_identities i set accession_number = 'A-2026-17' from series r join studies s on s.id = r.study_id
    where r.id = i.series_id and s.case_id = ${caseId}`);
  const signed = await radiologist.call(reports.signReport, { params, body: { ...SIGNS, version } });
  expect(signed.algorithms.map(({ id, verdict }) => [id, verdict]).sort()).toEqual([
    ['ct.lung-density', 'accepted'],
    ['qc.series', 'rejected'],
  ]);

  const lines = await paperOf(patient, caseId);
  expect(lines).toEqual(
    expect.arrayContaining([
      'Hasta: Zeynep Kanarya',
      'Doğum tarihi: 3 Şubat 1980',
      'Hasta numarası: PHANTOM-1',
      'Erişim numarası: A-2026-17',
      expect.stringMatching(/^Tetkik tarihi: \d{1,2} \p{L}+ \d{4}$/u),
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
  expect(read).toMatchObject({
    patientIds: ['PHANTOM-1'],
    accessionNumbers: ['A-2026-17'],
    modality: 'CT',
    areDatesRemoved: false,
  });
  // The page shows these names and words.
  expect(read.algorithms.map(({ title, verdict }) => [title, verdict]).sort()).toEqual([
    ['BT akciğer hacmi ve dansitesi', 'accepted'],
    ['Görüntü serisi kalite denetimi', 'rejected'],
  ]);

  // A signed report keeps the title that the signer had then.
  const later = { title: null, registrationNumber: null };
  await operator.call(accounts.setCredentials, {
    params: { userId: rows[0]!.id },
    body: { title: '', registrationNumber: '' },
  });
  expect((await patient.call(reports.getReport, { params })).signer).toEqual(credentials);

  // Without the details, the paper says that date and number are missing, and the reading page that nobody is named.
  const removed = await withoutDetails(smallPhantom(2));
  const next = await createReportFactory(server, radiologist, removed).signed(patient);
  expect(next.reading.identities).toMatchObject([
    { name: null, birthDate: null, patientId: null, isRemoved: true, images: 24, differs: [] },
  ]);
  expect(next.reading.identities.every(isNameless)).toBe(true);
  expect(await patient.call(reports.getReport, { params: { caseId: next.caseId } })).toMatchObject({
    patientIds: [],
    accessionNumbers: [],
    studyDates: [],
    areDatesRemoved: true,
  });
  expect(await paperOf(patient, next.caseId)).toEqual(
    expect.arrayContaining([
      'Hasta numarası: görüntülerde yok',
      'Tetkik tarihi: kişisel bilgilerle birlikte görüntülerden çıkarıldı',
    ]),
  );
  expect((await patient.call(reports.getReport, { params: { caseId: next.caseId } })).signer).toEqual(later);
  expect((await paperOf(patient, next.caseId)).join('\n')).not.toContain('tescil');
}, 120_000);
