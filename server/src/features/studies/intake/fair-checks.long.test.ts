import { spawn } from 'node:child_process';
import { cases, dicomweb, LIMITS, scans, uploads } from '@duai/contract';
import { chestPhantom } from '@duai/imaging';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type HttpClient, imagesForm } from '../../../../../scripts/http-client.ts';
import { waitFor } from '../../../../../scripts/instance.ts';
import { TaskStopped } from '../../../adapters/compute/port.ts';
import type { Turns } from '../../../core/intake.ts';
import { codeOf } from '../../../testing/code-of.ts';
import { createInstitutionFactory } from '../../../testing/institution-factory.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { createTusClient, uploadIdOf } from '../../../testing/tus-client.ts';

const HOSTILE_FILES = 50;
const CONNECTIONS = 4;
const REPETITIONS = 9;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.end());

/**
 * Starts a process that floods this server: requests of 150 MB, several at a time, one after the other without rest.
 * Each holds 50 JPEGs of fill bytes only: read byte by byte, one kept the only checker busy for 15 s. `end` answers the
 * status of each request; a sender that is refused while it sends sometimes sees a broken connection (`cut`).
 */
async function attackFrom(attacker: HttpClient) {
  const caseId = await server.openCase(attacker);
  const script = `
    const form = new FormData();
    for (let number = 0; number < ${HOSTILE_FILES}; number += 1) {
      const bytes = new Uint8Array(3_000_000).fill(0xff);
      bytes[1] = 0xd8;
      form.append('images', new Blob([bytes]), number + '.jpg');
    }
    const { ADDRESS, TOKEN } = process.env;
    console.log('begun');
    const flood = async () => {
      for (;;) {
        const answer = fetch(ADDRESS, { method: 'POST', body: form, headers: { authorization: 'Bearer ' + TOKEN } });
        console.log(await answer.then(({ status }) => String(status), () => 'cut'));
      }
    };
    for (let number = 0; number < ${CONNECTIONS}; number += 1) void flood();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: {
      PATH: process.env.PATH,
      ADDRESS: `${server.address}/api/second-opinion/cases/${caseId}/upload`,
      TOKEN: attacker.token(),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const answers = () => output.split('\n').filter((line) => /^\d+$|^cut$/.test(line));
  await waitFor(
    () => output.includes('begun') || undefined,
    60_000,
    () => 'the attack did not begin',
  );
  return {
    pause: () => child.kill('SIGSTOP'),
    goOn: () => child.kill('SIGCONT'),
    async end(): Promise<string[]> {
      child.kill('SIGCONT');
      await waitFor(
        () => answers().includes('429') || undefined,
        60_000,
        () => `the sender was not told to wait: ${answers().join()}`,
      );
      child.kill('SIGKILL');
      return answers();
    },
  };
}

/** 140 × 140 pixels of 16 bits: 40 KB. */
const slices = chestPhantom({
  slices: 2 * REPETITIONS + 2,
  matrix: 140,
  pixelSpacingMm: 2.6,
  sliceThicknessMm: 10,
}).files;

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
const send = (from: HttpClient, caseId: string, files: { name: string; bytes: Uint8Array }[]) =>
  from.call(cases.uploadCaseImages, { params: { caseId }, form: imagesForm(files) });

describe('checks of what is uploaded', () => {
  it('[TRU-006] one account’s flood of hostile files, 50 in a request of 150 MB, delays another’s upload of 40 KB to at most three times its quiet time', async () => {
    const [patient, attacker] = [await server.patient(), await server.patient()];
    let next = 0;
    const uploadMs = async () => {
      const caseId = await server.openCase(patient);
      next += 1;
      const begin = performance.now();
      await send(patient, caseId, [slices[next]!]);
      return performance.now() - begin;
    };
    await uploadMs();
    const attack = await attackFrom(attacker);
    // In alternation, so that other load on this machine affects both alike.
    const quiet: number[] = [];
    const attacked: number[] = [];
    for (let turn = 0; turn < REPETITIONS; turn += 1) {
      attack.goOn();
      attacked.push(await uploadMs());
      attack.pause();
      quiet.push(await uploadMs());
    }
    const answers = await attack.end();
    // The first few are refused; then a pause begins, in which nothing of this account is read.
    expect(new Set(answers.filter((answer) => answer !== 'cut'))).toEqual(new Set(['422', '429']));
    expect(median(attacked)).toBeLessThanOrEqual(3 * median(quiet));
  });

  it('an account whose files keep ending their checker waits; others, and its own later, do not', async () => {
    const [patient, attacker] = [await server.patient(), await server.patient()];
    const stopped = vi
      .spyOn(server.parts.quick, 'run')
      .mockRejectedValue(new TaskStopped('TIMED_OUT', 'longer than 10000 ms'));
    const files = Array.from({ length: 8 }, (_, at) => ({ name: `${at}.dcm`, bytes: slices[0]!.bytes }));
    const target = await server.openCase(attacker);
    expect(await codeOf(send(attacker, target, files))).toBe('UPLOAD_ALL_REFUSED');
    stopped.mockRestore();

    expect(await codeOf(send(attacker, target, files))).toBe('CHECKS_PAUSED');
    const other = await server.openCase(patient);
    expect((await send(patient, other, [slices[0]!])).case.status).toBe('processing');

    const later = vi.spyOn(server.parts.clock, 'now').mockImplementation(() => new Date(Date.now() + 11 * 60_000));
    expect(await codeOf(send(attacker, target, [slices[0]!]))).toBe('ok');
    later.mockRestore();
  });
});

describe('bytes that come in wait for the turns of their account, each once, at every door', () => {
  const FORM = 'multipart/form-data';
  const MEGABYTE = Buffer.alloc(1024 * 1024);
  const LARGE = Array<Buffer>(LIMITS.uploadFileBytes / MEGABYTE.length + 5).fill(MEGABYTE);
  const image = Buffer.from(slices[0]!.bytes);

  /** Runs `run`, and counts the bytes that waited for turns; turns come at once here. */
  async function countPaid<T>(run: () => Promise<T>): Promise<{ answer: T; paidBytes: number }> {
    let paidBytes = 0;
    const turns: Turns = {
      next: async (bytes) => {
        paidBytes += bytes;
      },
    };
    const entered = vi.spyOn(server.features.studies, 'enterIntake').mockReturnValue(turns);
    const answer = await run();
    entered.mockRestore();
    return { answer, paidBytes };
  }

  /** A multipart body, piece by piece. */
  const bodyOf = (...parts: [head: string, ...pieces: Buffer[]][]): Buffer[] => [
    ...parts.flatMap(([head, ...pieces]) => [Buffer.from(`--b\r\n${head}\r\n\r\n`), ...pieces, Buffer.from('\r\n')]),
    Buffer.from('--b--\r\n'),
  ];
  const sizeOf = (body: Buffer[]) => body.reduce((sum, piece) => sum + piece.length, 0);
  const formHead = (field: string, file: string) =>
    `content-disposition: form-data; name="${field}"; filename="${file}"`;

  async function post(path: string, type: string, from: HttpClient, body: Buffer[]) {
    const headers: Record<string, string> = { 'content-type': `${type}; boundary=b` };
    if (from.token()) headers.authorization = `Bearer ${from.token()}`;
    else
      headers.cookie = from
        .cookies()
        .map((pair) => pair.join('='))
        .join('; ');
    const init = { method: 'POST', headers, body: ReadableStream.from(body), duplex: 'half' as const };
    const answer = await fetch(`${server.address}${path}`, init);
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  }
  const uploadPath = async (patient: HttpClient) =>
    `/api/second-opinion/cases/${await server.openCase(patient)}/upload`;
  const activated = async (name: string) =>
    (await createInstitutionFactory(server, await server.staff('operator')).activated(name)).admin;

  it('parts of a form that are no images, which the parser throws away', async () => {
    const body = bodyOf(
      [formHead('images', 'slice.dcm'), image],
      [formHead('other', 'a.bin'), ...LARGE.slice(0, 5)],
      ['content-disposition: form-data; name="note"', Buffer.from('text')],
      [formHead('other', 'b.bin'), ...LARGE.slice(0, 5)],
    );
    const patient = await server.patient();
    const path = await uploadPath(patient);
    const paidBytes = sizeOf(body);
    const ofPatient = await countPaid(() => post(path, FORM, patient, body));
    expect(ofPatient).toMatchObject({ answer: { status: 200 }, paidBytes });

    const admin = await activated('other-parts');
    const ofInstitution = await countPaid(() => post(scans.uploadScan.path, FORM, admin, body));
    expect(ofInstitution).toMatchObject({ answer: { status: 201 }, paidBytes });
  });

  it('the rest of an image that is larger than the limit', async () => {
    const body = bodyOf([formHead('images', 'large.dcm'), ...LARGE], [formHead('images', 'slice.dcm'), image]);
    const patient = await server.patient();
    const path = await uploadPath(patient);
    const refused = [{ name: 'large.dcm', code: 'TOO_LARGE' }];
    expect(await countPaid(() => post(path, FORM, patient, body))).toMatchObject({
      answer: { status: 200, body: { refused } },
      paidBytes: sizeOf(body),
    });
  });

  it('parts of STOW-RS with their heads, larger than a browser may send too; what is no DICOM is refused, and the others are stored', async () => {
    const head = `content-type: application/dicom\r\nx-filler: ${'x'.repeat(10_000)}`;
    const body = bodyOf([head, image], [head, ...LARGE], [head, Buffer.from('no DICOM')]);
    const admin = await activated('stow-turns');
    const type = 'multipart/related; type="application/dicom"';
    // PS3.18 table I.2-2: cannot understand.
    const failures = [0xc000, 0xc000].map((reason) => ({ '00081197': { Value: [reason] } }));
    expect(await countPaid(() => post(dicomweb.storeInstances.path, type, admin, body))).toMatchObject({
      answer: { status: 202, body: { '00081199': {}, '0008119A': { Value: failures } } },
      paidBytes: sizeOf(body),
    });
  });

  it('pieces of a resumable upload, and once more when it is handed in and read from the disk', async () => {
    const patient = await server.patient();
    const caseId = await server.openCase(patient);
    const tus = createTusClient(server.address, () => patient.token());
    const file = { name: 'slice.dcm', bytes: new Uint8Array(image) };
    const location = (await tus.create(caseId, file)).headers.get('location')!;
    const sent = await countPaid(() => tus.patch(location, 0, file.bytes));
    expect(sent).toMatchObject({ answer: { status: 204 }, paidBytes: image.length });
    const body = { uploadIds: [uploadIdOf(location)] };
    const handedIn = await countPaid(() => patient.call(uploads.submitUploads, { params: { caseId }, body }));
    expect(handedIn).toMatchObject({ answer: { case: { status: 'processing' } }, paidBytes: image.length });
  });
});
