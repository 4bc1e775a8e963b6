import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cases, dicomweb, given, integrations, pacs, scans, uploads } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { CallError, type HttpClient, imagesForm } from '../../scripts/http-client.ts';
import { dcmtk } from '../../scripts/test-servers/dcmtk.ts';
import { stowRequest } from '../../scripts/test-servers/stow.ts';
import { sha256Hex } from './core/ids.ts';
import { codeOf } from './testing/code-of.ts';
import { createInstitutionFactory } from './testing/institution-factory.ts';
import { smallPhantom } from './testing/samples.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';
import { createTusClient, uploadIdOf } from './testing/tus-client.ts';

const slices = smallPhantom(4100).files;
type Slice = (typeof slices)[number];
const SLICE = Math.max(...slices.map(({ bytes }) => bytes.length));
const GB = 1024 ** 3;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    // Two slices and half of a third.
    PATIENT_MAX_GB: String((SLICE * 2.5) / GB),
    STUDY_MAX_INSTANCES: '3',
    DICOM_PLAIN_PORT: '0',
  });
});
afterAll(() => server.end());
afterEach(() => vi.restoreAllMocks());

describe('the images of a patient', () => {
  const upload = (patient: HttpClient, caseId: string, files: typeof slices) =>
    patient.call(cases.uploadCaseImages, { params: { caseId }, form: imagesForm(files), language: 'tr' });
  const refusedAs = (error: unknown) => {
    if (!(error instanceof CallError)) throw error;
    return [error.status, error.body.code];
  };
  const namesIn = async (patient: HttpClient, caseId: string) =>
    (await patient.call(cases.getCase, { params: { caseId } })).images.map(({ originalName }) => originalName);
  /** In all cases of the patient. */
  const stored = async (patient: HttpClient) => (await patient.call(cases.listCases)).flatMap(({ images }) => images);

  it('take no more room than one account has, by either way of sending; what fits is kept, and nobody else is told no', async () => {
    const patient = await server.patient();
    const first = await server.openCase(patient);
    const answer = await upload(patient, first, slices.slice(0, 4));
    const [one, two, three, four] = slices;
    expect(await namesIn(patient, first)).toEqual([one!.name, two!.name]);
    const message = expect.stringContaining('Hesabınızda daha fazla görüntüye yer yok');
    expect(answer.refused).toEqual([three, four].map((file) => ({ name: file!.name, code: 'ACCOUNT_FULL', message })));

    const second = await server.openCase(patient);
    const all = await upload(patient, second, [three!]).catch((error: unknown) => error);
    expect(refusedAs(all)).toEqual([422, 'UPLOAD_ALL_REFUSED']);
    const begun = await createTusClient(server.address, () => patient.token()).create(second, three!);
    expect([begun.status, await begun.json()]).toEqual([
      409,
      { code: 'ACCOUNT_FULL', message: expect.stringMatching(/^Görüntüleriniz .* GB yer tutuyor/) },
    ]);
    expect(await namesIn(patient, second)).toEqual([]);
    expect(await namesIn(patient, first)).toHaveLength(2);

    const other = await server.patient();
    const theirs = await server.openCase(other);
    expect((await upload(other, theirs, slices.slice(0, 2))).refused).toBeUndefined();
  });

  it('count while they are on the way, so that sending at once gains nothing', async () => {
    const patient = await server.patient();
    const tus = createTusClient(server.address, () => patient.token());
    const [a, b] = [await server.openCase(patient), await server.openCase(patient)];
    const begun = await Promise.all(slices.slice(0, 6).map((file, at) => tus.create(at % 2 ? a : b, file)));
    expect(begun.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409, 409]);

    const third = await server.patient();
    const own = await Promise.all([server.openCase(third), server.openCase(third)]);
    await Promise.allSettled(own.map((caseId, at) => upload(third, caseId, slices.slice(at * 2, at * 2 + 2))));
    const { length } = await stored(third);
    expect(length).toBeGreaterThan(0);
    expect(length).toBeLessThanOrEqual(2);
  });

  it('are counted again when they are stored: another process may have stored others meanwhile', async () => {
    const patient = await server.patient();
    const [before, late] = [await server.openCase(patient), await server.openCase(patient)];
    await upload(patient, before, [slices[0]!]);
    const run = server.parts.quick.run.bind(server.parts.quick);
    vi.spyOn(server.parts.quick, 'run').mockImplementation(async (...asked: Parameters<typeof run>) => {
      await server.parts.db.drizzle.execute(sql`
        update instances set size_bytes = ${SLICE * 2} from studies where studies.id = study_id and case_id = ${before}`);
      return run(...asked);
    });
    const error = await upload(patient, late, [slices[1]!]).catch((caught: unknown) => caught);
    expect(refusedAs(error)).toEqual([409, 'ACCOUNT_FULL']);
    expect((error as CallError).body.message).toContain('lütfen bize yazın');
    expect(await namesIn(patient, late)).toEqual([]);
  });
});

describe('a damaged image of a patient whose account is full', () => {
  const [one, two, three] = slices as [Slice, Slice, Slice];
  const fileOf = ({ bytes }: Slice) => {
    const sha256 = sha256Hex(bytes);
    return join(server.dataDir, 'files', sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  };
  /** The patient has no room for another slice, and one of the two stored ones has a flipped bit. */
  async function withDamage() {
    const patient = await server.patient();
    const first = await server.openCase(patient);
    await patient.call(cases.uploadCaseImages, { params: { caseId: first }, form: imagesForm([one, two]) });
    const damaged = await readFile(fileOf(one));
    damaged.writeUInt8(damaged.readUInt8(damaged.length >> 1) ^ 1, damaged.length >> 1);
    await chmod(fileOf(one), 0o600);
    await writeFile(fileOf(one), damaged);
    const isWhole = async () => Buffer.compare(await readFile(fileOf(one)), one.bytes) === 0;
    expect([await isWhole(), await server.parts.storage.check(sha256Hex(one.bytes))]).toEqual([false, 'damaged']);
    return { patient, caseId: await server.openCase(patient), isWhole };
  }

  it('is mended by the same file, which takes no room; another file is refused as before', async () => {
    const { patient, caseId, isWhole } = await withDamage();
    const upload = (files: Slice[]) =>
      patient.call(cases.uploadCaseImages, { params: { caseId }, form: imagesForm(files) });
    // The one that does not fit is refused first, and what is there already is still let through after it.
    expect((await upload([three, one])).refused).toMatchObject([{ name: three.name, code: 'ACCOUNT_FULL' }]);
    expect(await isWhole()).toBe(true);
  });

  it('is mended however full the account is, and in pieces too: one upload of a stored file at a time', async () => {
    const { patient, caseId, isWhole } = await withDamage();
    // More than fits by now: an operator may have lowered the limit.
    await server.parts.db.drizzle.execute(sql`
      update instances set size_bytes = ${SLICE * 4} from studies, cases
      where studies.id = study_id and cases.id = case_id and sha256 = ${sha256Hex(two.bytes)}
        and patient_id = (select patient_id from cases where id = ${caseId})`);
    const tus = createTusClient(server.address, () => patient.token());
    const create = async (file: Parameters<typeof tus.create>[1]) => (await tus.create(caseId, file)).status;
    // Whoever announces the hash of a stored file needs its size too.
    expect(await create({ ...three, sha256: sha256Hex(one.bytes), bytes: new Uint8Array(SLICE * 2) })).toBe(409);
    expect(await create(three)).toBe(409);
    const begun = await tus.create(caseId, one);
    expect([begun.status, await create(one)]).toEqual([201, 409]);
    const location = given(begun.headers.get('location'), 'the location');
    await tus.patch(location, 0, one.bytes);
    await patient.call(uploads.submitUploads, { params: { caseId }, body: { uploadIds: [uploadIdOf(location)] } });
    expect(await isWhole()).toBe(true);
  });

  it('is not mended by content that only says to be the same', async () => {
    const { patient, caseId, isWhole } = await withDamage();
    const tus = createTusClient(server.address, () => patient.token());
    const other = Uint8Array.from(one.bytes).reverse();
    const begun = await tus.create(caseId, { name: one.name, bytes: other, sha256: sha256Hex(one.bytes) });
    const location = given(begun.headers.get('location'), 'the location');
    await tus.patch(location, 0, other);
    const body = { uploadIds: [uploadIdOf(location)] };
    expect(await codeOf(patient.call(uploads.submitUploads, { params: { caseId }, body }))).toBe('UPLOAD_ALL_REFUSED');
    expect(await isWhole()).toBe(false);
  });
});

describe('a study of an institution', () => {
  let factory: ReturnType<typeof createInstitutionFactory>;
  beforeAll(async () => {
    factory = createInstitutionFactory(server, await server.staff('operator'));
  });
  const studyOf = (seed: number) => smallPhantom(seed).files;
  const countOf = async (scanId: string) =>
    (
      await server.parts.db.drizzle.execute<{ count: number }>(sql`
        select count(*)::int as count from instances join studies on studies.id = study_id where scan_id = ${scanId}`)
    ).rows[0]?.count;

  it('has no more instances than one may have: those beyond are named, and its own sent again are not', async () => {
    const { admin } = await factory.activated('sinir');
    const files = studyOf(4101);
    const send = (sent: typeof files) => admin.call(scans.uploadScan, { form: imagesForm(sent), language: 'tr' });
    const { scan, refused } = await send(files.slice(0, 5));
    const message = expect.stringContaining('en çok sayıda görüntü var');
    const full = ({ name }: { name: string }) => ({ name, code: 'STUDY_FULL', message });
    expect(refused).toEqual(files.slice(3, 5).map(full));
    expect(await countOf(scan.id)).toBe(3);
    await factory.settled(admin);
    expect((await send(files.slice(2, 4))).refused).toEqual([
      expect.objectContaining({ name: files[2]!.name, code: 'DUPLICATE' }),
      full(files[3]!),
    ]);
    expect(await countOf(scan.id)).toBe(3);

    const { key: _, secret } = await admin.call(integrations.createApiKey, {
      body: { name: 'PACS', scopes: ['scans:write'] },
    });
    const { body, contentType } = stowRequest(files.slice(4, 5).map(({ bytes }) => bytes));
    const answer = await fetch(`${server.address}${dicomweb.storeInstances.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': contentType, accept: 'application/dicom+json' },
      body,
    });
    expect(answer.status).toBe(409);
    // Failure Reason (0008,1197) A700: out of resources.
    expect(JSON.stringify(await answer.json())).toContain(`"00081197":{"vr":"US","Value":[${0xa700}]}`);
    expect(await countOf(scan.id)).toBe(3);

    // The next study is none of its business.
    expect((await send(studyOf(4102).slice(0, 3))).refused).toBeUndefined();
  });

  it('has no more by C-STORE either; what it has is confirmed once more', async () => {
    const { admin } = await factory.activated('cstore');
    const identification = { transport: 'plain' as const, address: '127.0.0.1' };
    await admin.call(pacs.addPacsNode, { body: { name: 'cstore', aeTitle: 'CSTORE', identification } });
    const operator = await server.staff('operator');
    const peer = (await operator.call(pacs.listPacsPeers)).find(({ aeTitle }) => aeTitle === 'CSTORE');
    await operator.call(pacs.openPacsPeer, { params: { peerId: peer!.id }, body: { isOpen: true } });
    const folder = join(server.dataDir, 'to-send');
    await mkdir(folder);
    const paths = await Promise.all(
      studyOf(4103)
        .slice(0, 5)
        .map(async ({ bytes }, at) => {
          const path = join(folder, `${at}.dcm`);
          await writeFile(path, bytes);
          return path;
        }),
    );
    // Images are counted once in a second: here each comes in another one.
    let at = Date.now();
    vi.spyOn(server.parts.clock, 'now').mockImplementation(() => {
      at += 1100;
      return new Date(at);
    });
    const to = ['-aet', 'CSTORE', '-aec', 'DUAI', '127.0.0.1', String(server.dicom!.plainPort)];
    const sent = await dcmtk('storescu', ['-v', '-nh', ...to, ...paths, paths[0]!]);
    const statuses = [...sent.output.matchAll(/Received Store Response \((.+?)\)/g)].map(([, status]) => status);
    expect(statuses).toEqual([
      ...['Success', 'Success', 'Success', 'Refused: OutOfResources', 'Refused: OutOfResources', 'Success'],
    ]);
    vi.restoreAllMocks();
    const [scan] = await admin.call(scans.listScans);
    expect(await countOf(scan!.id)).toBe(3);
  });
});
