import { cases } from '@duai/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpClient, imagesForm } from '../../../../../scripts/http-client.ts';
import { imageWithVoiLut, smallPhantom } from '../../../testing/samples.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let patient: HttpClient;
let caseId: string;
beforeAll(async () => {
  server = await startTestServer();
  patient = await server.patient();
  caseId = await server.openCase(patient);
  await patient.call(cases.uploadCaseImages, {
    params: { caseId },
    form: imagesForm(smallPhantom().files.slice(0, 5)),
  });
}, 60_000);
afterAll(() => server.end());

describe('the patient looks at the own images', () => {
  it('by series in reading order, each with the wished window, and only by its owner', async () => {
    const series = () => patient.call(cases.listCaseSeries, { params: { caseId } });
    await expect.poll(async () => (await series())[0]?.images.length).toBe(5);
    const [found] = await series();
    expect(found).toMatchObject({
      modality: 'CT',
      images: expect.arrayContaining([{ id: expect.any(String), isDicom: true, frames: 1, number: 5 }]),
    });
    const params = { caseId, imageId: found!.images[2]!.id };
    const [stored, lung, bone] = await Promise.all([
      patient.bytes(cases.getCaseImagePreview, { params }),
      patient.bytes(cases.getCaseImagePreview, { params, query: { center: -600, width: 1500 } }),
      patient.bytes(cases.getCaseImagePreview, { params, query: { center: 400, width: 1800 } }),
    ]);
    for (const png of [stored, lung, bone]) expect([...png.slice(1, 4)]).toEqual([0x50, 0x4e, 0x47]);
    expect(Buffer.from(lung).equals(bone)).toBe(false);
    const other = await server.patient();
    expect((await other.send(cases.listCaseSeries, { params: { caseId } })).status).toBe(404);
    expect((await other.send(cases.getCaseImagePreview, { params })).status).toBe(404);
    expect((await patient.send(cases.getCaseImagePreview, { params, query: { frame: 7 } })).status).toBe(404);
  });

  it('an image that opens by its VOI LUT is drawn anew in a window that is chosen, also in the one its file names', async () => {
    const chosen = await server.openCase(patient);
    const form = imagesForm([{ name: 'table.dcm', bytes: imageWithVoiLut() }]);
    await patient.call(cases.uploadCaseImages, { params: { caseId: chosen }, form });
    const series = () => patient.call(cases.listCaseSeries, { params: { caseId: chosen } });
    await expect.poll(async () => (await series())[0]?.images.length).toBe(1);
    const params = { caseId: chosen, imageId: (await series())[0]!.images[0]!.id };
    const opened = await patient.bytes(cases.getCaseImagePreview, { params });
    const windowed = await patient.bytes(cases.getCaseImagePreview, { params, query: { center: 100, width: 50 } });
    expect(Buffer.from(windowed).equals(opened)).toBe(false);
  });
});
