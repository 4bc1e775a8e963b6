import { catalogue, decodeRuns, integrations, scans } from '@duai/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from '../../scripts/http-client.ts';
import { type OrthancServer, startOrthanc } from '../../scripts/test-servers/orthanc.ts';
import { systemContext } from './core/actor.ts';
import { createInstitutionFactory } from './testing/institution-factory.ts';
import { packageOf, VENDOR_CODES, vendorManifest } from './testing/packages.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';
import { peopleAt, sendResults, seriesAt } from './testing/vendor-box.ts';
import {
  measurementReport,
  newUid,
  type SourceSeries,
  secondaryCapture,
  segmentation,
} from './testing/vendor-objects.ts';

const ID = 'test.vendor';
const { bright, word, lungs } = VENDOR_CODES;
const SIZE = { columns: 96, rows: 96 };
/** A square in a corner of the image. */
const mask = Uint8Array.from({ length: SIZE.columns * SIZE.rows }, (_, at) => (at % 96 < 20 && at < 96 * 30 ? 1 : 0));

let server: TestServer;
let orthanc: OrthancServer;
let factory: ReturnType<typeof createInstitutionFactory>;
let admin: HttpClient;
let key: string;
const keyOf = async (client: HttpClient) =>
  (await client.call(integrations.createApiKey, { body: { name: 'vendor', scopes: ['results:write'] } })).secret;
const send = (...objects: Uint8Array[]) => sendResults(server.listensOn!, key, ID, ...objects);

beforeAll(async () => {
  orthanc = await startOrthanc();
  server = await startTestServer({
    MODEL_SERVERS: `vendor=${orthanc.url}/dicom-web`,
    MODEL_SERVER_ALLOWED_HOSTS: new URL(orthanc.url).host,
  });
  factory = createInstitutionFactory(server, await server.staff('operator'));
  ({ admin } = await factory.activated('uretici'));
  key = await keyOf(admin);
  const manifest = { id: ID, ...vendorManifest(600) };
  await server.features.packages.importPackage(
    systemContext,
    packageOf(new Uint8Array(), { manifest, files: { 'model.onnx': null } }),
  );
  const choice = { institutionId: null, algorithmId: ID, version: '1.0.0' };
  await server.features.packages.activate(systemContext, choice);
});
afterAll(async () => {
  await server.end();
  await orthanc.close();
});

const runOf = async (scanId: string) => {
  const { analyses } = await admin.call(scans.getScan, { params: { scanId } });
  return analyses.find(({ algorithmId }) => algorithmId === ID)!;
};

/** A new study at the vendor's box; `source` is the series as the box knows it. */
async function sent(): Promise<{ scanId: string; source: SourceSeries; sopInstanceUids: string[] }> {
  const before = new Set((await seriesAt(orthanc)).map(({ seriesInstanceUid }) => seriesInstanceUid));
  const { scan } = await factory.upload(admin);
  const whole = async () =>
    (await seriesAt(orthanc)).find(
      ({ seriesInstanceUid, sopInstanceUids }) => !before.has(seriesInstanceUid) && sopInstanceUids.length === 24,
    );
  await expect.poll(whole).toBeDefined();
  const { studies } = await admin.call(scans.getScan, { params: { scanId: scan.id } });
  const own = studies[0]!.series[0]!.instances.map(({ sopInstanceUid }) => sopInstanceUid!);
  return { scanId: scan.id, source: (await whole())!, sopInstanceUids: own };
}

const report = (source: SourceSeries, change: { value?: string; unit?: string } = {}) =>
  measurementReport(
    source,
    { concept: bright, value: '61.5', unit: '%', image: source.sopInstanceUids[3]!, ...change },
    { concept: word, said: { value: '1', scheme: '99TEST', meaning: 'rather bright' } },
  );

const whole = (source: SourceSeries) =>
  segmentation(source, lungs, SIZE, [{ image: source.sopInstanceUids[0]!, mask }]);

it('[CAT-003] a report and a segmentation that come back by STOW-RS are matched to study and series and shown, in words and as a mask', async () => {
  const { scanId, source, sopInstanceUids } = await sent();
  // Nothing that left the server says who the patient is, or by which UIDs the images are known here.
  expect((await peopleAt(orthanc)).filter((said) => /phantom/i.test(said))).toEqual([]);
  expect(source.sopInstanceUids.filter((uid) => sopInstanceUids.includes(uid))).toEqual([]);

  const drawn = segmentation(source, lungs, SIZE, [
    { image: source.sopInstanceUids[3]!, mask },
    { image: source.sopInstanceUids[4]!, mask: new Uint8Array(mask.length) },
  ]);
  expect(await send(report(source))).toMatchObject({ status: 200, failed: [] });
  // One half has arrived; the other is awaited.
  expect(await runOf(scanId)).toMatchObject({ status: 'running' });
  expect(await send(drawn)).toMatchObject({ status: 200, failed: [] });
  // Sent again, it changes nothing.
  expect(await send(drawn)).toMatchObject({ status: 200 });
  const [settled] = (await factory.settled(admin)).filter(({ id }) => id === scanId);
  expect(settled).toMatchObject({ status: 'complete' });

  const run = await runOf(scanId);
  expect(run).toMatchObject({
    status: 'evaluated',
    measurements: [{ code: 'BRIGHT', value: 61.5, unit: '%', name: { en: 'Bright' } }],
  });
  expect(run.sentences.findings).toEqual([
    'Bright: 61.5 %.',
    'Bright in words: “rather bright” (in the vendor’s words).',
    'Bright lungs: shown on 1 slices.',
  ]);
  if (run.result?.outcome !== 'evaluated') throw new Error('it is evaluated');
  const [overlay] = run.result.overlays;
  const [slice] = overlay!.slices;
  expect([overlay!.slices.length, overlay!.columns, overlay!.rows]).toEqual([1, 96, 96]);
  expect(decodeRuns(slice!.runs, mask.length)).toEqual(mask);
  // On one of our images, the one on which the finding is also shown.
  expect(sopInstanceUids).toContain(slice!.sopInstanceUid);
  expect(run.places[0]).toMatchObject({ sopInstanceUid: slice!.sopInstanceUid });
});

it('images go as they are where the institution says so, and the image that is meant is the one that is marked', async () => {
  await admin.call(catalogue.setVendorSending, { body: { isDeidentified: false } });
  const { scanId, source, sopInstanceUids } = await sent();
  expect([...source.sopInstanceUids].sort()).toEqual([...sopInstanceUids].sort());
  const image = source.sopInstanceUids[7]!;
  await send(report(source), segmentation(source, lungs, SIZE, [{ image, mask }]));
  await factory.settled(admin);
  const { result } = await runOf(scanId);
  if (result?.outcome !== 'evaluated') throw new Error('it is evaluated');
  expect(result.overlays[0]!.slices.map(({ sopInstanceUid }) => sopInstanceUid)).toEqual([image]);
  await admin.call(catalogue.setVendorSending, { body: { isDeidentified: true } });
  expect(await admin.call(catalogue.getVendorSending)).toEqual({ isDeidentified: true });
});

describe('a result is refused with the reason, and changes nothing,', () => {
  it('of a study that is not here, of a series that was not sent, of another institution, and of another kind', async () => {
    const { scanId, source } = await sent();
    const other = { ...source, studyInstanceUid: newUid() };
    expect(await send(report(other))).toMatchObject({
      status: 409,
      failed: [0xa900],
      warning: expect.stringContaining('no such study was sent'),
    });
    expect(await send(report({ ...source, seriesInstanceUid: newUid() }))).toMatchObject({
      status: 409,
      warning: expect.stringContaining('refers to no series that was sent'),
    });
    const { admin: stranger } = await factory.activated('yabanci');
    expect(await sendResults(server.listensOn!, await keyOf(stranger), ID, report(source))).toMatchObject({
      status: 409,
      warning: expect.stringContaining('no such study was sent'),
    });
    const elsewhere = await sendResults(server.listensOn!, key, 'test.unknown', report(source));
    expect(elsewhere).toMatchObject({ status: 409, failed: [0xa900] });
    const picture = factory.freshPhantom().files[0]!.bytes;
    expect(await send(picture)).toMatchObject({ status: 409, failed: [0x0122] });
    // A picture that the manifest does not announce.
    expect(await send(secondaryCapture(source))).toMatchObject({ status: 409, failed: [0x0122] });
    expect(await send(Uint8Array.of(1, 2, 3))).toMatchObject({ status: 409, failed: [0xc000] });
    expect(await runOf(scanId)).toMatchObject({ status: 'running', measurements: [] });
    const reading = await admin.call(integrations.createApiKey, { body: { name: 'r', scopes: ['scans:read'] } });
    expect((await sendResults(server.listensOn!, reading.secret, ID, report(source))).status).toBe(403);

    // Only one of the two can be read.
    expect(await send(report(source), segmentation(source, lungs, SIZE, []))).toMatchObject({ status: 202 });
    await send(whole(source));
    await factory.settled(admin);
    expect(await runOf(scanId)).toMatchObject({ status: 'evaluated' });
  });

  it.each([
    ['a number that is none', (source: SourceSeries) => report(source, { value: 'NaN' }), 'NOT_READABLE'],
    ['another unit', (source: SourceSeries) => report(source, { unit: 'mm' }), 'RESULT_INVALID'],
    [
      'a mask of another size',
      (source: SourceSeries) =>
        segmentation(source, lungs, { columns: 8, rows: 8 }, [
          { image: source.sopInstanceUids[0]!, mask: new Uint8Array(64).fill(1) },
        ]),
      'RESULT_INVALID',
    ],
    [
      'a mask on an image that was not sent',
      (source: SourceSeries) => segmentation(source, lungs, SIZE, [{ image: newUid(), mask }]),
      'RESULT_INVALID',
    ],
  ])('with %s', async (_what, object, reason) => {
    const { scanId, source } = await sent();
    const answer = await send(object(source));
    if (reason === 'NOT_READABLE') {
      expect(answer).toMatchObject({ status: 409, failed: [0xc000] });
      expect(await runOf(scanId)).toMatchObject({ status: 'running' });
      await send(report(source), whole(source));
      return;
    }
    expect(answer).toMatchObject({ status: 409, failed: [0xa900] });
    await factory.settled(admin);
    expect(await runOf(scanId)).toMatchObject({ status: 'failed', result: null, measurements: [] });
    // The run has ended, so nothing is awaited any more.
    expect((await send(report(source))).warning).toContain('awaited any more');
  });
});
