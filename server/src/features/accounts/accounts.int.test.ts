import { accounts, CONSENT_PURPOSES } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { generate } from 'otplib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CallError, type HttpClient } from '../../../../scripts/http-client.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let http: HttpClient;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.end());

const body = (email: string) => ({
  firstName: 'Ece',
  lastName: 'Deneme',
  email,
  phone: '',
  dateOfBirth: '1980-02-29',
  gender: 'female' as const,
  country: 'Turkey',
  password: 'yosunlu-kaya-42',
  preferredNotification: 'email' as const,
});
const errorOf = async (promise: Promise<unknown>): Promise<CallError> => {
  const error = await promise.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  expect(error).toBeInstanceOf(CallError);
  return error as CallError;
};

describe('patients', () => {
  it('register with exactly the specified body and get { token }; me answers the patient itself [API-018] [API-022] [API-030] [API-031]', async () => {
    http = server.client();
    const answer = await http.call(accounts.registerPatient, { body: body('ece@duai.example') });
    expect(Object.keys(answer)).toEqual(['token']);
    http.useToken(answer.token);
    expect(await http.call(accounts.getPatient)).toMatchObject({
      firstName: 'Ece',
      lastName: 'Deneme',
      email: 'ece@duai.example',
      isEmailVerified: false,
      missingConsents: [...CONSENT_PURPOSES],
    });
  });

  it('takes preferredNotification email, sms or both, and email by default [API-001]', async () => {
    const { preferredNotification: _left, ...without } = body('varsayilan@duai.example');
    const { token } = await server.client().call(accounts.registerPatient, { body: without });
    const client = server.client();
    client.useToken(token);
    expect((await client.call(accounts.getPatient)).preferredNotification).toBe('email');
    const wrong = await errorOf(
      server.client().call(accounts.registerPatient, {
        body: { ...body('x@duai.example'), preferredNotification: 'pigeon' as never },
      }),
    );
    expect([wrong.status, wrong.body.code]).toEqual([400, 'VALIDATION_FAILED']);
  });

  it('refuses short names and short passwords, in the reader’s language [PAT-134] [PAT-135] [API-019] [API-036]', async () => {
    const wrong = { ...body('kisa@duai.example'), firstName: 'E', password: '1234567' };
    const turkish = await errorOf(server.client().call(accounts.registerPatient, { body: wrong, language: 'tr' }));
    expect(turkish.body.details).toEqual([
      { path: 'firstName', message: 'Ad en az 2 karakter olmalıdır' },
      { path: 'password', message: 'Parola en az 8 karakter olmalıdır' },
    ]);
    const english = await errorOf(server.client().call(accounts.registerPatient, { body: wrong, language: 'en' }));
    expect(english.body.details).toContainEqual({
      path: 'firstName',
      message: 'First name must be at least 2 characters',
    });
    expect(
      (
        await errorOf(
          server
            .client()
            .call(accounts.registerPatient, { body: { ...body('yaygin@duai.example'), password: 'password12' } }),
        )
      ).body.code,
    ).toBe('PASSWORD_TOO_COMMON');
  });

  it('answers a used address with 409, a way out, and a mail to its owner', async () => {
    const error = await errorOf(server.client().call(accounts.registerPatient, { body: body('ece@duai.example') }));
    expect([error.status, error.body.code]).toEqual([409, 'EMAIL_TAKEN']);
    await expect
      .poll(
        async () =>
          (await server.parts.mailbox.list()).filter(
            (mail) => mail.to === 'ece@duai.example' && mail.text.includes('second-opinion/login'),
          ).length,
        { timeout: 15_000 },
      )
      .toBe(1);
  });

  it('signs in with { email, password } and answers token; a wrong password and an unknown address look the same [API-020] [API-021] [ACC-018]', async () => {
    const { token } = await server
      .client()
      .call(accounts.loginPatient, { body: { email: 'ece@duai.example', password: 'yosunlu-kaya-42' } });
    expect(token.length).toBeGreaterThan(40);
    const wrong = await errorOf(
      server.client().call(accounts.loginPatient, { body: { email: 'ece@duai.example', password: 'yanlis-parola' } }),
    );
    const unknown = await errorOf(
      server.client().call(accounts.loginPatient, { body: { email: 'kimse@duai.example', password: 'yanlis-parola' } }),
    );
    expect([wrong.status, wrong.body]).toEqual([unknown.status, unknown.body]);
    expect(wrong.status).toBe(401);
  });

  it('limits guesses from one address without locking the account for others', async () => {
    const email = 'hedef@duai.example';
    await server.client().call(accounts.registerPatient, { body: body(email) });
    const guesses = [];
    for (let guess = 0; guess < 11; guess += 1)
      guesses.push(
        await errorOf(server.client().call(accounts.loginPatient, { body: { email, password: `tahmin-${guess}-x` } })),
      );
    expect(guesses.at(-1)!.body.code).toBe('TOO_MANY_REQUESTS');
    const context = {
      actor: { realm: 'anonymous' as const },
      language: 'tr' as const,
      address: '198.51.100.7',
      userAgent: null,
      requestId: null,
    };
    await expect(
      server.features.accounts.patients.login(context, { email, password: 'yosunlu-kaya-42' }),
    ).resolves.toHaveProperty('token');
  });

  it('verifies the address once by the mailed link', async () => {
    const token = await server.mailedToken('ece@duai.example', 'verify-email');
    await server.client().call(accounts.verifyEmail, { body: { token } });
    expect((await http.call(accounts.getPatient)).isEmailVerified).toBe(true);
    expect((await errorOf(server.client().call(accounts.verifyEmail, { body: { token } }))).body.code).toBe(
      'LINK_INVALID',
    );
  });

  it('records explicit consent with its text version, language and time [SHR-011] [API-032]', async () => {
    const after = await http.call(accounts.giveConsents, {
      body: {
        consents: CONSENT_PURPOSES.map((purpose) => ({ purpose, textVersion: '2025-04-01', language: 'tr' as const })),
      },
    });
    expect(after.missingConsents).toEqual([]);
    const { rows } = await server.parts.db.drizzle.execute(
      sql`select purpose, text_version, language, given_at from consents where purpose = 'health-data' order by given_at desc limit 1`,
    );
    expect(rows[0]).toMatchObject({ purpose: 'health-data', text_version: '2025-04-01', language: 'tr' });
    expect(rows[0]!.given_at).toBeTruthy();
  });

  it('sign out ends the session on the server; a bearer token identifies the patient [ACC-012]', async () => {
    const client = server.client();
    expect((await errorOf(client.call(accounts.getPatient))).status).toBe(401);
    client.useToken(
      (await client.call(accounts.loginPatient, { body: { email: 'ece@duai.example', password: 'yosunlu-kaya-42' } }))
        .token,
    );
    await client.call(accounts.logoutPatient);
    expect((await errorOf(client.call(accounts.getPatient))).body.code).toBe('NOT_SIGNED_IN');
  });

  it('calls that come together are each answered for their own session, and an ended one is refused at once', async () => {
    const [first, second, third] = await Promise.all([server.patient(), server.patient(), server.patient()]);
    const clients = Array.from({ length: 90 }, (_, index) => [first, second, third][index % 3]!);
    const answers = await Promise.all(clients.map((client) => client.call(accounts.getPatient)));
    expect(answers.map(({ email }) => email)).toEqual(clients.map(({ email }) => email));

    const before = clients.map((client) => client.send(accounts.getPatient));
    await second!.call(accounts.logoutPatient);
    const after = await Promise.all(clients.map(async (client) => (await client.send(accounts.getPatient)).status));
    expect(after).toEqual(clients.map((client) => (client === second ? 401 : 200)));
    await Promise.all(before);
  });
});

describe('password reset', () => {
  const areas = [
    [
      'patient',
      accounts.forgotPatientPassword,
      accounts.resetPatientPassword,
      'second-opinion/reset-password',
      'sifre@duai.example',
    ],
    [
      'institution',
      accounts.forgotInstitutionPassword,
      accounts.resetInstitutionPassword,
      'duaicheck-trial/reset-password',
      'klinik@duai.example',
    ],
    ['staff', accounts.forgotStaffPassword, accounts.resetStaffPassword, 'console/reset-password', 'ekip@duai.example'],
  ] as const;

  beforeAll(async () => {
    await server.client().call(accounts.registerPatient, { body: body('sifre@duai.example') });
    await server.parts.db.transaction(async (tx) => {
      const institutionId = await server.features.accounts.institutions.createInstitution(tx, {
        name: 'Klinik',
        country: 'Turkey',
      });
      await server.features.accounts.institutions.createUser(tx, {
        institutionId,
        username: 'klinik',
        email: 'klinik@duai.example',
        role: 'admin',
        password: 'kuytu-liman-77',
      });
      await server.features.accounts.staff.createStaff(tx, {
        email: 'ekip@duai.example',
        name: 'Ekip',
        role: 'operator',
        password: 'kuytu-liman-77',
      });
    });
  });

  it.each(areas)(
    'works by mail for %s, once, ends all sessions, and never tells whether the account exists [ACC-024] [ACC-025]',
    async (realm, forgot, reset, page, email) => {
      const known = await server.client().call(forgot, { body: { email } });
      const unknown = await server.client().call(forgot, { body: { email: 'yok@duai.example' } });
      expect(known).toEqual(unknown);
      const token = await server.mailedToken(email, page);
      await server.client().call(reset, { body: { token, password: 'yepyeni-kapi-93' } });
      expect(
        (await errorOf(server.client().call(reset, { body: { token, password: 'yepyeni-kapi-94' } }))).body.code,
      ).toBe('LINK_INVALID');
      const { rows } = await server.parts.db.drizzle.execute(
        sql`select count(*)::int as live from sessions s where realm = ${realm} and revoked_at is null and account_id in (select id from patients where email = ${email})`,
      );
      expect(rows[0]!.live).toBe(0);
    },
  );
});

describe('institutions', () => {
  it('sign in with { username, password } by an http-only cookie and get their user with a role [API-006] [API-008] [API-015] [ACC-005] [ACC-015]', async () => {
    const client = server.client();
    const answer = await client.send(accounts.loginInstitutionUser, {
      body: { username: 'klinik', password: 'yepyeni-kapi-93' },
    });
    expect(answer.headers.getSetCookie()[0]).toMatch(/^duai_trial=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(await answer.json()).toMatchObject({ user: { username: 'klinik', role: 'admin' } });
    expect((await client.call(accounts.getInstitutionUser)).user.role).toBe('admin');
    expect(await client.call(accounts.logoutInstitutionUser)).toHaveProperty('message');
    expect((await errorOf(client.call(accounts.getInstitutionUser))).status).toBe(401);
  });

  it('get 30 days with Remember me, else a session cookie and 12 hours [TRL-029] [TRL-030]', async () => {
    const lifeOf = async (remember: boolean) => {
      const answer = await server
        .client()
        .send(accounts.loginInstitutionUser, { body: { username: 'klinik', password: 'yepyeni-kapi-93', remember } });
      const { rows } = await server.parts.db.drizzle.execute(
        sql`select extract(epoch from expires_at - created_at)::int as seconds from sessions where realm = 'institution' order by created_at desc limit 1`,
      );
      return [/Max-Age=(\d+)/.exec(answer.headers.getSetCookie()[0]!)?.[1], rows[0]!.seconds];
    };
    expect(await lifeOf(true)).toEqual([String(30 * 24 * 3600), 30 * 24 * 3600]);
    expect(await lifeOf(false)).toEqual([undefined, 12 * 3600]);
  });

  it('are told message on failure, and 401 when not signed in [API-009] [API-013] [API-014]', async () => {
    const error = await errorOf(
      server.client().call(accounts.loginInstitutionUser, { body: { username: 'klinik', password: 'yanlis' } }),
    );
    expect(error.body.message).toBe('These sign-in details are not correct.');
    expect((await server.client().send(accounts.getInstitutionUser)).status).toBe(401);
    expect(await server.client().call(accounts.logoutInstitutionUser)).toHaveProperty('message');
  });
});

describe('staff', () => {
  it('need the one-time code, which works once', async () => {
    const password = 'kuytu-liman-77';
    const email = 'tek@duai.example';
    const { totpSecret } = await server.parts.db.transaction((tx) =>
      server.features.accounts.staff.createStaff(tx, { email, name: 'Tek', role: 'radiologist', password }),
    );
    const code = await generate({ secret: totpSecret });
    const wrongCode = code === '000000' ? '000001' : '000000';
    expect(
      (await errorOf(server.client().call(accounts.loginStaff, { body: { email, password, code: wrongCode } }))).body
        .code,
    ).toBe('CREDENTIALS_WRONG');
    const client = server.client();
    await client.call(accounts.loginStaff, { body: { email, password, code } });
    expect((await client.call(accounts.getStaff)).user.role).toBe('radiologist');
    expect(
      (await errorOf(server.client().call(accounts.loginStaff, { body: { email, password, code } }))).body.code,
    ).toBe('CREDENTIALS_WRONG');
    const { rows } = await server.parts.db.drizzle.execute(
      sql`select totp_secret_encrypted from staff where email = ${email}`,
    );
    expect(String(rows[0]!.totp_secret_encrypted)).not.toContain(totpSecret);
  });

  it('disabled, lose everything at once', async () => {
    const operator = await server.staff('operator');
    const radiologist = await server.staff('radiologist');
    const { user } = await radiologist.call(accounts.getStaff);
    await operator.call(accounts.disableUser, { params: { realm: 'staff', userId: user.id } });
    expect((await errorOf(radiologist.call(accounts.getStaff))).status).toBe(401);
  });
});
