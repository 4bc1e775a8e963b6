import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { cases, dicomweb, type Endpoint, scans, shares, studies } from '@duai/contract';
import { decodeFrame } from '@duai/imaging';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { asEnhancedCt } from '../../../../imaging/src/testing/enhanced-ct.ts';
import { rowOfValues } from '../../../../imaging/src/testing/row-of-values.ts';
import { type HttpClient, imagesForm } from '../../../../scripts/http-client.ts';
import { SYSTEM } from '../../core/actor.ts';
import { createInstitutionFactory } from '../../testing/institution-factory.ts';
import { imageWithVoiLut, jpeg } from '../../testing/samples.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createReportFactory } from '../reports/report-factory.ts';
import { relatedParts } from './media-types/multipart-related.ts';

let server: TestServer;
let patient: HttpClient;
let radiologist: HttpClient;
let doctor: HttpClient;
let factory: ReturnType<typeof createReportFactory>;
let caseId: string;
let shareId: string;
beforeAll(async () => {
  server = await startTestServer();
  patient = await server.patient();
  radiologist = await server.staff('radiologist');
  factory = createReportFactory(server, radiologist);
  ({ caseId } = await factory.signed(patient));
  const { share, link, pin } = await patient.call(shares.createShare, { params: { caseId }, body: {} });
  shareId = share.id;
  doctor = server.client();
  await doctor.call(shares.openShare, { body: { secret: new URL(link).hash.replace('#token=', ''), pin } });
}, 180_000);
afterAll(() => server.end());

const json = async (
  client: HttpClient,
  endpoint: Endpoint,
  params: Record<string, string>,
  query: Record<string, string> = {},
) => {
  const answer = await client.send(endpoint, { params: params as never, query: query as never });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^application\/dicom\+json/);
  return (await answer.json()) as Record<string, { vr: string; Value?: unknown[] }>[];
};
const value = (entry: Record<string, { Value?: unknown[] }> | undefined, tag: string) =>
  String(entry?.[tag]?.Value?.[0]);

/** A call with an Accept header of its own. */
async function framesOf(
  client: HttpClient,
  endpoint: dicomweb.Retrieval['frames'] | dicomweb.Retrieval['seriesFrames'],
  params: Record<string, string>,
  accept?: string,
) {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => params[name]!);
  return fetch(`${server.address}${path}`, {
    headers: {
      ...(accept && { accept }),
      ...(client.token() && { authorization: `Bearer ${client.token()}` }),
      cookie: client
        .cookies()
        .map(([name, text]) => `${name}=${text}`)
        .join('; '),
    },
  });
}
/** The bytes of an image's frame as Explicit VR Little Endian has them. */
async function storedBytes(file: Uint8Array, frame = 0): Promise<Buffer> {
  const { stored } = await decodeFrame(file, frame);
  return Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength);
}

describe('QIDO-RS and WADO-RS on a case', () => {
  it('patient, doctor with a link and radiologist find its study, series and images, and read the stored values', async () => {
    const roots = [
      [patient, dicomweb.patientImages, { caseId }],
      [doctor, dicomweb.sharedImages, { shareId }],
      [radiologist, dicomweb.readingImages, { caseId }],
    ] as const;
    for (const [client, root, owner] of roots) {
      const [study, ...others] = await json(client, root.searchStudies, owner);
      expect(others).toEqual([]);
      expect(value(study, '00080061')).toBe('CT');
      expect(study!['00100010']).toEqual({ vr: 'PN' });
      const inStudy = { ...owner, studyInstanceUid: value(study, '0020000D') };
      const [series] = await json(client, root.searchSeries, inStudy);
      expect(series!['00201209']!.Value).toEqual([factory.phantom.files.length]);
      const inSeries = { ...inStudy, seriesInstanceUid: value(series, '0020000E') };
      const instances = await json(client, root.searchInstances, inSeries);
      expect(instances).toHaveLength(factory.phantom.files.length);
      const metadata = await json(client, root.seriesMetadata, inSeries);
      expect(await json(client, root.studyMetadata, inStudy)).toEqual(metadata);
      const [image] = metadata;
      expect(image!['00280100']!.Value).toEqual([16]);
      expect(image!['00280103']!.Value).toEqual([1]);
      expect(image!['00281053']!.Value).toEqual([1]);
      expect(image!['00083002']!.Value).toEqual(['1.2.840.10008.1.2.1']);
      expect(JSON.stringify(metadata)).not.toMatch(/KANARYA|Kanarya/);

      const params = { ...inSeries, sopInstanceUid: value(image, '00080018'), frames: '1' };
      const file = await fileOf(params.sopInstanceUid);
      const single = await framesOf(client, root.frames, params, 'application/octet-stream');
      expect(single.status).toBe(200);
      expect(Buffer.from(await single.arrayBuffer()).equals(await storedBytes(file))).toBe(true);
      const related = await framesOf(client, root.frames, params);
      const [, boundary] = /boundary=([\w-]+)/.exec(related.headers.get('content-type')!)!;
      expect(related.headers.get('content-type')).toMatch(
        /^multipart\/related; type="application\/octet-stream"; transfer-syntax=1\.2\.840\.10008\.1\.2\.1; /,
      );
      const parts: Buffer[] = [];
      const body = Buffer.from(await related.arrayBuffer());
      for await (const { headers, stream } of relatedParts(chunksOf(body), boundary!)) {
        expect(headers.get('content-type')).toBe('application/octet-stream; transfer-syntax=1.2.840.10008.1.2.1');
        parts.push(Buffer.concat(await stream.toArray()));
      }
      expect(parts).toHaveLength(1);
      expect(parts[0]!.equals(await storedBytes(file))).toBe(true);
    }
  });

  it('a search matches by value, list and wildcard, and gives pages; nothing found is an empty list', async () => {
    const root = dicomweb.readingImages;
    expect(await json(radiologist, root.searchStudies, { caseId }, { ModalitiesInStudy: 'MR' })).toEqual([]);
    const [study] = await json(radiologist, root.searchStudies, { caseId }, { '00080061': 'C*' });
    const inStudy = { caseId, studyInstanceUid: value(study, '0020000D') };
    const [series] = await json(radiologist, root.searchSeries, inStudy, { Modality: 'CT' });
    const inSeries = { ...inStudy, seriesInstanceUid: value(series, '0020000E') };
    const all = await json(radiologist, root.searchInstances, inSeries);
    const some = await json(radiologist, root.searchInstances, inSeries, { limit: '2', offset: '1' });
    expect(some).toEqual(all.slice(1, 3));
    const uids = [all[3], all[5]].map((entry) => value(entry, '00080018')).join(',');
    expect(await json(radiologist, root.searchInstances, inSeries, { SOPInstanceUID: uids })).toEqual([all[3], all[5]]);
    expect(await json(radiologist, root.searchSeries, { caseId, studyInstanceUid: '1.2.3' })).toEqual([]);
  });

  it('frames of several images come in one answer, in the order of the wish, each read recorded; one that cannot be read says so', async () => {
    const own = await server.openCase(patient);
    const root = dicomweb.patientImages;
    const files = factory.phantom.files.slice(0, 4).map(({ bytes }) => bytes);
    const uids = { studyInstanceUid: '2.25.7001', seriesInstanceUid: '2.25.7002' };
    // A lookup table of colours: a child process decodes it.
    const coloured = rowOfValues([
      { tag: 0x0020000d, vr: 'UI', value: uids.studyInstanceUid },
      { tag: 0x0020000e, vr: 'UI', value: uids.seriesInstanceUid },
      { tag: 0x00280004, vr: 'CS', value: 'PALETTE COLOR' },
      ...[0x00281101, 0x00281102, 0x00281103].map((tag) => ({ tag, vr: 'US' as const, value: [256, 0, 16] })),
      ...[0x00281201, 0x00281202, 0x00281203].map((tag) => ({
        tag,
        vr: 'OW' as const,
        value: Uint8Array.from({ length: 512 }, (_, at) => (at % 2 === 0 ? 0 : at >> 1)),
      })),
    ]);
    const form = imagesForm([...files, coloured].map((bytes, at) => ({ name: `${at}.dcm`, bytes })));
    await patient.call(cases.uploadCaseImages, { params: { caseId: own }, form });
    await expect
      .poll(
        async () => {
          const series = await patient.call(cases.listCaseSeries, { params: { caseId: own } });
          return series.flatMap(({ images }) => images).length;
        },
        { timeout: 30_000 },
      )
      .toBe(5);
    const [study] = (await json(patient, root.searchStudies, { caseId: own })).filter(
      (entry) => value(entry, '0020000D') !== uids.studyInstanceUid,
    );
    const inStudy = { caseId: own, studyInstanceUid: value(study, '0020000D') };
    const [series] = await json(patient, root.searchSeries, inStudy);
    const inSeries = { ...inStudy, seriesInstanceUid: value(series, '0020000E') };
    const headers = await Promise.all(files.map(async (bytes) => (await decodeFrame(bytes)).header));
    const names = headers.map(({ sopInstanceUid }) => String(sopInstanceUid));
    const partsOf = async (params: Record<string, string>, of?: string) => {
      const answer = await patient.send(root.seriesFrames, {
        params: params as never,
        query: (of ? { of } : {}) as never,
      });
      expect(answer.status).toBe(200);
      const [, boundary = ''] = /boundary=([\w-]+)/.exec(answer.headers.get('content-type') ?? '') ?? [];
      const found: [string | undefined, string | undefined, Buffer][] = [];
      for await (const { headers, stream } of relatedParts(chunksOf(Buffer.from(await answer.arrayBuffer())), boundary))
        found.push([
          headers.get('content-location'),
          headers.get('content-type')?.split(';')[0],
          Buffer.concat(await stream.toArray()),
        ]);
      return found;
    };
    const recorded = async () => {
      const { rows } = await server.parts.db.drizzle.execute<{ images: number }>(
        sql`select count(*)::int as images from audit_events where action = 'studies.frames'`,
      );
      return rows[0]?.images ?? 0;
    };
    const before = await recorded();
    const wished = [names[2], names[0], `${names[1]}:2`, '2.25.1', names[3]];
    // The last one is damaged on the disk after it was stored.
    const [{ sha256 = '' } = {}] = (
      await server.parts.db.drizzle.execute<{ sha256: string }>(
        sql`select i.sha256 from instances i join studies s on s.id = i.study_id where s.case_id = ${own} and i.sop_instance_uid = ${names[3]}`,
      )
    ).rows;
    const path = join(server.dataDir, 'files', sha256.slice(0, 2), sha256.slice(2, 4), sha256);
    const whole = await readFile(path);
    const damaged = Buffer.from(whole);
    damaged[damaged.length - 2]! ^= 1;
    await chmod(path, 0o600);
    await writeFile(path, damaged);
    const parts = await partsOf(inSeries, wished.join());
    await writeFile(path, whole);
    expect(parts.map(([location, type]) => [location, type])).toEqual([
      [`instances/${names[2]}/frames/1`, 'application/octet-stream'],
      [`instances/${names[0]}/frames/1`, 'application/octet-stream'],
      [`instances/${names[1]}/frames/2`, 'application/json'],
      ['instances/2.25.1/frames/1', 'application/json'],
      [`instances/${names[3]}/frames/1`, 'application/json'],
    ]);
    expect(parts[0]![2].equals(await storedBytes(files[2]!))).toBe(true);
    expect(parts[1]![2].equals(await storedBytes(files[0]!))).toBe(true);
    expect(parts.slice(2).map(([, , body]) => JSON.parse(String(body)))).toEqual([
      { code: 'NOT_FOUND' },
      { code: 'NOT_FOUND' },
      { code: 'FILE_DAMAGED' },
    ]);
    expect((await recorded()) - before).toBe(4);
    // Without a wish the first images; what a decoder has to look at comes from a child process.
    const [first, ...rest] = await partsOf({ caseId: own, ...uids });
    expect(rest).toEqual([]);
    expect([...first![2].subarray(0, 9)]).toEqual([0, 0, 0, 1, 1, 1, 2, 2, 2]);
    // Nobody else is given one, nor in a form that it does not have.
    const other = await server.patient();
    for (const [client, status] of [
      [other, 404],
      [doctor, 401],
    ] as const)
      expect((await client.send(root.seriesFrames, { params: inSeries as never })).status).toBe(status);
    const refused = await framesOf(patient, root.seriesFrames, inSeries, 'image/jpeg');
    expect(refused.status).toBe(406);
    expect(
      (await patient.send(root.seriesFrames, { params: { ...inSeries, seriesInstanceUid: '2.25.1' } as never })).status,
    ).toBe(404);
  });

  it('is refused to others like a case that is not there, and to a form that it is not given in by 406', async () => {
    const [study] = await json(patient, dicomweb.patientImages.searchStudies, { caseId });
    const inStudy = { caseId, studyInstanceUid: value(study, '0020000D') };
    const [series] = await json(patient, dicomweb.patientImages.searchSeries, inStudy);
    const inSeries = { ...inStudy, seriesInstanceUid: value(series, '0020000E') };
    const [image] = await json(patient, dicomweb.patientImages.searchInstances, inSeries);
    const params = { ...inSeries, sopInstanceUid: value(image, '00080018'), frames: '1' };
    const other = await server.patient();
    const { searchStudies, seriesMetadata, frames } = dicomweb.patientImages;
    expect((await other.send(searchStudies, { params })).status).toBe(404);
    expect((await other.send(seriesMetadata, { params })).status).toBe(404);
    expect((await framesOf(other, frames, params)).status).toBe(404);
    // The doctor's cookie belongs to this link, so another case cannot be named with it.
    expect((await framesOf(doctor, frames, params)).status).toBe(401);
    for (const accept of [
      'image/jpeg',
      'multipart/related; type="image/jp2"',
      'application/octet-stream; transfer-syntax=1.2.840.10008.1.2.4.90',
    ])
      expect((await framesOf(patient, frames, params, accept)).status, accept).toBe(406);
    expect((await framesOf(patient, frames, { ...params, frames: '2' })).status).toBe(404);
    expect((await framesOf(patient, frames, { ...params, frames: '0' })).status).toBe(404);
    expect((await framesOf(patient, frames, { ...params, frames: '1,1' }, 'application/octet-stream')).status).toBe(
      406,
    );
  });

  it('frames that a radiologist reads count as seen, for nothing is signed unseen', async () => {
    const { caseId: unread } = await factory.drafted(await server.patient());
    const reader = await server.staff('radiologist');
    const reading = () => reader.call(studies.getReading, { params: { caseId: unread } });
    const before = await reading();
    expect(before.checks.openedSeries).toEqual([]);
    const [study] = before.studies;
    const [series] = study!.series;
    const params = {
      caseId: unread,
      studyInstanceUid: study!.studyInstanceUid!,
      seriesInstanceUid: series!.seriesInstanceUid!,
      sopInstanceUid: series!.instances[0]!.sopInstanceUid!,
      frames: '1',
    };
    expect((await framesOf(reader, dicomweb.readingImages.frames, params, 'application/octet-stream')).status).toBe(
      200,
    );
    expect((await reading()).checks.openedSeries).toEqual([series!.id]);

    const { caseId: another } = await factory.drafted(await server.patient());
    const open = () => reader.call(studies.getReading, { params: { caseId: another } });
    const [given] = (await open()).studies;
    const asked = {
      caseId: another,
      studyInstanceUid: given!.studyInstanceUid!,
      seriesInstanceUid: given!.series[0]!.seriesInstanceUid!,
    };
    const answer = await reader.send(dicomweb.readingImages.seriesFrames, { params: asked as never });
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(0);
    expect((await open()).checks.openedSeries).toEqual([given!.series[0]!.id]);
  });

  it('gives nothing that has no name to ask by: pictures, and files without a Study Instance UID', async () => {
    const own = await server.openCase(patient);
    const form = imagesForm([
      { name: 'table.dcm', bytes: imageWithVoiLut() },
      { name: 'photo.jpg', bytes: await jpeg() },
    ]);
    await patient.call(cases.uploadCaseImages, { params: { caseId: own }, form });
    const listed = () => patient.call(cases.listCaseSeries, { params: { caseId: own } });
    await expect.poll(async () => (await listed()).length).toBe(2);
    expect(await json(patient, dicomweb.patientImages.searchStudies, { caseId: own })).toEqual([]);
  });

  it('the metadata of an image have what its file alone says: each frame, and tables; nobody is named, nothing counts as seen', async () => {
    const own = await server.openCase(patient);
    const slices = factory.phantom.files.slice(0, 3).map(({ bytes }) => bytes);
    const enhanced = await asEnhancedCt(slices);
    const form = imagesForm([{ name: 'enhanced.dcm', bytes: enhanced }]);
    await patient.call(cases.uploadCaseImages, { params: { caseId: own }, form });
    await expect.poll(() => patient.call(cases.listCaseSeries, { params: { caseId: own } })).toHaveLength(1);
    const { header } = await decodeFrame(enhanced);
    const params = {
      caseId: own,
      studyInstanceUid: header.studyInstanceUid!,
      seriesInstanceUid: header.seriesInstanceUid!,
      sopInstanceUid: header.sopInstanceUid!,
    };
    const root = dicomweb.readingImages;
    const [ofSeries] = await json(radiologist, root.seriesMetadata, params);
    expect(ofSeries).not.toHaveProperty('52009230');
    const [image] = await json(radiologist, root.instanceMetadata, params);
    expect(image).toMatchObject(ofSeries!);
    const positions = await Promise.all(
      slices.map(async (bytes) => (await decodeFrame(bytes)).header.imagePositionPatientMm),
    );
    expect(image?.['52009230']?.Value).toMatchObject(
      positions.map((Value) => ({ '00209113': { Value: [{ '00200032': { Value } }] } })),
    );
    expect(JSON.stringify(image)).not.toMatch(/PHANTOM|KANARYA/);
    const { checks } = await radiologist.call(studies.getReading, { params: { caseId: own } });
    expect(checks.openedSeries).toEqual([]);
    expect((await json(patient, dicomweb.patientImages.instanceMetadata, params)).length).toBe(1);
    const asked = async (client: HttpClient, wish: Partial<typeof params> = {}) =>
      (await client.send(dicomweb.patientImages.instanceMetadata, { params: { ...params, ...wish } })).status;
    expect(await asked(await server.patient())).toBe(404);
    expect(await asked(patient, { sopInstanceUid: '2.25.1' })).toBe(404);
  });

  it('an overlay is named in the metadata and its bits are given to who may see the image', async () => {
    const own = await server.openCase(patient);
    const uids = { studyInstanceUid: '2.25.6001', seriesInstanceUid: '2.25.6002' };
    const bits = Uint8Array.from({ length: 32 }, (_, at) => at * 7);
    const file = rowOfValues([
      { tag: 0x0020000d, vr: 'UI', value: uids.studyInstanceUid },
      { tag: 0x0020000e, vr: 'UI', value: uids.seriesInstanceUid },
      { tag: 0x60000010, vr: 'US', value: [1] },
      { tag: 0x60000011, vr: 'US', value: [256] },
      { tag: 0x60000040, vr: 'CS', value: 'G' },
      { tag: 0x60000050, vr: 'SS', value: [1, 1] },
      { tag: 0x60000100, vr: 'US', value: [1] },
      { tag: 0x60000102, vr: 'US', value: [0] },
      { tag: 0x60003000, vr: 'OW', value: bits },
    ]);
    const form = imagesForm([{ name: 'lines.dcm', bytes: file }]);
    await patient.call(cases.uploadCaseImages, { params: { caseId: own }, form });
    const root = dicomweb.patientImages;
    const inSeries = { caseId: own, ...uids };
    await expect.poll(() => patient.call(cases.listCaseSeries, { params: { caseId: own } })).toHaveLength(1);
    const [image] = await json(patient, root.seriesMetadata, inSeries);
    expect(image).toMatchObject({ '60000011': { vr: 'US', Value: [256] }, '60003000': { vr: 'OW' } });
    const asked = (client: HttpClient, group: string) =>
      client.send(root.overlay, {
        params: { ...inSeries, sopInstanceUid: value(image, '00080018'), overlayGroup: group },
      });
    const given = await asked(patient, '6000');
    expect([given.status, given.headers.get('content-type')]).toEqual([200, 'application/octet-stream']);
    expect(Buffer.from(await given.arrayBuffer()).equals(Buffer.from(bits))).toBe(true);
    expect((await asked(patient, '6002')).status).toBe(406);
    expect((await asked(await server.patient(), '6000')).status).toBe(404);
  });
});

describe('frames of one name', () => {
  it('that several files have are not given out by it; the images by their ids are', async () => {
    const own = await server.openCase(patient);
    const [first, second] = factory.phantom.files.map(({ bytes }) => Buffer.from(bytes));
    const other = Buffer.from(first!);
    // The same UIDs with other pixels: the last byte of the pixel data differs.
    other[other.length - 2]! ^= 1;
    const form = imagesForm([
      { name: 'a.dcm', bytes: first! },
      { name: 'b.dcm', bytes: other },
      { name: 'c.dcm', bytes: second! },
    ]);
    await patient.call(cases.uploadCaseImages, { params: { caseId: own }, form });
    const root = dicomweb.patientImages;
    const ready = async () => {
      const [study] = await json(patient, root.searchStudies, { caseId: own });
      if (!study) return [];
      const inStudy = { caseId: own, studyInstanceUid: value(study, '0020000D') };
      const [series] = await json(patient, root.searchSeries, inStudy);
      const inSeries = { ...inStudy, seriesInstanceUid: value(series, '0020000E') };
      const found = await json(patient, root.searchInstances, inSeries);
      return found.map((entry) => ({ ...inSeries, sopInstanceUid: value(entry, '00080018'), frames: '1' }));
    };
    await expect.poll(async () => (await ready()).length, { timeout: 30_000 }).toBe(3);
    const statuses = new Map<string, number>();
    for (const params of await ready())
      statuses.set(params.sopInstanceUid, (await framesOf(patient, root.frames, params, '*/*')).status);
    expect([...statuses.values()].sort()).toEqual([200, 406]);
  });

  it('give the file back when the reader leaves before the first byte', async () => {
    const [study] = await json(radiologist, dicomweb.readingImages.searchStudies, { caseId });
    const inStudy = { caseId, studyInstanceUid: value(study, '0020000D') };
    const [image] = await json(radiologist, dicomweb.readingImages.studyMetadata, inStudy);
    const uids = {
      studyInstanceUid: inStudy.studyInstanceUid,
      seriesInstanceUid: value(image, '0020000E'),
      sopInstanceUid: value(image, '00080018'),
    };
    const { storage } = server.parts;
    const checkout = storage.checkout.bind(storage);
    let lent = 0;
    const spy = vi.spyOn(storage, 'checkout').mockImplementation(async (sha256) => {
      const file = await checkout(sha256);
      lent += 1;
      return {
        ...file,
        release: async () => {
          lent -= 1;
          await file.release();
        },
      };
    });
    const context = { actor: SYSTEM, language: 'en' as const, address: null, userAgent: null, requestId: null };
    const own = { caseId };
    // As if a decoder had to look at it: plain values are read without a copy of the file.
    await server.parts.db.drizzle.execute(
      sql`update instances set header = jsonb_set(header, '{transferSyntaxUid}', '"1.2.840.10008.1.2.5"') where sop_instance_uid = ${uids.sopInstanceUid}`,
    );
    const wish = { frames: '1', accept: '*/*', signal: new AbortController().signal };
    const mayRead = vi.spyOn(server.features.cases, 'forPatient').mockResolvedValue({} as never);
    const { body } = await server.features.dicomweb.retrieve.frames(context, own, uids, wish);
    expect(lent).toBe(1);
    (body as Readable).destroy();
    await expect.poll(() => lent).toBe(0);
    spy.mockRestore();
    mayRead.mockRestore();
  });
});

describe('on a scan', () => {
  it('its institution reads it by session and by key, and no other does', async () => {
    const trials = createInstitutionFactory(server, await server.staff('operator'));
    const { admin: mine } = await trials.activated('dalga');
    const { admin: theirs } = await trials.activated('kiyi');
    const { scan } = await trials.upload(mine);
    await trials.settled(mine);
    const detail = await mine.call(scans.getScan, { params: { scanId: scan.id } });
    const { searchStudies, frames } = dicomweb.scanImages;
    const [study] = await json(mine, searchStudies, { scanId: scan.id });
    expect(value(study, '0020000D')).toBe(detail.studies[0]!.studyInstanceUid);
    expect((await theirs.send(searchStudies, { params: { scanId: scan.id } })).status).toBe(404);
    const [series] = detail.studies[0]!.series;
    const params = {
      scanId: scan.id,
      studyInstanceUid: value(study, '0020000D'),
      seriesInstanceUid: series!.seriesInstanceUid!,
      sopInstanceUid: series!.instances[0]!.sopInstanceUid!,
      frames: '1',
    };
    expect((await framesOf(mine, frames, params, 'application/octet-stream')).status).toBe(200);
    expect((await framesOf(theirs, frames, params, 'application/octet-stream')).status).toBe(404);
  });
});

const fileOf = async (sopInstanceUid: string): Promise<Uint8Array> => {
  for (const { bytes } of factory.phantom.files)
    if ((await decodeFrame(bytes)).header.sopInstanceUid === sopInstanceUid) return bytes;
  throw new Error('the phantom has no such image');
};
async function* chunksOf(body: Buffer) {
  for (let at = 0; at < body.length; at += 7000) yield body.subarray(at, at + 7000);
}
