import { readdir } from 'node:fs/promises';
import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { dicomweb, institutionData, institutions, scans } from '@duai/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { HttpClient } from '../../../scripts/http-client.ts';
import { TURN_BYTES } from '../core/intake.ts';
import { createInstitutionFactory } from '../testing/institution-factory.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { createTusClient } from '../testing/tus-client.ts';

/** The longest silence allowed in this test. Slow connections here last longer, but are never silent for long. */
const SHORT_MS = 3000;
const REST_MS = 150;
const PIECE = Buffer.alloc(1024 * 1024);
/** More than the buffers between two processes can hold. */
const PIECES = 40;

let server: TestServer;
let admin: HttpClient;
let factory: ReturnType<typeof createInstitutionFactory>;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
beforeAll(async () => {
  server = await startTestServer();
  factory = createInstitutionFactory(server, await server.staff('operator'));
  ({ admin } = await factory.activated('connections'));
});
afterEach(() => {
  vi.restoreAllMocks();
  server.app!.http.server.timeout = 600_000;
});
afterAll(async () => {
  agent.destroy();
  await server.end();
});

const cookieOf = (client: HttpClient) =>
  client
    .cookies()
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
const stagedFiles = async () =>
  (await readdir(join(server.dataDir, 'staging'), { recursive: true, withFileTypes: true }).catch(() => [])).filter(
    (entry) => entry.isFile() && !entry.name.endsWith('.owner'),
  );
const partHead = (name: string) =>
  `--b\r\ncontent-disposition: form-data; name="images"; filename="${name}"\r\ncontent-type: application/dicom\r\n\r\n`;

/** A request like a browser's: it sends the whole body before it handles the answer. */
function open(method: string, path: string, headers: OutgoingHttpHeaders) {
  const message = request(`${server.address}${path}`, { method, agent, headers });
  const answer = new Promise<{ status: number; body: { code?: string } }>((resolve, reject) => {
    message.on('error', reject);
    message.on('response', async (response) => {
      const text = Buffer.concat(await response.toArray()).toString();
      resolve({ status: response.statusCode!, body: JSON.parse(text || '{}') as { code?: string } });
    });
  });
  const send = (bytes: Buffer | string) =>
    new Promise<void>((resolve, reject) => message.write(bytes, (error) => (error ? reject(error) : resolve())));
  return { answer, send, end: (last = '') => message.end(last), socket: () => message.socket as Socket, message };
}

const openUpload = () =>
  open('POST', scans.uploadScan.path, {
    'content-type': 'multipart/form-data; boundary=b',
    cookie: cookieOf(admin),
  });

describe('a request that is answered before all of it was sent', () => {
  const noSpace = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  const failAfterFirstPiece = (failing: (source: AsyncIterable<unknown>) => Promise<never>) =>
    vi.spyOn(server.parts.storage, 'stage').mockImplementation((source) => failing(source));

  /** Fails like a full disk: in the middle of a file. */
  async function full(source: AsyncIterable<unknown>): Promise<never> {
    for await (const _ of source) throw noSpace;
    throw noSpace;
  }

  it('is read to its end in turns, so that its sender gets to the answer, and the connection serves on', async () => {
    failAfterFirstPiece(full);
    const upload = openUpload();
    const begin = performance.now();
    await upload.send(partHead('slice.dcm'));
    for (let piece = 0; piece < PIECES; piece += 1) await upload.send(PIECE);
    upload.end('\r\n--b--\r\n');
    expect(await upload.answer).toMatchObject({ status: 507, body: { code: 'STORAGE_FULL' } });
    // Turns of 12 ms each; only half of them are required, because of what is in the connection's buffers.
    expect(performance.now() - begin).toBeGreaterThan((0.5 * 12 * PIECES * PIECE.length) / TURN_BYTES);

    const next = open('GET', scans.listScans.path, { cookie: cookieOf(admin) });
    next.end();
    expect((await next.answer).status).toBe(200);
    expect(next.socket()).toBe(upload.socket());
  });

  it('is read to its end by the STOW-RS door too', async () => {
    failAfterFirstPiece(full);
    const upload = open('POST', dicomweb.storeInstances.path, {
      'content-type': 'multipart/related; type="application/dicom"; boundary=b',
      accept: 'application/dicom+json',
      cookie: cookieOf(admin),
    });
    await upload.send('--b\r\ncontent-type: application/dicom\r\n\r\n');
    for (let piece = 0; piece < PIECES; piece += 1) await upload.send(PIECE);
    upload.end('\r\n--b--\r\n');
    expect((await upload.answer).status).toBe(507);
  });

  it('is read to its end where it is a piece of a resumable upload', async () => {
    const patient = await server.patient();
    const caseId = await server.openCase(patient);
    const tus = createTusClient(server.address, () => patient.token());
    const bytes = new Uint8Array(PIECES * PIECE.length);
    const location = (await tus.create(caseId, { name: 'a.dcm', bytes })).headers.get('location')!;
    vi.spyOn(server.parts.partials, 'write').mockImplementation(full as never);
    const piece = open('PATCH', location, {
      authorization: `Bearer ${patient.token()}`,
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': bytes.length,
    });
    for (let sent = 0; sent < PIECES; sent += 1) await piece.send(PIECE);
    piece.end();
    expect(await piece.answer).toMatchObject({ status: 507, body: { code: 'STORAGE_FULL' } });
  });
});

describe('a slow line', () => {
  it('has all the time it needs: no limit on the whole of a request, and pauses that any proxy makes', () => {
    const { requestTimeout, headersTimeout, keepAliveTimeout, timeout } = server.app!.http.server;
    expect({ requestTimeout, headersTimeout, keepAliveTimeout, timeout }).toEqual({
      requestTimeout: 0,
      headersTimeout: 60_000,
      keepAliveTimeout: 72_000,
      timeout: 600_000,
    });
  });

  it('sends for longer than any silence may last, and everything arrives', async () => {
    server.app!.http.server.timeout = SHORT_MS;
    // Work on the answer does not count as the sender's silence, however long it takes.
    const { stage } = server.parts.storage;
    vi.spyOn(server.parts.storage, 'stage').mockImplementation(async (...staging) => {
      const staged = await stage(...staging);
      await pause(1.5 * SHORT_MS);
      return staged;
    });
    const [file] = factory.freshPhantom().files;
    const upload = openUpload();
    await upload.send(partHead(file!.name));
    const begin = performance.now();
    let sent = 0;
    while (performance.now() - begin <= 1.2 * SHORT_MS) {
      await upload.send(Buffer.from(file!.bytes.subarray(sent, sent + 100)));
      sent += 100;
      await pause(REST_MS);
    }
    await upload.send(Buffer.from(file!.bytes.subarray(sent)));
    upload.end('\r\n--b--\r\n');
    expect((await upload.answer).status).toBe(201);
    await factory.settled(admin);
  });

  it('reads an archive for longer than any silence may last, and gets all of it', async () => {
    const large = Buffer.alloc(10 * 1024 * 1024);
    const [file] = factory.freshPhantom().files;
    large.set(file!.bytes);
    await factory.upload(admin, [{ name: 'large.dcm', bytes: large }]);
    await factory.settled(admin);
    server.app!.http.server.timeout = SHORT_MS;
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request(`${server.address}${institutionData.downloadTrialData.path}`, {
        agent,
        headers: { cookie: cookieOf(admin) },
      })
        .on('response', resolve)
        .on('error', reject)
        .end();
    });
    const begin = performance.now();
    let bytes = 0;
    let last = Buffer.alloc(0);
    let paused = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      last = Buffer.concat([last, chunk]).subarray(-22);
      // A megabyte, then a pause.
      if (bytes / PIECE.length > paused) {
        paused += 1;
        await pause(SHORT_MS / 8);
      }
    }
    expect(performance.now() - begin).toBeGreaterThan(SHORT_MS);
    expect(bytes).toBeGreaterThan(large.length);
    // The end of central directory (APPNOTE 4.3.16): the archive is complete.
    expect(last.readUInt32LE(0)).toBe(0x06054b50);
  });

  it('that fell silent is cut, and nothing of it stays', async () => {
    server.app!.http.server.timeout = SHORT_MS;
    const upload = openUpload();
    await upload.send(partHead('half.dcm'));
    await upload.send(PIECE);
    await expect(upload.answer).rejects.toThrow();
    await expect.poll(stagedFiles).toEqual([]);
  });
});

it('the same request sent again, because its answer was lost, changes nothing', async () => {
  const { files } = factory.freshPhantom();
  const first = await factory.upload(admin, files);
  const { usedScans } = await admin.call(institutions.getTrialUsage);
  const again = await factory.upload(admin, files);
  expect(again.scan.id).toBe(first.scan.id);
  expect(again.refused?.map(({ code }) => code)).toEqual(files.map(() => 'DUPLICATE'));
  expect((await admin.call(institutions.getTrialUsage)).usedScans).toBe(usedScans);
  await factory.settled(admin);
});
