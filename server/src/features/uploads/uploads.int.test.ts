import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type cases, LIMITS, studies, uploads } from '@duai/contract';
import { ERRORS } from '@tus/server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { HttpClient } from '../../../../scripts/http-client.ts';
import { sha256Hex } from '../../core/ids.ts';
import { smallPhantom } from '../../testing/samples.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createTusClient, uploadIdOf } from '../../testing/tus-client.ts';

let server: TestServer;
let patient: HttpClient;
let tus: ReturnType<typeof createTusClient>;
const phantom = smallPhantom();
const slice = phantom.files[0]!;

beforeAll(async () => {
  server = await startTestServer();
  patient = await server.patient();
  tus = createTusClient(server.address, () => patient.token());
});
afterAll(() => server.end());

const partialFiles = () => readdir(join(server.dataDir, 'partials', 'partial')).catch(() => []);
const submit = (caseId: string, uploadIds: string[]) =>
  patient.send(uploads.submitUploads, { params: { caseId }, body: { uploadIds }, language: 'tr' });

async function begin(caseId: string, file: { name: string; bytes: Uint8Array; sha256?: string }): Promise<string> {
  const answer = await tus.create(caseId, file);
  expect(answer.status).toBe(201);
  return answer.headers.get('location')!;
}

describe('a resumable upload', () => {
  it('goes on where the connection was cut, and what is stored has the hash of the original', async () => {
    const caseId = await server.openCase(patient);
    const location = await begin(caseId, slice);
    const share = Math.floor(slice.bytes.length * 0.4);
    await cutAfter(location, slice.bytes, share);
    await expect.poll(() => tus.offset(location)).toBe(share);

    // Another page finds an upload in progress by the hash of its content.
    const [known] = await patient.call(uploads.listUploads, { params: { caseId } });
    expect(known).toMatchObject({
      id: uploadIdOf(location),
      name: slice.name,
      receivedBytes: share,
      sizeBytes: slice.bytes.length,
      sha256: sha256Hex(slice.bytes),
    });
    expect((await submit(caseId, [known!.id])).status).toBe(409);

    expect((await tus.patch(location, share, slice.bytes.subarray(share))).status).toBe(204);
    const answer = await submit(caseId, [known!.id]);
    expect(answer.status).toBe(200);
    const submitted = (await answer.json()) as { message: string; case: cases.PatientCase };
    expect(submitted.message).toContain('analizi başladı');
    expect([submitted.case.status, submitted.case.images.map((image) => image.originalName)]).toEqual([
      'processing',
      [slice.name],
    ]);
    expect(await server.parts.storage.has(sha256Hex(slice.bytes))).toBe(true);
    expect(await patient.call(uploads.listUploads, { params: { caseId } })).toEqual([]);
    await expect.poll(partialFiles).toEqual([]);
  });

  it('keeps how many files were chosen together, and refuses a number that is none', async () => {
    const caseId = await server.openCase(patient);
    expect((await tus.create(caseId, { ...slice, files: '24' })).status).toBe(201);
    expect((await tus.create(caseId, phantom.files[1]!)).status).toBe(201);
    for (const files of ['0', '-1', 'many', String(LIMITS.filesPerCase + 1)]) {
      expect((await tus.create(caseId, { ...phantom.files[2]!, files })).status).toBe(400);
    }
    const begun = await patient.call(uploads.listUploads, { params: { caseId } });
    expect(begun.map(({ announcedFiles }) => announcedFiles)).toEqual([24, null]);
  });

  it('keeps the sender’s word that several named people are one, for whoever reads the images; a number, no name', async () => {
    const staff = await server.staff('radiologist');
    const read = async (caseId: string) =>
      (await staff.call(studies.getReading, { params: { caseId } })).case.personDeclarations;
    const sendTwo = async (people: string | undefined, namedPeople?: number) => {
      const caseId = await server.openCase(patient);
      const ids: string[] = [];
      for (const [index, file] of phantom.files.slice(0, 2).entries()) {
        const answer = await tus.create(caseId, { ...file, ...(index === 0 && people && { people }) }, file.bytes);
        ids.push(uploadIdOf(answer.headers.get('location')!));
      }
      const { case: sent } = await patient.call(uploads.submitUploads, {
        params: { caseId },
        body: { uploadIds: ids, namedPeople },
      });
      expect(await read(caseId)).toEqual(sent.personDeclarations);
      return { caseId, said: sent.personDeclarations.map((declaration) => declaration.namedPeople) };
    };
    // A number declared with a file holds, whoever hands the files in, unless they looked into all files and declare
    // another.
    const { caseId, said } = await sendTwo('3');
    expect(said).toEqual([3]);
    expect((await sendTwo('3', 2)).said).toEqual([2]);
    expect((await sendTwo('3', 1)).said).toEqual([]);
    expect((await sendTwo(undefined)).said).toEqual([]);
    for (const people of ['0', '1.5', 'many']) {
      expect((await tus.create(await server.openCase(patient), { ...slice, people })).status).toBe(400);
    }
    const { rows } = await server.parts.db.drizzle.execute<{ details: object }>(
      `select details from audit_events where action = 'studies.declare-one-person' and subject_id = '${caseId}'`,
    );
    expect(rows).toEqual([{ details: { namedPeople: 3 } }]);
  });

  it('takes small files whole with their creation, and refuses what the upload call refuses, by name', async () => {
    const caseId = await server.openCase(patient);
    const good = await tus.create(caseId, phantom.files[1]!, phantom.files[1]!.bytes);
    const letter = { name: 'mektup.dcm', bytes: new TextEncoder().encode('Sayın doktor, ekte görüntülerim var.') };
    const bad = await tus.create(caseId, letter, letter.bytes);
    const changed = { ...phantom.files[2]!, sha256: sha256Hex('another file') };
    const damaged = await tus.create(caseId, changed, changed.bytes);
    const ids = [good, bad, damaged].map((answer) => uploadIdOf(answer.headers.get('location')!));
    const answer = (await (await submit(caseId, ids)).json()) as { refused: unknown; case: cases.PatientCase };
    expect(answer.case.images).toHaveLength(1);
    expect(answer.refused).toEqual(
      expect.arrayContaining([
        { name: 'mektup.dcm', code: 'TYPE_NOT_SUPPORTED', message: 'Dosyanın içeriği DICOM, JPEG veya PNG değil.' },
        expect.objectContaining({ name: changed.name, code: 'CHECKSUM_MISMATCH' }),
      ]),
    );
  });

  it('keeps bytes while the session is gone and goes on after a new sign-in', async () => {
    const caseId = await server.openCase(patient);
    const location = await begin(caseId, slice);
    await tus.patch(location, 0, slice.bytes.subarray(0, 1000));
    const signedOut = createTusClient(server.address, () => 'no-longer-valid');
    expect((await signedOut.patch(location, 1000, slice.bytes.subarray(1000))).status).toBe(401);
    expect(await tus.offset(location)).toBe(1000);
    expect((await tus.patch(location, 1000, slice.bytes.subarray(1000))).status).toBe(204);
  });

  it('says that storage is full, keeps what it has, and takes the rest later', async () => {
    const caseId = await server.openCase(patient);
    const location = await begin(caseId, slice);
    await tus.patch(location, 0, slice.bytes.subarray(0, 1000));
    const failures = [
      [ERRORS.FILE_WRITE_ERROR, 503, 'kaydedilemiyor'],
      [Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }), 507, 'Depolama alanımız şu anda dolu'],
    ] as const;
    for (const [failure, status, words] of failures) {
      const full = vi.spyOn(server.parts.partials, 'write').mockRejectedValueOnce(failure);
      const answer = await tus.patch(location, 1000, slice.bytes.subarray(1000));
      expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual([
        status,
        expect.stringContaining(words),
      ]);
      full.mockRestore();
    }
    expect(await tus.offset(location)).toBe(1000);
    expect((await tus.patch(location, 1000, slice.bytes.subarray(1000))).status).toBe(204);
  });

  it('leaves nothing behind when it is cancelled', async () => {
    const caseId = await server.openCase(patient);
    const before = await partialFiles();
    const location = await begin(caseId, slice);
    await tus.patch(location, 0, slice.bytes.subarray(0, 1000));
    expect((await tus.remove(location)).status).toBe(204);
    await expect.poll(partialFiles).toEqual(before);
    await expect.poll(() => patient.call(uploads.listUploads, { params: { caseId } })).toEqual([]);
    expect(await tus.offset(location)).toBe(404);
  });

  it('refuses more than 100 MB before a byte is sent, and a case that is under review', async () => {
    const caseId = await server.openCase(patient);
    const large = await fetch(`${server.address}/api/second-opinion/cases/${caseId}/uploads`, {
      method: 'POST',
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': String(LIMITS.uploadFileBytes + 1),
        authorization: `Bearer ${patient.token()}`,
      },
    });
    expect([large.status, ((await large.json()) as { code: string }).code]).toEqual([413, 'BODY_TOO_LARGE']);
    const location = (await tus.create(caseId, slice, slice.bytes)).headers.get('location')!;
    await submit(caseId, [uploadIdOf(location)]);
    expect((await tus.create(caseId, phantom.files[3]!)).status).toBe(409);
  });

  it('gives the key of de-identification to the owner of the case: one for a case, the same again, another for another', async () => {
    const [caseId, other] = [await server.openCase(patient), await server.openCase(patient)];
    const keyOf = async (of: string) =>
      (await patient.call(uploads.getDeidentificationKey, { params: { caseId: of } })).key;
    const [first, again, ofOther] = await Promise.all([keyOf(caseId), keyOf(caseId), keyOf(other)]);
    expect(again).toBe(first);
    expect(ofOther).not.toBe(first);
    const stranger = await server.patient();
    expect((await stranger.send(uploads.getDeidentificationKey, { params: { caseId } })).status).toBe(404);
  });

  it('is refused in our words, whatever the library says: the status is the protocol’s', async () => {
    const caseId = await server.openCase(patient);
    const location = await begin(caseId, slice);
    const path = `/api/second-opinion/cases/${caseId}/uploads`;
    const metadata = { 'upload-metadata': `filename ${Buffer.from('a.dcm').toString('base64')}` };
    const bytes = { 'content-type': 'application/offset+octet-stream' };
    const refused: [string, string, Record<string, string>, number, string][] = [
      ['POST', path, { ...metadata, 'upload-length': '-1' }, 400, 'VALIDATION_FAILED'],
      [
        'POST',
        path,
        { 'upload-length': '5', 'upload-metadata': 'filename !!!,,constructor eA==' },
        400,
        'VALIDATION_FAILED',
      ],
      ['POST', path, { ...metadata, 'upload-concat': `final;${location}` }, 501, 'VALIDATION_FAILED'],
      ['POST', path, { ...metadata, 'upload-length': '5', 'tus-resumable': '0.9' }, 400, 'VALIDATION_FAILED'],
      ['PATCH', location, { ...bytes, 'upload-offset': '9' }, 409, 'UPLOAD_INTERRUPTED'],
      ['PATCH', location, bytes, 403, 'VALIDATION_FAILED'],
    ];
    for (const [method, at, headers, status, code] of refused) {
      const answer = await fetch(`${server.address}${at}`, {
        method,
        headers: { 'tus-resumable': '1.0.0', authorization: `Bearer ${patient.token()}`, ...headers },
        body: method === 'PATCH' ? 'x' : undefined,
      });
      const text = await answer.text();
      expect([answer.status, text], text).toEqual([status, expect.stringContaining(`"code":"${code}"`)]);
      expect(answer.headers.get('content-type')).toContain('application/json');
      // Sentences for patients are in Turkish where nobody asks for another language.
      expect(Object.keys(JSON.parse(text) as object).sort()).toEqual(['code', 'message']);
      expect((JSON.parse(text) as { message: string }).message).not.toMatch(/upload|extension|header|tus/i);
    }
  });

  it('belongs to its patient alone', async () => {
    const caseId = await server.openCase(patient);
    const location = await begin(caseId, slice);
    const other = await server.patient();
    const theirs = createTusClient(server.address, () => other.token());
    expect(await theirs.offset(location)).toBe(404);
    expect((await theirs.patch(location, 0, slice.bytes)).status).toBe(404);
    expect((await theirs.remove(location)).status).toBe(404);
    expect(await tus.offset(location)).toBe(0);
  });

  it('is swept when it has lain for longer than a week', async () => {
    const caseId = await server.openCase(patient);
    const location = await begin(caseId, slice);
    await server.parts.db.drizzle.execute(
      `update uploads set created_at = now() - interval '${LIMITS.uploadKeptDays + 1} days' where id = '${uploadIdOf(location)}'`,
    );
    await server.features.uploads.sweep();
    expect(await tus.offset(location)).toBe(404);
    expect((await partialFiles()).join()).not.toContain(uploadIdOf(location));
  });
});

/** Announces the whole rest, sends a part of it and breaks the connection. */
async function cutAfter(location: string, bytes: Uint8Array, count: number): Promise<void> {
  const { port } = new URL(server.address);
  await new Promise<void>((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(
        `PATCH ${location} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${patient.token()}\r\n` +
          `Tus-Resumable: 1.0.0\r\nUpload-Offset: 0\r\nContent-Type: application/offset+octet-stream\r\nContent-Length: ${bytes.length}\r\n\r\n`,
      );
      socket.write(bytes.subarray(0, count), async () => {
        const params = { caseId: /[0-9a-f-]{36}/.exec(location)![0] };
        await expect
          .poll(async () => (await patient.call(uploads.listUploads, { params }))[0]?.receivedBytes)
          .toBe(count);
        socket.destroy();
        resolve();
      });
    });
    socket.on('error', reject);
  });
}
