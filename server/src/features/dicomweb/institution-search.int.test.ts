import { Readable } from 'node:stream';
import { dicomweb, type Endpoint, integrations, scans } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpClient, type HttpClient, imagesForm } from '../../../../scripts/http-client.ts';
import { createInstitutionFactory } from '../../testing/institution-factory.ts';
import { smallPhantom } from '../../testing/samples.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { mediaTypeOf, relatedParts } from './media-types/multipart-related.ts';

const root = dicomweb.institutionImages;
type Row = Record<string, { vr: string; Value?: unknown[] }>;

let server: TestServer;
let mine: HttpClient;
let theirs: HttpClient;
/** API keys. */
let key: string;
let otherKey: string;
const phantoms = [smallPhantom(73_001, 'ÖZ^AYŞE'), smallPhantom(73_002, 'ÖZ^ALİ'), smallPhantom(73_003, 'KAR^CAN')];
let uids: string[];
beforeAll(async () => {
  server = await startTestServer();
  const factory = createInstitutionFactory(server, await server.staff('operator'));
  ({ admin: mine } = await factory.activated('arama'));
  ({ admin: theirs } = await factory.activated('komsu'));
  for (const { files } of phantoms) await uploadAll(files);
  await factory.settled(mine);
  const keyOf = async (admin: HttpClient) =>
    (await admin.call(integrations.createApiKey, { body: { name: 'PACS', scopes: ['scans:read'] } })).secret;
  [key, otherKey] = [await keyOf(mine), await keyOf(theirs)];
  uids = (await search(root.searchStudies, { PatientID: 'PHANTOM-7300?' }))
    .sort((a, b) => (value(a, '00100020') < value(b, '00100020') ? -1 : 1))
    .map((row) => value(row, '0020000D'));
}, 180_000);
afterAll(() => server.end());

/** A busy machine may have no time to check a file; sent again until all are stored. */
async function uploadAll(files: { name: string; bytes: Uint8Array }[]): Promise<void> {
  for (let tries = 0; tries < 5; tries += 1) {
    const { refused = [] } = await mine.call(scans.uploadScan, { form: imagesForm(files) });
    if (refused.length === 0) return;
    files = files.filter(({ name }) => refused.some((one) => one.name === name));
  }
  throw new Error('not all images were taken');
}

const value = (row: Row | undefined, tag: string) => String(row?.[tag]?.Value?.[0] ?? '');

async function ask(
  endpoint: Endpoint,
  params: Record<string, string> = {},
  query: string | Record<string, string> = '',
  headers: Record<string, string> = {},
  secret = key,
): Promise<Response> {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => params[name]!);
  const search = typeof query === 'string' ? query : new URLSearchParams(query).toString();
  return fetch(`${server.address}${path}${search && `?${search}`}`, {
    headers: { authorization: `Bearer ${secret}`, ...headers },
  });
}
async function search(
  endpoint: Endpoint,
  query: string | Record<string, string> = '',
  params: Record<string, string> = {},
): Promise<Row[]> {
  const answer = await ask(endpoint, params, query);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    expect.stringMatching(/^application\/dicom\+json/),
  ]);
  return (await answer.json()) as Row[];
}

describe('QIDO-RS over an institution', () => {
  it('[PAC-009] a search for days answers the latest day first, in whatever order the studies came', async () => {
    const { drizzle } = server.parts.db;
    const days = ['2025-04-02', '2025-04-03', '2025-04-01'];
    const move = (at: number, day: string) =>
      drizzle.execute(sql`update studies set study_date = ${day} where study_instance_uid = ${uids[at]}`);
    try {
      for (const [at, day] of days.entries()) await move(at, day);
      const found = await search(root.searchStudies, { StudyDate: '20250401-20250403', ModalitiesInStudy: 'CT' });
      expect(found.map((row) => uids.indexOf(value(row, '0020000D')))).toEqual([1, 0, 2]);
      const [last] = await search(root.searchStudies, { StudyDate: '20250401-20250403', limit: '1', offset: '2' });
      expect(value(last, '0020000D')).toBe(uids[2]);
    } finally {
      for (const at of days.keys()) await move(at, '2025-04-01');
    }
  });

  it('[PAC-009] QIDO-RS answers wildcards, ranges, UID lists, counts, paging and includefield as PS3.18 says', async () => {
    const found = async (query: string | Record<string, string>) =>
      (await search(root.searchStudies, query)).map((row) => uids.indexOf(value(row, '0020000D'))).sort();
    expect(uids).toHaveLength(3);
    // Wildcards and single values, by keyword and by tag; upper and lower case do not matter in names.
    expect(await found({ PatientName: 'öz^*' })).toEqual([0, 1]);
    expect(await found({ '00100010': 'KAR^CAN' })).toEqual([2]);
    expect(await found({ PatientID: 'PHANTOM-7300?' })).toEqual([0, 1, 2]);
    expect(await found({ PatientID: 'PHANTOM-73002' })).toEqual([1]);
    expect(await found({ PatientID: 'PHANTOM%' })).toEqual([]);
    // Ranges of dates.
    expect(await found({ StudyDate: '20250401' })).toEqual([0, 1, 2]);
    expect(await found({ StudyDate: '20250401-' })).toEqual([0, 1, 2]);
    expect(await found({ StudyDate: '-20250331' })).toEqual([]);
    expect(await found({ StudyDate: '20240101-20261231', ModalitiesInStudy: 'CT' })).toEqual([0, 1, 2]);
    expect(await found({ ModalitiesInStudy: 'MR' })).toEqual([]);
    // Lists of UIDs, separated by commas or backslashes, or repeated.
    expect(await found({ StudyInstanceUID: `${uids[0]},${uids[2]}` })).toEqual([0, 2]);
    expect(await found({ StudyInstanceUID: `${uids[0]}\\${uids[1]}` })).toEqual([0, 1]);
    expect(await found(`StudyInstanceUID=${uids[1]}&StudyInstanceUID=${uids[2]}`)).toEqual([1, 2]);
    // Counts.
    const [study] = await search(root.searchStudies, { StudyInstanceUID: uids[0]! });
    const images = phantoms[0]!.files.length;
    expect([value(study, '00201206'), value(study, '00201208'), study!['00080061']?.Value]).toEqual([
      '1',
      String(images),
      ['CT'],
    ]);
    expect(study!['00081190']).toEqual({ vr: 'UR', Value: [`${server.address}/api/dicom-web/studies/${uids[0]}`] });
    expect(study!['00100010']).toEqual({ vr: 'PN', Value: [{ Alphabetic: 'ÖZ^AYŞE' }] });
    // Paging.
    const pages = await Promise.all([0, 1, 2, 3].map((offset) => found({ limit: '1', offset: String(offset) })));
    expect(pages.map((page) => page.length)).toEqual([1, 1, 1, 0]);
    expect(pages.flat().sort()).toEqual([0, 1, 2]);
    // Fields: those of the level by default, those above it on request, repeated or joined by commas.
    const inStudy = { studyInstanceUid: uids[0]! };
    const seriesOf = async (query: string) => (await search(root.searchStudySeries, query, inStudy))[0]!;
    const bare = await seriesOf('');
    expect(Object.keys(bare)).toEqual(expect.arrayContaining(['00080060', '0020000D', '0020000E', '00201209']));
    expect(Object.keys(bare)).not.toEqual(expect.arrayContaining(['00100020']));
    expect(value(await seriesOf('includefield=PatientID,00081030'), '00100020')).toBe('PHANTOM-73001');
    const repeated = await seriesOf('includefield=00100020&includefield=StudyDate');
    expect([value(repeated, '00100020'), value(repeated, '00080020')]).toEqual(['PHANTOM-73001', '20250401']);
    expect(value(await seriesOf('includefield=all'), '00081030')).toBe('Chest CT phantom');
    // At the lower levels, with and without a parent.
    const inSeries = { ...inStudy, seriesInstanceUid: value(bare, '0020000E') };
    expect(await search(root.searchSeriesInstances, '', inSeries)).toHaveLength(images);
    expect(await search(root.searchStudyInstances, { InstanceNumber: '2' }, inStudy)).toHaveLength(1);
    expect(await search(root.searchSeries, { Modality: 'CT' })).toHaveLength(3);
    expect(await search(root.searchInstances, { limit: '5' })).toHaveLength(5);
    const [one] = await search(root.searchInstances, { PatientID: 'PHANTOM-73003', InstanceNumber: '1' });
    expect([value(one, '0020000D'), value(one, '00100020')]).toEqual([uids[2], 'PHANTOM-73003']);
    // Without a match the answer is an empty list.
    const none = await ask(root.searchStudies, {}, { PatientID: 'NOBODY' });
    expect([none.status, await none.text()]).toEqual([200, '[]']);
    // An unsupported parameter is reported; an invalid value is refused.
    const fuzzy = await ask(root.searchStudies, {}, { PatientName: 'Oz', fuzzymatching: 'true' });
    expect([fuzzy.status, fuzzy.headers.get('warning')]).toEqual([
      200,
      '299 duai "The fuzzymatching parameter is not supported. Only literal matching has been performed."',
    ]);
    expect((await ask(root.searchStudies, {}, { StudyDate: '20251350' })).status).toBe(400);
    expect((await ask(root.searchStudies, {}, { StudyInstanceUID: 'x' })).status).toBe(400);
  });

  it('finds nothing of another institution, by any key, and asks for the scope', async () => {
    for (const endpoint of [root.searchStudies, root.searchSeries, root.searchInstances]) {
      const answer = await ask(endpoint, {}, { StudyInstanceUID: uids.join(',') }, {}, otherKey);
      expect([answer.status, await answer.text()]).toEqual([200, '[]']);
    }
    const inStudy = { studyInstanceUid: uids[0]! };
    expect((await ask(root.studyMetadata, inStudy, '', {}, otherKey)).status).toBe(404);
    const writing = await mine.call(integrations.createApiKey, { body: { name: 'STOW', scopes: ['scans:write'] } });
    expect((await ask(root.searchStudies, {}, '', {}, writing.secret)).status).toBe(403);
    expect((await createHttpClient(server.address).send(root.searchStudies)).status).toBe(401);
    expect(await (await mine.send(root.searchStudies, { query: { PatientID: 'PHANTOM-73001' } })).json()).toHaveLength(
      1,
    );
    expect(server.logLines.join('')).not.toMatch(/PHANTOM-7|AYŞE/);
  });
});

describe('WADO-RS over an institution', () => {
  it('[PAC-010] WADO-RS gives metadata, frames by negotiated syntax, rendered and thumbnail; nothing fitting is 406', async () => {
    const inStudy = { studyInstanceUid: uids[0]! };
    const metadata = (await (await ask(root.studyMetadata, inStudy)).json()) as Row[];
    expect(metadata).toHaveLength(phantoms[0]!.files.length);
    const image = {
      ...inStudy,
      seriesInstanceUid: value(metadata[0], '0020000E'),
      sopInstanceUid: value(metadata[0], '00080018'),
      frames: '1',
    };
    for (const [endpoint, count] of [
      [root.seriesMetadata, metadata.length],
      [root.instanceMetadata, 1],
    ] as const)
      expect(await (await ask(endpoint, image)).json()).toHaveLength(count);
    const bytes = Number(value(metadata[0], '00280010')) * Number(value(metadata[0], '00280011')) * 2;

    const frames = (accept: string) => ask(root.frames, image, '', { accept });
    const related = 'multipart/related; type="application/octet-stream"';
    for (const accept of [
      '*/*',
      related,
      `${related}; transfer-syntax=*`,
      `${related}; transfer-syntax=1.2.840.10008.1.2.1`,
      // The first of several that the server can provide.
      `${related}; transfer-syntax=1.2.840.10008.1.2.4.90, ${related}; transfer-syntax=1.2.840.10008.1.2.1`,
    ]) {
      const answer = await frames(accept);
      expect([accept, answer.status]).toEqual([accept, 200]);
      expect(answer.headers.get('content-type')).toContain('transfer-syntax=1.2.840.10008.1.2.1;');
      expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(bytes);
    }
    const alone = await frames('application/octet-stream');
    expect([alone.status, (await alone.arrayBuffer()).byteLength]).toEqual([200, bytes]);

    const picture = async (endpoint: Endpoint, accept: string, query = '') => {
      const answer = await ask(endpoint, image, query, { accept });
      const content = Buffer.from(await answer.arrayBuffer());
      return {
        status: answer.status,
        type: answer.headers.get('content-type'),
        start: content.toString('hex', 0, 4),
        content,
      };
    };
    const [JPEG, PNG] = ['ffd8ff', '89504e47'];
    for (const [accept, type, start] of [
      ['*/*', 'image/jpeg', JPEG],
      ['image/*', 'image/jpeg', JPEG],
      ['image/png', 'image/png', PNG],
      ['image/gif, image/png;q=0.5, image/jpeg;q=0.2', 'image/png', PNG],
      ['*/*, image/jpeg;q=0', 'image/png', PNG],
    ] as const) {
      for (const endpoint of [root.rendered, root.renderedFrame, root.thumbnail]) {
        const answer = await picture(endpoint, accept);
        expect([accept, answer.status, answer.type]).toEqual([accept, 200, type]);
        expect(answer.start).toMatch(new RegExp(`^${start}`));
      }
    }
    const inWindow = await picture(root.rendered, 'image/png', 'window=40,400,linear');
    expect(inWindow.status).toBe(200);
    expect(inWindow.content.equals((await picture(root.rendered, 'image/png')).content)).toBe(false);
    const small = await picture(root.rendered, 'image/png', 'viewport=32,32');
    expect([small.content.readUInt32BE(16), small.content.readUInt32BE(20)]).toEqual([32, 32]);

    for (const accept of [
      `${related}; transfer-syntax=1.2.840.10008.1.2.4.90`,
      'multipart/related; type="image/jpeg"',
      'application/dicom',
      'text/html',
    ])
      expect([accept, (await frames(accept)).status]).toEqual([accept, 406]);
    for (const endpoint of [root.rendered, root.renderedFrame, root.thumbnail])
      expect((await picture(endpoint, 'image/gif')).status).toBe(406);
    expect((await ask(root.frames, { ...image, frames: '2' })).status).toBe(404);
    expect((await ask(root.renderedFrame, { ...image, frames: '2' })).status).toBe(404);
    expect((await ask(root.rendered, { ...image, sopInstanceUid: '2.25.1' })).status).toBe(404);
    expect((await ask(root.rendered, image, '', {}, otherKey)).status).toBe(404);
  });

  it('[PAC-010] WADO-RS gives whole instances as they were stored, by study, series and instance', async () => {
    const inStudy = { studyInstanceUid: uids[0]! };
    const [first] = (await (await ask(root.studyMetadata, inStudy)).json()) as Row[];
    const inSeries = { ...inStudy, seriesInstanceUid: value(first, '0020000E') };
    const one = { ...inSeries, sopInstanceUid: value(first, '00080018') };
    const sent = phantoms[0]!.files.map(({ bytes }) => Buffer.from(bytes).toString('base64')).sort();
    const files = async (answer: Response) => {
      const { type, parameters } = mediaTypeOf(answer.headers.get('content-type') ?? '');
      expect([answer.status, type, parameters.get('type')]).toEqual([200, 'multipart/related', 'application/dicom']);
      const found: string[] = [];
      const bytes = Buffer.from(await answer.arrayBuffer());
      for await (const { headers, stream } of relatedParts(Readable.from([bytes]), parameters.get('boundary')!)) {
        expect(headers.get('content-type')).toBe('application/dicom; transfer-syntax=1.2.840.10008.1.2.1');
        found.push(Buffer.concat(await stream.toArray()).toString('base64'));
      }
      return found.sort();
    };
    const related = 'multipart/related; type="application/dicom"';
    expect(await files(await ask(root.study, inStudy))).toEqual(sent);
    expect(await files(await ask(root.series, inSeries, '', { accept: `${related}; transfer-syntax=*` }))).toEqual(
      sent,
    );
    const explicit = { accept: `${related}; transfer-syntax=1.2.840.10008.1.2.1` };
    expect(await files(await ask(root.series, inSeries, explicit))).toEqual(sent);
    expect(sent).toContain((await files(await ask(root.instance, one, '', { accept: related })))[0]);
    // A single instance can be given as a file.
    const alone = await ask(root.instance, one, '', { accept: 'application/dicom' });
    expect([alone.status, alone.headers.get('content-type')]).toEqual([
      200,
      'application/dicom; transfer-syntax=1.2.840.10008.1.2.1',
    ]);
    expect(sent).toContain(Buffer.from(await alone.arrayBuffer()).toString('base64'));
    // Nothing that was not asked for, and nothing of other institutions.
    for (const [endpoint, accept] of [
      [root.study, `${related}; transfer-syntax=1.2.840.10008.1.2.4.90`],
      [root.study, 'application/dicom'],
      [root.instance, 'image/jpeg'],
    ] as const)
      expect([accept, (await ask(endpoint, one, '', { accept })).status]).toEqual([accept, 406]);
    expect((await ask(root.study, inStudy, '', {}, otherKey)).status).toBe(404);
  });
});
