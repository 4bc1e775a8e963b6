import { accountSettings, accounts, cases, type Endpoint, integrations, members, scans } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from '../../../../scripts/http-client.ts';
import { createInstitutionFactory } from '../../testing/institution-factory.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

/** Far less than the interval of a stream's heartbeat, so the server announced the end. */
const SOON_MS = 15_000;

let server: TestServer;
let operator: HttpClient;
let factory: ReturnType<typeof createInstitutionFactory>;
beforeAll(async () => {
  server = await startTestServer();
  operator = await server.staff('operator');
  factory = createInstitutionFactory(server, operator);
});
afterAll(() => server.end());

/** Simulates an open page: its event stream, until it ends. */
async function follow(client: HttpClient, endpoint: Endpoint): Promise<{ ended: Promise<string>; close(): void }> {
  const leaving = new AbortController();
  const cookie = client
    .cookies()
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
  const answer = await fetch(`${server.address}${endpoint.path}`, {
    headers: { cookie, ...(client.token() ? { authorization: `Bearer ${client.token()}` } : {}) },
    signal: leaving.signal,
  });
  expect(answer.status).toBe(200);
  return { ended: answer.text(), close: () => leaving.abort() };
}

async function endsBy(client: HttpClient, endpoint: Endpoint, act: () => Promise<unknown>): Promise<void> {
  const stream = await follow(client, endpoint);
  const begin = performance.now();
  await act();
  expect(await stream.ended).toContain(': connected');
  expect(performance.now() - begin).toBeLessThan(SOON_MS);
}

async function otherDevice(patient: HttpClient & { email: string }): Promise<HttpClient> {
  const device = server.client();
  const body = { email: patient.email, password: 'yosunlu-kaya-42' };
  device.useToken((await device.call(accounts.loginPatient, { body })).token);
  return device;
}

describe('an event stream ends', () => {
  const events = cases.streamPatientEvents;

  it('when its patient signs out', async () => {
    const patient = await server.patient();
    await endsBy(patient, events, () => patient.call(accounts.logoutPatient));
  });

  it('when its session is ended on another device, and that device’s own goes on', async () => {
    const patient = await server.patient();
    const lost = await otherDevice(patient);
    const own = await follow(patient, events);
    await endsBy(lost, events, () => patient.call(accountSettings.endOtherSessions));
    const still = Promise.race([own.ended, Promise.resolve('open')]);
    expect(await still).toBe('open');
    own.close();
    await own.ended.catch(() => undefined);
  });

  it('when its patient is disabled', async () => {
    const patient = await server.patient();
    const { rows } = await server.parts.db.drizzle.execute<{ id: string }>(
      sql`select id from patients where email = ${patient.email}`,
    );
    const params = { realm: 'patient' as const, userId: rows[0]!.id };
    await endsBy(patient, events, () => operator.call(accounts.disableUser, { params }));
  });

  it('when its session is deleted by whatever statement', async () => {
    const patient = await server.patient();
    await endsBy(patient, events, () => server.parts.db.drizzle.execute(sql`delete from sessions`));
    operator = await server.staff('operator');
    factory = createInstitutionFactory(server, operator);
  });

  it('when an institution user signs out, or is no admin any more', async () => {
    const { admin } = await factory.activated('akis');
    const second = await factory.member(admin, 'akis-iki');
    const memberId = (await admin.call(members.listMembers)).members.find(
      ({ username }) => username === 'akis-iki',
    )!.id;
    await admin.call(members.changeMemberRole, { params: { memberId }, body: { role: 'admin' } });
    await endsBy(second, scans.streamTrialEvents, () =>
      admin.call(members.changeMemberRole, { params: { memberId }, body: { role: 'member' } }),
    );
    await endsBy(admin, scans.streamTrialEvents, () => admin.call(accounts.logoutInstitutionUser));
  });

  it('when its API key is revoked', async () => {
    const { admin } = await factory.activated('anahtar');
    const { key, secret } = await admin.call(integrations.createApiKey, {
      body: { name: 'PACS', scopes: ['scans:read'] },
    });
    const system = server.client();
    system.useToken(secret);
    await endsBy(system, scans.streamTrialEvents, () =>
      admin.call(integrations.revokeApiKey, { params: { keyId: key.id } }),
    );
  });
});

it('a page that is left open is no use of its session', async () => {
  const patient = await server.patient();
  const lastUse = async () => {
    const { rows } = await server.parts.db.drizzle.execute<{ at: string }>(sql`
      select max(s.last_used_at)::text as at from sessions s join patients p on p.id = s.account_id where p.email = ${patient.email}`);
    return rows[0]!.at;
  };
  await server.parts.db.drizzle.execute(sql`
    update sessions set last_used_at = now() - interval '2 hours'
    where account_id = (select id from patients where email = ${patient.email})`);
  const before = await lastUse();
  const stream = await follow(patient, cases.streamPatientEvents);
  expect(await lastUse()).toBe(before);
  await patient.call(cases.listCases);
  expect(await lastUse()).not.toBe(before);
  stream.close();
  await stream.ended.catch(() => undefined);
});

it('what the console asks by itself when a case changes is no use of the session', async () => {
  const radiologist = await server.staff('radiologist');
  const { user } = await radiologist.call(accounts.getStaff);
  const lastUse = async () => {
    const { rows } = await server.parts.db.drizzle.execute<{ at: string }>(
      sql`select max(last_used_at)::text as at from sessions where account_id = ${user.id}`,
    );
    return rows[0]!.at;
  };
  await server.parts.db.drizzle.execute(
    sql`update sessions set last_used_at = now() - interval '30 minutes' where account_id = ${user.id}`,
  );
  const before = await lastUse();
  await radiologist.call(cases.countWorklist);
  await radiologist.call(cases.getWorklist, { query: {} });
  expect(await lastUse()).toBe(before);
  await radiologist.call(accounts.getStaff);
  expect(await lastUse()).not.toBe(before);
});
