import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { scans } from '@duai/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../../../../scripts/instance.ts';
import { dcmtk } from '../../../../scripts/test-servers/dcmtk.ts';
import { createInstitutionFactory } from '../../testing/institution-factory.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let factory: ReturnType<typeof createInstitutionFactory>;
let mine: Awaited<ReturnType<typeof factory.activated>>;
beforeAll(async () => {
  server = await startTestServer();
  factory = createInstitutionFactory(server, await server.staff('operator'));
  mine = await factory.activated('bad-input');
});
afterAll(() => server.end());

describe('bad input', () => {
  const findingsOf = async (files: { name: string; bytes: Uint8Array }[]) => {
    const { scan: taken, refused = [] } = await factory.upload(mine.admin, files);
    await factory.settled(mine.admin);
    const detail = await mine.admin.call(scans.getScan, { params: { scanId: taken.id } });
    return { codes: detail.findings.map(({ code }) => code), detail, refused };
  };
  /** The same bytes, with another value of the same length in one text element. */
  const replaced = (bytes: Uint8Array, from: string, to: string): Uint8Array => {
    expect(to).toHaveLength(from.length);
    const text = Buffer.from(bytes);
    const at = text.indexOf(from);
    expect(at).toBeGreaterThan(0);
    text.write(to, at, 'latin1');
    return new Uint8Array(text);
  };

  /** With name and Patient ID blanked; the phantom has no birth date. */
  const deidentified = (bytes: Uint8Array): Uint8Array => {
    const id = /PHANTOM-\d+/.exec(Buffer.from(bytes.subarray(0, 2000)).toString('latin1'))![0];
    return replaced(replaced(bytes, 'PHANTOM^CHEST', ' '.repeat(13)), id, ' '.repeat(id.length));
  };

  it('of two patients under one study is said, not merged in silence', async () => {
    const { files } = factory.freshPhantom();
    const mixed = files.map((file, index) =>
      index < 12 ? file : { ...file, bytes: replaced(file.bytes, 'PHANTOM^CHEST', 'SOMEONE^OTHER') },
    );
    expect((await findingsOf(mixed)).codes).toContain('SEVERAL_PATIENTS');
  });

  it('that is de-identified is taken like any other; who was named is told nowhere', async () => {
    const named = factory.freshPhantom().files;
    const { detail, refused } = await findingsOf(named);
    expect(refused).toEqual([]);
    expect(detail.scan.patientId).toMatch(/^P-[0-9A-F]{6}$/);
    const params = { scanId: detail.scan.id };
    const told = [
      JSON.stringify(detail),
      JSON.stringify(await mine.admin.call(scans.listScans)),
      await (await mine.admin.send(scans.getScanCsv, { params })).text(),
      await (await mine.admin.send(scans.getScanFhir, { params })).text(),
    ].join();
    expect(told).not.toMatch(/PHANTOM\^|PHANTOM-\d{4}/);

    const bare = factory.freshPhantom().files.map((file) => ({ ...file, bytes: deidentified(file.bytes) }));
    const nameless = await findingsOf(bare);
    expect(nameless.detail.scan).toMatchObject({ status: 'complete', patientId: null });
    expect(nameless.codes).not.toContain('PARTLY_NAMED');
  });

  it('of images with and without a name in one study is said', async () => {
    const { files } = factory.freshPhantom();
    const mixed = files.map((file, index) => (index < 12 ? file : { ...file, bytes: deidentified(file.bytes) }));
    const { codes, detail } = await findingsOf(mixed);
    expect(codes).toContain('PARTLY_NAMED');
    expect(codes).not.toContain('SEVERAL_PATIENTS');
    expect(detail.scan.findings.join()).toMatch(/12 of 24 images carry a patient’s identity/);
  });

  it('of one UID with different pixels is kept aside and named; the study has the first', async () => {
    const { files } = factory.freshPhantom();
    const twin = { name: 'twin.dcm', bytes: files[3]!.bytes.slice() };
    twin.bytes[twin.bytes.length - 1]! ^= 1;
    const { codes, detail, refused } = await findingsOf([...files, twin]);
    expect(refused).toMatchObject([{ name: 'twin.dcm', code: 'KEPT_ASIDE' }]);
    expect(codes).not.toContain('DUPLICATE_INSTANCES');
    expect(detail.studies[0]!.series[0]!.instances).toHaveLength(files.length);
  });

  it('of which one slice cannot be decoded is told: the image and the gap; nothing is measured across it, and the check goes on', async () => {
    const { files } = factory.freshPhantom();
    const dir = await temporaryDirectory();
    const [plain, packed] = [join(dir, 'plain.dcm'), join(dir, 'packed.dcm')];
    await writeFile(plain, files[7]!.bytes);
    expect((await dcmtk('dcmcrle', [plain, packed])).code).toBe(0);
    const bytes = await readFile(packed);
    // The segments of the only frame (PS3.5 annex G.5) begin beyond its end.
    const item = Buffer.from([0xfe, 0xff, 0x00, 0xe0]);
    const frame = bytes.indexOf(item, bytes.indexOf(item) + 1) + 8;
    for (let segment = 1; segment < 4; segment += 1) bytes.writeUInt32LE(0x7fff_fff0, frame + 4 * segment);
    const { codes, detail, refused } = await findingsOf(
      files.map((file, index) => (index === 7 ? { ...file, bytes: new Uint8Array(bytes) } : file)),
    );
    expect(refused).toEqual([]);
    const images = detail.studies.flatMap(({ series }) => series.flatMap(({ instances }) => instances));
    expect(images).toHaveLength(files.length);
    expect(images.filter(({ problem }) => problem !== null)).toMatchObject([{ problem: { code: 'NOT_READABLE' } }]);
    // The slice is not read: without it there is a gap, which is told, and no volume is measured across it.
    const runOf = (id: string) => detail.analyses.find(({ algorithmId }) => algorithmId === id)!;
    expect(runOf('qc.series').status).toBe('evaluated');
    expect(codes).toContain('MISSING_SLICES');
    expect(runOf('ct.lung-density')).toMatchObject({ status: 'not-evaluable', measurements: [] });
    expect(codes).toContain('MIXED_SPACING');
  });

  it('that is no DICOM is named and refused, the rest is taken', async () => {
    const { files } = factory.freshPhantom();
    const { refused, detail } = await findingsOf([
      ...files,
      { name: 'letter.dcm', bytes: new Uint8Array(2000).fill(65) },
    ]);
    expect(refused.map(({ name }) => name)).toEqual(['letter.dcm']);
    expect(detail.scan.status).toBe('complete');
  });
});
