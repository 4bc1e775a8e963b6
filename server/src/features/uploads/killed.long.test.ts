import { rm } from 'node:fs/promises';
import { accounts, cases, uploads } from '@duai/contract';
import { chestPhantom } from '@duai/imaging';
import { expect, it } from 'vitest';
import { createHttpClient } from '../../../../scripts/http-client.ts';
import { startInstance, temporaryDirectory } from '../../../../scripts/instance.ts';
import { sha256Hex } from '../../core/ids.ts';
import { createTusClient, uploadIdOf } from '../../testing/tus-client.ts';

/** One large slice, so that resuming at 40 % saves something. */
const { name, bytes } = chestPhantom({ slices: 2, matrix: 1024, pixelSpacingMm: 0.35, sliceThicknessMm: 10 }).files[0]!;

it('an upload cut by the death of the server goes on where it was, and the stored file has the same hash', async () => {
  const dataDir = await temporaryDirectory();
  let instance = await startInstance({ dataDir });
  try {
    const { email, password } = instance.logins.patient;
    const signIn = async () => {
      const http = createHttpClient(instance.address);
      http.useToken((await http.call(accounts.loginPatient, { body: { email, password } })).token);
      return { http, tus: createTusClient(instance.address, () => http.token()) };
    };
    const before = await signIn();
    const { id: caseId } = await before.http.call(cases.createCase, { body: { modality: 'CT' } });
    const location = (await before.tus.create(caseId, { name, bytes })).headers.get('location')!;
    const share = Math.floor(bytes.length * 0.4);
    await before.tus.patch(location, 0, bytes.subarray(0, share));
    // The next part is being sent while the process dies.
    const dying = before.tus.patch(location, share, bytes.subarray(share, share + 500_000)).catch(() => undefined);
    await instance.stop('SIGKILL');
    await dying;

    instance = await startInstance({ dataDir });
    const { http, tus } = await signIn();
    const offset = await tus.offset(location);
    expect(offset).toBeGreaterThanOrEqual(share);
    expect((await tus.patch(location, offset, bytes.subarray(offset))).status).toBe(204);
    const answer = await http.call(uploads.submitUploads, {
      params: { caseId },
      body: { uploadIds: [uploadIdOf(location)] },
    });
    expect([answer.case.status, answer.refused, answer.case.images.length]).toEqual(['processing', undefined, 1]);
    const [series] = await expect
      .poll(() => http.call(cases.listCaseSeries, { params: { caseId } }))
      .toMatchObject([{ images: [{ isDicom: true }] }])
      .then(() => http.call(cases.listCaseSeries, { params: { caseId } }));
    expect(series?.images).toHaveLength(1);
    const again = await tus.create(caseId, { name, bytes, sha256: sha256Hex(bytes) });
    expect(again.status).toBe(409);
  } finally {
    await instance.remove();
    await rm(dataDir, { recursive: true, force: true });
  }
}, 120_000);
