import { cases, studies, uploads } from '@duai/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type HttpClient, imagesForm } from '../../../../scripts/http-client.ts';
import { smallPhantom } from '../../testing/samples.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let patient: HttpClient;
let radiologist: HttpClient;
const { files } = smallPhantom();
beforeAll(async () => {
  server = await startTestServer();
  patient = await server.patient();
  radiologist = await server.staff('radiologist');
});
afterAll(() => server.end());

const submitted = async (): Promise<{ caseId: string }> => {
  const caseId = await server.openCase(patient);
  await patient.call(cases.uploadCaseImages, { params: { caseId }, form: imagesForm(files.slice(0, 20)) });
  return { caseId };
};
const submitAgain = (params: { caseId: string }) =>
  patient.send(uploads.submitUploads, { params, body: { uploadIds: [] } });

it('a case comes back to its patient until a radiologist claims it; images are added and all is analysed anew', async () => {
  const params = await submitted();
  await server.waitForDraft(radiologist, params.caseId);
  const taken = await patient.call(cases.takeCaseBack, { params });
  expect(taken).toMatchObject({ status: 'uploaded', dueAt: null, canTakeBack: false });
  expect(taken.images).toHaveLength(20);
  expect((await patient.send(cases.takeCaseBack, { params })).status).toBe(409);

  await patient.call(cases.uploadCaseImages, { params, form: imagesForm(files.slice(20)) });
  await server.waitForDraft(radiologist, params.caseId);
  const { analyses } = await radiologist.call(studies.getReading, { params });
  const quality = analyses.find(({ algorithmId }) => algorithmId === 'qc.series');
  expect(quality?.result).toMatchObject({ outcome: 'evaluated' });

  await radiologist.call(cases.claimCase, { params });
  expect((await patient.call(cases.getCase, { params })).canTakeBack).toBe(false);
  const refused = await patient.send(cases.takeCaseBack, { params });
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([409, 'CASE_BEING_READ']);
}, 120_000);

it('goes to review again without anything added, but not without an image', async () => {
  const params = await submitted();
  await patient.call(cases.takeCaseBack, { params });
  const again = await submitAgain(params);
  expect((await again.json()) as object).toMatchObject({ case: { status: 'processing', canTakeBack: true } });
  await server.waitForDraft(radiologist, params.caseId);
  expect((await submitAgain({ caseId: await server.openCase(patient) })).status).toBe(400);
}, 120_000);
