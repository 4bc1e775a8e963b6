import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { accounts, cases } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { CallError, createHttpClient, imagesForm } from '../../scripts/http-client.ts';
import { type Instance, startInstance, waitFor } from '../../scripts/instance.ts';
import { smallPhantom } from './testing/samples.ts';
import { startTestServer } from './testing/test-server.ts';

/** A tenth of the time that an early answer has to be read (`CONNECTION_LIMITS.lingerMs`). */
const LATE_READER_MS = 500;

/** A client that sends an upload without end, a little all the time, and reads when it is asked to. */
function endlessUpload({ address, logs }: Instance, { caseId, token }: { caseId: string; token: string }) {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname).setEncoding('utf8');
  // The error alone does not tell which connection it was, when, and why.
  const isCut = new Promise<never>((_, reject) => {
    socket.on('error', (cause) => {
      reject(new Error(`the late reader's connection broke at ${new Date().toISOString()}:\n${logs()}`, { cause }));
    });
  });
  isCut.catch(() => {});
  socket.write(
    `POST ${cases.uploadCaseImages.path.replace(':caseId', caseId)} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${token}\r\n` +
      'content-type: multipart/form-data; boundary=b\r\ncontent-length: 100000000\r\n\r\n' +
      '--b\r\ncontent-disposition: form-data; name="images"; filename="late.dcm"\r\n\r\n',
  );
  const sending = setInterval(() => socket.write(Buffer.alloc(1000)), 20);
  return {
    read: () => Promise.race([once(socket, 'data').then(String), isCut]),
    giveUp() {
      clearInterval(sending);
      socket.destroy();
    },
  };
}

const untilStaged = ({ dataDir }: Instance, uploads = 1) =>
  waitFor(
    async () => {
      const staged = (await readdir(join(dataDir, 'staging'), { recursive: true })).filter((path) =>
        path.includes('/'),
      );
      return staged.length >= uploads || undefined;
    },
    60_000,
    () => 'the uploads did not begin',
  );

it('a server that is asked to end lets an upload on its way end, takes nothing new and ends its streams', async () => {
  const instance = await startInstance();
  try {
    const patient = createHttpClient(instance.address);
    patient.useToken((await patient.call(accounts.loginPatient, { body: instance.logins.patient })).token);
    const { id } = await patient.call(cases.createCase, { body: { modality: 'CT' } });
    const authorization = `Bearer ${patient.token()}`;
    const stream = await fetch(`${instance.address}${cases.streamPatientEvents.path}`, { headers: { authorization } });

    const [{ name, bytes }] = smallPhantom().files as [{ name: string; bytes: Uint8Array }];
    const upload = request(`${instance.address}${cases.uploadCaseImages.path.replace(':caseId', id)}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'multipart/form-data; boundary=b' },
    });
    const answer = new Promise<number>((resolve, reject) => {
      upload.on('error', reject);
      upload.on('response', (response) => resolve(response.resume().statusCode!));
    });
    upload.write(
      `--b\r\ncontent-disposition: form-data; name="images"; filename="${name}"\r\ncontent-type: application/dicom\r\n\r\n`,
    );
    upload.write(bytes.slice(0, bytes.length / 2));
    await untilStaged(instance);

    instance.process.kill('SIGTERM');
    await stream.text();
    await expect(patient.call(cases.listCases)).rejects.toMatchObject({ status: 503, body: { code: 'NOT_READY' } });
    const tooLate = endlessUpload(instance, { caseId: id, token: patient.token()! });
    await pause(LATE_READER_MS);
    expect(await tooLate.read()).toMatch(/^HTTP\/1\.1 503 [\s\S]*NOT_READY/);
    tooLate.giveUp();
    upload.write(bytes.slice(bytes.length / 2));
    upload.end('\r\n--b--\r\n');
    expect(await answer).toBe(200);
    await waitFor(
      () => instance.process.exitCode ?? undefined,
      60_000,
      () => 'the server does not end',
    );
    expect(instance.process.exitCode).toBe(0);
    expect(await readdir(join(instance.dataDir, 'staging'))).toEqual([]);
  } finally {
    await instance.remove();
  }
});

it('a server that is asked to end answers uploads that do not end with 503 after the time they have; what was acknowledged is kept', async () => {
  const seconds = 2;
  const instance = await startInstance({ env: { LAST_REQUESTS_SECONDS: String(seconds) } });
  let second: Instance | undefined;
  try {
    const patient = createHttpClient(instance.address);
    patient.useToken((await patient.call(accounts.loginPatient, { body: instance.logins.patient })).token);
    const newCase = async () => (await patient.call(cases.createCase, { body: { modality: 'CT' } })).id;
    const [kept, cut] = [await newCase(), await newCase()];
    const files = smallPhantom().files.slice(0, 2);
    await patient.call(cases.uploadCaseImages, { params: { caseId: kept }, form: imagesForm(files) });

    const upload = request(`${instance.address}${cases.uploadCaseImages.path.replace(':caseId', cut)}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${patient.token()}`, 'content-type': 'multipart/form-data; boundary=b' },
    });
    const answer = new Promise<{ status: number; text: string }>((resolve, reject) => {
      upload.on('error', reject);
      upload.on('response', async (response) =>
        resolve({ status: response.statusCode!, text: Buffer.concat(await response.toArray()).toString() }),
      );
    });
    upload.write('--b\r\ncontent-disposition: form-data; name="images"; filename="endless.dcm"\r\n\r\n');
    // Sends a little more all the time, so that it is never silent and never finished.
    const sending = setInterval(() => upload.write(Buffer.alloc(1000)), 20);
    // One that only sends, and reads when the server has long answered.
    const late = endlessUpload(instance, { caseId: cut, token: patient.token()! });
    await untilStaged(instance, 2);
    const begin = performance.now();
    const ended = new Promise<number | null>((resolve) => instance.process.once('exit', resolve));
    instance.process.kill('SIGTERM');
    const { status, text } = await answer;
    expect(performance.now() - begin).toBeGreaterThanOrEqual(seconds * 1000);
    expect([status, (JSON.parse(text) as { code: string }).code]).toEqual([503, 'NOT_READY']);
    await pause(LATE_READER_MS);
    expect(await late.read()).toMatch(/^HTTP\/1\.1 503 [\s\S]*NOT_READY/);
    late.giveUp();
    // The other one sends on: it is waited for, and not for ever.
    expect(await ended).toBe(0);
    clearInterval(sending);
    upload.destroy();
    expect(await readdir(join(instance.dataDir, 'staging'))).toEqual([]);

    second = await startInstance({ dataDir: instance.dataDir });
    const again = createHttpClient(second.address);
    again.useToken((await again.call(accounts.loginPatient, { body: second.logins.patient })).token);
    const images = async (caseId: string) => (await again.call(cases.getCase, { params: { caseId } })).images.length;
    expect([await images(kept), await images(cut)]).toEqual([files.length, 0]);
    await again.call(cases.uploadCaseImages, { params: { caseId: cut }, form: imagesForm(files) });
    expect(await images(cut)).toBe(files.length);
  } finally {
    await second?.stop();
    await instance.remove();
  }
});

it('a full disk of the database is told as such to every call, with 507', async () => {
  const server = await startTestServer();
  try {
    const patient = await server.patient();
    // disk_full, the error of PostgreSQL when a table cannot grow (appendix A of its manual).
    await server.parts.db.drizzle.execute(
      sql.raw(`create function no_room() returns trigger language plpgsql as $$
        begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
        create trigger cases_full before insert on cases for each row execute function no_room()`),
    );
    const error = await patient.call(cases.createCase, { body: { modality: 'CT' }, language: 'tr' }).then(
      () => undefined,
      (failure: unknown) => failure as CallError,
    );
    expect(error).toBeInstanceOf(CallError);
    expect([error!.status, error!.body.code]).toEqual([507, 'NO_ROOM']);
    expect(error!.body.message).toContain('Depolama alanımız');
    expect(await patient.call(cases.listCases)).toEqual([]);
  } finally {
    await server.end();
  }
});
