import { accountSettings, accounts, type passkeys as contract, passkeys } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { generate } from 'otplib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CallError, type HttpClient } from '../../../../../../scripts/http-client.ts';
import { waitFor } from '../../../../../../scripts/instance.ts';
import { errorText } from '../../../../core/error-texts.ts';
import { type Authenticator, createAuthenticator } from '../../../../testing/authenticator.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { relyingPartyOf } from './relying-party.ts';

const PASSWORD = 'yosunlu-kaya-42';
let server: TestServer;
let site: { id: string; origin: string };
beforeAll(async () => {
  server = await startTestServer();
  site = relyingPartyOf(server.address);
});
afterAll(() => server.end());

const codeOf = async (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'no error',
    (error: unknown) => (error instanceof CallError ? error.body.code! : String(error)),
  );
const begin = (http: HttpClient) => http.call(passkeys.beginPasskey, { body: { password: PASSWORD } });
const add = (http: HttpClient, credential: contract.Attestation, name = 'Telefonum') =>
  http.call(passkeys.addPasskey, { body: { name, credential } });
const beginLogin = () => server.client().call(passkeys.beginPasskeyLogin);
const login = (credential: contract.Assertion) =>
  server.client().call(passkeys.loginWithPasskey, { body: { credential } });

async function registered(): Promise<{ http: HttpClient & { email: string }; device: Authenticator; id: string }> {
  const http = await server.patient();
  const device = createAuthenticator(site.origin);
  const [passkey] = await add(http, device.create(await begin(http)));
  return { http, device, id: passkey!.id };
}
const mailsTo = async (email: string) =>
  (await server.parts.mailbox.list()).filter(({ to, text }) => to === email && text.includes('geçiş anahtarı'));

describe('a passkey', () => {
  it('is registered with the password, told by mail, named, listed, renamed and signs in', async () => {
    const http = await server.patient();
    const device = createAuthenticator(site.origin);
    expect(await codeOf(http.call(passkeys.beginPasskey, { body: { password: 'yanlis-parola' } }))).toBe(
      'PASSWORD_WRONG',
    );
    const options = await begin(http);
    expect(options).toMatchObject({
      rp: { id: site.id },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    });
    const list = await add(http, device.create(options));
    expect(list).toEqual([
      { id: expect.any(String), name: 'Telefonum', createdAt: expect.any(String), lastUsedAt: null, isBackedUp: true },
    ]);
    await waitFor(
      async () => ((await mailsTo(http.email)).length === 1 ? true : undefined),
      60_000,
      () => 'no mail',
    );
    expect((await begin(http)).excludeCredentials).toHaveLength(1);

    const { token } = await login(device.get(await beginLogin()));
    const again = server.client();
    again.useToken(token);
    expect((await again.call(accounts.getPatient)).email).toBe(http.email);
    const params = { passkeyId: list[0]!.id };
    const renamed = await again.call(passkeys.renamePasskey, { params, body: { name: 'Mavi telefon' } });
    expect(renamed).toMatchObject([{ name: 'Mavi telefon', lastUsedAt: expect.any(String) }]);
    expect(await again.call(passkeys.listPasskeys)).toEqual(renamed);
  });

  it('stands for the second factor too: no code is asked for', async () => {
    const { http, device } = await registered();
    const { secret } = await http.call(accountSettings.beginTwoFactor, { body: { password: PASSWORD } });
    await http.call(accountSettings.confirmTwoFactor, { body: { code: await generate({ secret }) } });
    const body = { email: http.email, password: PASSWORD };
    expect(await codeOf(server.client().call(accounts.loginPatient, { body }))).toBe('TOTP_REQUIRED');
    expect(await login(device.get(await beginLogin()))).toEqual({ token: expect.any(String) });
  });

  it('opens nothing once it was removed, and says so in the reader’s language', async () => {
    const { http, device, id } = await registered();
    expect(await http.call(passkeys.removePasskey, { params: { passkeyId: id } })).toEqual([]);
    const options = await beginLogin();
    const refused = await server
      .client()
      .send(passkeys.loginWithPasskey, { body: { credential: device.get(options) }, language: 'tr' });
    expect([refused.status, ((await refused.json()) as { message: string }).message]).toEqual([
      422,
      errorText('PASSKEY_UNKNOWN', 'tr'),
    ]);
    await waitFor(
      async () => ((await mailsTo(http.email)).length === 2 ? true : undefined),
      60_000,
      () => 'no mail of the removal',
    );
  });

  it('answers a challenge once: replayed, expired, foreign or invented ones are refused', async () => {
    const { http, device } = await registered();
    const signed = device.get(await beginLogin());
    await login(signed);
    expect(await codeOf(login(signed))).toBe('PASSKEY_REQUEST_EXPIRED');
    const late = await beginLogin();
    await server.parts.db.drizzle.execute(sql`update passkey_challenges set expires_at = now() - interval '1 second'`);
    expect(await codeOf(login(device.get(late)))).toBe('PASSKEY_REQUEST_EXPIRED');
    expect(await codeOf(login(device.get({ challenge: 'aW52ZW50ZWQ', rpId: site.id })))).toBe(
      'PASSKEY_REQUEST_EXPIRED',
    );
    // A challenge for a registration does not work for a sign-in, nor one patient's challenge for another.
    const other = await server.patient();
    const { challenge } = await begin(other);
    expect(await codeOf(login(device.get({ challenge, rpId: site.id })))).toBe('PASSKEY_REQUEST_EXPIRED');
    expect(await codeOf(add(http, createAuthenticator(site.origin).create(await begin(other))))).toBe(
      'PASSKEY_REQUEST_EXPIRED',
    );
  });

  it('is refused from another origin or relying party, without verification, forged, or copied', async () => {
    const { http, device } = await registered();
    const refusals = [
      ['ORIGIN_REFUSED', device.get(await beginLogin(), { origin: `${site.origin}.evil.example` })],
      ['PASSKEY_REFUSED', device.get({ ...(await beginLogin()), rpId: 'evil.example' })],
      ['PASSKEY_REFUSED', device.get(await beginLogin(), { isVerified: false })],
      ['PASSKEY_REFUSED', device.get(await beginLogin(), { isForged: true })],
    ] as const;
    for (const [code, credential] of refusals) expect(await codeOf(login(credential))).toBe(code);
    await login(device.get(await beginLogin()));
    device.turnBack();
    expect(await codeOf(login(device.get(await beginLogin())))).toBe('PASSKEY_REFUSED');
    const stranger = device.get(await beginLogin());
    stranger.response.userHandle = Buffer.from('00000000-0000-4000-8000-000000000000').toString('base64url');
    expect(await codeOf(login(stranger))).toBe('PASSKEY_REFUSED');
    expect(
      await codeOf(add(http, createAuthenticator(site.origin).create(await begin(http), { isVerified: false }))),
    ).toBe('PASSKEY_REFUSED');
    const foreign = createAuthenticator('https://evil.example');
    expect(await codeOf(add(http, foreign.create(await begin(http))))).toBe('ORIGIN_REFUSED');
    expect(await codeOf(add(http, device.create(await begin(http))))).toBe('PASSKEY_EXISTS');
    const garbage = device.get(await beginLogin());
    garbage.response.clientDataJSON = Buffer.from('not JSON').toString('base64url');
    expect(await codeOf(login(garbage))).toBe('PASSKEY_REFUSED');
  });

  it('a database that goes away while the passkey is checked has refused nobody', async () => {
    const { db } = server.parts;
    const { device } = await registered();
    const credential = device.get(await beginLogin());
    const transaction = db.transaction.bind(db);
    let isAway = true;
    // Only the sign-in's first one: jobs at work meanwhile have theirs.
    const away = vi.spyOn(db, 'transaction').mockImplementation((run) => {
      if (!isAway || !new Error().stack?.includes('login-by-passkey')) return transaction(run);
      isAway = false;
      return Promise.reject(Object.assign(new Error('the connection ended'), { code: '08006' }));
    });
    const { status } = await server.client().send(passkeys.loginWithPasskey, { body: { credential } });
    away.mockRestore();
    expect(status).toBeGreaterThanOrEqual(500);
    const refusals = async () =>
      (
        await db.drizzle.execute<{ count: number }>(sql`
          select count(*)::int as count from audit_events join passkeys on passkeys.patient_id::text = subject_id::text
          where credential_id = ${credential.id} and action = 'accounts.login' and outcome = 'refused'`)
      ).rows;
    expect(await refusals()).toEqual([{ count: 0 }]);
  });

  it('is the owner’s alone, and there is room for twenty', async () => {
    const { id } = await registered();
    const other = await server.patient();
    const params = { passkeyId: id };
    expect(await codeOf(other.call(passkeys.removePasskey, { params }))).toBe('NOT_FOUND');
    expect(await codeOf(other.call(passkeys.renamePasskey, { params, body: { name: 'Benim' } }))).toBe('NOT_FOUND');
    for (let made = 0; made < 20; made += 1)
      await add(other, createAuthenticator(site.origin).create(await begin(other)), `Anahtar ${made}`);
    expect(await codeOf(begin(other))).toBe('TOO_MANY_PASSKEYS');
  });
});
