import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pacs as contract } from '@duai/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from '../../../../../scripts/http-client.ts';
import { temporaryDirectory, waitFor } from '../../../../../scripts/instance.ts';
import { type DcmtkServer, dcmtk, startStorescp } from '../../../../../scripts/test-servers/dcmtk.ts';
import { readDataSet, textIn, writeDataSet } from '../../../dimse/messages/data-set.ts';
import { STATUS } from '../../../dimse/messages/statuses.ts';
import { EXPLICIT_LE, PATIENT_ROOT, STUDY_ROOT } from '../../../dimse/messages/uids.ts';
import { requestAssociation } from '../../../dimse/requestor.ts';
import { createUser } from '../../../dimse/services/user.ts';
import { createInstitutionFactory } from '../../../testing/institution-factory.ts';
import { smallPhantom } from '../../../testing/samples.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

const LOCAL = { transport: 'plain' as const, address: '127.0.0.1' };

let dir: string;
let server: TestServer;
let operator: HttpClient;
let factory: ReturnType<typeof createInstitutionFactory>;
let port: number;
let archive: DcmtkServer;
let archiveDir: string;
/** The institution's data: three studies of two people. */
const studies = [
  smallPhantom(70_001, 'AKSU^DENİZ'),
  smallPhantom(70_002, 'AKSU^DENİZ'),
  smallPhantom(70_003, 'BALKAN^EFE'),
];
let stranger: string;
beforeAll(async () => {
  dir = await temporaryDirectory();
  archiveDir = join(dir, 'archive');
  await mkdir(archiveDir);
  archive = await startStorescp(archiveDir, ['+uf']);
  server = await startTestServer({ DICOM_PLAIN_PORT: '0', DICOM_QUIET_SECONDS: '3600' });
  port = server.dicom!.plainPort!;
  operator = await server.staff('operator');
  factory = createInstitutionFactory(server, operator);
  await connected('deniz', { mayQuery: true, destination: { host: '127.0.0.1', port: archive.port } });
  ({ aeTitle: stranger } = await connected('yabanci', { mayQuery: true }));
  for (const [at, { files }] of studies.entries()) {
    const folder = join(dir, `study-${at}`);
    await mkdir(folder);
    for (const { name, bytes } of files) await writeFile(join(folder, name), bytes);
    // When a busy machine has no time to check an object, it answers A700; sent again, the object is stored.
    await waitFor(
      async () => (await dcmtk('storescu', [...as('DENIZ'), '+sd', folder])).code === 0 || undefined,
      60_000,
      () => 'not all instances were stored',
    );
  }
}, 180_000);
afterAll(async () => {
  await archive.close();
  await server.end();
  await rm(dir, { recursive: true, force: true });
});

const as = (callingAe: string, calledAe = 'DUAI') => [
  ...['-to', '20', '-ta', '20', '-aet', callingAe, '-aec', calledAe],
  ...['127.0.0.1', String(port)],
];

/** An institution with an open peer with this title. */
async function connected(
  name: string,
  may: { mayQuery?: boolean; destination?: { host: string; port: number } },
  institutionId?: string,
) {
  const id = institutionId ?? (await factory.activated(name)).institutionId;
  const aeTitle = name.toUpperCase();
  const body = { institutionId: id, name, aeTitle, identification: LOCAL, ...may };
  const peer = await operator.call(contract.addPacsPeer, { body });
  await operator.call(contract.openPacsPeer, { params: { peerId: peer.id }, body: { isOpen: true } });
  return { aeTitle, peer, institutionId: id };
}

const keys = (given: Record<string, string>) =>
  Object.entries(given).flatMap(([tag, value]) => ['-k', value ? `${tag}=${value}` : tag]);
const LEVEL = '0008,0052';
const [STUDY_UID, SERIES_UID, IMAGE_UID] = ['0020,000D', '0020,000E', '0008,0018'];

/** C-FIND with findscu. @returns each answer by tag, and how it ended */
async function find(model: '-S' | '-P', given: Record<string, string>, callingAe = 'DENIZ') {
  const found = join(dir, `found-${Math.random()}`);
  await mkdir(found);
  const { output, code } = await dcmtk('findscu', [model, '-v', '-X', '-od', found, ...keys(given), ...as(callingAe)]);
  const answers = [];
  for (const name of (await readdir(found)).sort()) {
    const file = await readFile(join(found, name));
    const dataSet = readDataSet(dataSetOf(file), transferSyntaxOf(file));
    answers.push((tag: string) =>
      textIn(dataSet, tag.replace(',', ''), (bytes) => Buffer.from(bytes).toString('utf8')),
    );
  }
  return { answers, output, code };
}
const dataSetOf = (file: Buffer) => file.subarray(144 + file.readUInt32LE(140));
const transferSyntaxOf = (file: Buffer) =>
  textIn(readDataSet(file.subarray(132, 144 + file.readUInt32LE(140)), EXPLICIT_LE), '00020010');

const uidsOf = (at: number) => {
  const dataSet = readDataSet(dataSetOf(Buffer.from(studies[at]!.files[0]!.bytes)), EXPLICIT_LE);
  return {
    study: textIn(dataSet, '0020000D'),
    series: textIn(dataSet, '0020000E'),
    image: textIn(dataSet, '00080018'),
  };
};
/** The data sets of a directory, sorted. */
async function dataSetsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  const files = await Promise.all(names.map((name) => readFile(join(folder, name))));
  return files.map((file) => dataSetOf(file).toString('base64')).sort();
}
const dataSetsOf = (at: number) =>
  studies[at]!.files.map(({ bytes }) => dataSetOf(Buffer.from(bytes)).toString('base64')).sort();

it('[PAC-001] echoscu, storescu, findscu, movescu, getscu of dcmtk succeed; wrong titles and unknown peers are refused with the right code', async () => {
  const { study } = uidsOf(0);
  const named = { [LEVEL]: 'STUDY', [STUDY_UID]: study };
  expect((await dcmtk('echoscu', as('DENIZ'))).code).toBe(0);
  // storescu stored all of this before; sent again, it is acknowledged and nothing is added.
  expect((await dcmtk('storescu', [...as('DENIZ'), '+sd', join(dir, 'study-0')])).code).toBe(0);

  const found = await find('-S', { ...named, '0020,1208': '', '0010,0010': '' });
  expect(found.code).toBe(0);
  expect(found.output).toContain('Success');
  expect(found.answers.map((of) => [of(STUDY_UID), of('0020,1208'), of('0010,0010')])).toEqual([
    [study, String(studies[0]!.files.length), 'AKSU^DENİZ'],
  ]);

  const moved = await dcmtk('movescu', ['-S', '-v', '-aem', 'DENIZ', ...keys(named), ...as('DENIZ')]);
  expect([moved.code, moved.output]).toEqual([0, expect.stringContaining('Received Final Move Response (Success)')]);
  expect(await dataSetsIn(archiveDir)).toEqual(dataSetsOf(0));

  const fetched = join(dir, 'fetched');
  await mkdir(fetched);
  const got = await dcmtk('getscu', ['-S', '-v', '+B', '-od', fetched, ...keys(named), ...as('DENIZ')]);
  expect(got.code).toBe(0);
  expect(await dataSetsIn(fetched)).toEqual(dataSetsOf(0));

  for (const command of ['echoscu', 'storescu', 'findscu', 'movescu', 'getscu']) {
    const rest = command === 'storescu' ? ['+sd', join(dir, 'study-0')] : command === 'echoscu' ? [] : keys(named);
    const model = ['findscu', 'movescu', 'getscu'].includes(command) ? ['-S', '-d'] : [];
    const wrong = await dcmtk(command, [...model, ...as('DENIZ', 'SOMEBODY'), ...rest]);
    expect([command, wrong.output]).toEqual([command, expect.stringContaining('Called AE Title Not Recognized')]);
    const unknown = await dcmtk(command, [...model, ...as('NOBODY'), ...rest]);
    expect([command, unknown.output]).toEqual([command, expect.stringContaining('Calling AE Title Not Recognized')]);
  }
});

describe('C-FIND', () => {
  it('matches wildcards, ranges, lists of UIDs and modalities, at each level', async () => {
    const studyUids = async (given: Record<string, string>) =>
      (await find('-S', { [LEVEL]: 'STUDY', [STUDY_UID]: '', ...given })).answers.map((of) => of(STUDY_UID)).sort();
    const [first, second, third] = [0, 1, 2].map((at) => uidsOf(at).study) as [string, string, string];
    const all = [first, second, third].sort();
    expect(await studyUids({})).toEqual(all);
    expect(await studyUids({ '0010,0010': 'aksu*' })).toEqual([first, second].sort());
    expect(await studyUids({ '0010,0020': 'PHANTOM-7000?' })).toEqual(all);
    expect(await studyUids({ '0010,0020': 'PHANTOM-70003' })).toEqual([third]);
    expect(await studyUids({ '0010,0020': 'PHANTOM_70003' })).toEqual([]);
    expect(await studyUids({ '0008,0020': '20250401' })).toEqual(all);
    expect(await studyUids({ '0008,0020': '20250401-20250430' })).toEqual(all);
    expect(await studyUids({ '0008,0020': '-20250331' })).toEqual([]);
    expect(await studyUids({ '0008,0020': '20250402-' })).toEqual([]);
    expect(await studyUids({ [STUDY_UID]: `${first}\\${third}\\1.2.3` })).toEqual([first, third].sort());
    expect(await studyUids({ '0008,0061': 'MR' })).toEqual([]);
    expect(await studyUids({ '0008,0061': 'CT', '0008,0050': '' })).toEqual(all);
    expect(await studyUids({ '0008,0050': 'A1' })).toEqual([]);

    const people = await find('-P', { [LEVEL]: 'PATIENT', '0010,0010': '', '0010,0020': '', '0020,1200': '' });
    expect(people.answers.map((of) => [of('0010,0020'), of('0010,0010'), of('0020,1200')])).toEqual([
      ['PHANTOM-70001', 'AKSU^DENİZ', '1'],
      ['PHANTOM-70002', 'AKSU^DENİZ', '1'],
      ['PHANTOM-70003', 'BALKAN^EFE', '1'],
    ]);
    const { study, series, image } = uidsOf(1);
    const ofStudy = { [LEVEL]: 'SERIES', [STUDY_UID]: study, [SERIES_UID]: '', '0008,0060': '', '0020,0011': '' };
    const inStudy = await find('-S', { ...ofStudy, '0020,1209': '' });
    expect(inStudy.answers.map((of) => [of(SERIES_UID), of('0008,0060'), of('0020,0011'), of('0020,1209')])).toEqual([
      [series, 'CT', '1', String(studies[1]!.files.length)],
    ]);
    const ofSeries = { [LEVEL]: 'IMAGE', [STUDY_UID]: study, [SERIES_UID]: series, [IMAGE_UID]: '' };
    expect((await find('-S', ofSeries)).answers).toHaveLength(studies[1]!.files.length);
    const one = await find('-S', { ...ofSeries, '0020,0013': '1', '0008,0016': '' });
    expect(one.answers.map((of) => [of(IMAGE_UID), of('0008,0016')])).toEqual([[image, '1.2.840.10008.5.1.4.1.1.2']]);
  });

  it('refuses what is no query of the model, and says so where a key was not matched on', async () => {
    const { study } = uidsOf(0);
    const refused = async (model: '-S' | '-P', given: Record<string, string>) => (await find(model, given)).output;
    expect(await refused('-S', { [LEVEL]: 'PATIENT', '0010,0020': '' })).toMatch(
      /IdentifierDoesNotMatch|DataSetDoesNotMatch|0xa900/i,
    );
    expect(await refused('-S', { [LEVEL]: 'SERIES', [SERIES_UID]: '' })).toMatch(/DoesNotMatch|0xa900/i);
    expect(await refused('-S', { [LEVEL]: 'STUDY', '0008,0020': '20251345' })).toMatch(/DoesNotMatch|0xa900/i);
    const partly = await find('-S', { [LEVEL]: 'STUDY', [STUDY_UID]: study, '0008,1010': 'STATION' });
    expect(partly.output).toContain('Pending: Warning');
    expect(partly.answers.map((of) => of(STUDY_UID))).toEqual([study]);
  });
});

describe('a peer', () => {
  it('sees, moves and fetches nothing of another institution, and moves nowhere but to its own open peers', async () => {
    const { study } = uidsOf(0);
    const named = { [LEVEL]: 'STUDY', [STUDY_UID]: study };
    expect((await find('-S', named, stranger)).answers).toEqual([]);
    expect((await find('-P', { [LEVEL]: 'PATIENT', '0010,0020': '' }, stranger)).answers).toEqual([]);
    const before = await dataSetsIn(archiveDir);
    const move = async (callingAe: string, to: string) =>
      (await dcmtk('movescu', ['-S', '-d', '-aem', to, ...keys(named), ...as(callingAe)])).output;
    // The title of another institution's archive is not a valid destination.
    expect(await move(stranger, 'DENIZ')).toMatch(/MoveDestinationUnknown|0xa801/i);
    expect(await move('DENIZ', stranger)).toMatch(/MoveDestinationUnknown|0xa801/i);
    expect(await move('DENIZ', 'NOWHERE')).toMatch(/MoveDestinationUnknown|0xa801/i);
    const fetched = join(dir, 'fetched-by-stranger');
    await mkdir(fetched);
    await dcmtk('getscu', ['-S', '-od', fetched, ...keys(named), ...as(stranger)]);
    expect(await readdir(fetched)).toEqual([]);
    expect(await dataSetsIn(archiveDir)).toEqual(before);
  });

  it('that may not query has no such service, and one that may not any more is told so', async () => {
    const { aeTitle, peer, institutionId } = await connected('sadece', {});
    const named = { [LEVEL]: 'STUDY', [STUDY_UID]: uidsOf(0).study };
    expect((await find('-S', named, aeTitle)).output).toMatch(
      /No presentation context|No Acceptable Presentation Contexts/i,
    );
    await connected('acik', { mayQuery: true }, institutionId);
    const association = await associate('ACIK', [STUDY_ROOT.find]);
    await server.parts.db.drizzle.execute(
      `update pacs_peers set may_query = false where institution_id = '${institutionId}' and id <> '${peer.id}'`,
    );
    const search = createUser(association).find(STUDY_ROOT.find, studyQuery(''));
    expect(await search.next()).toMatchObject({ done: true, value: { status: STATUS.notAuthorized } });
    await association.release();
  });

  it('whose archive does not answer is told which instances did not arrive', async () => {
    const { institutionId } = await connected('sessiz', { mayQuery: true });
    const down = { host: '127.0.0.1', port: 1 };
    await connected('kapali', { destination: down }, institutionId);
    const { files } = smallPhantom(70_010);
    const folder = join(dir, 'study-of-sessiz');
    await mkdir(folder);
    for (const { name, bytes } of files.slice(0, 3)) await writeFile(join(folder, name), bytes);
    await dcmtk('storescu', [...as('SESSIZ'), '+sd', folder]);
    const association = await associate('SESSIZ', [PATIENT_ROOT.move, STUDY_ROOT.move]);
    const uid = textIn(readDataSet(dataSetOf(Buffer.from(files[0]!.bytes)), EXPLICIT_LE), '0020000D');
    const outcome = await createUser(association).move(STUDY_ROOT.move, 'KAPALI', studyQuery(uid));
    expect(outcome).toMatchObject({ status: STATUS.subOperationsFailed, completed: 0, failed: 3 });
    await association.release();
  });

  it('leaves a trace in the audit trail, and no name of a patient in the log', async () => {
    await find('-S', { [LEVEL]: 'STUDY', '0010,0010': 'AKSU*', '0010,0020': 'PHANTOM-70001' });
    const { rows } = await server.parts.db.drizzle.execute<{ action: string; details: string }>(
      `select distinct action, details::text as details from audit_events where action in ('pacs.query', 'pacs.retrieve')`,
    );
    expect(new Set(rows.map(({ action }) => action))).toEqual(new Set(['pacs.query', 'pacs.retrieve']));
    expect(rows.map(({ details }) => details).join('')).not.toContain('PHANTOM');
    expect(server.logLines.join('')).not.toMatch(/AKSU|PHANTOM-7/);
    expect(server.logLines.join('')).not.toContain(uidsOf(0).study);
  });
});

const associate = (callingAe: string, abstractSyntaxes: string[]) =>
  requestAssociation({
    host: '127.0.0.1',
    port,
    callingAe,
    calledAe: 'DUAI',
    implementation: { classUid: '2.25.77', versionName: 'TEST' },
    proposals: abstractSyntaxes.map((abstractSyntax) => ({ abstractSyntax, transferSyntaxes: [EXPLICIT_LE] })),
  });
const studyQuery = (uid: string) =>
  writeDataSet(
    { '00080052': { vr: 'CS', Value: ['STUDY'] }, '0020000D': { vr: 'UI', Value: uid ? [uid] : [] } },
    EXPLICIT_LE,
  );
