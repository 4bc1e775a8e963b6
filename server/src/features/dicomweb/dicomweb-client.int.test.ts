import { integrations, scans } from '@duai/contract';
import { decodeFrame } from '@duai/imaging';
import { api } from 'dicomweb-client';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { rowOfValues } from '../../../../imaging/src/testing/row-of-values.ts';
import { type HttpClient, imagesForm } from '../../../../scripts/http-client.ts';
import { FetchRequest } from '../../testing/fetch-request.ts';
import { createInstitutionFactory } from '../../testing/institution-factory.ts';
import { smallPhantom } from '../../testing/samples.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

type Row = Record<string, { vr: string; Value?: unknown[]; BulkDataURI?: string }>;
interface Image {
  studyInstanceUID: string;
  seriesInstanceUID: string;
  sopInstanceUID: string;
}
interface Pictures extends Image {
  mediaTypes: readonly { mediaType: string; transferSyntaxUID?: string }[];
}
/** Its own types ask for parameters that it does not need. */
interface Client {
  searchForStudies(wish: { queryParams: object }): Promise<Row[]>;
  searchForSeries(wish: Pick<Image, 'studyInstanceUID'>): Promise<Row[]>;
  searchForInstances(wish: Image & { queryParams: object }): Promise<Row[]>;
  retrieveStudy(wish: Image): Promise<ArrayBuffer[]>;
  retrieveSeries(wish: Image): Promise<ArrayBuffer[]>;
  retrieveInstance(wish: Image): Promise<ArrayBuffer>;
  retrieveStudyMetadata(wish: Image): Promise<Row[]>;
  retrieveSeriesMetadata(wish: Image): Promise<Row[]>;
  retrieveInstanceMetadata(wish: Image): Promise<Row[]>;
  retrieveInstanceFrames(wish: Partial<Pictures> & Image & { frameNumbers: number[] }): Promise<ArrayBuffer[]>;
  retrieveInstanceRendered(wish: Pictures): Promise<ArrayBuffer | ArrayBuffer[]>;
  retrieveInstanceThumbnail(wish: Pictures): Promise<ArrayBuffer | ArrayBuffer[]>;
  retrieveInstanceFramesRendered(wish: Pictures & { frameNumbers: number[] }): Promise<ArrayBuffer | ArrayBuffer[]>;
  retrieveBulkData(wish: { BulkDataURI: string }): Promise<ArrayBuffer[]>;
  storeInstances(wish: { datasets: ArrayBuffer[] }): Promise<string>;
}

const phantom = smallPhantom(75_001, 'ÇINAR^DENİZ');
const LARGE = Uint8Array.from({ length: 4000 }, (_, at) => at % 241);
const imageOf = (sopInstanceUid: string): Uint8Array =>
  rowOfValues([
    { tag: 0x00080018, vr: 'UI', value: sopInstanceUid },
    { tag: 0x0020000d, vr: 'UI', value: '2.25.7502' },
    { tag: 0x0020000e, vr: 'UI', value: '2.25.7503' },
    { tag: 0x00100020, vr: 'LO', value: 'PHANTOM-75002' },
    { tag: 0x00091010, vr: 'LO', value: 'MAKER' },
    { tag: 0x00091011, vr: 'OB', value: LARGE },
  ]);

let server: TestServer;
let mine: HttpClient;
let client: Client;
let uids: Image;
beforeEach(() => void vi.stubGlobal('XMLHttpRequest', FetchRequest));
beforeAll(async () => {
  server = await startTestServer();
  const factory = createInstitutionFactory(server, await server.staff('operator'));
  ({ admin: mine } = await factory.activated('istemci'));
  await mine.call(scans.uploadScan, { form: imagesForm(phantom.files) });
  await factory.settled(mine);
  const { secret } = await mine.call(integrations.createApiKey, {
    body: { name: 'client', scopes: ['scans:read', 'scans:write'] },
  });
  client = new api.DICOMwebClient({
    url: `${server.address}/api/dicom-web`,
    headers: { authorization: `Bearer ${secret}` },
    singlepart: false,
    verbose: false,
  }) as unknown as Client;
  const { header } = await decodeFrame(phantom.files[0]?.bytes ?? new Uint8Array());
  uids = {
    studyInstanceUID: header.studyInstanceUid ?? '',
    seriesInstanceUID: header.seriesInstanceUid ?? '',
    sopInstanceUID: header.sopInstanceUid ?? '',
  };
}, 180_000);
afterAll(() => server.end());

const value = (row: Row | undefined, tag: string): unknown => row?.[tag]?.Value?.[0];
const base64 = (bytes: ArrayBuffer | Uint8Array) => Buffer.from(new Uint8Array(bytes)).toString('base64');

const NO_IMAGE = new TextEncoder().encode('no image');
const bufferOf = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;

it('dicomweb-client searches studies, series and instances', async () => {
  const studies = await client.searchForStudies({ queryParams: { PatientID: 'PHANTOM-7500?' } });
  expect(studies.map((row) => value(row, '0020000D'))).toEqual([uids.studyInstanceUID]);
  const series = await client.searchForSeries({ studyInstanceUID: uids.studyInstanceUID });
  expect(series.map((row) => value(row, '0020000E'))).toEqual([uids.seriesInstanceUID]);
  const instances = await client.searchForInstances({ ...uids, queryParams: { limit: 5 } });
  expect(instances).toHaveLength(5);
});

it('dicomweb-client retrieves study, series, instance and their metadata', async () => {
  const sent = phantom.files.map(({ bytes }) => base64(bytes)).sort();
  expect((await client.retrieveStudy(uids)).map(base64).sort()).toEqual(sent);
  expect((await client.retrieveSeries(uids)).map(base64).sort()).toEqual(sent);
  expect(sent).toContain(base64(await client.retrieveInstance(uids)));
  expect(await client.retrieveStudyMetadata(uids)).toHaveLength(sent.length);
  expect(await client.retrieveSeriesMetadata(uids)).toHaveLength(sent.length);
  const [one] = await client.retrieveInstanceMetadata(uids);
  expect([value(one, '00080018'), value(one, '00100010')]).toEqual([
    uids.sopInstanceUID,
    { Alphabetic: 'ÇINAR^DENİZ' },
  ]);
});

it('dicomweb-client retrieves frames, pictures and bulk data', async () => {
  const file = phantom.files[0]?.bytes ?? new Uint8Array();
  const { stored } = await decodeFrame(file);
  const pixels = base64(new Uint8Array(stored.buffer, stored.byteOffset, stored.byteLength));
  expect((await client.retrieveInstanceFrames({ ...uids, frameNumbers: [1] })).map(base64)).toEqual([pixels]);
  // As viewers ask: compressed forms first, then what every server has.
  const mediaTypes = [
    { mediaType: 'image/jls', transferSyntaxUID: '1.2.840.10008.1.2.4.80' },
    { mediaType: 'application/octet-stream', transferSyntaxUID: '1.2.840.10008.1.2.1' },
  ];
  const chosen = await client.retrieveInstanceFrames({ ...uids, frameNumbers: [1], mediaTypes });
  expect(chosen.map(base64)).toEqual([pixels]);
  const pictures = [
    await client.retrieveInstanceRendered({ ...uids, mediaTypes: [{ mediaType: 'image/png' }] }),
    await client.retrieveInstanceFramesRendered({
      ...uids,
      frameNumbers: [1],
      mediaTypes: [{ mediaType: 'image/png' }],
    }),
    await client.retrieveInstanceThumbnail({ ...uids, mediaTypes: [{ mediaType: 'image/png' }] }),
  ];
  for (const picture of pictures) {
    const [bytes] = [picture].flat();
    expect(Buffer.from(bytes ?? new ArrayBuffer(0)).toString('latin1', 1, 4)).toBe('PNG');
  }
  const [one] = await client.retrieveInstanceMetadata(uids);
  const bulk = await client.retrieveBulkData({ BulkDataURI: one?.['7FE00010']?.BulkDataURI ?? '' });
  expect(bulk.map(base64)).toEqual([pixels]);
});

it('dicomweb-client stores instances, and is told of the one that was refused', async () => {
  const outcome = JSON.parse(
    await client.storeInstances({ datasets: [imageOf('2.25.7504'), NO_IMAGE].map(bufferOf) }),
  ) as Row;
  expect(value(outcome, '00081190')).toBe(`${server.address}/api/dicom-web/studies/2.25.7502`);
  const [stored, ...others] = (outcome['00081199']?.Value ?? []) as Row[];
  expect([value(stored, '00081155'), others]).toEqual(['2.25.7504', []]);
  expect(value(((outcome['0008119A']?.Value ?? []) as Row[])[0], '00081197')).toBe(0xc000);
  const own = { studyInstanceUID: '2.25.7502', seriesInstanceUID: '2.25.7503', sopInstanceUID: '2.25.7504' };
  const read = () => client.retrieveInstanceMetadata(own).catch((): Row[] => []);
  await expect.poll(async () => (await read()).length, { timeout: 30_000 }).toBe(1);
  const [one] = await read();
  const [bulk] = await client.retrieveBulkData({ BulkDataURI: one?.['00091011']?.BulkDataURI ?? '' });
  expect(base64(bulk ?? new ArrayBuffer(0))).toBe(base64(LARGE));
  // Nothing stored is an error.
  const refused = client.storeInstances({ datasets: [bufferOf(NO_IMAGE)] });
  await expect(refused).rejects.toMatchObject({ status: 409 });
});
