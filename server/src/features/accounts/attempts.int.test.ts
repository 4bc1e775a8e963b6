import { accounts } from '@duai/contract';
import { generate } from 'otplib';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { codeOf } from '../../testing/code-of.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createAttempts } from './attempts.ts';

const AT_ONCE = 50;
const LIMIT = 10;
const PASSWORD = 'kuytu-liman-77';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.end());
// Tries are counted by quarters of an hour of the clock: none of them ends within a test.
beforeEach(() => {
  const now = new Date();
  vi.spyOn(server.parts.clock, 'now').mockImplementation(() => now);
});
afterEach(() => vi.restoreAllMocks());

const counted = (codes: string[]) =>
  Object.fromEntries([...new Set(codes)].map((code) => [code, codes.filter((each) => each === code).length]));

it('of fifty guesses at once no more than ten are checked, in every realm', async () => {
  const { email } = await server.patient();
  const totpSecret = await server.parts.db.transaction(async (tx) => {
    const { institutions, staff } = server.features.accounts;
    const institutionId = await institutions.createInstitution(tx, { name: 'Klinik', country: 'Turkey' });
    await institutions.createUser(tx, {
      institutionId,
      username: 'tahmin',
      email: 'tahmin@duai.example',
      role: 'admin',
      password: PASSWORD,
    });
    return (
      await staff.createStaff(tx, { email: 'tahmin@duai.example', name: 'Ekip', role: 'operator', password: PASSWORD })
    ).totpSecret;
  });
  const code = await generate({ secret: totpSecret });
  const guesses = [
    (password: string) => server.client().call(accounts.loginPatient, { body: { email, password } }),
    (password: string) =>
      server.client().call(accounts.loginInstitutionUser, { body: { username: 'tahmin', password } }),
    (password: string) =>
      server.client().call(accounts.loginStaff, { body: { email: 'tahmin@duai.example', password, code } }),
  ];
  for (const guess of guesses) {
    const codes = await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => codeOf(guess(`tahmin-${index}-x`))));
    expect(counted(codes)).toEqual({ CREDENTIALS_WRONG: LIMIT, TOO_MANY_REQUESTS: AT_ONCE - LIMIT });
    // Nor is the right one, from there.
    expect(await codeOf(guess(PASSWORD))).toBe('TOO_MANY_REQUESTS');
  }
});

it('who is right is not counted, and one address that goes on uses up no more than its own limit', async () => {
  const attempts = createAttempts(server.parts);
  for (let time = 0; time < 3 * LIMIT; time += 1) await (await attempts.begin('patient:dogru', '203.0.113.9'))();
  const tries = async (address: string, times: number) => {
    const codes = await Promise.all(
      Array.from({ length: times }, () =>
        attempts.begin('patient:sahip', address).then(
          () => 'ok',
          () => 'refused',
        ),
      ),
    );
    return codes.filter((each) => each === 'ok').length;
  };
  expect(await tries('203.0.113.9', 30 * LIMIT)).toBe(LIMIT);
  expect(await tries('203.0.113.10', 1)).toBe(1);
  // A new address of the same /64 is the same caller.
  expect(await tries('2001:db8:1:2::1', LIMIT)).toBe(LIMIT);
  expect(await tries('2001:db8:1:2::2', 1)).toBe(0);
  expect(await tries('2001:db8:1:3::1', 1)).toBe(1);
});
