import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pacs as contract, integrations, scans as scanContract } from '@duai/contract';
import { decodeFrame } from '@duai/imaging';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DICOM_DATA } from '../../../../../imaging/src/testing/samples.ts';
import { type HttpClient, imagesForm } from '../../../../../scripts/http-client.ts';
import { temporaryDirectory } from '../../../../../scripts/instance.ts';
import { dcmtk } from '../../../../../scripts/test-servers/dcmtk.ts';
import { stowRequest } from '../../../../../scripts/test-servers/stow.ts';
import { isSameImage } from '../../../compute/objects/is-same-image.ts';
import { createInstitutionFactory } from '../../../testing/institution-factory.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let dir: string;
beforeAll(async () => {
  dir = await temporaryDirectory();
});
afterAll(() => rm(dir, { recursive: true, force: true }));

/** What dcmtk writes without loss: RLE, JPEG-LS, JPEG, and the data set in other encodings. */
const LOSSLESS = {
  rle: ['dcmcrle'],
  'jpeg-ls': ['dcmcjpls'],
  jpeg: ['dcmcjpeg', '+e1'],
  implicit: ['dcmconv', '+ti'],
  'big-endian': ['dcmconv', '+tb'],
  deflated: ['dcmconv', '+td'],
} as const;
/** Under the same UID, which dcmtk changes unless it is told not to. */
const LOSSY = { 'jpeg-ls near': ['dcmcjpls', '+en', '+un'], 'jpeg baseline': ['dcmcjpeg', '+eb', '+un'] } as const;

async function written(by: readonly string[], from: string, name: string): Promise<string | null> {
  const [command = '', ...options] = by;
  const to = join(dir, name);
  return (await dcmtk(command, [...options, from, to])).code === 0 ? to : null;
}

const syntaxOf = async (path: string) => (await dcmtk('dcmdump', ['+P', '0002,0010', path])).output;

/** Real uncompressed images that can be decoded, small ones, of each kind. */
async function images(): Promise<string[]> {
  const found: string[] = [];
  for (const kind of ['CT', 'MR', 'CR', 'DX', 'US', 'NM', 'PT', 'MG', 'RG', 'OT', 'SYNTH']) {
    const names = await readdir(join(DICOM_DATA, kind), { recursive: true }).catch(() => []);
    let taken = 0;
    for (const name of names.sort()) {
      const path = join(DICOM_DATA, kind, name);
      const bytes = await readFile(path).catch(() => Buffer.alloc(0));
      const isNative = /1\.2\.840\.10008\.1\.2(\.[12])?\0/.test(bytes.subarray(132, 600).toString('latin1'));
      if (taken === 2 || !isNative || bytes.length > 2_000_000) continue;
      if (!(await decodeFrame(new Uint8Array(bytes)).catch(() => null))) continue;
      taken += 1;
      found.push(path);
    }
  }
  return found;
}

describe('the same image', () => {
  it('is one in every lossless transfer syntax that dcmtk writes of real files, and none where it lost something', async () => {
    const counted: Record<string, number> = {};
    const notSame: unknown[] = [];
    const count = (name: string) => {
      counted[name] = (counted[name] ?? 0) + 1;
    };
    for (const [at, original] of (await images()).entries()) {
      for (const [name, by] of Object.entries(LOSSLESS)) {
        const other = await written(by, original, `${at}-${name}.dcm`);
        if (!other || (await syntaxOf(other)) === (await syntaxOf(original))) continue;
        if (await isSameImage({ stored: original, other })) count(name);
        else notSame.push([original, name]);
      }
      for (const [name, by] of Object.entries(LOSSY)) {
        const other = await written(by, original, `${at}-${name}.dcm`);
        if (!other) continue;
        // Unpacked again its values are those of the lossy one, which is another image than the one it was made from.
        const unpacked = name === 'jpeg baseline' && (await written(['dcmdjpeg'], other, `${at}-unpacked.dcm`));
        if (unpacked)
          expect([original, await isSameImage({ stored: other, other: unpacked })]).toEqual([original, false]);
        expect([original, name, await isSameImage({ stored: original, other }).catch(() => false)]).toEqual([
          original,
          name,
          false,
        ]);
        count(name);
      }
    }
    expect(notSame).toEqual([]);
    const names = [...Object.keys(LOSSLESS), ...Object.keys(LOSSY)];
    expect(names.filter((name) => (counted[name] ?? 0) < 6)).toEqual([]);
  }, 180_000);

  it('is none with another attribute, another value of one pixel, or something else behind the pixels', async () => {
    const original = (await images())[0]!;
    const other = (await written(LOSSLESS.rle, original, 'rle.dcm'))!;
    expect(await isSameImage({ stored: original, other })).toBe(true);
    const bytes = await readFile(original);
    const changed = async (change: (copy: Buffer) => Buffer) => {
      const path = join(dir, 'changed.dcm');
      await writeFile(path, change(Buffer.from(bytes)));
      return isSameImage({ stored: path, other });
    };
    expect(await changed((copy) => copy)).toBe(true);
    expect(
      await changed((copy) => {
        copy[copy.length - 2]! ^= 1;
        return copy;
      }),
    ).toBe(false);
    const named = join(dir, 'named.dcm');
    await writeFile(named, bytes);
    expect((await dcmtk('dcmodify', ['-nb', '-m', '(0010,0010)=SOMEBODY^ELSE', named])).code).toBe(0);
    expect(await isSameImage({ stored: named, other })).toBe(false);
    await writeFile(named, bytes);
    expect((await dcmtk('dcmodify', ['-nb', '-i', '(0010,4000)=A comment', named])).code).toBe(0);
    expect(await isSameImage({ stored: named, other })).toBe(false);
  }, 60_000);
});

describe('an instance that comes again', () => {
  let server: TestServer;
  let operator: HttpClient;
  let factory: ReturnType<typeof createInstitutionFactory>;
  beforeAll(async () => {
    server = await startTestServer({ DICOM_PLAIN_PORT: '0', DICOM_QUIET_SECONDS: '1' });
    operator = await server.staff('operator');
    factory = createInstitutionFactory(server, operator);
  }, 60_000);
  afterAll(() => server.end());

  it('[PAC-003] in another lossless transfer syntax is a duplicate, by file, STOW-RS and C-STORE; a lossy one is kept aside', async () => {
    const { admin, institutionId } = await factory.activated('baska-dizim');
    const body = {
      institutionId,
      name: 'PACS',
      aeTitle: 'DIZIM',
      identification: { transport: 'plain' as const, address: '127.0.0.1' },
    };
    const { id: peerId } = await operator.call(contract.addPacsPeer, { body });
    await operator.call(contract.openPacsPeer, { params: { peerId }, body: { isOpen: true } });
    const files = factory.freshPhantom().files.slice(0, 12);
    await admin.call(scanContract.uploadScan, { form: imagesForm(files) });
    await factory.settled(admin);
    const imagesOf = async () => {
      const [scan] = await admin.call(scanContract.listScans);
      const { studies } = await admin.call(scanContract.getScan, { params: { scanId: scan?.id ?? '' } });
      return studies.flatMap(({ series }) => series.flatMap(({ instances }) => instances)).length;
    };
    const original = join(dir, 'slice.dcm');
    await writeFile(original, files[0]!.bytes);
    const other = Object.fromEntries(
      await Promise.all(
        Object.entries({ ...LOSSLESS, ...LOSSY }).map(
          async ([name, by]) => [name, (await written(by, original, `slice-${name}.dcm`))!] as const,
        ),
      ),
    ) as Record<keyof typeof LOSSLESS | keyof typeof LOSSY, string>;

    const byFile = await admin.call(scanContract.uploadScan, {
      form: imagesForm([{ name: 'rle.dcm', bytes: await readFile(other.rle) }]),
    });
    expect(byFile.refused).toMatchObject([{ name: 'rle.dcm', code: 'DUPLICATE' }]);

    const { secret } = await admin.call(integrations.createApiKey, { body: { name: 'PACS', scopes: ['scans:write'] } });
    const request = stowRequest([await readFile(other['jpeg-ls'])]);
    const stow = await fetch(`${server.address}/api/dicom-web/studies`, {
      method: 'POST',
      headers: { 'content-type': request.contentType, authorization: `Bearer ${secret}` },
      body: request.body,
    });
    expect([stow.status, Object.keys((await stow.json()) as object)]).toEqual([
      200,
      expect.arrayContaining(['00081199']),
    ]);

    const stored = async (syntax: string, path: string) =>
      (
        await dcmtk('storescu', [
          ...['-d', '-R', syntax, '-to', '20', '-aet', 'DIZIM', '-aec', 'DUAI'],
          ...['127.0.0.1', String(server.dicom?.plainPort), path],
        ])
      ).output;
    expect(await stored('-xs', other.jpeg)).toMatch(/DIMSE Status *: 0x0000/);
    expect(await stored('-xr', other.rle)).toMatch(/DIMSE Status *: 0x0000/);
    expect(await imagesOf()).toBe(files.length);
    expect((await operator.call(contract.listQuarantine)).rows).toEqual([]);

    expect(await stored('-xy', other['jpeg baseline'])).toMatch(/DIMSE Status *: 0x0111/);
    expect(await imagesOf()).toBe(files.length);
    expect((await operator.call(contract.listQuarantine)).rows).toHaveLength(1);
  }, 120_000);
});
