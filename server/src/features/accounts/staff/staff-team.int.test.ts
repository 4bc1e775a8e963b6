import { accounts } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { generate } from 'otplib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from '../../../../../scripts/http-client.ts';
import { waitFor } from '../../../../../scripts/instance.ts';
import { DAY_MS } from '../../../core/clock.ts';
import { codeOf } from '../../../testing/code-of.ts';
import { errorOf } from '../../../testing/error-of.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

const PASSWORD = 'yosunlu-kaya-42';
/** Days of it can be chosen for an absence the whole year round. */
const NEXT_YEAR = new Date().getFullYear() + 1;
let server: TestServer;
let operator: HttpClient;
beforeAll(async () => {
  server = await startTestServer();
  operator = await server.staff('operator');
});
afterAll(() => server.end());

const invite = (email: string, role: accounts.Staff['role'] = 'radiologist', by = operator) =>
  by.call(accounts.inviteStaff, { body: { name: 'Deniz Aydın', email, role, language: 'tr' } });
const open = (token: string) => server.client().call(accounts.openStaffInvitation, { body: { token } });
const accept = (body: { token: string; password?: string; code: string }) =>
  server.client().call(accounts.acceptStaffInvitation, { body: { password: PASSWORD, ...body } });
const idOf = async (http: HttpClient) => (await http.call(accounts.getStaff)).user.id;
const tokenOf = (email: string) => server.mailedToken(email, 'console/invitation');
/** An account made by an invitation and signed in. The code that made it counts as used, so the last step is set back. */
async function joined(email: string, role: accounts.Staff['role']): Promise<HttpClient> {
  await invite(email, role);
  const token = await tokenOf(email);
  const { secret } = await open(token);
  await accept({ token, code: await generate({ secret }) });
  await server.parts.db.drizzle.execute(sql`update staff set totp_last_step = 0 where email = ${email}`);
  const http = server.client();
  await http.call(accounts.loginStaff, { body: { email, password: PASSWORD, code: await generate({ secret }) } });
  return http;
}

describe('an invitation of staff', () => {
  it('[RED-018] goes out in the chosen language, and makes the account with a password and a first code, once', async () => {
    const email = 'davetli@duai.example';
    expect(await invite(email)).toMatchObject({ name: 'Deniz Aydın', email, role: 'radiologist' });
    const token = await tokenOf(email);
    const mail = (await server.parts.mailbox.list()).find(({ to }) => to === email);
    expect(mail!.subject).toBe('DUAI konsoluna davetiniz');
    const { secret, ...shown } = await open(token);
    expect(shown).toMatchObject({ name: 'Deniz Aydın', email, role: 'radiologist' });
    const code = await generate({ secret });
    const wrong = code === '000000' ? '000001' : '000000';
    expect(await codeOf(accept({ token, code: wrong }))).toBe('TOTP_CODE_WRONG');
    expect(await codeOf(accept({ token, code, password: 'password' }))).not.toBe('ok');
    await accept({ token, code });
    expect(await codeOf(open(token))).toBe('LINK_INVALID');
    expect(await codeOf(accept({ token, code }))).toBe('LINK_INVALID');
    expect(await operator.call(accounts.listStaffInvitations)).toEqual([]);
    // The code that made the account cannot be used to sign in.
    const login = server.client().call(accounts.loginStaff, { body: { email, password: PASSWORD, code } });
    expect(await codeOf(login)).toBe('CREDENTIALS_WRONG');
    expect(await codeOf(invite(email))).toBe('STAFF_EXISTS');
    const { rows } = await server.parts.db.drizzle.execute<{ row: string }>(
      sql`select row_to_json(staff_invitations)::text as row from staff_invitations`,
    );
    for (const { row } of rows) for (const kept of [secret, token]) expect(row).not.toContain(kept);
  });

  it('is the last one where several come at once', async () => {
    const codes = await Promise.all(Array.from({ length: 15 }, () => codeOf(invite('birden@duai.example'))));
    expect(new Set(codes)).toEqual(new Set(['ok']));
    const open = await operator.call(accounts.listStaffInvitations);
    expect(open.filter(({ email }) => email === 'birden@duai.example')).toHaveLength(1);
  });

  it('ends when it is withdrawn, replaced, too old, or when its sender may invite no more', async () => {
    const email = 'bekleyen@duai.example';
    await invite(email);
    const first = await tokenOf(email);
    const { id } = await invite(email);
    expect(await codeOf(open(first))).toBe('LINK_INVALID');
    await operator.call(accounts.withdrawStaffInvitation, { params: { invitationId: id } });
    const withdrawAgain = operator.call(accounts.withdrawStaffInvitation, { params: { invitationId: id } });
    expect(await codeOf(withdrawAgain)).toBe('NOT_FOUND');

    const sender = await joined('gecici@duai.example', 'operator');
    await invite('onun@duai.example', 'operator', sender);
    const token = await tokenOf('onun@duai.example');
    expect(await codeOf(open(token))).toBe('ok');
    const params = { userId: await idOf(sender) };
    await operator.call(accounts.setStaffRole, { params, body: { role: 'radiologist' } });
    expect(await codeOf(open(token))).toBe('LINK_INVALID');
    await operator.call(accounts.setStaffRole, { params, body: { role: 'operator' } });
    await server.parts.db.drizzle.execute(
      sql`update staff_invitations set expires_at = now() - interval '1 minute' where email = 'onun@duai.example'`,
    );
    expect(await codeOf(open(token))).toBe('LINK_INVALID');
    await operator.call(accounts.disableUser, { params: { realm: 'staff', userId: params.userId } });
  });
});

describe('the list of invitations', () => {
  it('shows as open what works, and the others for a week with the reason; a new one takes their place', async () => {
    const of = async (email: string) =>
      (await operator.call(accounts.listStaffInvitations)).find((row) => row.email === email)?.ended;
    const sender = await joined('yollayan@duai.example', 'operator');
    const params = { userId: await idOf(sender) };
    await invite('acik@duai.example', 'radiologist', sender);
    expect(await of('acik@duai.example')).toBeNull();
    await operator.call(accounts.setStaffRole, { params, body: { role: 'radiologist' } });
    expect(await of('acik@duai.example')).toBe('sender');
    await operator.call(accounts.setStaffRole, { params, body: { role: 'operator' } });
    expect(await of('acik@duai.example')).toBeNull();
    await operator.call(accounts.disableUser, { params: { realm: 'staff', ...params } });
    expect(await of('acik@duai.example')).toBe('sender');

    const endedFor = (days: number) =>
      server.parts.db.drizzle.execute(
        sql`update staff_invitations set expires_at = now() - ${days} * interval '1 day' where email = 'acik@duai.example'`,
      );
    await endedFor(6.9);
    expect(await of('acik@duai.example')).toBe('expired');
    await endedFor(7.1);
    expect(await of('acik@duai.example')).toBeUndefined();
    await endedFor(1);
    await invite('acik@duai.example');
    expect(await of('acik@duai.example')).toBeNull();
    expect(await codeOf(invite('yollayan@duai.example'))).toBe('STAFF_DISABLED');
  });
});

describe('a role', () => {
  it('[RED-018] that changes ends what the old one opened, at once', async () => {
    const colleague = await joined('rol@duai.example', 'radiologist');
    const params = { userId: await idOf(colleague) };
    await operator.call(accounts.setStaffRole, { params, body: { role: 'operator' } });
    expect(await codeOf(colleague.call(accounts.getStaff))).toBe('NOT_SIGNED_IN');
    await operator.call(accounts.disableUser, { params: { realm: 'staff', ...params } });
  });

  it('[RED-018] the last operator stays one: by none of the ways out, nor by two at the same moment', async () => {
    const own = await idOf(operator);
    const out = [
      () => operator.call(accounts.disableUser, { params: { realm: 'staff', userId: own } }),
      () => operator.call(accounts.setStaffRole, { params: { userId: own }, body: { role: 'radiologist' } }),
    ];
    for (const leave of out) expect(await codeOf(leave())).toBe('LAST_OPERATOR');
    const second = await joined('ikinci@duai.example', 'operator');
    const other = await idOf(second);
    const codes = await Promise.all([
      codeOf(operator.call(accounts.disableUser, { params: { realm: 'staff', userId: other } })),
      codeOf(second.call(accounts.disableUser, { params: { realm: 'staff', userId: own } })),
    ]);
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
    const { rows } = await server.parts.db.drizzle.execute<{ count: number }>(
      sql`select count(*)::int as count from staff where role = 'operator' and disabled_at is null`,
    );
    expect(rows[0]!.count).toBe(1);
    await server.parts.db.drizzle.execute(sql`update staff set disabled_at = null where id = ${own}`);
    operator = await server.staff('operator');
  });
});

it('[RED-018] absence is kept in days, from the first to the last, and can be taken back', async () => {
  const colleague = await joined('izinli@duai.example', 'radiologist');
  const params = { userId: await idOf(colleague) };
  const absencesOf = async () =>
    (await operator.call(accounts.findUsers, { body: { text: 'izinli@duai.example' } })).rows[0]!.absences;
  expect(await absencesOf()).toEqual([]);
  const add = (from: string, to: string) => operator.call(accounts.addAbsence, { params, body: { from, to } });
  expect(await codeOf(add(`${NEXT_YEAR}-05-02`, `${NEXT_YEAR}-05-01`))).toBe('VALIDATION_FAILED');
  const later = await add(`${NEXT_YEAR}-05-01`, `${NEXT_YEAR}-05-14`);
  expect(await codeOf(add('2020-01-01', '2020-01-02'))).toBe('VALIDATION_FAILED');
  expect(await absencesOf()).toEqual([later]);
  expect(
    await codeOf(
      colleague.call(accounts.addAbsence, { params, body: { from: `${NEXT_YEAR}-05-01`, to: `${NEXT_YEAR}-05-02` } }),
    ),
  ).toBe('FORBIDDEN');
  await operator.call(accounts.removeAbsence, { params: { ...params, absenceId: later.id } });
  expect(await absencesOf()).toEqual([]);
});

it('an absence is of a year at most and begins within two; days the wrong way around are told as such, at their field', async () => {
  const colleague = await joined('uzun-izin@duai.example', 'radiologist');
  const params = { userId: await idOf(colleague) };
  const day = (fromToday: number) => new Date(Date.now() + fromToday * DAY_MS).toISOString().slice(0, 10);
  const refusalOf = async (from: string, to: string) => {
    const { body } = await errorOf(operator.call(accounts.addAbsence, { params, body: { from, to }, language: 'tr' }));
    return [body.code, ...(body.details as { path: string; message: string }[]).map((each) => Object.values(each))];
  };
  const tooLong = /^Bir izin en çok bir yıl sürebilir/;
  const tooFar = /^Bu güne iki yıldan fazla var/;
  for (const [from, to, path, told] of [
    [day(10), day(9), 'to', /^Son gün ilk günden önce$/],
    [day(0), day(366), 'to', tooLong],
    ['1900-01-01', day(7), 'to', tooLong],
    [day(1), '9998-12-31', 'to', tooLong],
    [day(735), day(740), 'from', tooFar],
    ['9998-01-01', '9998-01-02', 'from', tooFar],
  ] as const)
    expect(await refusalOf(from, to), `${from} – ${to}`).toEqual([
      'VALIDATION_FAILED',
      [path, expect.stringMatching(told)],
    ]);
  for (const [from, to] of [
    [day(0), day(365)],
    [day(725), day(730)],
  ] as const)
    expect((await operator.call(accounts.addAbsence, { params, body: { from, to } })).to).toBe(to);
});

it('days of an absence are kept once, also where two are added at the same moment', async () => {
  const colleague = await joined('iki-izin@duai.example', 'radiologist');
  const params = { userId: await idOf(colleague) };
  const add = (from: string, to: string) => operator.call(accounts.addAbsence, { params, body: { from, to } });
  // Both are held at their insert or before it, so that neither finds what the other one keeps.
  let calls: Promise<string>[] = [];
  await server.parts.db.transaction(async (tx) => {
    await tx.execute(sql`lock table staff_absences in share mode`);
    calls = [add(`${NEXT_YEAR}-05-10`, `${NEXT_YEAR}-05-14`), add(`${NEXT_YEAR}-05-12`, `${NEXT_YEAR}-05-14`)].map(
      codeOf,
    );
    await waitFor(
      async () => {
        const { rows } = await server.parts.db.drizzle.execute<{ count: number }>(sql`
          select count(*)::int as count from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`);
        return rows[0]!.count === 2 || undefined;
      },
      30_000,
      () => 'the calls do not wait',
    );
  });
  expect((await Promise.all(calls)).toSorted()).toEqual(['ABSENCE_OVERLAPS', 'ok']);
  const shared = [
    [`${NEXT_YEAR}-05-14`, `${NEXT_YEAR}-05-20`],
    [`${NEXT_YEAR}-05-01`, `${NEXT_YEAR}-05-12`],
    [`${NEXT_YEAR}-05-01`, `${NEXT_YEAR}-05-31`],
    [`${NEXT_YEAR}-05-13`, `${NEXT_YEAR}-05-13`],
  ] as const;
  for (const [from, to] of shared) expect(await codeOf(add(from, to))).toBe('ABSENCE_OVERLAPS');
  const body = { from: `${NEXT_YEAR}-05-14`, to: `${NEXT_YEAR}-05-20` };
  const refused = await errorOf(operator.call(accounts.addAbsence, { params, body, language: 'tr' }));
  expect(refused.body.message).toMatch(new RegExp(`1[02] Mayıs ${NEXT_YEAR} – 14 Mayıs ${NEXT_YEAR}`));
  for (const [from, to] of [
    [`${NEXT_YEAR}-05-01`, `${NEXT_YEAR}-05-09`],
    [`${NEXT_YEAR}-05-15`, `${NEXT_YEAR}-05-15`],
  ] as const)
    expect(await codeOf(add(from, to))).toBe('ok');
});
