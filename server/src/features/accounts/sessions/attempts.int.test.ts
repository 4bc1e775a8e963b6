import { accounts } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { generate } from 'otplib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { codeOf } from '../../../testing/code-of.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { createAttempts } from './attempts.ts';
import { createKnownDevices } from './known-devices.ts';

const AT_ONCE = 50;
const LIMIT = 10;
const PASSWORD = 'kuytu-liman-77';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: '1' });
});
afterAll(() => server.end());
// Attempts are counted by quarters of an hour, so the clock is held: no quarter ends within a test.
const held = new Date();
beforeAll(() => {
  vi.spyOn(server.parts.clock, 'now').mockImplementation(() => held);
});
afterAll(() => vi.restoreAllMocks());
/** The one-time code for the held time. */
const codeNow = (secret: string) => generate({ secret, epoch: Math.floor(held.getTime() / 1000) });

const counted = (codes: string[]) =>
  Object.fromEntries([...new Set(codes)].map((code) => [code, codes.filter((each) => each === code).length]));

/** One account in each realm, all under one name. */
async function accountsOf(name: string) {
  const email = `${name}@duai.example`;
  await server.patient({ email });
  const totpSecret = await server.parts.db.transaction(async (tx) => {
    const { institutions, staff } = server.features.accounts;
    const institutionId = await institutions.createInstitution(tx, { name: 'Klinik', country: 'Turkey' });
    await institutions.createUser(tx, { institutionId, username: name, email, role: 'admin', password: PASSWORD });
    return (await staff.createStaff(tx, { email, name: 'Ekip', role: 'operator', password: PASSWORD })).totpSecret;
  });
  return { email, totpSecret };
}

it('of fifty guesses at once no more than ten are checked, in every realm', async () => {
  const { email, totpSecret } = await accountsOf('tahmin');
  const code = await codeNow(totpSecret);
  const guesses = [
    (password: string) => server.client().call(accounts.loginPatient, { body: { email, password } }),
    (password: string) =>
      server.client().call(accounts.loginInstitutionUser, { body: { username: 'tahmin', password } }),
    (password: string) => server.client().call(accounts.loginStaff, { body: { email, password, code } }),
  ];
  for (const guess of guesses) {
    const codes = await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => codeOf(guess(`tahmin-${index}-x`))));
    expect(counted(codes)).toEqual({ CREDENTIALS_WRONG: LIMIT, TOO_MANY_REQUESTS: AT_ONCE - LIMIT });
    // From that address, even the right password is refused now.
    expect(await codeOf(guess(PASSWORD))).toBe('TOO_MANY_REQUESTS');
  }
});

it('right passwords that come together leave the limit as it was for the next one', async () => {
  const { email } = await accountsOf('birlikte');
  const login = () => server.client().call(accounts.loginPatient, { body: { email, password: 'yosunlu-kaya-42' } });
  const codes = await Promise.all(Array.from({ length: AT_ONCE }, () => codeOf(login())));
  expect(new Set(codes)).toEqual(new Set(['ok', 'TOO_MANY_REQUESTS']));
  expect(await codeOf(login())).toBe('ok');
});

it('who is right is not counted, and one address that goes on uses up no more than its own limit', async () => {
  const attempts = createAttempts(server.parts, { find: () => null });
  for (let time = 0; time < 3 * LIMIT; time += 1)
    await (await attempts.begin('patient:dogru', { address: '203.0.113.9' }))();
  const tries = async (address: string, times: number) => {
    const codes = await Promise.all(
      Array.from({ length: times }, () =>
        attempts.begin('patient:sahip', { address }).then(
          () => 'ok',
          () => 'refused',
        ),
      ),
    );
    return codes.filter((each) => each === 'ok').length;
  };
  expect(await tries('203.0.113.9', 30 * LIMIT)).toBe(LIMIT);
  expect(await tries('203.0.113.10', 1)).toBe(1);
  // A new address in the same /64 counts as the same caller.
  expect(await tries('2001:db8:1:2::1', LIMIT)).toBe(LIMIT);
  expect(await tries('2001:db8:1:2::2', 1)).toBe(0);
  expect(await tries('2001:db8:1:3::1', 1)).toBe(1);
});

const REALMS = ['patient', 'institution', 'staff'] as const;
describe.each(REALMS)('a stranger who guesses a hundred times in the realm "%s"', (realm) => {
  const ownPassword = realm === 'patient' ? 'yosunlu-kaya-42' : PASSWORD;
  const PATHS = {
    patient: accounts.loginPatient,
    institution: accounts.loginInstitutionUser,
    staff: accounts.loginStaff,
  } as const;
  let device: string;
  let other: string;
  let bodyOf: (password: string) => Promise<object>;

  /** Signs in from this address, with the cookie that the browser keeps. */
  async function signIn(password: string, address: string, cookie = '') {
    const answer = await fetch(`${server.address}${PATHS[realm].path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address, cookie },
      body: JSON.stringify(await bodyOf(password)),
    });
    const kept = answer.headers.getSetCookie().find((line) => line.startsWith('duai_device='));
    return { status: answer.status, cookie: kept?.split(';')[0] ?? '' };
  }

  beforeAll(async () => {
    const use = async (name: string) => {
      const { email, totpSecret } = await accountsOf(name);
      bodyOf = async (password) => {
        // A code works once, and here the owner signs in more often than every 30 seconds.
        await server.parts.db.drizzle.execute(sql`update staff set totp_last_step = 0`);
        if (realm === 'patient') return { email, password };
        if (realm === 'institution') return { username: name, password };
        return { email, password, code: await codeNow(totpSecret) };
      };
    };
    await use(`baskasi-${realm}`);
    other = (await signIn(ownPassword, '198.51.100.1')).cookie;
    await use(`sahip-${realm}`);
    device = (await signIn(ownPassword, '198.51.100.2')).cookie;
    for (let guess = 0; guess < 100; guess += 1) {
      const { status } = await signIn(`tahmin-${guess}-x`, `203.0.113.${guess % 25}`);
      expect(status).toBe(401);
    }
  });

  it('locks strangers out, from wherever they come', async () => {
    for (const address of ['203.0.113.200', '198.51.100.2'])
      expect((await signIn(ownPassword, address)).status).toBe(429);
  });

  it('does not lock the owner’s device out, which has few tries of its own', async () => {
    const again = await signIn(ownPassword, '203.0.113.201', device);
    expect(again.status).toBe(200);
    const codes = [];
    for (let guess = 0; guess < 12; guess += 1)
      codes.push((await signIn(`tahmin-${guess}-y`, '203.0.113.202', again.cookie)).status);
    expect(codes).toEqual([...Array<number>(LIMIT).fill(401), 429, 429]);
  });

  it('gains nothing by a cookie of another account, a changed one, or one that is too old', async () => {
    const changed = device.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    for (const cookie of [other, changed, 'duai_device=x.y.z', `${other}~${other}`])
      expect((await signIn(ownPassword, '203.0.113.203', cookie)).status).toBe(429);
    const late = { now: () => new Date(Date.now() + 181 * 86_400_000) };
    const devices = createKnownDevices({ ...server.parts, clock: late });
    const login = realm === 'institution' ? `sahip-${realm}` : `sahip-${realm}@duai.example`;
    const value = decodeURIComponent(device.replace('duai_device=', ''));
    expect(server.features.accounts.devices.find(value, `${realm}:${login}`)).not.toBeNull();
    expect(devices.find(value, `${realm}:${login}`)).toBeNull();
  });
});
