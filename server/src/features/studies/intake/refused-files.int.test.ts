import { cases, studies, uploads } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type HttpClient, imagesForm } from '../../../../../scripts/http-client.ts';
import { codeOf } from '../../../testing/code-of.ts';
import { smallPhantom } from '../../../testing/samples.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { createTusClient, uploadIdOf } from '../../../testing/tus-client.ts';
import { keepRefused, MOST_NAMES } from './refused-files.store.ts';

let server: TestServer;
let patient: HttpClient;
let radiologist: HttpClient;
beforeAll(async () => {
  server = await startTestServer();
  patient = await server.patient();
  radiologist = await server.staff('radiologist');
});
afterAll(() => server.end());

const { files: slices } = smallPhantom();
const [slice, next, third] = [slices[0]!, slices[1]!, slices[2]!];
const cut = (name: string) => ({ name, bytes: next.bytes.subarray(0, next.bytes.length - 1000) });

const upload = (caseId: string, files: { name: string; bytes: Uint8Array }[]) =>
  patient.call(cases.uploadCaseImages, { params: { caseId }, form: imagesForm(files) });

/** Of a case, as its reader is told: name, code, number of files, whether a file of that name came later. */
async function missingOf(caseId: string, language = 'tr') {
  const { missingFiles } = await radiologist.call(studies.getReading, { params: { caseId }, language });
  return missingFiles.map(({ originalName, problem, files, hasCome }) => [originalName, problem.code, files, hasCome]);
}

it('tells the reader of a case which files were refused and why, in the language of the page; not of duplicates', async () => {
  const caseId = await server.openCase(patient);
  await upload(caseId, [
    slice,
    { ...slice, name: 'again.dcm' },
    cut('cut.dcm'),
    { name: 'leer.dcm', bytes: new Uint8Array() },
  ]);
  expect(await missingOf(caseId)).toEqual([
    ['leer.dcm', 'EMPTY', 1, false],
    ['cut.dcm', 'TRUNCATED', 1, false],
  ]);
  const messages = async (language: string) =>
    (await radiologist.call(studies.getReading, { params: { caseId }, language })).missingFiles.map(
      ({ problem }) => problem.message,
    );
  expect((await messages('tr'))[1]).toContain('yarım kalmış');
  expect((await messages('en'))[1]).not.toBe((await messages('tr'))[1]);
});

it('counts files of one name, and keeps what was refused when nothing of a submission was accepted', async () => {
  const caseId = await server.openCase(patient);
  expect(await codeOf(upload(caseId, [cut('IM001'), cut('IM001')]))).toBe('UPLOAD_ALL_REFUSED');
  expect(await codeOf(upload(caseId, [cut('IM001')]))).toBe('UPLOAD_ALL_REFUSED');
  await upload(caseId, [slice]);
  expect(await missingOf(caseId)).toEqual([['IM001', 'TRUNCATED', 2, false]]);
});

it('waits for a change of its case, and keeps nothing of an upload of refused files that the case takes no more', async () => {
  const caseId = await server.openCase(patient);
  const { drizzle } = server.parts.db;
  const isWaiting = async () =>
    (
      await drizzle.execute(
        sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).rows.length > 0;
  const answer = await server.parts.db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from cases where id = ${caseId} for update`);
    const sent = codeOf(upload(caseId, [cut('IM001')]));
    await expect.poll(isWaiting).toBe(true);
    await tx.execute(sql`update cases set status = 'completed' where id = ${caseId}`);
    return { sent };
  });
  expect(await answer.sent).toBe('CASE_NOT_OPEN_FOR_IMAGES');
  expect((await drizzle.execute(sql`select 1 from refused_files where case_id = ${caseId}`)).rows).toEqual([]);
});

it('says that a file of the same name came later, not of one that came with it', async () => {
  const caseId = await server.openCase(patient);
  await upload(caseId, [{ ...slice, name: 'IM001' }, cut('IM001'), cut('IM002')]);
  expect((await missingOf(caseId)).map(([name, , , hasCome]) => [name, hasCome])).toEqual([
    ['IM001', false],
    ['IM002', false],
  ]);
  await patient.call(cases.takeCaseBack, { params: { caseId } });
  await upload(caseId, [{ ...next, name: 'IM002' }]);
  expect((await missingOf(caseId)).map(([name, , , hasCome]) => [name, hasCome])).toEqual([
    ['IM001', false],
    ['IM002', true],
  ]);
});

it('keeps what the browser of the patient left out, with its name only', async () => {
  const caseId = await server.openCase(patient);
  const tus = createTusClient(server.address, () => patient.token());
  const uploadIds = [uploadIdOf((await tus.create(caseId, third, third.bytes)).headers.get('location')!)];
  const leftOut = [{ name: 'C:\\disc\\IM\u00077.dcm', code: 'NOT_READABLE' as const }];
  await patient.call(uploads.submitUploads, { params: { caseId }, body: { uploadIds, leftOut } });
  expect(await missingOf(caseId)).toEqual([['IM7.dcm', 'NOT_READABLE', 1, false]]);
});

it(`keeps ${MOST_NAMES} names of a case and counts the rest`, async () => {
  const caseId = await server.openCase(patient);
  await upload(caseId, [slice]);
  const refused = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ name: `${String(at).padStart(4, '0')}.dcm`, code: 'EMPTY' as const }));
  await keepRefused(server.parts.db.drizzle, caseId, refused(MOST_NAMES - 1));
  await keepRefused(server.parts.db.drizzle, caseId, refused(MOST_NAMES + 20));
  await keepRefused(server.parts.db.drizzle, caseId, refused(MOST_NAMES));
  const missing = await missingOf(caseId);
  expect(missing).toHaveLength(MOST_NAMES + 1);
  expect(missing[0]).toEqual([null, 'EMPTY', 20, false]);
});
