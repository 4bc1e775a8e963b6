import { randomUUID } from 'node:crypto';
import { accounts, cases, operations as contract, given, notes } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readCsv } from '../../core/files/csv.ts';
import { allPages } from '../../testing/all-pages.ts';
import { codeOf } from '../../testing/code-of.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createOperations } from './index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.end());

it('an operator sees that every part answers', async () => {
  const operator = await server.staff('operator');
  const { parts } = await operator.call(contract.getSystemHealth, {});
  expect(parts.map(({ name, detail }) => [name, detail])).toEqual([
    ['database', 'ok'],
    ['storage', 'ok'],
    ['queue', 'ok'],
    // The tests create and drop databases as a superuser; `roles.long.test.ts` covers the role of a real installation.
    ['database role', 'is a superuser'],
    ['compute', 'ok'],
    ['mail', 'ok'],
  ]);
});

it('a mail server that is down and messages that wait or failed are told, and take no server out of service', async () => {
  // Without a worker nothing is sent, and no job is active but those that the test writes.
  const silent = await startTestServer({ SMTP_URL: 'smtp://127.0.0.1:1', DUAI_ROLE: 'web' });
  const { drizzle } = silent.parts.db;
  const operator = await silent.staff('operator');
  await silent.patient({ isVerified: false, email: 'bekleyen@duai.example' });
  const health = () => operator.call(contract.getSystemHealth);
  const messages = async () => (await health()).outbox.find(({ channel }) => channel === 'email');
  expect(
    (await health()).parts.filter(({ isHealthy }) => !isHealthy).map(({ name, detail }) => [name, detail]),
  ).toEqual([
    ['database role', 'is a superuser'],
    ['mail', 'ESOCKET'],
  ]);
  await silent.client().call(contract.getReadiness);
  expect(await messages()).toMatchObject({ pending: 1, isLate: false, failed: 0, failedLately: 0 });
  await drizzle.execute(sql`update outbox set created_at = now() - interval '11 minutes'`);
  const late = given(await messages(), 'messages by mail');
  expect(late.isLate).toBe(true);
  expect(Date.now() - Date.parse(late.oldestPendingAt!)).toBeGreaterThan(11 * 60_000);

  const fail = (hours: number) =>
    drizzle.execute(sql`update outbox set status = 'failed', failed_at = now() - ${hours} * interval '1 hour'`);
  await fail(1);
  const none = { pending: 0, oldestPendingAt: null, isLate: false };
  expect(await messages()).toEqual({ channel: 'email', ...none, failed: 1, failedLately: 1 });
  await fail(25);
  expect((await health()).outbox).toEqual([
    { channel: 'email', ...none, failed: 1, failedLately: 0 },
    { channel: 'sms', ...none, failed: 0, failedLately: 0 },
  ]);

  // The history tells it too. The job that takes a sample does not count itself among the active ones.
  await drizzle.execute(sql`
    insert into pgboss.job (name, state, started_on)
    values ('operations.sample-health', 'active', now()), ('cases.watch', 'active', now())`);
  await silent.features.operations.sampleHealth();
  const { samples } = await operator.call(contract.getHealthHistory);
  expect(samples).toMatchObject([{ partsFailing: 2, messagesPending: 0, messagesFailed: 1, jobsActive: 1 }]);
  await silent.end();
});

it('dead jobs come in pages, the newest first; each is on one of them, and the oldest can be run again too', async () => {
  const operator = await server.staff('operator');
  const most = contract.DEAD_JOBS_PER_PAGE;
  const jobId = '00000000-0000-4000-8000-00000000dead';
  const { drizzle } = server.parts.db;
  await drizzle.execute(sql`
    insert into pgboss.job (id, name, data, state, completed_on, output)
    select case when n = 1 then ${jobId}::uuid else gen_random_uuid() end, 'studies.ingest',
      jsonb_build_object('caseId', gen_random_uuid(), 'submission', 1), 'failed',
      now() - interval '1 hour' + n / 3 * interval '1 second', '{"message":"not this time"}'
    from generate_series(1, ${4 * most + 1}) n`);
  const pages = (await allPages((asked) => operator.call(contract.listDeadJobs, asked))).map(({ rows }) => rows);
  expect(pages.map(({ length }) => length)).toEqual([most, most, most, most, 1]);
  const all = pages.flat();
  expect(new Set(all.map(({ id }) => id)).size).toBe(4 * most + 1);
  expect(all.map(({ failedAt }) => failedAt)).toEqual(
    all
      .map(({ failedAt }) => failedAt)
      .sort()
      .reverse(),
  );
  expect(all.find(({ id }) => id === jobId)).toMatchObject({ reason: 'not this time', canGoOnWithoutImages: true });

  // Only what waits for images can go on without them.
  const other = given(
    all.find(({ id }) => id !== jobId),
    'another job',
  ).id;
  await drizzle.execute(sql`update pgboss.job set name = 'cases.watch' where id = ${other}`);
  expect(await codeOf(operator.call(contract.goOnWithoutImages, { params: { jobId: other } }))).toBe('NOT_FOUND');
  expect(await server.parts.queue.findDead(other)).toBeDefined();

  await operator.call(contract.goOnWithoutImages, { params: { jobId } });
  const isDead = async () => (await server.parts.queue.findDead(jobId)) !== undefined;
  expect(await isDead()).toBe(false);
  expect(await codeOf(operator.call(contract.goOnWithoutImages, { params: { jobId } }))).toBe('NOT_FOUND');
  await drizzle.execute(sql`delete from pgboss.job where state = 'failed'`);
});

it('a dead job says what it works on: a case by its number, others by their id, nobody by name', async () => {
  const operator = await server.staff('operator');
  const patient = await server.patient();
  const caseId = await server.openCase(patient);
  const { caseNumber } = given((await patient.call(cases.listCases))[0], 'the case');
  const id = randomUUID();
  const payloads = [
    { caseId, submission: 1 },
    { caseId: id, submission: 1 },
    { scanId: id, institutionId: randomUUID() },
    { outboxId: id },
    { deliveryId: id },
    null,
  ];
  for (const [at, payload] of payloads.entries())
    await server.parts.db.drizzle.execute(sql`
      insert into pgboss.job (name, data, state, completed_on)
      values ('studies.ready', ${payload && JSON.stringify(payload)}::jsonb, 'failed', now() - ${at} * interval '1 minute')`);
  const { rows } = await operator.call(contract.listDeadJobs);
  expect(rows.map(({ subject }) => subject)).toEqual([
    { kind: 'case', id: caseNumber },
    // The case is gone.
    { kind: 'case', id },
    { kind: 'scan', id },
    { kind: 'message', id },
    null,
    null,
  ]);
  await server.parts.db.drizzle.execute(sql`delete from pgboss.job where state = 'failed'`);
});

it('a part that does not answer is named, and the process is not ready', async () => {
  const { accounts, audit, cases, notifications, studies } = server.features;
  const storage = {
    ...server.parts.storage,
    assertUsable: () => Promise.reject(Object.assign(new Error('disk full'), { code: 'ENOSPC' })),
  };
  const operations = createOperations(
    { ...server.parts, storage },
    { accounts, audit, cases, notifications, studies, moreChecks: async () => ({}), breaches: async () => [] },
  );
  expect((await operations.health()).parts.find((part) => part.name === 'storage')).toMatchObject({
    isHealthy: false,
    detail: 'ENOSPC',
  });
  await expect(operations.assertReady()).rejects.toMatchObject({ code: 'NOT_READY' });
});

it('metrics are read with the token; without one set, not at all in production', () => {
  const mayRead = (config: Partial<TestServer['parts']['config']>, token: string | null) => {
    const { accounts, audit, cases, notifications, studies } = server.features;
    const parts = { ...server.parts, config: { ...server.parts.config, ...config } };
    try {
      createOperations(parts, {
        accounts,
        audit,
        cases,
        notifications,
        studies,
        moreChecks: async () => ({}),
        breaches: async () => [],
      }).assertMayReadMetrics(token);
      return true;
    } catch {
      return false;
    }
  };
  const METRICS_TOKEN = 'a-token-of-the-scraper';
  expect(mayRead({ METRICS_TOKEN }, METRICS_TOKEN)).toBe(true);
  expect(mayRead({ METRICS_TOKEN }, 'another')).toBe(false);
  expect(mayRead({ METRICS_TOKEN }, null)).toBe(false);
  expect(mayRead({ NODE_ENV: 'production' }, null)).toBe(false);
  expect(mayRead({ NODE_ENV: 'development' }, null)).toBe(true);
});

it('an operator takes the audit trail away as CSV, by the filter, and that is recorded', async () => {
  const operator = await server.staff('operator');
  const answer = await operator.send(contract.exportAudit, { query: { what: 'accounts' } });
  expect(answer.headers.get('content-type')).toContain('text/csv');
  const text = await answer.text();
  expect(text).toMatch(/^sequence,at,actor,/);
  expect(text).not.toContain('operations.export-audit');
  const { rows } = await operator.call(contract.listAudit, { query: { what: 'export-audit' } });
  expect(rows).toHaveLength(1);
});

it('damaged weights of an algorithm are listed as weights, any other file of no image as a report', async () => {
  const [weights, other] = ['ab'.repeat(32), 'cd'.repeat(32)];
  await server.parts.db.drizzle.execute(sql`
    insert into algorithm_packages (id, algorithm_id, version, manifest, card, weights_sha256, imported_at)
    values (gen_random_uuid(), 'test.damaged', '1.0.0', '{}', '', ${weights}, now())`);
  for (const sha256 of [weights, other])
    await server.parts.db.drizzle.execute(sql`
      insert into stored_files (sha256, damage, damage_found_at) values (${sha256}, 'missing', now())`);
  const { files } = await server.parts.storage.damage();
  const found = new Map(files.map(({ sha256, use }) => [sha256, use]));
  expect([found.get(weights), found.get(other)]).toEqual(['weights', 'report']);
});

it('the audit trail is shown with the names of today beside its ids, and holds none of them', async () => {
  const operator = await server.staff('operator');
  const radiologist = await server.staff('radiologist');
  const patient = await server.patient();
  const caseId = await server.openCase(patient);
  const { caseNumber, id } = (await patient.call(cases.listCases))[0]!;
  expect(id).toBe(caseId);
  await radiologist.call(notes.listNotes, { params: { caseId } });
  const of = async (query: contract.AuditFilter) => (await operator.call(contract.listAudit, { query })).rows;
  const { user } = await radiologist.call(accounts.getStaff);
  const [read] = await of({ who: user.id, what: 'notes.read' });
  expect(read).toMatchObject({ actorId: user.id, actorName: user.name, subjectId: caseId, subjectName: caseNumber });
  const [created] = await of({ what: 'cases.create', whom: caseId });
  expect(created).toMatchObject({ actorName: 'Zeynep Kanarya', subjectName: caseNumber });
  const [session] = await of({ whom: user.id, what: 'accounts.login' });
  expect(session).toMatchObject({ subjectName: user.name });

  // That names of patients were shown is itself recorded, once an hour for the same ones.
  await of({ what: 'cases.create', whom: caseId });
  const named = await of({ what: 'operations.read-names' });
  const { user: self } = await operator.call(accounts.getStaff);
  const own = named.filter(({ actorId }) => actorId === self.id);
  expect(own.length).toBeGreaterThan(0);
  const { rows: details } = await server.parts.db.drizzle.execute<{ shown: string; count: number }>(sql`
    select details->>'shown' as shown, count(*)::int as count from audit_events
    where action = 'operations.read-names' and actor_id = ${self.id} group by 1`);
  expect(details.map(({ count }) => count)).toEqual(details.map(() => 1));

  // Nothing of it is stored with the trail or given to others, and who is gone has no name.
  const { rows: stored } = await server.parts.db.drizzle.execute(
    sql`select 1 from audit_events e where e::text like '%Kanarya%' or e::text like ${`%${caseNumber}%`}`,
  );
  expect(stored).toEqual([]);
  expect((await radiologist.send(contract.listAudit)).status).toBe(403);
  const csv = await (await operator.send(contract.exportAudit, { query: { whom: caseId } })).text();
  expect(csv).toContain(caseId);
  expect(csv).not.toContain('Kanarya');
  await server.parts.db.drizzle.execute(sql`delete from cases where id = ${caseId}`);
  expect((await of({ what: 'cases.create', whom: caseId }))[0]).toMatchObject({ subjectId: caseId, subjectName: null });
});

it('the audit trail is searched by the number of a case, and says what was done in words and ids, with names beside them', async () => {
  const operator = await server.staff('operator');
  const [first, second] = [await server.staff('radiologist'), await server.staff('radiologist')];
  const { user: holder } = await first.call(accounts.getStaff);
  const { user: taker } = await second.call(accounts.getStaff);
  const patient = await server.patient();
  const caseId = await server.openCase(patient);
  const { caseNumber } = (await patient.call(cases.listCases)).find(({ id }) => id === caseId)!;
  await server.parts.db.drizzle.execute(sql`update cases set status = 'processing' where id = ${caseId}`);
  await first.call(cases.claimCase, { params: { caseId } });
  await second.call(cases.takeCaseOver, { params: { caseId }, body: { reason: 'unreachable' } });
  await operator.call(accounts.setStaffRole, { params: { userId: taker.id }, body: { role: 'operator' } });

  const of = async (query: contract.AuditFilter) => (await operator.call(contract.listAudit, { query })).rows;
  const byNumber = await of({ whom: caseNumber.toLowerCase() });
  expect(byNumber.length).toBeGreaterThan(2);
  expect(byNumber).toEqual(await of({ whom: caseId }));
  expect(await of({ whom: 'SO-1999-000001' })).toEqual([]);
  expect(byNumber.find(({ action }) => action === 'cases.take-over')).toMatchObject({
    details: { from: holder.id, reason: 'unreachable' },
    detailNames: { from: holder.name },
  });
  expect((await of({ what: 'accounts.set-role', whom: taker.id }))[0]!.details).toEqual({ role: 'operator' });
  const csv = await (
    await operator.send(contract.exportAudit, { query: { whom: caseNumber, what: 'take-over' } })
  ).text();
  expect(readCsv(csv).map(({ cells }) => cells[9])).toEqual([
    'details',
    JSON.stringify({ from: holder.id, reason: 'unreachable' }),
  ]);
  expect(csv).not.toContain(holder.name);
});

it('health has a history: noted every five minutes, of a week, the worst of each step, and never more rows than that', async () => {
  const operator = await server.staff('operator');
  const { sampleHealth } = server.features.operations;
  const db = server.parts.db.drizzle;
  await sampleHealth();
  await sampleHealth();
  const { samples, stepMinutes } = await operator.call(contract.getHealthHistory);
  expect([samples.length, stepMinutes]).toEqual([1, 5]);
  expect(Object.keys(samples[0]!).sort()).toEqual(['at', ...contract.HEALTH_GAUGES].sort());
  // The role of the tests' database may too much, which the health page says.
  expect(samples[0]!.partsFailing).toBe(1);

  await db.execute(sql`
    insert into health_samples
    select at, n, 1, 0, 2, 0, 0, 0, 3 from generate_series(1, 4000) n,
      lateral (select date_bin('5 minutes', now(), 'epoch'::timestamptz) - n * interval '5 minutes' as at) step`);
  await sampleHealth();
  const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from health_samples`);
  expect(rows[0]!.count).toBeLessThanOrEqual(7 * 24 * 12 + 1);
  const day = await operator.call(contract.getHealthHistory, { query: { days: 1 } });
  expect(day.samples.length).toBeGreaterThan(280);
  expect(day.samples.length).toBeLessThanOrEqual(289);
  const week = await operator.call(contract.getHealthHistory, { query: { days: 7 } });
  // Of the hour in which the week began, the steps after its begin: none of them in the last five minutes of an hour.
  const hourOf = (at: string, plusMinutes: number) => Math.floor((Date.parse(at) / 60_000 + plusMinutes) / 60);
  const hours = hourOf(week.to, 0) - hourOf(week.from, 5) + 1;
  expect([week.stepMinutes, week.samples.length]).toEqual([60, hours]);
  expect(week.samples.map(({ at }) => at)).toEqual(week.samples.map(({ at }) => at).toSorted());
  // Older ones waited longer: of each hour the worst is told.
  const [first, next] = [week.samples[0]!, week.samples[1]!];
  expect(first.jobsWaiting - next.jobsWaiting).toBeGreaterThan(0);
  expect(next.jobsWaiting - week.samples[2]!.jobsWaiting).toBe(12);
  const radiologist = await server.staff('radiologist');
  expect((await radiologist.send(contract.getHealthHistory)).status).toBe(403);
  const { rows: schedules } = await db.execute<{ cron: string }>(
    sql`select cron from pgboss.schedule where name = 'operations.sample-health'`,
  );
  expect(schedules).toEqual([{ cron: '*/5 * * * *' }]);
});
