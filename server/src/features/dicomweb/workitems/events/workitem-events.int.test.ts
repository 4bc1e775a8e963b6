import { once } from 'node:events';
import { type dicomweb, integrations, scans } from '@duai/contract';
import { decodeFrame } from '@duai/imaging';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type HttpClient, imagesForm } from '../../../../../../scripts/http-client.ts';
import { waitFor } from '../../../../../../scripts/instance.ts';
import { createLogger } from '../../../../core/logger.ts';
import { MOST_UNSENT_BYTES } from '../../../../http/web-sockets.ts';
import { start } from '../../../../start.ts';
import { createInstitutionFactory } from '../../../../testing/institution-factory.ts';
import { smallPhantom } from '../../../../testing/samples.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { MOST_CHANNELS } from './workitem-events.ts';

type DataSet = dicomweb.DicomJson;
const ALL = '1.2.840.10008.5.1.4.34.5';
const FILTERED = '1.2.840.10008.5.1.4.34.5.1';

let server: TestServer;
let factory: ReturnType<typeof createInstitutionFactory>;
let mine: HttpClient;
/** API keys: of who asks, of who performs, and of another institution with every right. */
let asks: string;
let performs: string;
let theirs: string;
const keyOf = async (admin: HttpClient, name: string, ...scopes: ('scans:read' | 'scans:write' | 'results:write')[]) =>
  admin.call(integrations.createApiKey, { body: { name, scopes } });
beforeAll(async () => {
  server = await startTestServer();
  factory = createInstitutionFactory(server, await server.staff('operator'));
  ({ admin: mine } = await factory.activated('olaylar'));
  const { admin: other } = await factory.activated('olaysizlar');
  asks = (await keyOf(mine, 'Röntgen Ağı', 'scans:read', 'scans:write')).secret;
  performs = (await keyOf(mine, 'AI', 'scans:read', 'results:write')).secret;
  theirs = (await keyOf(other, 'AI', 'scans:read', 'scans:write', 'results:write')).secret;
}, 120_000);
afterAll(() => server.end());

const here = () => server.listensOn ?? server.address;
const call = (key: string, method: string, path: string, body?: unknown): Promise<Response> =>
  fetch(`${here()}/api/dicom-web/workitems${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': 'application/dicom+json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const text = (vr: string, ...values: string[]) => ({ vr, Value: values });
const value = (dataSet: DataSet | undefined, tag: string) => dataSet?.[tag]?.Value?.[0];
const asked = (label: string, more: DataSet = {}): DataSet => ({
  '00404005': text('DT', '20261123120000'),
  '00404018': { vr: 'SQ', Value: [{}] },
  '00404021': { vr: 'SQ', Value: [{ '0020000D': text('UI', '2.25.4100') }] },
  '00404041': text('CS', 'READY'),
  '00741000': text('CS', 'SCHEDULED'),
  '00741200': text('CS', 'HIGH'),
  '00741204': text('LO', label),
  ...more,
});
const toState = (state: string, transactionUid: string) => ({
  '00741000': text('CS', state),
  '00081195': text('UI', transactionUid),
});

const socketTo = (aeTitle: string, key: string | undefined, address: string, headers = {}) =>
  new WebSocket(`${address.replace('http', 'ws')}/api/dicom-web/subscribers/${aeTitle}`, {
    headers: { ...(key && { authorization: `Bearer ${key}` }), ...headers },
  });
/** An open channel, and what came over it in order. */
async function listening(aeTitle: string, key = performs, address = here()) {
  const socket = socketTo(aeTitle, key, address);
  const events: DataSet[] = [];
  let read = 0;
  socket.on('message', (data, isBinary) => {
    expect(isBinary).toBe(false);
    events.push(JSON.parse(String(data)) as DataSet);
  });
  const closed = once(socket, 'close').then(([code]) => code as number);
  await once(socket, 'open');
  return {
    socket,
    closed,
    next: async (): Promise<DataSet> => {
      const event = await waitFor(
        async () => events[read],
        20_000,
        () => `no event ${read} for ${aeTitle}`,
      );
      read += 1;
      return event;
    },
    unread: () => events.length - read,
  };
}
const told = (event: DataSet) => [value(event, '00001000'), value(event, '00001002'), value(event, '00741000')];
/** The answer to a call for a channel that was not opened. */
const refused = async (...of: Parameters<typeof socketTo>): Promise<number | undefined> => {
  const socket = socketTo(...of);
  socket.on('error', () => {});
  const [, answer] = await once(socket, 'unexpected-response');
  return (answer as { statusCode?: number }).statusCode;
};

it('a performer is told of an item that it subscribed to: state with reason, progress, assignment, and requests to cancel', async () => {
  expect((await call(asks, 'POST', '?2.25.4001', asked('One'))).status).toBe(201);
  const performer = await listening('AI_ONE');
  const subscribed = await call(performs, 'POST', '/2.25.4001/subscribers/AI_ONE?deletionlock=false');
  expect([subscribed.status, subscribed.headers.get('content-location')]).toEqual([
    201,
    `${server.address.replace('http', 'ws')}/api/dicom-web/subscribers/AI_ONE`,
  ]);
  const first = await performer.next();
  expect(first).toMatchObject({
    '00000002': text('UI', '1.2.840.10008.5.1.4.34.6.1'),
    '00000100': { vr: 'US', Value: [0x0100] },
    '00001000': text('UI', '2.25.4001'),
    '00001002': { vr: 'US', Value: [1] },
    '00404041': text('CS', 'READY'),
    '00741000': text('CS', 'SCHEDULED'),
  });
  const station = { '00404025': { vr: 'SQ', Value: [{ '00080100': text('SH', 'AI-1') }] } };
  expect((await call(performs, 'POST', '/2.25.4001', station)).status).toBe(200);
  expect(await performer.next()).toMatchObject({ '00001002': { Value: [5] }, ...station });

  expect((await call(performs, 'PUT', '/2.25.4001/state', toState('IN PROGRESS', '2.25.1'))).status).toBe(200);
  expect(told(await performer.next())).toEqual(['2.25.4001', 1, 'IN PROGRESS']);
  const half = { '00741002': { vr: 'SQ', Value: [{ '00741004': { vr: 'DS', Value: ['50'] } }] } };
  expect((await call(performs, 'POST', '/2.25.4001?transaction-uid=2.25.1', half)).status).toBe(200);
  expect(await performer.next()).toMatchObject({ '00001002': { Value: [3] }, ...half });

  // It listens, so that it is asked, and decides.
  const why = { '00741238': text('LT', 'Wrong patient'), '0074100C': text('LO', 'Reading room') };
  expect((await call(asks, 'POST', '/2.25.4001/cancelrequest', why)).status).toBe(202);
  expect(await performer.next()).toMatchObject({
    '00001002': { Value: [2] },
    '00741236': text('AE', 'Rontgen Ag'),
    ...why,
  });
  const because = { '00741002': { vr: 'SQ', Value: [{ '00741238': text('LT', 'As you asked') }] } };
  expect((await call(performs, 'POST', '/2.25.4001?transaction-uid=2.25.1', because)).status).toBe(200);
  expect(value(await performer.next(), '00001002')).toBe(3);
  expect((await call(performs, 'PUT', '/2.25.4001/state', toState('CANCELED', '2.25.1'))).status).toBe(200);
  const last = await performer.next();
  expect([...told(last), value(last, '00741238')]).toEqual(['2.25.4001', 1, 'CANCELED', 'As you asked']);
  performer.socket.close();
  await performer.closed;

  // A performer that has left is not asked, nor one who listens for others alone.
  expect((await call(asks, 'POST', '?2.25.4002', asked('Two'))).status).toBe(201);
  expect((await call(performs, 'POST', '/2.25.4002/subscribers/AI_ONE')).status).toBe(201);
  expect((await call(performs, 'PUT', '/2.25.4002/state', toState('IN PROGRESS', '2.25.1'))).status).toBe(200);
  const onlooker = await listening('AI_ONE', asks);
  const gone = await waitFor(
    async () => {
      const answer = await call(asks, 'POST', '/2.25.4002/cancelrequest');
      return answer.status === 409 ? answer : undefined;
    },
    20_000,
    () => 'the channel that was closed still counts',
  );
  expect(gone.headers.get('warning')).toContain('The performer cannot be contacted.');
  onlooker.socket.close();
});

it('worklists: all or those that match, with and without deletion lock; suspended and ended', async () => {
  const all = await listening('AI_ALL');
  expect((await call(performs, 'POST', `/${ALL}/subscribers/AI_ALL`)).status).toBe(201);
  const some = await listening('AI_SOME');
  for (const query of ['', '?filter=', '?filter=Nonsense%3D1', '?filter=PatientID', '?filter=ProcedureStepLabel%3D'])
    expect([query, (await call(performs, 'POST', `/${FILTERED}/subscribers/AI_SOME${query}`)).status]).toEqual([
      query,
      400,
    ]);
  const filter = '?filter=ProcedureStepLabel%3DLung*,00741200%3DHIGH&deletionlock=true';
  expect((await call(performs, 'POST', `/${FILTERED}/subscribers/AI_SOME${filter}`)).status).toBe(201);
  for (const [uid, label] of [
    ['2.25.4010', 'Heart'],
    ['2.25.4011', 'Lung nodules'],
  ] as const)
    expect((await call(asks, 'POST', `?${uid}`, asked(label))).status).toBe(201);
  expect(told(await all.next())).toEqual(['2.25.4010', 1, 'SCHEDULED']);
  expect(told(await all.next())).toEqual(['2.25.4011', 1, 'SCHEDULED']);
  expect(told(await some.next())).toEqual(['2.25.4011', 1, 'SCHEDULED']);

  // With a lock the state of every present one is told.
  const later = await listening('AI_LATER');
  expect((await call(performs, 'POST', `/${ALL}/subscribers/AI_LATER?deletionlock=true`)).status).toBe(201);
  const present = new Set<unknown>();
  while (!(present.has('2.25.4010') && present.has('2.25.4011'))) present.add(value(await later.next(), '00001000'));
  later.socket.close();
  expect((await call(performs, 'DELETE', `/${ALL}/subscribers/AI_LATER`)).status).toBe(200);
  expect((await call(performs, 'DELETE', `/${ALL}/subscribers/AI_LATER`)).status).toBe(404);

  // Suspended: what comes from now on is not told, what was subscribed to is.
  expect((await call(performs, 'POST', `/${ALL}/subscribers/AI_ALL/suspend`)).status).toBe(200);
  expect((await call(performs, 'POST', '/2.25.4010/subscribers/AI_ALL/suspend')).status).toBe(404);
  expect((await call(asks, 'POST', '?2.25.4012', asked('Liver'))).status).toBe(201);
  expect((await call(asks, 'POST', '/2.25.4010/cancelrequest', { '00741238': text('LT', 'Not needed') })).status).toBe(
    202,
  );
  const cancelled = await all.next();
  expect([...told(cancelled), value(cancelled, '00741238')]).toEqual(['2.25.4010', 1, 'CANCELED', 'Not needed']);

  // One item less, then none.
  expect((await call(performs, 'DELETE', '/2.25.4011/subscribers/AI_ALL')).status).toBe(200);
  expect((await call(asks, 'POST', '/2.25.4011/cancelrequest')).status).toBe(202);
  expect(told(await some.next())).toEqual(['2.25.4011', 1, 'CANCELED']);
  expect(all.unread()).toBe(0);

  // What somebody locked is kept when the others go.
  const { drizzle } = server.parts.db;
  await drizzle.execute(sql`update workitems set changed_at = now() - interval '91 days' where uid like '2.25.401_'`);
  expect((await call(asks, 'POST', '?2.25.4013', asked('Lung'))).status).toBe(201);
  expect((await call(asks, 'GET', '/2.25.4010')).status).toBe(404);
  expect((await call(asks, 'GET', '/2.25.4011')).status).toBe(200);
  await drizzle.execute(sql`update workitems set changed_at = now() - interval '366 days' where uid like '2.25.401_'`);
  expect((await call(asks, 'POST', '?2.25.4014', asked('Heart'))).status).toBe(201);
  expect((await call(asks, 'GET', '/2.25.4011')).status).toBe(404);
  all.socket.close();
  some.socket.close();
});

it('events reach a subscriber at another process; when that ends, it says so and does not wait', async () => {
  const other = await start({ ...server.parts.config, DUAI_ROLE: 'web', PORT: 0 }, { log: createLogger('silent') });
  const far = await listening('AI_FAR', performs, other.listensOn ?? '');
  expect((await call(performs, 'POST', `/${ALL}/subscribers/AI_FAR`)).status).toBe(201);
  expect((await call(asks, 'POST', '?2.25.4020', asked('Far'))).status).toBe(201);
  expect(told(await far.next())).toEqual(['2.25.4020', 1, 'SCHEDULED']);
  // A performer at another process is asked to cancel too.
  expect((await call(performs, 'PUT', '/2.25.4020/state', toState('IN PROGRESS', '2.25.1'))).status).toBe(200);
  expect((await call(asks, 'POST', '/2.25.4020/cancelrequest')).status).toBe(202);
  expect(value(await far.next(), '00741000')).toBe('IN PROGRESS');
  expect(value(await far.next(), '00001002')).toBe(2);
  const before = Date.now();
  await other.stop();
  expect(await far.closed).toBe(1001);
  expect(Date.now() - before).toBeLessThan(8000);
  await call(performs, 'DELETE', `/${ALL}/subscribers/AI_FAR`);
}, 60_000);

it('items of our algorithms tell how far their analysis is', async () => {
  const phantom = smallPhantom(77_101, 'KAYA^EDA');
  const { header } = await decodeFrame(phantom.files[0]?.bytes ?? new Uint8Array());
  const house = {
    '00404018': { vr: 'SQ', Value: [{ '00080100': text('SH', 'ANALYSE'), '00080102': text('SH', '99DUAI') }] },
    '00404021': { vr: 'SQ', Value: [{ '0020000D': text('UI', String(header.studyInstanceUid)) }] },
  };
  expect((await call(asks, 'POST', '?2.25.4030', asked('Ours', house))).status).toBe(201);
  const watcher = await listening('RIS', asks);
  expect((await call(asks, 'POST', '/2.25.4030/subscribers/RIS')).status).toBe(201);
  expect(told(await watcher.next())).toEqual(['2.25.4030', 1, 'SCHEDULED']);
  await mine.call(scans.uploadScan, { form: imagesForm(phantom.files) });
  const states: unknown[] = [];
  while (states.at(-1) !== 'COMPLETED') states.push(value(await watcher.next(), '00741000'));
  expect([['COMPLETED'], ['IN PROGRESS', 'COMPLETED']]).toContainEqual(states);
  watcher.socket.close();
}, 60_000);

it('channels are opened by key, with its scope, for the items of its institution; not from a page of another site', async () => {
  const { secret: without } = await keyOf(mine, 'Writer', 'scans:write');
  expect(await refused('AI', undefined, here())).toBe(401);
  expect(await refused('AI', without, here())).toBe(403);
  expect(await refused('AI', performs, here(), { origin: 'https://evil.example' })).toBe(403);
  expect(
    (await fetch(`${here()}/api/dicom-web/subscribers/AI`, { headers: { authorization: `Bearer ${performs}` } }))
      .status,
  ).toBe(426);
  // Elsewhere a call that asks for an upgrade is an ordinary one.
  expect((await call(theirs, 'POST', '/2.25.4001/subscribers/AI')).status).toBe(404);
  const [own, foreign] = [await listening('AI'), await listening('AI', theirs)];
  expect((await call(performs, 'POST', `/${ALL}/subscribers/AI`)).status).toBe(201);
  expect((await call(theirs, 'POST', `/${ALL}/subscribers/AI`)).status).toBe(201);
  expect((await call(asks, 'POST', '?2.25.4040', asked('Mine'))).status).toBe(201);
  expect((await call(theirs, 'POST', '?2.25.4041', asked('Theirs'))).status).toBe(201);
  expect(told(await own.next())[0]).toBe('2.25.4040');
  expect(told(await foreign.next())[0]).toBe('2.25.4041');
  expect([own.unread(), foreign.unread()]).toEqual([0, 0]);
  own.socket.close();
  foreign.socket.close();
});

it('ends with its key, at once', async () => {
  const { key, secret } = await keyOf(mine, 'Short', 'scans:read');
  const channel = await listening('SHORT', secret);
  const before = performance.now();
  await mine.call(integrations.revokeApiKey, { params: { keyId: key.id } });
  expect(await channel.closed).toBe(1008);
  // Not only with the next heartbeat.
  expect(performance.now() - before).toBeLessThan(10_000);
});

it('is bounded: channels and subscribers of an institution, what a client sends, and what it does not read', async () => {
  const open = await Promise.all(Array.from({ length: MOST_CHANNELS }, (_, at) => listening(`T${at}`, theirs)));
  expect(await refused('TOO_MANY', theirs, here())).toBe(429);
  open[0]?.socket.send('x'.repeat(5000));
  expect(await open[0]?.closed).toBe(1009);

  const { drizzle } = server.parts.db;
  await drizzle.execute(sql`
    insert into workitem_worklists (institution_id, ae_title, kind, filter, has_lock)
    select institution_id, 'S' || n, 'all', '{}', false from workitems, generate_series(1, 31) n where uid = '2.25.4041'`);
  // 'AI' of the test before is one of 32.
  expect((await call(theirs, 'POST', `/${ALL}/subscribers/ONE_MORE`)).status).toBe(429);
  expect((await call(theirs, 'POST', `/${ALL}/subscribers/AI`)).status).toBe(201);

  // One that stops reading.
  const lazy = open[1];
  lazy?.socket.pause();
  const events = Math.ceil(MOST_UNSENT_BYTES / 1_000_000) + 12;
  await drizzle.execute(sql`
    with added as (
      insert into workitem_events (institution_id, workitem_id, ae_titles, data_set, created_at)
      select institution_id, id, array['T1'], jsonb_build_object('00741238', jsonb_build_object('vr', 'LT', 'Value', jsonb_build_array(repeat('x', 1000000)))), now()
      from workitems, generate_series(1, ${events}) n where uid = '2.25.4041' returning id, institution_id)
    select pg_notify('workitem_event', json_build_object('institutionId', min(institution_id::text), 'ids', json_agg(id))::text) from added`);
  await waitFor(
    async () => ((await channelsOf('T1')) === 0 ? true : undefined),
    20_000,
    () => 'a channel that is not read stays open',
  );
  expect(await channelsOf('T2')).toBe(1);
  for (const { socket } of open) socket.terminate();
}, 60_000);

async function channelsOf(aeTitle: string): Promise<number> {
  const { rows } = await server.parts.db.drizzle.execute(
    sql`select 1 from workitem_channels where ae_title = ${aeTitle}`,
  );
  return rows.length;
}
