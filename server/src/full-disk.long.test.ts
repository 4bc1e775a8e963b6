import { open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { accounts, cases } from '@duai/contract';
import { expect, it } from 'vitest';
import { CallError, createHttpClient, imagesForm } from '../../scripts/http-client.ts';
import { startInstance } from '../../scripts/instance.ts';
import { asSeenBy } from '../../scripts/test-servers/small-disk.ts';
import { smallPhantom } from './testing/samples.ts';

const DISK_MB = 400;
/** The most cases until a table of the database has to grow. */
const MOST_CASES = 3000;

/** Fills all free space on the disk of `path`. */
async function fill(path: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    for (const bytes of [2 ** 20, 2 ** 12]) {
      const piece = Buffer.alloc(bytes, 1);
      for (;;) await file.write(piece).catch(rejectUnlessFull);
    }
  } catch (error) {
    if (error !== FULL) throw error;
  } finally {
    await file.close();
  }
}
const FULL = Symbol('full');
const rejectUnlessFull = (error: NodeJS.ErrnoException): never => {
  throw error.code === 'ENOSPC' ? FULL : error;
};

it('a full disk answers uploads and JSON calls with 507, and takes both again once there is room; nothing acknowledged is lost', async () => {
  const instance = await startInstance({ smallDiskMb: DISK_MB });
  try {
    const patient = createHttpClient(instance.address);
    patient.useToken((await patient.call(accounts.loginPatient, { body: instance.logins.patient })).token);
    const created: string[] = [];
    const create = async () => {
      const { id } = await patient.call(cases.createCase, { body: { modality: 'CT' } });
      created.push(id);
      return id;
    };
    const files = smallPhantom().files.slice(0, 3);
    const upload = (caseId: string, sent = files) =>
      patient.call(cases.uploadCaseImages, { params: { caseId }, form: imagesForm(sent) });
    const refusal = (call: Promise<unknown>) =>
      call.then(
        () => undefined,
        (error: unknown) => {
          if (!(error instanceof CallError)) throw error;
          return [error.status, error.body.code];
        },
      );
    const [kept, later] = [await create(), await create()];
    await upload(kept);

    const filler = join(asSeenBy(instance.process.pid!, instance.dataDir), 'filler');
    await fill(filler);
    expect((await stat(filler)).size).toBeGreaterThan(0);
    expect(await refusal(upload(later))).toEqual([507, 'STORAGE_FULL']);
    let full: unknown;
    while (full === undefined && created.length < MOST_CASES) full = await refusal(create());
    expect(full).toEqual([507, 'NO_ROOM']);

    await rm(filler);
    await create();
    await upload(later);
    const list = await patient.call(cases.listCases);
    expect(list.map(({ id }) => id)).toEqual(expect.arrayContaining(created));
    const images = (caseId: string) => list.find(({ id }) => id === caseId)?.images.length;
    expect([images(kept), images(later)]).toEqual([files.length, files.length]);
  } finally {
    await instance.remove();
  }
});
