import { acceptedMasks, encodeRuns, given, judgeAnalysis, marks, reports, shares, studies } from '@duai/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkReading, WRITTEN } from '../../../../../scripts/check-reading.ts';
import type { HttpClient } from '../../../../../scripts/http-client.ts';
import { codeOf } from '../../../testing/code-of.ts';
import { SIGNS, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { createReportFactory } from '../report-factory.ts';

let server: TestServer;
let radiologist: HttpClient;
beforeAll(async () => {
  server = await startTestServer();
  radiologist = await server.staff('radiologist');
}, 120_000);
afterAll(() => server.end());

/** A case whose results with masks got this verdict; all others were accepted. */
async function drafted(verdict: 'accepted' | 'corrected' | 'rejected') {
  const patient = await server.patient();
  const { caseId, reading, draft } = await createReportFactory(server, radiologist).drafted(patient);
  const params = { caseId };
  const drawn = reading.analyses.flatMap((run) =>
    run.result?.outcome === 'evaluated' && run.result.overlays.length > 0
      ? [{ run, overlays: run.result.overlays }]
      : [],
  );
  expect(drawn.length).toBeGreaterThan(0);
  const sign = async () => {
    await checkReading(radiologist, caseId);
    for (const { run } of drawn)
      await radiologist.call(judgeAnalysis, { params: { ...params, analysisId: run.id }, body: { verdict } });
    // Sentences of a result that was not accepted may not stay in the text.
    const findings = verdict === 'accepted' ? draft.content.findings : 'Kendi bulgularım.';
    const content = { ...draft.content, ...WRITTEN, findings };
    const body = { version: draft.version, language: 'tr' as const, content };
    const { version } = await radiologist.call(reports.saveReport, { params, body });
    await radiologist.call(reports.signReport, { params, body: { ...SIGNS, version } });
  };
  return { patient, params, reading, drawn, sign };
}
const masksOf = (patient: HttpClient, params: { caseId: string }) =>
  patient.call(acceptedMasks.getAcceptedMasks, { params });

/** A doctor to whom the patient gave a link. */
async function doctorOf(patient: HttpClient, params: { caseId: string }) {
  const { share, link, pin } = await patient.call(shares.createShare, { params, body: {} });
  const doctor = server.client();
  await doctor.call(shares.openShare, { body: { secret: new URL(link).hash.replace('#token=', ''), pin } });
  return () => doctor.call(acceptedMasks.getSharedMasks, { params: { shareId: share.id } });
}

it('masks that the signer accepted are shown after the signature, to the patient and a doctor with the link, and not before', async () => {
  const { patient, params, reading, drawn, sign } = await drafted('accepted');
  expect(await codeOf(masksOf(patient, params))).toBe('NOT_FOUND');
  const [first] = drawn;
  const { run, overlays } = given(first, 'a result with masks');
  const mask = given(overlays[0], 'a mask');
  const slice = given(mask.slices[0], 'a slice');
  const pixels = new Uint8Array(mask.columns * mask.rows).fill(1, 0, 100);
  const corrected = { ...slice, runs: encodeRuns(pixels) };
  await radiologist.call(marks.correctMask, {
    params,
    body: {
      analysisId: run.id,
      code: mask.code,
      base: 0,
      mask: { columns: mask.columns, rows: mask.rows, slices: [corrected] },
    },
  });
  expect(await codeOf(masksOf(patient, params))).toBe('NOT_FOUND');
  await sign();
  const shown = await masksOf(patient, params);
  const wanted = drawn.flatMap((each) => each.overlays.map(({ code }) => [each.run.seriesId, code]));
  expect(shown.map(({ seriesId, code }) => [seriesId, code])).toEqual(wanted);
  expect(shown[0]?.title).not.toBe('');
  // The version that the signer left, on images by our own ids; no identifier of a file leaves the house.
  const image = reading.studies
    .flatMap(({ series }) => series.flatMap(({ instances }) => instances))
    .find(({ sopInstanceUid }) => sopInstanceUid === slice.sopInstanceUid);
  const found = shown.find(({ seriesId, code }) => seriesId === run.seriesId && code === mask.code);
  const of = found?.slices.find(({ sopInstanceUid }) => sopInstanceUid === image?.id);
  expect(of?.runs).toBe(corrected.runs);
  expect(JSON.stringify(shown)).not.toContain(slice.sopInstanceUid);
  expect(await (await doctorOf(patient, params))()).toHaveLength(shown.length);
  expect(await codeOf(masksOf(await server.patient(), params))).toBe('NOT_FOUND');
});

it.each(['corrected', 'rejected'] as const)(
  'no mask of a result that was %s is shown after the signature',
  async (verdict) => {
    const { patient, params, sign } = await drafted(verdict);
    await sign();
    expect(await masksOf(patient, params)).toEqual([]);
    expect(await (await doctorOf(patient, params))()).toEqual([]);
    const after = await radiologist.call(studies.getReading, { params });
    expect(after.analyses.some(({ result }) => result?.outcome === 'evaluated' && result.overlays.length > 0)).toBe(
      true,
    );
  },
);
