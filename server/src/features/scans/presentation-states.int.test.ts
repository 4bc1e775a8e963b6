import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cases, operations, pacs, presentationStates, scans, studies } from '@duai/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type HttpClient, imagesForm } from '../../../../scripts/http-client.ts';
import { temporaryDirectory, waitFor } from '../../../../scripts/instance.ts';
import { dcmtk } from '../../../../scripts/test-servers/dcmtk.ts';
import { stowRequest } from '../../../../scripts/test-servers/stow.ts';
import { codeOf } from '../../testing/code-of.ts';
import { createInstitutionFactory } from '../../testing/institution-factory.ts';
import { stateOn } from '../../testing/presentation-state.ts';
import { nodulesOn } from '../../testing/segmentation.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let dir: string;
let server: TestServer;
let operator: HttpClient;
let factory: ReturnType<typeof createInstitutionFactory>;
beforeAll(async () => {
  dir = await temporaryDirectory();
  server = await startTestServer({ DICOM_PLAIN_PORT: '0', DICOM_QUIET_SECONDS: '1' });
  operator = await server.staff('operator');
  factory = createInstitutionFactory(server, operator);
}, 120_000);
afterAll(async () => {
  await server.end();
  await rm(dir, { recursive: true, force: true });
});

const cookie = (admin: HttpClient) =>
  admin
    .cookies()
    .map((pair) => pair.join('='))
    .join('; ');
const root = () => `${server.address}/api/dicom-web`;
async function stowed(admin: HttpClient, files: Uint8Array[]) {
  const { body, contentType } = stowRequest(files);
  const headers = { 'content-type': contentType, cookie: cookie(admin) };
  const answer = await fetch(`${root()}/studies`, { method: 'POST', headers, body });
  return { status: answer.status, body: (await answer.json()) as Record<string, { Value?: unknown[] }> };
}
const asked = async (admin: HttpClient, path: string, accept = 'application/dicom+json') =>
  fetch(`${root()}${path}`, { headers: { cookie: cookie(admin), accept } });

it('a presentation state comes with its images by STOW-RS, is searched and given like any instance, and is no image', async () => {
  const { admin } = await factory.activated('durum');
  const { files } = factory.freshPhantom();
  const state = await stateOn(files);
  expect((await stowed(admin, [state.bytes, ...files.map(({ bytes }) => bytes)])).status).toBe(200);
  const [scan] = await factory.settled(admin);
  expect(scan).toMatchObject({ status: 'complete', modality: 'CT' });
  const params = { scanId: scan!.id };

  const { studies, analyses } = await admin.call(scans.getScan, { params });
  const instances = studies.flatMap(({ series }) => series.flatMap((each) => each.instances));
  expect(instances).toHaveLength(files.length);
  expect(studies[0]!.series.map(({ modality }) => modality)).toEqual(['CT']);
  expect(new Set(analyses.map(({ seriesId }) => seriesId))).toEqual(new Set([studies[0]!.series[0]!.id]));

  const study = `/studies/${studies[0]!.studyInstanceUid}`;
  const found = (await (await asked(admin, `${study}/instances?Modality=PR`)).json()) as Record<
    string,
    { Value?: unknown[] }
  >[];
  expect(found.map((one) => [one['00080018']?.Value?.[0], one['00280008']?.Value, one['00280010']?.Value])).toEqual([
    [state.sopInstanceUid, undefined, undefined],
  ]);
  const place = `${study}/series/${state.seriesInstanceUid}/instances/${state.sopInstanceUid}`;
  const given = await asked(admin, place, 'application/dicom');
  expect(Buffer.from(await given.arrayBuffer()).subarray(-200)).toEqual(Buffer.from(state.bytes).subarray(-200));
  const [metadata] = (await (await asked(admin, `${place}/metadata`)).json()) as Record<
    string,
    { Value?: unknown[] }
  >[];
  expect(metadata?.['00700080']?.Value).toEqual(['AI_FINDINGS']);
  for (const nothing of ['/frames/1', '/rendered'])
    expect([nothing, (await asked(admin, `${place}${nothing}`, '*/*')).status]).toEqual([nothing, 404]);

  const {
    states: [listed, ...others],
  } = await admin.call(presentationStates.listOfScan, { params });
  expect(others).toEqual([]);
  expect(listed).toMatchObject({
    label: 'AI_FINDINGS',
    description: 'Nodule',
    createdAt: '2026-11-21T11:09',
    isRead: true,
    isOurs: false,
    images: [state.image],
  });
  const open = { params: { ...params, instanceId: listed!.id } };
  const content = await admin.call(presentationStates.openOfScan, open);
  const [annotation] = content.annotations;
  expect(content).toMatchObject({
    voi: [{ images: [], by: { center: 40, width: 400, by: 'LINEAR' } }],
    ...{ isInverted: true, rotation: 0, isFlipped: false, shutter: null, notApplied: [] },
    areas: [{ left: 0, top: 0, right: state.columns, bottom: state.rows, size: 'fit' }],
  });
  expect(annotation!.graphics[0]!.points).toEqual([20, 20, 40, 20, 40, 35, 20, 20]);
  expect(annotation!.texts.map(({ text }) => text)).toEqual(['Compare with 2025', 'Nodule 4 mm']);

  const other = await factory.activated('baska-durum');
  expect(await codeOf(other.admin.call(presentationStates.openOfScan, open))).toBe('NOT_FOUND');
  const image = { params: { ...params, instanceId: instances[0]!.id } };
  expect(await codeOf(admin.call(presentationStates.openOfScan, image))).toBe('NOT_FOUND');
  const { rows } = await operator.call(operations.listAudit, { query: { what: 'trial.read-presentation-states' } });
  expect(rows.length).toBeGreaterThan(2);

  // One that we sent and that an archive gives back is told as ours, however often it comes.
  const own = await stateOn(files, { sopInstanceUid: '2.25.9904', seriesInstanceUid: '2.25.9905', isOurs: true });
  for (let times = 0; times < 2; times += 1) expect((await stowed(admin, [own.bytes])).status).toBe(200);
  const told = (await admin.call(presentationStates.listOfScan, { params })).states;
  expect(told.map(({ isOurs }) => isOurs)).toEqual([false, true]);

  // Sent to a study that is complete it changes nothing that was analysed; sent twice it is there once.
  const { bytes } = await stateOn(files, { sopInstanceUid: '2.25.9903' });
  expect((await stowed(admin, [bytes])).status).toBe(200);
  expect((await stowed(admin, [bytes])).status).toBe(200);
  expect((await admin.call(scans.listScans))[0]).toMatchObject({ status: 'complete' });
  expect((await admin.call(presentationStates.listOfScan, { params })).states).toHaveLength(3);
  expect((await admin.call(scans.getScan, { params })).analyses).toHaveLength(analyses.length);
});

it('by C-STORE it is kept before its images, which join its study; that is counted once', async () => {
  const { admin, institutionId } = await factory.activated('once');
  const body = {
    ...{ institutionId, name: 'Istasyon', aeTitle: 'ISTASYON' },
    identification: { transport: 'plain' as const, address: '127.0.0.1' },
  };
  const { id: peerId } = await operator.call(pacs.addPacsPeer, { body });
  await operator.call(pacs.openPacsPeer, { params: { peerId }, body: { isOpen: true } });
  const { files } = factory.freshPhantom();
  const state = await stateOn(files);
  async function sent(name: string, all: readonly { bytes: Uint8Array }[]): Promise<void> {
    const folder = join(dir, name);
    await mkdir(folder);
    for (const [at, file] of all.entries()) await writeFile(join(folder, `${at}.dcm`), file.bytes);
    const to = ['-aet', 'ISTASYON', '-aec', 'DUAI', '127.0.0.1', String(server.dicom?.plainPort)];
    expect(await dcmtk('storescu', [...to, '-R', '+sd', folder])).toMatchObject({ code: 0 });
  }
  await sent('state', [state]);
  const settled = (status: string) =>
    waitFor(
      async () => (await admin.call(scans.listScans)).find((scan) => scan.status === status && !scan.isSample),
      60_000,
      () => `no scan is ${status}`,
    );
  // Nothing is there to be shown: the study says so, and is not charged.
  expect(await settled('failed')).toMatchObject({ modality: null });
  await sent('images', files);
  const scan = await settled('complete');
  expect(scan).toMatchObject({ modality: 'CT' });
  const {
    states: [listed],
  } = await admin.call(presentationStates.listOfScan, { params: { scanId: scan!.id } });
  expect(listed).toMatchObject({ isRead: true, images: [state.image] });
  const { rows } = await server.parts.db.drizzle.execute<{ status: string }>(
    `select status from scan_charges where scan_id = '${scan!.id}' order by status`,
  );
  expect(rows.filter(({ status }) => status !== 'released')).toHaveLength(1);

  // Masks of ours that the PACS gives back lie beside the images: nothing is analysed anew, and sent once more.
  const params = { scanId: scan!.id };
  const before = await admin.call(scans.getScan, { params });
  await sent('masks', [await nodulesOn(files, { isOurs: true })]);
  expect((await admin.call(scans.getScan, { params })).scan).toEqual(before.scan);
  await waitFor(
    async () => (await admin.call(scans.listScanSegmentations, { params })).length > 0 || undefined,
    60_000,
    () => 'the masks are not there',
  );
});

it('one that is cut off, says nothing of images, or has more than a genuine one is refused, and nothing of it is kept', async () => {
  const { admin } = await factory.activated('bozuk-durum');
  const { files } = factory.freshPhantom();
  const { bytes, image } = await stateOn(files);
  const without = Buffer.from(bytes);
  // The references name images by another tag: the state is about nothing.
  for (let at = without.indexOf('08004011', 0, 'hex'); at >= 0; at = without.indexOf('08004011', at, 'hex'))
    without[at + 2] = 0x41;
  expect(image).toBeTruthy();
  for (const bad of [bytes.slice(0, -40), without]) {
    const { status, body } = await stowed(admin, [new Uint8Array(bad)]);
    expect([status, body['00081199']]).toEqual([409, undefined]);
  }
  expect((await admin.call(scans.listScans)).filter(({ isSample }) => !isSample)).toEqual([]);
});

it('a patient sends it with the images; alone it shows nothing, and the case is told so', async () => {
  const patient = await server.patient();
  const { files } = factory.freshPhantom();
  const state = await stateOn(files);
  const params = { caseId: await server.openCase(patient) };
  const send = (all: { name: string; bytes: Uint8Array }[]) =>
    patient.call(cases.uploadCaseImages, { params, form: imagesForm(all) });
  const named = { name: 'state.dcm', bytes: state.bytes };
  expect(await codeOf(send([named]))).toBe('UPLOAD_ALL_REFUSED');
  await send([...files, named]);
  const { images } = await patient.call(cases.getCase, { params });
  expect(images).toHaveLength(files.length);
  const radiologist = await server.staff('radiologist');
  await expect
    .poll(async () => (await patient.call(cases.listCaseSeries, { params }))[0]?.images.length)
    .toBe(files.length);
  const {
    states: [listed],
  } = await radiologist.call(presentationStates.listOfCase, { params });
  expect(listed).toMatchObject({ images: [state.image] });
  const { identities } = await radiologist.call(studies.getReading, { params });
  expect(identities.map(({ images }) => images)).toEqual([files.length]);
  const opened = { params: { ...params, instanceId: listed!.id } };
  expect((await radiologist.call(presentationStates.openOfCase, opened)).isInverted).toBe(true);
});
