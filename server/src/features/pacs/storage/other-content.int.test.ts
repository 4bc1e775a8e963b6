import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { API_SCOPES, cases, pacs as contract, integrations, LIMITS, scans as scanContract } from '@duai/contract';
import { decodeFrame } from '@duai/imaging';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type HttpClient, imagesForm } from '../../../../../scripts/http-client.ts';
import { temporaryDirectory } from '../../../../../scripts/instance.ts';
import { dcmtk } from '../../../../../scripts/test-servers/dcmtk.ts';
import { stowRequest } from '../../../../../scripts/test-servers/stow.ts';
import { createServiceLine } from '../../../gateway/service-line.ts';
import { createInstitutionFactory } from '../../../testing/institution-factory.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

type File = { name: string; bytes: Uint8Array };

let dir: string;
let server: TestServer;
let factory: ReturnType<typeof createInstitutionFactory>;
let admin: HttpClient;
let institutionId: string;
let secret: string;
beforeAll(async () => {
  dir = await temporaryDirectory();
  server = await startTestServer();
  factory = createInstitutionFactory(server, await server.staff('operator'));
  ({ admin, institutionId } = await factory.activated('kapilar'));
  ({ secret } = await admin.call(integrations.createApiKey, { body: { name: 'Old PACS', scopes: [...API_SCOPES] } }));
}, 60_000);
afterAll(async () => {
  await server.end();
  await rm(dir, { recursive: true, force: true });
});

/** The slice with another value of its last pixel. */
function changed({ bytes }: File, name: string, by = 1): File {
  const copy = Buffer.from(bytes);
  copy[copy.length - 1]! ^= by;
  return { name, bytes: copy };
}
async function compressed({ bytes }: File): Promise<Uint8Array> {
  const [from, to] = [join(dir, 'plain.dcm'), join(dir, 'rle.dcm')];
  await writeFile(from, bytes);
  expect((await dcmtk('dcmcrle', [from, to])).code).toBe(0);
  return readFile(to);
}
async function stored(): Promise<File[]> {
  const files = factory.freshPhantom().files.slice(0, 3);
  await admin.call(scanContract.uploadScan, { form: imagesForm(files) });
  await factory.settled(admin);
  return files;
}
const uidOf = async ({ bytes }: File) => (await decodeFrame(bytes)).header.sopInstanceUid;
const imagesOfNewest = async (): Promise<number> => {
  const [scan] = await admin.call(scanContract.listScans);
  const { studies } = await admin.call(scanContract.getScan, { params: { scanId: scan?.id ?? '' } });
  return studies.flatMap(({ series }) => series.flatMap(({ instances }) => instances)).length;
};
const aside = async () =>
  (await admin.call(contract.listOwnQuarantine)).rows.map(({ way, sender, peerId }) => [way, sender, peerId]);
const clear = () => server.parts.db.drizzle.execute(sql`delete from pacs_quarantine`);
const stow = (files: readonly Uint8Array[]) => {
  const { body, contentType } = stowRequest(files);
  const headers = { 'content-type': contentType, authorization: `Bearer ${secret}` };
  return fetch(`${server.address}/api/dicom-web/studies`, { method: 'POST', headers, body });
};

it('[PAC-003] by file in the portal, other content under a known UID is named with its reason and kept aside, with the member', async () => {
  await clear();
  const files = await stored();
  const other = changed(files[0]!, 'second.dcm');
  const { scan, refused } = await admin.call(scanContract.uploadScan, { form: imagesForm([other]), language: 'en' });
  expect(refused).toEqual([{ name: 'second.dcm', code: 'KEPT_ASIDE', message: expect.stringContaining('kept aside') }]);
  // Nothing new came, so that nothing is analysed anew.
  expect(scan.status).toBe('complete');
  expect(await imagesOfNewest()).toBe(files.length);
  const [[way, sender, peerId] = []] = await aside();
  expect([way, peerId]).toEqual(['browser', null]);
  expect(sender).toBeTruthy();
  // It is stored, and once.
  await admin.call(scanContract.uploadScan, { form: imagesForm([other]) });
  const { rows } = await server.parts.db.drizzle.execute<{ sha256: string }>(sql`select sha256 from pacs_quarantine`);
  expect(rows).toHaveLength(1);
  expect(await server.parts.storage.open(rows[0]?.sha256 ?? '')).toBeTruthy();
  const { rows: told } = await server.parts.db.drizzle.execute(
    sql`select 1 from audit_events where action = 'trial.keep-aside' and subject_id = ${scan.id}`,
  );
  expect(told).toHaveLength(2);
});

it('[PAC-003] so it is within one upload: the first is taken; another version is kept aside, the same in another syntax is a duplicate', async () => {
  await clear();
  const [first, second] = factory.freshPhantom().files as [File, File];
  const rle = { name: 'rle.dcm', bytes: await compressed(first) };
  const { refused } = await admin.call(scanContract.uploadScan, {
    form: imagesForm([first, second, changed(first, 'other.dcm'), rle]),
  });
  expect(refused?.map(({ name, code }) => [name, code]).sort()).toEqual([
    ['other.dcm', 'KEPT_ASIDE'],
    ['rle.dcm', 'DUPLICATE'],
  ]);
  await factory.settled(admin);
  expect(await imagesOfNewest()).toBe(2);
  expect(await aside()).toHaveLength(1);
});

it('[PAC-003] by STOW-RS and by the address for files with a key, it is answered as by C-STORE, and kept aside with the key', async () => {
  await clear();
  const files = await stored();
  const fresh = factory.freshPhantom().files[0]!;
  const answer = await stow([changed(files[0]!, '').bytes, await compressed(files[1]!), fresh.bytes]);
  const body = (await answer.json()) as Record<string, { Value: Record<string, { Value: unknown[] }>[] }>;
  expect(answer.status).toBe(202);
  expect(body['00081198']?.Value.map((item) => [item['00081155']?.Value[0], item['00081197']?.Value[0]])).toEqual([
    [await uidOf(files[0]!), 0x0111],
  ]);
  expect(body['00081199']?.Value).toHaveLength(2);
  expect((await stow([changed(files[0]!, '').bytes])).status).toBe(409);
  expect(await aside()).toEqual([['stow-rs', 'Old PACS', null]]);
  const ofKey = server.client();
  ofKey.useToken(secret);
  const { refused } = await ofKey.call(scanContract.uploadScan, { form: imagesForm([changed(files[1]!, 'b.dcm')]) });
  expect(refused).toMatchObject([{ name: 'b.dcm', code: 'KEPT_ASIDE' }]);
  expect((await aside()).map(([way]) => way).sort()).toEqual(['api', 'stow-rs']);
});

it('[PAC-003] [PAC-015] by the gateway it is kept aside too, and the gateway knows that it need not send it again', async () => {
  await clear();
  const files = await stored();
  const line = createServiceLine({ serviceUrl: server.address, apiKey: secret });
  const sent = await line.store([
    async function* () {
      yield changed(files[0]!, '').bytes;
    },
  ]);
  expect([[...sent.stored], [...sent.keptAside]]).toEqual([[], [await uidOf(files[0]!)]]);
  expect(await aside()).toEqual([['gateway', 'Old PACS', null]]);
});

it('keeps only so much of a study aside by these doors too', async () => {
  await clear();
  const files = await stored();
  const [scan] = await admin.call(scanContract.listScans);
  await server.parts.db.drizzle.execute(sql`
    insert into pacs_quarantine (id, institution_id, way, scan_id, sop_instance_uid, sha256, data_set_sha256, size_bytes, received_at)
    select gen_random_uuid(), ${institutionId}, 'api', ${scan?.id}, '2.25.' || n, '', n::text, 1, now()
    from generate_series(1, ${LIMITS.quarantinedPerStudy - 1}) n`);
  const { refused } = await admin.call(scanContract.uploadScan, {
    form: imagesForm([changed(files[0]!, 'a.dcm'), changed(files[0]!, 'b.dcm', 2)]),
  });
  expect(refused?.map(({ name, code }) => [name, code])).toEqual([
    ['a.dcm', 'KEPT_ASIDE'],
    ['b.dcm', 'ASIDE_FULL'],
  ]);
  const answer = await stow([changed(files[0]!, '', 4).bytes]);
  expect(JSON.stringify(await answer.json())).toContain(String(0xa700));
  await clear();
});

it('two versions in a patient’s case stay two images: nobody there could decide, and the reader sees both', async () => {
  const patient = await server.patient();
  const caseId = await server.openCase(patient);
  const slice = factory.freshPhantom().files[0]!;
  const { case: taken, refused } = await patient.call(cases.uploadCaseImages, {
    params: { caseId },
    form: imagesForm([slice, changed(slice, 'corrected.dcm')]),
  });
  expect([taken.images.length, refused]).toEqual([2, undefined]);
});
