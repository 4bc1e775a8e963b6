import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { given, leftOutObjects, operations, pacs, scans, webReceivers } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readChestCt } from '../../../../../algorithms/src/testing/series.ts';
import type { HttpClient } from '../../../../../scripts/http-client.ts';
import { waitFor } from '../../../../../scripts/instance.ts';
import { systemContext } from '../../../core/actor.ts';
import { codeOf } from '../../../testing/code-of.ts';
import { createInstitutionFactory } from '../../../testing/institution-factory.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

type Json = Readonly<Record<string, { Value?: readonly unknown[]; InlineBinary?: string }>>;
type Triple = readonly [number, number, number];

const dir = mkdtempSync(join(tmpdir(), 'duai-masks-'));
let server: TestServer;
let operator: HttpClient;
let factory: ReturnType<typeof createInstitutionFactory>;
beforeAll(async () => {
  server = await startTestServer();
  operator = await server.staff('operator');
  factory = createInstitutionFactory(server, operator);
});
afterAll(async () => {
  await server.end();
  rmSync(dir, { recursive: true });
});

/** DCMTK, a second program that knows nothing of the one that wrote the object. */
function readBack(name: string, bytes: Uint8Array): Json {
  const path = join(dir, name);
  writeFileSync(path, bytes);
  const { status, stdout } = spawnSync('dcm2json', [path], { encoding: 'utf8', maxBuffer: 2 ** 28 });
  expect(status, name).toBe(0);
  return JSON.parse(stdout) as Json;
}
const items = (of: Json, tag: string): Json[] => [...(of[tag]?.Value ?? [])] as Json[];
const item = (of: Json, tag: string): Json => given(items(of, tag)[0], tag);
const numbers = (of: Json, tag: string): number[] => (of[tag]?.Value ?? []).map(Number);
const first = (of: Json, tag: string): unknown => of[tag]?.Value?.[0];
const ones = (bytes: Buffer): number => {
  let count = 0;
  for (const byte of bytes) for (let bits = byte; bits > 0; bits &= bits - 1) count += 1;
  return count;
};

/** Number of marked pixels of each segment, and where the frames lie, from the file alone. */
function segmentsOf(object: Json) {
  const pixels = Number(first(object, '00280010')) * Number(first(object, '00280011'));
  // Frames of whole bytes can be counted one by one.
  expect(pixels % 8).toBe(0);
  const bits = Buffer.from(given(object['7FE00010']?.InlineBinary, 'pixel data'), 'base64');
  const labels = items(object, '00620002').map((segment) => String(first(segment, '00620005')));
  const marked = new Map(labels.map((label) => [label, 0]));
  const places = new Map<string, Triple>();
  for (const [at, frame] of items(object, '52009230').entries()) {
    const label = given(labels[Number(first(item(frame, '0062000A'), '0062000B')) - 1], 'a label');
    const count = ones(bits.subarray((at * pixels) / 8, ((at + 1) * pixels) / 8));
    marked.set(label, given(marked.get(label), label) + count);
    const image = String(first(item(item(frame, '00089124'), '00082112'), '00081155'));
    const [x = 0, y = 0, z = 0] = numbers(item(frame, '00209113'), '00200032');
    places.set(image, [x, y, z]);
  }
  return { marked, places };
}

const patient = await readChestCt('b40f-smooth');
if (!patient) console.log('data not present: the masks of a phantom alone are read back');
const asFiles = (images: readonly Uint8Array[]) => images.map((bytes, at) => ({ name: `${at}.dcm`, bytes }));

it.each([
  { of: 'a phantom', name: 'maskeli', files: () => factory.freshPhantom().files },
  ...(patient ? [{ of: 'a patient', name: 'hastali', files: () => asFiles(patient) }] : []),
])(
  'the masks of lung density of $of come as a DICOM segmentation whose voxels make the volume that was told, on the slices that were sent',
  async ({ name: account, files: filesOf }) => {
    const { admin } = await factory.activated(account);
    const files = filesOf();
    const { scan } = await factory.upload(admin, files);
    await factory.settled(admin);
    const params = { scanId: scan.id };
    const { analyses } = await admin.call(scans.getScan, { params });
    const lung = given(
      analyses.find(({ algorithmId }) => algorithmId === 'ct.lung-density'),
      'lung density',
    );
    const told = (code: string) =>
      given(
        lung.measurements.find((measured) => measured.code === code),
        code,
      ).value;

    const archive = Object.entries(unzipSync(await admin.bytes(scans.getScanMasks, { params })));
    expect(archive.map(([name]) => name)).toEqual([`ct.lung-density-${lung.id.slice(0, 8)}.dcm`]);
    const [[name, bytes]] = archive as [[string, Uint8Array]];
    const object = readBack(name, bytes);
    expect(first(object, '00080016')).toBe('1.2.840.10008.5.1.4.1.1.66.4');
    const { stdout, stderr } = spawnSync('dciodvfy', [join(dir, name)], { encoding: 'utf8' });
    expect(`${stdout}${stderr}`.match(/^Error.*/gm) ?? []).toEqual([]);

    // The frames lie where the slices that were sent lie, by the same orientation and spacing.
    const sources = new Map(
      files.map((file, at) => {
        const header = readBack(`source-${at}.dcm`, file.bytes);
        return [String(first(header, '00080018')), header] as const;
      }),
    );
    const source = given([...sources.values()][0], 'a slice');
    const shared = item(object, '52009229');
    const measures = item(shared, '00289110');
    expect(numbers(measures, '00280030')).toEqual(numbers(source, '00280030'));
    expect(numbers(item(shared, '00209116'), '00200037')).toEqual(numbers(source, '00200037'));
    expect(first(object, '00200052')).toBe(first(source, '00200052'));
    expect(first(object, '0020000D')).toBe(first(source, '0020000D'));
    const { marked, places } = segmentsOf(object);
    expect(places.size).toBeGreaterThan(5);
    for (const [image, place] of places)
      expect(place).toEqual(numbers(given(sources.get(image), 'the slice'), '00200032'));

    // The volume by the file alone: marked pixels, their size, and the distance of the planes that were sent.
    const [between = 0, across = 0] = numbers(measures, '00280030');
    const heights = [...sources.values()]
      .map((header) => numbers(header, '00200032')[2] ?? 0)
      .toSorted((a, b) => a - b);
    const apart = (given(heights.at(-1), 'a height') - given(heights[0], 'a height')) / (heights.length - 1);
    const voxels = given(marked.get('LUNG'), 'lung voxels');
    expect((voxels * between * across * apart) / 1000).toBeCloseTo(told('LUNG_VOLUME'), 3);
    // No mask is left out but one without a voxel.
    if (lung.result?.outcome !== 'evaluated') throw new Error('lung density was not measured');
    const drawn = lung.result.overlays.filter(({ slices }) => slices.length > 0);
    expect([...marked.keys()]).toEqual(drawn.map(({ code }) => code));

    // The same object whenever it is asked for; every download is on the trail; nobody else gets it.
    const again = unzipSync(await admin.bytes(scans.getScanMasks, { params }));
    expect(Buffer.compare(given(again[name], name), bytes)).toBe(0);
    const { rows } = await operator.call(operations.listAudit, { query: { what: 'trial.export-segmentation' } });
    expect(rows.filter(({ subjectId }) => subjectId === scan.id)).toHaveLength(2);
    const other = await factory.activated(`${account}-baska`);
    expect(await codeOf(other.admin.call(scans.getScanMasks, { params }))).toBe('NOT_FOUND');

    // Run by run, as a gateway fetches them.
    const runs = await admin.call(scans.listMaskedRuns, { params });
    expect(runs).toContainEqual({ runId: lung.id, algorithmId: lung.algorithmId });
    const ofRun = { params: { ...params, runId: lung.id, object: 'segmentation' as const } };
    expect(Buffer.compare(Buffer.from(await admin.bytes(scans.getObjectOfRun, ofRun)), bytes)).toBe(0);
    expect(await codeOf(other.admin.call(scans.listMaskedRuns, { params }))).toBe('NOT_FOUND');
    expect(await codeOf(other.admin.call(scans.getObjectOfRun, ofRun))).toBe('NOT_FOUND');
    const noRun = { params: { ...ofRun.params, runId: scan.id } };
    expect(await codeOf(admin.call(scans.getObjectOfRun, noRun))).toBe('NOT_FOUND');
  },
);

it('a study without masks has no segmentation', async () => {
  const { admin } = await factory.activated('maskesiz');
  // Too few slices for lungs to be measured.
  const { scan } = await factory.upload(admin, factory.freshPhantom().files.slice(0, 3));
  await factory.settled(admin);
  const params = { scanId: scan.id };
  expect(await codeOf(admin.call(scans.getScanMasks, { params }))).toBe('NOT_FOUND');
  expect(await admin.call(scans.listMaskedRuns, { params })).toEqual([]);
});

it('files that name no study get no DICOM object, with the reason, and no delivery that waits for ever; PDF, CSV and FHIR are made', async () => {
  const { admin, institutionId } = await factory.activated('kimliksiz');
  await admin.call(webReceivers.addWebReceiver, {
    body: {
      ...{ name: 'Arşiv', url: 'https://archive.duai.example/dicom-web', signIn: { by: 'none' } },
      objects: ['structured-report'],
    },
  });
  const files = factory.freshPhantom().files.map(({ name, bytes }) => {
    const path = join(dir, 'without-study.dcm');
    writeFileSync(path, bytes);
    expect(spawnSync('dcmodify', ['-nb', '-ea', '(0020,000D)', path]).status).toBe(0);
    return { name, bytes: new Uint8Array(readFileSync(path)) };
  });
  const { scan } = await factory.upload(admin, files);
  await factory.settled(admin);
  const params = { scanId: scan.id };
  const [run] = await admin.call(scans.listMaskedRuns, { params });
  const ofRun = { params: { ...params, runId: given(run, 'a run with masks').runId } };
  expect(await codeOf(admin.call(scans.getScanSr, { params }))).toBe('STUDY_WITHOUT_UID');
  expect(await codeOf(admin.call(scans.getScanMasks, { params }))).toBe('STUDY_WITHOUT_UID');
  for (const object of ['segmentation', 'secondary-capture', 'presentation-state'] as const)
    expect(await codeOf(admin.call(scans.getObjectOfRun, { params: { ...ofRun.params, object } }))).toBe(
      'STUDY_WITHOUT_UID',
    );
  const exportsOf = server.features.scans.exports;
  await expect(exportsOf.encapsulatedPdf(systemContext, institutionId, scan.id)).rejects.toThrow('WITHOUT_UID');
  for (const endpoint of [scans.getScanPdf, scans.getScanCsv, scans.getScanFhir])
    expect((await admin.bytes(endpoint, { params })).length).toBeGreaterThan(100);
  const delivery = await waitFor(
    async () => (await admin.call(pacs.listDeliveries)).rows.find(({ attempts }) => attempts > 0),
    20_000,
    () => 'the result was not delivered',
  );
  expect(delivery).toMatchObject({ state: 'failed', attempts: 1, lastOutcome: 'NOT_MAKEABLE' });
});

it('masks that cannot be made leave the others, and a text in the archive names them', async () => {
  const { admin } = await factory.activated('eksik-maske');
  const { scan } = await factory.upload(admin, factory.freshPhantom().files);
  await factory.settled(admin);
  const params = { scanId: scan.id };
  const archive = async () => unzipSync(await admin.bytes(scans.getScanMasks, { params }));
  const whole = await archive();
  const [name] = Object.keys(whole) as [string];
  const { db } = server.parts;
  // Another run on the same series, whose runs of pixels are no numbers.
  const [run] = await admin.call(scans.listMaskedRuns, { params });
  const broken = crypto.randomUUID();
  await db.drizzle.execute(sql`
    insert into analyses (id, study_id, series_id, submission, algorithm_id, algorithm_version, status, result)
    select ${broken}, study_id, series_id, submission, 'ct.broken', algorithm_version, status,
      jsonb_set(result, '{overlays,0,slices,0,runs}', '"!"')
    from analyses where id = ${run!.runId}`);
  const lacking = await archive();
  expect(Object.keys(lacking)).toEqual([name, leftOutObjects.LEFT_OUT_FILE]);
  const isSame = (of: typeof lacking) => Buffer.compare(of[name]!, whole[name]!) === 0;
  expect(isSame(lacking)).toBe(true);
  const list = (of: typeof lacking) => Buffer.from(of[leftOutObjects.LEFT_OUT_FILE]!).toString();
  expect(list(lacking)).toContain(`ct.broken-${broken.slice(0, 8)}.dcm: our server did not manage to make it\n`);

  // Another image of the series stands in for the one that tells of its patient; without any of them there is no mask.
  const lose = (most: number) =>
    db.drizzle.execute(sql`
      update instances set sha256 = encode(sha256(convert_to(id::text, 'UTF8')), 'hex') where id in (
        select i.id from instances i join studies s on s.id = i.study_id where s.scan_id = ${scan.id}
        order by i.position limit ${most})`);
  const report = async () => Buffer.from(await admin.bytes(scans.getScanSr, { params }));
  const told = await report();
  await lose(1);
  expect(isSame(await archive())).toBe(true);
  expect((await report()).equals(told)).toBe(true);
  await lose(1000);
  const none = await archive();
  expect(Object.keys(none)).toEqual([leftOutObjects.LEFT_OUT_FILE]);
  expect(list(none)).toContain(`${name}: our stored copy of an image that it needs is damaged\n`);
});
