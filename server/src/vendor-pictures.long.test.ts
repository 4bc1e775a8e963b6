import { catalogue, integrations, scans, vendorPictures } from '@duai/contract';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from '../../scripts/http-client.ts';
import { type OrthancServer, startOrthanc } from '../../scripts/test-servers/orthanc.ts';
import { systemContext } from './core/actor.ts';
import { createInstitutionFactory } from './testing/institution-factory.ts';
import { packageOf, pictureManifest, VENDOR_CODES, vendorManifest } from './testing/packages.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';
import { peopleAt, sendResults, seriesAt } from './testing/vendor-box.ts';
import { measurementReport, newUid, type SourceSeries, secondaryCapture } from './testing/vendor-objects.ts';

const ID = 'test.vendor';

let server: TestServer;
let orthanc: OrthancServer;
let factory: ReturnType<typeof createInstitutionFactory>;
let admin: HttpClient;
let key: string;
const send = (...objects: Uint8Array[]) => sendResults(server.listensOn!, key, ID, ...objects);

beforeAll(async () => {
  orthanc = await startOrthanc();
  server = await startTestServer({
    MODEL_SERVERS: `vendor=${orthanc.url}/dicom-web`,
    MODEL_SERVER_ALLOWED_HOSTS: new URL(orthanc.url).host,
  });
  factory = createInstitutionFactory(server, await server.staff('operator'));
  ({ admin } = await factory.activated('resimci'));
  key = (await admin.call(integrations.createApiKey, { body: { name: 'vendor', scopes: ['results:write'] } })).secret;
  await server.features.packages.importPackage(
    systemContext,
    packageOf(new Uint8Array(), { manifest: { id: ID, ...pictureManifest(600, 2) }, files: { 'model.onnx': null } }),
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
const picturesOf = (scanId: string, reader = admin) => reader.call(vendorPictures.listPictures, { params: { scanId } });
const count = async (from: ReturnType<typeof sql>) =>
  (await server.parts.db.drizzle.execute<{ n: number }>(sql`select count(*)::int as n from ${from}`)).rows[0]!.n;
const kept = () => count(sql`vendor_pictures`);

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

it('[CAT-003] secondary captures of a vendor are shown as its pictures, in words that say so, never as a measurement, and no verdict is asked', async () => {
  const { scanId, source } = await sent();
  const [first, second] = [
    secondaryCapture(source, { sources: [source.sopInstanceUids[3]!] }),
    secondaryCapture(source, { isOfSeries: true, columns: 2100, rows: 20 }),
  ];
  expect(await send(first)).toMatchObject({ status: 200, failed: [] });
  // Another one is awaited, and nothing is shown of a run that has not ended.
  expect(await runOf(scanId)).toMatchObject({ status: 'running' });
  expect(await picturesOf(scanId)).toEqual([]);
  // Sent again, it changes nothing.
  expect(await send(first)).toMatchObject({ status: 200, failed: [] });
  expect(await send(second)).toMatchObject({ status: 200, failed: [] });
  await factory.settled(admin);

  const run = await runOf(scanId);
  expect(run).toMatchObject({ status: 'evaluated', measurements: [], isJudged: false });
  expect(run.sentences).toEqual({
    findings: [
      'Pages: pictures from the vendor’s system (2), shown as they came; nothing in them was measured or checked here.',
    ],
    impression: [],
  });
  // The sentence leads to the image that the capture names.
  expect(run.places[0]).toMatchObject({ frame: 0 });
  expect(run.result).toMatchObject({ outcome: 'evaluated', measurements: [], overlays: [] });
  const { findings } = await admin.call(scans.getScan, { params: { scanId } });
  expect(findings.filter(({ analysisId }) => analysisId === run.id)).toMatchObject([{ isJudged: false }]);

  const pictures = await picturesOf(scanId);
  expect(pictures).toMatchObject([
    { algorithmId: ID, algorithmVersion: '1.0.0', analysisId: run.id },
    { algorithmId: ID, algorithmVersion: '1.0.0', analysisId: run.id },
  ]);
  const png = await pngOf(scanId, pictures[0]!.id);
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height, data[0], data[info.width * info.channels - 1]]).toEqual([64, 48, 0, 200]);
  // The longest side is 2048.
  expect(await sharp(await pngOf(scanId, pictures[1]!.id)).metadata()).toMatchObject({ width: 2048, height: 20 });

  // Nobody else is shown them: another institution, nor the same picture by the address of another study.
  const { admin: stranger } = await factory.activated('baskasi');
  await expect(picturesOf(scanId, stranger)).rejects.toMatchObject({ status: 404 });
  await expect(pngOf(scanId, pictures[0]!.id, stranger)).rejects.toMatchObject({ status: 404 });
  const other = await sent();
  await expect(pngOf(other.scanId, pictures[0]!.id)).rejects.toMatchObject({ status: 404 });
  await send(secondaryCapture(other.source, { frames: 2 }));
  const reads = sql`audit_events where action = 'trial.read-vendor-pictures' and subject_id = ${scanId}`;
  expect(await count(reads)).toBe(4);

  // They go with the study.
  const before = await kept();
  await admin.call(scans.deleteScan, { params: { scanId } });
  expect(await kept()).toBe(before - 2);
});

const pngOf = (scanId: string, pictureId: string, reader = admin) =>
  reader.bytes(vendorPictures.getPicture, { params: { scanId, pictureId } });

it('a capture of several frames is as many pictures', async () => {
  const { scanId, source } = await sent();
  expect(await send(secondaryCapture(source, { frames: 2 }))).toMatchObject({ status: 200, failed: [] });
  await factory.settled(admin);
  expect(await picturesOf(scanId)).toHaveLength(2);
});

describe('a capture is refused with the reason, and nothing of it is kept,', () => {
  const HOSTILE: [string, (source: SourceSeries) => Uint8Array, number, string][] = [
    [
      'of a study that is not here',
      (source) => secondaryCapture({ ...source, studyInstanceUid: newUid() }),
      0xa900,
      'no such study was sent',
    ],
    [
      'of a series that was not sent',
      (source) => secondaryCapture({ ...source, seriesInstanceUid: newUid() }, { isOfSeries: true }),
      0xa900,
      'refers to no series that was sent',
    ],
    [
      'of images that were not sent',
      (source) => secondaryCapture(source, { sources: [newUid()] }),
      0xa900,
      'refers to no series that was sent',
    ],
    [
      'of more pixels than a page has',
      (source) => secondaryCapture(source, { columns: 5000, rows: 5000, pixels: new Uint8Array(6) }),
      0xa700,
      'too large',
    ],
    [
      'of more frames than announced',
      (source) => secondaryCapture(source, { columns: 8, rows: 8, frames: 3 }),
      0xa700,
      'more than the manifest announces',
    ],
    ['without pixels', (source) => secondaryCapture(source, { pixels: null }), 0xc000, 'cannot be read'],
    [
      'of fewer pixels than it says',
      (source) => secondaryCapture(source, { pixels: new Uint8Array(30) }),
      0xc000,
      'cannot be read',
    ],
    ['that is no DICOM object', () => Buffer.from('\x89PNG\r\n\x1a\n'), 0xc000, 'cannot be read'],
  ];
  it('whatever is wrong with it; a good one beside it is taken', async () => {
    const { scanId, source } = await sent();
    const before = await kept();
    for (const [what, capture, reason, warning] of HOSTILE) {
      const answer = await send(capture(source));
      expect(answer, what).toMatchObject({ status: 409, failed: [reason] });
      expect(answer.warning, what).toContain(warning);
    }
    expect(await kept()).toBe(before);
    expect(await runOf(scanId)).toMatchObject({ status: 'running' });
    const [, , , , frames] = HOSTILE;
    const both = await send(frames![1](source), secondaryCapture(source, { frames: 2 }));
    expect(both).toMatchObject({ status: 202, failed: [0xa700] });
    await factory.settled(admin);
    expect(await picturesOf(scanId)).toHaveLength(2);
    // The run has ended.
    expect((await send(secondaryCapture(source))).warning).toContain('awaited any more');
  });

  it('of another patient than the images that were sent', async () => {
    await admin.call(catalogue.setVendorSending, { body: { isDeidentified: false } });
    const { scanId, source } = await sent();
    const own = (await peopleAt(orthanc)).filter((said) => said !== '');
    const before = await kept();
    const answer = await send(secondaryCapture(source, { patientId: 'SOMEBODY-ELSE' }));
    expect(answer).toMatchObject({ status: 409, failed: [0xa900] });
    expect(answer.warning).toContain('names another patient');
    expect(await kept()).toBe(before);
    const patientId = own.find((said) => !said.includes('^'))!;
    expect(await send(secondaryCapture(source, { patientId, frames: 2 }))).toMatchObject({ status: 200, failed: [] });
    await factory.settled(admin);
    expect(await picturesOf(scanId)).toHaveLength(2);
    await admin.call(catalogue.setVendorSending, { body: { isDeidentified: true } });
  });
});

it('a run that ends without a result keeps none of its pictures', async () => {
  const [page] = pictureManifest(600, 1).outputs!;
  const [number] = vendorManifest(600).outputs!;
  const manifest = { ...pictureManifest(600, 1), id: ID, version: '1.1.0', outputs: [page!, number!] };
  await server.features.packages.importPackage(
    systemContext,
    packageOf(new Uint8Array(), { manifest, files: { 'model.onnx': null } }),
  );
  await server.features.packages.activate(systemContext, { institutionId: null, algorithmId: ID, version: '1.1.0' });
  const { scanId, source } = await sent();
  const before = await kept();
  expect(await send(secondaryCapture(source))).toMatchObject({ status: 200, failed: [] });
  expect(await kept()).toBe(before + 1);
  const inMillimetres = { concept: VENDOR_CODES.bright, value: '1', unit: 'mm', image: source.sopInstanceUids[0]! };
  expect(await send(measurementReport(source, inMillimetres))).toMatchObject({ status: 409, failed: [0xa900] });
  await factory.settled(admin);
  expect(await runOf(scanId)).toMatchObject({ status: 'failed', result: null });
  expect(await picturesOf(scanId)).toEqual([]);
  expect(await kept()).toBe(before);
});
