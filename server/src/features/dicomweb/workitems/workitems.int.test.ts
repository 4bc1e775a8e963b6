import { accounts, type dicomweb, institutionData, integrations, scans } from '@duai/contract';
import { decodeFrame } from '@duai/imaging';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type HttpClient, imagesForm } from '../../../../../scripts/http-client.ts';
import { createInstitutionFactory } from '../../../testing/institution-factory.ts';
import { smallPhantom } from '../../../testing/samples.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

type DataSet = dicomweb.DicomJson;

let server: TestServer;
let factory: ReturnType<typeof createInstitutionFactory>;
let mine: HttpClient;
/** API keys: of who asks, of who performs, and of another institution with every right. */
let asks: string;
let performs: string;
let theirs: string;
beforeAll(async () => {
  server = await startTestServer();
  factory = createInstitutionFactory(server, await server.staff('operator'));
  ({ admin: mine } = await factory.activated('islisteler'));
  const { admin: other } = await factory.activated('digeri');
  const keyOf = async (admin: HttpClient, ...scopes: ('scans:read' | 'scans:write' | 'results:write')[]) =>
    (await admin.call(integrations.createApiKey, { body: { name: 'AI', scopes } })).secret;
  asks = await keyOf(mine, 'scans:read', 'scans:write');
  performs = await keyOf(mine, 'scans:read', 'results:write');
  theirs = await keyOf(other, 'scans:read', 'scans:write', 'results:write');
}, 120_000);
afterAll(() => server.end());

const call = (key: string, method: string, path: string, body?: unknown): Promise<Response> =>
  fetch(`${server.address}/api/dicom-web/workitems${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': 'application/dicom+json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const said = (answer: Response) => [answer.status, answer.headers.get('warning')];
const value = (dataSet: DataSet | undefined, tag: string) => dataSet?.[tag]?.Value?.[0];
const text = (vr: string, ...values: string[]) => ({ vr, Value: values });
const asked = (study: string, code: DataSet = {}): DataSet => ({
  '00100020': text('LO', 'HASTA-7'),
  '00404005': text('DT', '20261123120000'),
  '00404018': { vr: 'SQ', Value: [code] },
  '00404021': { vr: 'SQ', Value: [{ '0020000D': text('UI', study) }] },
  '00404041': text('CS', 'READY'),
  '00741000': text('CS', 'SCHEDULED'),
  '00741200': text('CS', 'HIGH'),
  '00741204': text('LO', 'Nodules of the lung'),
});
const OURS: DataSet = { '00080100': text('SH', 'ANALYSE'), '00080102': text('SH', '99DUAI') };
const stateChange = (state: string, transactionUid?: string) => ({
  '00741000': text('CS', state),
  ...(transactionUid && { '00081195': text('UI', transactionUid) }),
});
const retrieved = async (uid: string): Promise<DataSet> =>
  ((await (await call(asks, 'GET', `/${uid}`)).json()) as DataSet[])[0] ?? {};

it('a work item is created, found, claimed by a Transaction UID, updated and completed by its performer', async () => {
  const created = await call(asks, 'POST', '?2.25.9001', [asked('2.25.9100')]);
  expect([created.status, created.headers.get('location')]).toEqual([
    201,
    `${server.address}/api/dicom-web/workitems/2.25.9001`,
  ]);
  expect((await call(asks, 'POST', '?2.25.9001', asked('2.25.9100'))).status).toBe(409);
  expect((await call(asks, 'POST', '?2.25.9002', { ...asked('2.25.9100'), '00741204': { vr: 'LO' } })).status).toBe(
    400,
  );
  const found = async (query: string) =>
    ((await (await call(asks, 'GET', `?${query}`)).json()) as DataSet[]).map((item) => value(item, '00080018'));
  for (const query of [
    'ProcedureStepState=SCHEDULED',
    'StudyInstanceUID=2.25.9100',
    'PatientID=HASTA-?',
    'ProcedureStepLabel=Nodules*',
    '00741200=HIGH&limit=1',
    'SOPInstanceUID=2.25.9001,2.25.9999',
  ])
    expect([query, await found(query)]).toEqual([query, ['2.25.9001']]);
  for (const query of ['ProcedureStepState=COMPLETED', 'PatientID=HASTA', 'ProcedureStepLabel=%25', 'offset=1'])
    expect([query, await found(query)]).toEqual([query, []]);

  const state = (body: unknown) => call(performs, 'PUT', '/2.25.9001/state', body);
  expect(said(await state(stateChange('IN PROGRESS')))).toEqual([400, '299 duai "The Transaction UID is missing."']);
  expect((await state(stateChange('COMPLETED', '2.25.1'))).status).toBe(409);
  expect(said(await state(stateChange('IN PROGRESS', '2.25.1')))).toEqual([200, null]);
  // Nobody else claims it, and nobody is told by which Transaction UID it was claimed.
  expect((await state(stateChange('IN PROGRESS', '2.25.2'))).status).toBe(409);
  expect(said(await state(stateChange('CANCELED', '2.25.2')))).toEqual([
    400,
    '299 duai "The Transaction UID is incorrect."',
  ]);
  expect(JSON.stringify(await retrieved('2.25.9001'))).not.toContain('2.25.1"');
  expect(said(await call(asks, 'POST', '/2.25.9001/cancelrequest'))).toEqual([
    409,
    '299 duai "The performer cannot be contacted."',
  ]);

  const performed = {
    '00741216': {
      vr: 'SQ',
      Value: [
        {
          '00404019': { vr: 'SQ', Value: [{ '00080100': text('SH', 'CAD') }] },
          '00404050': text('DT', '20261123120100'),
          '00404051': text('DT', '20261123120200'),
        },
      ],
    },
  };
  expect((await state(stateChange('COMPLETED', '2.25.1'))).status).toBe(409);
  const update = (query: string) => call(performs, 'POST', `/2.25.9001${query}`, performed);
  expect((await update('')).status).toBe(400);
  expect((await update('?transaction-uid=2.25.2')).status).toBe(400);
  expect((await update('?transaction-uid=2.25.1')).status).toBe(200);
  expect((await state(stateChange('COMPLETED', '2.25.1'))).status).toBe(200);
  expect(said(await state(stateChange('COMPLETED', '2.25.1')))).toEqual([
    200,
    '299 duai "The UPS is already in the requested state of COMPLETED."',
  ]);
  expect((await update('?transaction-uid=2.25.1')).status).toBe(400);
  const item = await retrieved('2.25.9001');
  expect([value(item, '00741000'), value(item, '00741204')]).toEqual(['COMPLETED', 'Nodules of the lung']);
  expect(value(item, '00741216')).toEqual(performed['00741216'].Value[0]);
});

it('keys need the scope of the call, and work items of another institution are not there', async () => {
  expect((await call(asks, 'POST', '?2.25.9010', asked('2.25.9100'))).status).toBe(201);
  expect((await call(performs, 'POST', '?2.25.9011', asked('2.25.9100'))).status).toBe(403);
  expect((await call(asks, 'PUT', '/2.25.9010/state', stateChange('IN PROGRESS', '2.25.1'))).status).toBe(403);
  for (const [method, path, body] of [
    ['GET', '/2.25.9010'],
    ['POST', '/2.25.9010', {}],
    ['PUT', '/2.25.9010/state', stateChange('IN PROGRESS', '2.25.1')],
    ['POST', '/2.25.9010/cancelrequest'],
  ] as const)
    expect([method, path, (await call(theirs, method, path, body)).status]).toEqual([method, path, 404]);
  expect(await (await call(theirs, 'GET', '')).json()).toEqual([]);
  // The same UID there is another item, and says nothing of this one.
  expect((await call(theirs, 'POST', '?2.25.9010', asked('2.25.9200'))).status).toBe(201);
  expect((await call(theirs, 'PUT', '/2.25.9010/state', stateChange('IN PROGRESS', '2.25.5'))).status).toBe(200);
  expect(value(await retrieved('2.25.9010'), '00741000')).toBe('SCHEDULED');
  expect(said(await call(asks, 'POST', '/2.25.9010/cancelrequest'))).toEqual([202, null]);
  expect(value(await retrieved('2.25.9010'), '00741000')).toBe('CANCELED');
  expect(said(await call(asks, 'POST', '/2.25.9010/cancelrequest'))).toEqual([
    202,
    '299 duai "The UPS is already in the requested state of CANCELED."',
  ]);
});

it('what asks our algorithms waits for the images, follows their analysis, and is nobody else’s to claim', async () => {
  const phantom = smallPhantom(77_001, 'KAYA^EFE');
  const { header } = await decodeFrame(phantom.files[0]?.bytes ?? new Uint8Array());
  expect((await call(asks, 'POST', '?2.25.9020', asked(String(header.studyInstanceUid), OURS))).status).toBe(201);
  expect((await call(performs, 'PUT', '/2.25.9020/state', stateChange('IN PROGRESS', '2.25.1'))).status).toBe(409);
  expect(value(await retrieved('2.25.9020'), '00741000')).toBe('SCHEDULED');
  await mine.call(scans.uploadScan, { form: imagesForm(phantom.files) });
  expect(['IN PROGRESS', 'COMPLETED']).toContain(value(await retrieved('2.25.9020'), '00741000'));
  await factory.settled(mine);
  const item = await retrieved('2.25.9020');
  expect(value(item, '00741000')).toBe('COMPLETED');
  const performed = value(item, '00741216') as DataSet;
  expect(value(performed, '00404051')).toMatch(/^\d{14}\+0000$/);
  expect(value(value(performed, '00404019') as DataSet, '00080100')).toBe('ANALYSE');
  expect((await call(performs, 'POST', '/2.25.9020', {})).status).toBe(400);
});

it('an institution keeps so much and no more: large ones, those beyond the most, and those that ended long ago', async () => {
  const large = { ...asked('2.25.9100'), '00404046': text('LO', 'x'.repeat(33_000)) };
  expect(said(await call(asks, 'POST', '?2.25.9040', large))).toEqual([400, '299 duai "The UPS is too large."']);
  expect((await call(asks, 'POST', '?2.25.9041', asked('2.25.9100'))).status).toBe(201);
  const half = { '00404046': text('LO', 'x'.repeat(32_650)) };
  expect(said(await call(performs, 'POST', '/2.25.9041', half))).toEqual([400, '299 duai "The UPS is too large."']);
  expect((await retrieved('2.25.9041'))['00404046']).toBeUndefined();

  const { drizzle } = server.parts.db;
  await call(asks, 'POST', '/2.25.9041/cancelrequest');
  const ended = (days: number) =>
    drizzle.execute(sql`update workitems set changed_at = now() - ${`${days} days`}::interval where uid = '2.25.9041'`);
  await ended(89);
  expect((await call(asks, 'POST', '?2.25.9042', asked('2.25.9100'))).status).toBe(201);
  expect((await call(asks, 'GET', '/2.25.9041')).status).toBe(200);
  await ended(91);
  expect((await call(asks, 'POST', '?2.25.9043', asked('2.25.9100'))).status).toBe(201);
  expect((await call(asks, 'GET', '/2.25.9041')).status).toBe(404);

  await drizzle.execute(sql`
    insert into workitems (id, institution_id, uid, state, performer, data_set, created_at, changed_at)
    select gen_random_uuid(), w.institution_id, '2.25.99' || n, 'SCHEDULED', 'other', '{}', now(), now()
    from workitems w, generate_series(1, 10000) n where w.uid = '2.25.9043'`);
  expect((await call(asks, 'POST', '?2.25.9044', asked('2.25.9100'))).status).toBe(429);
  const cut = await call(asks, 'GET', '');
  expect([((await cut.json()) as unknown[]).length, cut.headers.get('warning')]).toEqual([
    1000,
    '299 duai "The number of results exceeded the maximum supported by the server. Additional results can be requested."',
  ]);
  expect((await call(asks, 'GET', '?limit=10')).headers.get('warning')).toBeNull();
  expect((await call(theirs, 'POST', '?2.25.9044', asked('2.25.9100'))).status).toBe(201);
  await drizzle.execute(sql`delete from workitems where uid like '2.25.99%'`);
});

it('work items name a patient: they go with their study, and with the data of their institution', async () => {
  const phantom = smallPhantom(77_002, 'KAYA^ECE');
  const { header } = await decodeFrame(phantom.files[0]?.bytes ?? new Uint8Array());
  const { scan } = await mine.call(scans.uploadScan, { form: imagesForm(phantom.files) });
  await factory.settled(mine);
  const items = ['2.25.9030', '2.25.9031'];
  const studies = [String(header.studyInstanceUid), '2.25.9300'];
  for (const [at, uid] of items.entries())
    expect((await call(asks, 'POST', `?${uid}`, asked(studies[at] ?? ''))).status).toBe(201);
  await mine.call(scans.deleteScan, { params: { scanId: scan.id } });
  const statuses = () => Promise.all(items.map(async (uid) => (await call(asks, 'GET', `/${uid}`)).status));
  expect(await statuses()).toEqual([404, 200]);
  const { institution } = (await mine.call(accounts.getInstitutionUser)).user;
  await mine.call(institutionData.deleteTrialData, { body: { institutionName: institution.name } });
  expect(await statuses()).toEqual([404, 404]);
});
