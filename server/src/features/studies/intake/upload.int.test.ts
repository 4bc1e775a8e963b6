import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { accounts, cases, LIMITS, uploads } from '@duai/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CallError, type HttpClient, imagesForm } from '../../../../../scripts/http-client.ts';
import { waitFor } from '../../../../../scripts/instance.ts';
import { TaskStopped } from '../../../adapters/compute/port.ts';
import { jpeg, png, smallPhantom } from '../../../testing/samples.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let patient: HttpClient;
const phantom = smallPhantom();
const slice = phantom.files[0]!;

beforeAll(async () => {
  server = await startTestServer();
  patient = await server.patient();
});
afterAll(() => server.end());

const upload = (caseId: string, files: { name: string; bytes: Uint8Array }[], language = 'tr') =>
  patient.call(cases.uploadCaseImages, { params: { caseId }, form: imagesForm(files), language });

const refusal = async (promise: Promise<unknown>): Promise<CallError> => {
  const error = await promise.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  expect(error).toBeInstanceOf(CallError);
  return error as CallError;
};

const stagedFiles = async () =>
  (await readdir(join(server.dataDir, 'staging'), { recursive: true, withFileTypes: true }).catch(() => [])).filter(
    (entry) => entry.isFile() && !entry.name.endsWith('.owner'),
  );

describe('POST …/cases/{caseId}/upload', () => {
  it('stores repeated "images" parts, answers that analysis has started and moves the case to processing [API-025] [API-028] [PAT-078] [API-003]', async () => {
    const caseId = await server.openCase(patient);
    const answer = await upload(caseId, [
      slice,
      { name: 'foto.jpg', bytes: await jpeg() },
      { name: 'ekran.png', bytes: await png() },
    ]);
    expect(answer.message).toContain('analizi başladı');
    expect(answer.refused).toBeUndefined();
    expect(answer.case.status).toBe('processing');
    expect(answer.case.images.map(({ originalName, isDicom }) => [originalName, isDicom]).sort()).toEqual([
      ['ekran.png', false],
      ['foto.jpg', false],
      ['phantom-001.dcm', true],
    ]);
  });

  it('refuses images once the case is no longer uploaded, and keeps what it has [PAT-077]', async () => {
    const caseId = await server.openCase(patient);
    await upload(caseId, [slice]);
    const error = await refusal(upload(caseId, [phantom.files[1]!]));
    expect([error.status, error.body.code]).toEqual([409, 'CASE_NOT_OPEN_FOR_IMAGES']);
    expect((await patient.call(cases.getCase, { params: { caseId } })).images).toHaveLength(1);
  });

  it.each([
    ['STARVED', 2],
    ['CRASHED', 1],
  ] as const)('checks a file again whose check ended by %s: that is our failure', async (code, times) => {
    const caseId = await server.openCase(patient);
    const run = vi.spyOn(server.parts.quick, 'run');
    for (let time = 0; time < times; time += 1) run.mockRejectedValueOnce(new TaskStopped(code, 'no time for it'));
    try {
      expect((await upload(caseId, [slice])).refused).toBeUndefined();
      expect(run).toHaveBeenCalledTimes(times + 1);
    } finally {
      run.mockRestore();
    }
  });

  it('says of a file that no check found time for that we failed, and does not make its sender wait for that', async () => {
    const caseId = await server.openCase(patient);
    const run = vi.spyOn(server.parts.quick, 'run').mockRejectedValue(new TaskStopped('STARVED', 'no time for it'));
    const files = phantom.files.slice(0, 6);
    const error = await refusal(upload(caseId, files));
    run.mockRestore();
    expect(error.body).toMatchObject({
      code: 'UPLOAD_ALL_REFUSED',
      details: { refused: files.map(({ name }) => ({ name, code: 'CHECK_FAILED' })) },
    });
    expect((await upload(caseId, files)).refused).toBeUndefined();
  });

  it('keeps the good ones of 20 parts and names the bad one with its reason [API-029]', async () => {
    const caseId = await server.openCase(patient);
    const files = phantom.files.slice(0, 19).concat({
      name: 'mektup.dcm',
      bytes: new TextEncoder().encode('Sayın doktor, ekte görüntülerimi bulabilirsiniz.'),
    });
    const answer = await upload(caseId, files);
    expect(answer.case.images).toHaveLength(19);
    expect(answer.refused).toEqual([
      { name: 'mektup.dcm', code: 'TYPE_NOT_SUPPORTED', message: 'Dosyanın içeriği DICOM, JPEG veya PNG değil.' },
    ]);
  });

  it('takes exactly 100 MB of content and refuses one byte more [PAT-136]', async () => {
    const exact = new Uint8Array(LIMITS.uploadFileBytes);
    exact.set(slice.bytes);
    const caseId = await server.openCase(patient);
    const answer = await upload(caseId, [
      { name: 'sınırda.dcm', bytes: exact },
      { name: 'fazla.dcm', bytes: new Uint8Array(LIMITS.uploadFileBytes + 1) },
    ]);
    expect(answer.refused).toEqual([
      { name: 'fazla.dcm', code: 'TOO_LARGE', message: 'Dosya 100 MB sınırını aşıyor.' },
    ]);
    expect(answer.case.images.map((image) => image.originalName)).toEqual(['sınırda.dcm']);
  });

  it.each([
    ['empty', new Uint8Array(), 'EMPTY'],
    ['text', new TextEncoder().encode('a letter, not an image, long enough to be looked at'), 'TYPE_NOT_SUPPORTED'],
    ['cut in its pixels', slice.bytes.subarray(0, slice.bytes.length - 1000), 'TRUNCATED'],
    ['executable in its preamble', Uint8Array.from([0x4d, 0x5a, ...slice.bytes.subarray(2)]), 'EXECUTABLE_PREAMBLE'],
  ])('refuses a file that is %s, with 422, its name and its reason, and stores nothing', async (_what, bytes, code) => {
    const caseId = await server.openCase(patient);
    const error = await refusal(upload(caseId, [{ name: 'kötü.dcm', bytes }], 'en'));
    expect([error.status, error.body.code]).toEqual([422, 'UPLOAD_ALL_REFUSED']);
    expect(
      (error.body.details as { refused: { name: string; code: string; message: string }[] }).refused,
    ).toMatchObject([{ name: 'kötü.dcm', code }]);
    const unchanged = await patient.call(cases.getCase, { params: { caseId } });
    expect([unchanged.status, unchanged.images.length]).toEqual(['uploaded', 0]);
    // Copies lent to the worker are there for a moment too.
    await expect.poll(stagedFiles).toEqual([]);
  });

  it('accepts a file without preamble', async () => {
    const caseId = await server.openCase(patient);
    const answer = await upload(caseId, [{ name: 'çıplak', bytes: slice.bytes.subarray(132) }]);
    expect(answer.case.images[0]?.isDicom).toBe(true);
  });

  it("answers someone else's case id like one that is not there", async () => {
    const other = await server.patient();
    const caseId = await server.openCase(other);
    for (const id of [caseId, crypto.randomUUID(), 'not-an-id']) {
      const error = await refusal(upload(id, [slice]));
      expect([error.status, error.body.code]).toEqual([404, 'NOT_FOUND']);
    }
  });

  it('refuses a body without files and a body that is not multipart', async () => {
    const caseId = await server.openCase(patient);
    expect((await refusal(upload(caseId, []))).body.code).toBe('UPLOAD_EMPTY');
    const error = await refusal(patient.call(cases.uploadCaseImages, { params: { caseId }, body: {} as never }));
    expect(error.status).toBe(415);
  });

  it('says in the reader’s words that storage is full, keeps the case open, and takes the same files later', async () => {
    const caseId = await server.openCase(patient);
    const noSpace = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    for (const step of ['stage', 'commit'] as const) {
      const full = vi.spyOn(server.parts.storage, step).mockRejectedValueOnce(noSpace);
      const error = await refusal(upload(caseId, [slice]));
      expect([error.status, error.body.code]).toEqual([507, 'STORAGE_FULL']);
      expect(error.body.message).toContain('Depolama alanımız şu anda dolu');
      full.mockRestore();
      await expect.poll(stagedFiles).toEqual([]);
      expect((await patient.call(cases.getCase, { params: { caseId } })).status).toBe('uploaded');
    }
    expect((await upload(caseId, [slice])).case.status).toBe('processing');
  });

  it('keeps nothing of a request that is cut in the middle of a part', async () => {
    const caseId = await server.openCase(patient);
    const { port } = new URL(server.address);
    const token = patient.token();
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => {
        socket.write(
          `POST /api/second-opinion/cases/${caseId}/upload HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n` +
            'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 9000000\r\n\r\n--x\r\nContent-Disposition: form-data; name="images"; filename="a.dcm"\r\n\r\n',
        );
        socket.write(slice.bytes, () => socket.destroy());
      });
      socket.on('close', () => resolve());
    });
    await waitFor(
      async () => ((await stagedFiles()).length === 0 ? true : undefined),
      60_000,
      () => 'a staging file is left',
    );
    const unchanged = await patient.call(cases.getCase, { params: { caseId } });
    expect([unchanged.status, unchanged.images.length]).toEqual(['uploaded', 0]);
  });
});

describe('the confirmation', () => {
  const ARRIVED = { tr: 'Görüntüleriniz ulaştı', en: 'Your images have arrived', ar: 'وصلت صورك' } as const;
  const arrivedMails = async (to: string) =>
    (await server.parts.mailbox.list()).filter(
      (mail) => mail.to === to && Object.values(ARRIVED).some((word) => mail.subject?.startsWith(word)),
    );

  it.each(['tr', 'en', 'ar'] as const)('of arrived images is mailed once for a submission (%s)', async (language) => {
    const sender = await server.patient();
    await sender.call(accounts.setPatientLanguage, { body: { language } });
    const caseId = await server.openCase(sender);
    const params = { caseId };
    const { case: sent } = await sender.call(cases.uploadCaseImages, {
      params,
      form: imagesForm([slice, phantom.files[1]!]),
    });
    const mail = await waitFor(
      async () => (await arrivedMails(sender.email))[0],
      60_000,
      () => 'no mail',
    );
    expect(mail.subject).toBe(`${ARRIVED[language]}: ${sent.caseNumber}`);
    expect(mail.text).toContain(`/second-opinion/cases/${caseId}`);
    expect(`${mail.subject} ${mail.text} ${mail.html}`).not.toMatch(/phantom|CT|BT|الصدر|akciğer|chest|Kanarya/);

    // The same images again do not count as an arrival; further images in the next submission do.
    await sender.call(cases.takeCaseBack, { params });
    await sender.call(uploads.submitUploads, { params, body: { uploadIds: [] } });
    await sender.call(cases.takeCaseBack, { params });
    await sender.call(cases.uploadCaseImages, { params, form: imagesForm([phantom.files[2]!]) });
    const mails = await waitFor(
      async () => {
        const found = await arrivedMails(sender.email);
        return found.length > 1 ? found : undefined;
      },
      60_000,
      () => 'no second mail',
    );
    expect(mails).toHaveLength(2);
  });
});
