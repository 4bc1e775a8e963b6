import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { accounts, cases } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { CallError, createHttpClient } from '../../scripts/http-client.ts';
import { startInstance, waitFor } from '../../scripts/instance.ts';
import { smallPhantom } from './testing/samples.ts';
import { startTestServer } from './testing/test-server.ts';

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
    const staged = async () =>
      (await readdir(join(instance.dataDir, 'staging'), { recursive: true })).filter((path) => path.includes('/'));
    await waitFor(
      async () => (await staged()).length > 0 || undefined,
      60_000,
      () => 'the upload did not begin',
    );

    instance.process.kill('SIGTERM');
    await stream.text();
    await expect(patient.call(cases.listCases)).rejects.toMatchObject({ status: 503, body: { code: 'NOT_READY' } });
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

it('a full disk of the database is told as such to every call, with 507', async () => {
  const server = await startTestServer();
  try {
    const patient = await server.patient();
    // disk_full, as PostgreSQL says it when a table cannot grow (appendix A of its manual).
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
