import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { dicomweb, integrations, scans } from '@duai/contract';
import { decodeFrame, fileMeta, findLayout } from '@duai/imaging';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asEnhancedCt } from '../../../../imaging/src/testing/enhanced-ct.ts';
import { rowOfValues } from '../../../../imaging/src/testing/row-of-values.ts';
import { DICOM_DATA, hasDicomData } from '../../../../imaging/src/testing/samples.ts';
import { type HttpClient, imagesForm } from '../../../../scripts/http-client.ts';
import { createInstitutionFactory } from '../../testing/institution-factory.ts';
import { smallPhantom } from '../../testing/samples.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { mediaTypeOf, relatedParts } from './media-types/multipart-related.ts';

const root = dicomweb.institutionImages;
type Row = Record<string, { vr: string; Value?: unknown[]; BulkDataURI?: string; InlineBinary?: string }>;

const LARGE = Uint8Array.from({ length: 5000 }, (_, at) => at % 249);
const phantom = smallPhantom(74_001, 'DAĞ^ECE');
const drawn = rowOfValues([
  { tag: 0x00080005, vr: 'CS', value: 'ISO_IR 192' },
  { tag: 0x0020000d, vr: 'UI', value: '2.25.7402' },
  { tag: 0x0020000e, vr: 'UI', value: '2.25.7403' },
  { tag: 0x00100010, vr: 'PN', value: 'DAĞ^ECE' },
  { tag: 0x00100020, vr: 'LO', value: 'PHANTOM-74001' },
  { tag: 0x00091010, vr: 'LO', value: 'MAKER' },
  { tag: 0x00091011, vr: 'OB', value: LARGE },
]);

let server: TestServer;
let mine: HttpClient;
let key: string;
let otherKey: string;
let enhanced: Uint8Array;
beforeAll(async () => {
  server = await startTestServer();
  const factory = createInstitutionFactory(server, await server.staff('operator'));
  ({ admin: mine } = await factory.activated('bilgi'));
  const { admin: theirs } = await factory.activated('oteki');
  enhanced = await asEnhancedCt(phantom.files.map(({ bytes }) => bytes));
  const seg = hasDicomData
    ? [await readFile(join(DICOM_DATA, 'SEG', 'dcmqi__data__segmentations__24x38x3__seg__label.seg'))]
    : [];
  for (const bytes of [enhanced, drawn, ...seg])
    await mine.call(scans.uploadScan, { form: imagesForm([{ name: 'image.dcm', bytes }]) });
  await factory.settled(mine);
  const keyOf = async (admin: HttpClient) =>
    (await admin.call(integrations.createApiKey, { body: { name: 'PACS', scopes: ['scans:read'] } })).secret;
  [key, otherKey] = [await keyOf(mine), await keyOf(theirs)];
}, 180_000);
afterAll(() => server.end());

const get = (address: string, accept = '*/*', secret = key): Promise<Response> =>
  fetch(address.startsWith('http') ? address : `${server.address}${address}`, {
    headers: { authorization: `Bearer ${secret}`, accept },
  });
const metadataOf = async (studyInstanceUid: unknown): Promise<Row[]> => {
  const answer = await get(root.studyMetadata.path.replace(':studyInstanceUid', String(studyInstanceUid)));
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    expect.stringMatching(/^application\/dicom\+json/),
  ]);
  return (await answer.json()) as Row[];
};
const octetsOf = async (answer: Response): Promise<Buffer> => {
  const { type, parameters } = mediaTypeOf(answer.headers.get('content-type') ?? '');
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect([answer.status, type]).toEqual([200, 'multipart/related']);
  const parts: Buffer[] = [];
  for await (const { stream } of relatedParts(Readable.from([bytes]), parameters.get('boundary') ?? ''))
    parts.push(Buffer.concat(await stream.toArray()));
  expect(parts).toHaveLength(1);
  return parts[0] ?? Buffer.alloc(0);
};
const rowsOfCopies = () =>
  server.parts.db.drizzle.execute<{ id: string; version: number }>(
    sql`select instance_id as id, version from instance_data_sets order by 1`,
  );

it('[PAC-010] the metadata of an institution are whole data sets: identity, private elements, functional groups of each frame', async () => {
  const { header } = await decodeFrame(enhanced);
  const [multiframe] = await metadataOf(header.studyInstanceUid);
  expect(multiframe?.['52009230']?.Value).toHaveLength(phantom.files.length);
  const positions = ((multiframe?.['52009230']?.Value ?? []) as Row[]).map(
    (group) => ((group['00209113']?.Value?.[0] as Row | undefined)?.['00200032']?.Value ?? [])[2],
  );
  expect(new Set(positions).size).toBe(phantom.files.length);
  expect(multiframe?.['00100020']).toEqual({ vr: 'LO', Value: ['PHANTOM'] });
  const [image] = await metadataOf('2.25.7402');
  expect(image?.['00100010']).toEqual({ vr: 'PN', Value: [{ Alphabetic: 'DAĞ^ECE' }] });
  expect(image?.['00091010']).toEqual({ vr: 'LO', Value: ['MAKER'] });
});

it('[PAC-010] bulk data are given where the metadata say, to their institution alone', async () => {
  const [image] = await metadataOf('2.25.7402');
  const address = image?.['00091011']?.BulkDataURI ?? '';
  expect(address).toBe(
    `${server.address}/api/dicom-web/studies/2.25.7402/series/2.25.7403/instances/2.25.881/bulkdata/00091011`,
  );
  expect((await octetsOf(await get(address))).equals(LARGE)).toBe(true);
  const alone = await get(address, 'application/octet-stream');
  expect([alone.status, Buffer.from(await alone.arrayBuffer()).equals(LARGE)]).toEqual([200, true]);
  expect((await get(address, 'image/jpeg')).status).toBe(406);
  expect((await get(address, '*/*', otherKey)).status).toBe(404);
  for (const place of ['00091012', '00091011.1.00091012', '00100010.1.00100010', 'x'])
    expect((await get(address.replace(/[^/]+$/, place))).status, place).toBe(404);

  // Pixels are all frames, decoded.
  const { header } = await decodeFrame(enhanced);
  const [multiframe] = await metadataOf(header.studyInstanceUid);
  const pixels = await octetsOf(await get(multiframe?.['7FE00010']?.BulkDataURI ?? ''));
  expect(pixels.length).toBe(header.rows * header.columns * 2 * phantom.files.length);
  const { stored } = await decodeFrame(enhanced, phantom.files.length - 1);
  expect(
    pixels.subarray(-stored.byteLength).equals(Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength)),
  ).toBe(true);
});

it.runIf(hasDicomData)(
  '[PAC-010] the metadata of a segmentation have its segments and the groups of all frames',
  async () => {
    const found = (await (await get(`${root.searchSeries.path}?Modality=SEG`)).json()) as Row[];
    const [seg] = await metadataOf(found[0]?.['0020000D']?.Value?.[0]);
    const frames = Number(seg?.['00280008']?.Value?.[0]);
    expect(frames).toBeGreaterThan(1);
    expect(seg?.['52009230']?.Value).toHaveLength(frames);
    expect(seg?.['00620002']?.Value).toEqual([
      expect.objectContaining({ '00620005': expect.objectContaining({ vr: 'LO' }) }),
    ]);
    expect([seg?.['00280100']?.Value, seg?.['00280101']?.Value]).toEqual([[8], [1]]);
  },
);

it.runIf(hasDicomData)(
  '[PAC-010] frames are given as they are stored to who asks for that syntax, and decoded to others',
  async () => {
    const file = await readFile(
      join(DICOM_DATA, 'MR', 'pydicom__src__pydicom__data__test_files__MR_small_jpeg_ls_lossless.dcm'),
    );
    await mine.call(scans.uploadScan, { form: imagesForm([{ name: 'jls.dcm', bytes: file }]) });
    const { header, stored } = await decodeFrame(file);
    const read = () => metadataOf(header.studyInstanceUid).catch((): Row[] => []);
    await expect.poll(async () => (await read()).length, { timeout: 60_000 }).toBe(1);
    const address = root.frames.path
      .replace(':studyInstanceUid', String(header.studyInstanceUid))
      .replace(':seriesInstanceUid', String(header.seriesInstanceUid))
      .replace(':sopInstanceUid', String(header.sopInstanceUid))
      .replace(':frames', '1');
    const JLS = '1.2.840.10008.1.2.4.80';
    const compressed = await get(address, `multipart/related; type="image/jls"; transfer-syntax=${JLS}, */*`);
    expect(compressed.headers.get('content-type')).toContain(`type="image/jls"; transfer-syntax=${JLS};`);
    const codestream = await octetsOf(compressed);
    // SOI of JPEG-LS, and nothing that is not in the file.
    expect([codestream.toString('hex', 0, 2), file.includes(codestream)]).toEqual(['ffd8', true]);
    const decoded = await octetsOf(await get(address));
    expect(decoded.equals(Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength))).toBe(true);
    expect((await get(address, 'multipart/related; type="image/jp2"')).status).toBe(406);
  },
);

it('[PAC-010] a study of several transfer syntaxes is given in part to who takes one of them: 206', async () => {
  const [explicit, deflated] = ['1.2.840.10008.1.2.1', '1.2.840.10008.1.2.1.99'];
  const own = { sopClassUid: '1.2.840.10008.5.1.4.1.1.1', sopInstanceUid: '2.25.7406', transferSyntaxUid: deflated };
  const other = rowOfValues([
    { tag: 0x00080018, vr: 'UI', value: own.sopInstanceUid },
    { tag: 0x0020000d, vr: 'UI', value: '2.25.7402' },
    { tag: 0x0020000e, vr: 'UI', value: '2.25.7403' },
    { tag: 0x00100020, vr: 'LO', value: 'PHANTOM-74001' },
  ]);
  const bytes = Buffer.concat([fileMeta(own), deflateRawSync(other.subarray(findLayout(other).offset))]);
  await mine.call(scans.uploadScan, { form: imagesForm([{ name: 'deflated.dcm', bytes }]) });
  await expect.poll(async () => (await metadataOf('2.25.7402')).length, { timeout: 60_000 }).toBe(2);
  const study = root.study.path.replace(':studyInstanceUid', '2.25.7402');
  const related = 'multipart/related; type="application/dicom"; transfer-syntax=';
  for (const [accept, status, parts] of [
    [`${related}${explicit}`, 206, [explicit]],
    [`${related}${deflated}`, 206, [deflated]],
    [`${related}*`, 200, [explicit, deflated]],
    [`${related}1.2.840.10008.1.2.4.90`, 406, undefined],
  ] as const) {
    const answer = await get(study, accept);
    expect([accept, answer.status]).toEqual([accept, status]);
    const text = Buffer.from(await answer.arrayBuffer()).toString('latin1');
    const syntaxes = [...text.matchAll(/Content-Type: application\/dicom; transfer-syntax=([\d.]+)/g)].map(
      ([, uid]) => uid,
    );
    if (parts) expect(syntaxes.sort()).toEqual(parts);
  }
});

it('data sets are kept when they were read once, and read anew when they were kept by another version', async () => {
  const { rows: kept } = await rowsOfCopies();
  expect(kept.length).toBeGreaterThanOrEqual(2);
  const before = await metadataOf('2.25.7402');
  await server.parts.db.drizzle.execute(sql`delete from instance_data_sets`);
  expect(await metadataOf('2.25.7402')).toEqual(before);
  expect((await rowsOfCopies()).rows).toHaveLength(before.length);
  await server.parts.db.drizzle.execute(sql`update instance_data_sets set version = 0, deflated = '\\x00'`);
  expect(await metadataOf('2.25.7402')).toEqual(before);
  expect((await rowsOfCopies()).rows.map(({ version }) => version)).not.toContain(0);
  // The file is not read again: without it the metadata are still given.
  const { storage } = server.parts;
  const checkout = storage.checkout;
  storage.checkout = () => Promise.reject(new Error('the file is not needed'));
  try {
    expect(await metadataOf('2.25.7402')).toEqual(before);
  } finally {
    storage.checkout = checkout;
  }
});

it('the metadata of a series of 4,000 slices are not read from the files again, and are sent while they are read', async () => {
  const SLICES = 4000;
  const MOST_COST = 40;
  const secondsOf = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1e6;
  const slice = rowOfValues([
    { tag: 0x00080018, vr: 'UI', value: '2.25.7409' },
    { tag: 0x0020000d, vr: 'UI', value: '2.25.7407' },
    { tag: 0x0020000e, vr: 'UI', value: '2.25.7408' },
    { tag: 0x00091010, vr: 'LO', value: 'MAKER' },
    // Some 12 KB of JSON: a scanner writes less.
    ...Array.from({ length: 160 }, (_, at) => ({
      tag: 0x00091011 + at,
      vr: 'LO' as const,
      value: `${at}: what a maker writes of an image`,
    })),
  ]);
  await mine.call(scans.uploadScan, { form: imagesForm([{ name: 'slice.dcm', bytes: slice }]) });
  const read = () => metadataOf('2.25.7407').catch((): Row[] => []);
  await expect.poll(async () => (await read()).length, { timeout: 60_000 }).toBe(1);
  // The same image under as many names.
  await server.parts.db.drizzle.execute(sql`
    with one as (select i.* from instances i join studies s on s.id = i.study_id
                 where s.study_instance_uid = '2.25.7407' limit 1),
    more as (insert into instances (id, study_id, series_id, original_name, kind, sha256, size_bytes, sop_instance_uid,
               instance_number, columns, rows, frames, header, state, position)
             select gen_random_uuid(), study_id, series_id, original_name, kind, encode(sha256(n::text::bytea), 'hex'), size_bytes, sop_instance_uid || '.' || n,
               n, columns, rows, frames, header, state, n from one, generate_series(1, ${SLICES}) n returning id)
    insert into instance_data_sets
    select more.id, d.version, d.deflated from more, one join instance_data_sets d on d.instance_id = one.id`);
  const { rows: kept } = await server.parts.db.drizzle.execute<{ deflated: Buffer }>(sql`
    select d.deflated from instance_data_sets d join instances i on i.id = d.instance_id
    where i.sop_instance_uid = '2.25.7409'`);
  const [{ deflated }] = kept as [{ deflated: Buffer }];
  // Of server and client together, beside unpacking alone in the same moment, the best of three: other work slows both. It is 6 to
  // 18 times as much; headers read anew would cost ten times that.
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 3 && least >= MOST_COST; tries += 1) {
    const alone = process.cpuUsage();
    for (let slice = 0; slice < SLICES; slice += 1) inflateRawSync(deflated);
    const floor = secondsOf(process.cpuUsage(alone));
    const [begun, cpu] = [performance.now(), process.cpuUsage()];
    // A plain client: what reads here shall not cost more than what is sent.
    const [answer] = (await once(
      request(`${server.address}${root.studyMetadata.path.replace(':studyInstanceUid', '2.25.7407')}`, {
        headers: { authorization: `Bearer ${key}` },
      }).end(),
      'response',
    )) as [IncomingMessage];
    let [bytes, first] = [0, 0];
    for await (const chunk of answer) {
      first ||= performance.now() - begun;
      bytes += (chunk as Buffer).length;
    }
    const [seconds, all] = [secondsOf(process.cpuUsage(cpu)), performance.now() - begun];
    console.log(
      `metadata of ${SLICES} slices: ${(bytes / 1e6).toFixed(1)} MB, ${all.toFixed(0)} ms, ${seconds.toFixed(2)} s of processor time, ${(seconds / floor).toFixed(1)} x unpacking`,
    );
    expect(bytes).toBeGreaterThan(SLICES * 10_000);
    expect(first).toBeLessThan(all / 2);
    least = Math.min(least, seconds / floor);
  }
  expect(least).toBeLessThan(MOST_COST);
});
