import { accounts } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { generate } from 'otplib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorOf } from '../../testing/error-of.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.end());

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

  const me = { patient: accounts.getPatient, institution: accounts.getInstitutionUser, staff: accounts.getStaff };
  let totpSecret: string;
  const signIn = {
    patient: async (password: string) => {
      const client = server.client();
      const { token } = await client.call(accounts.loginPatient, { body: { email: 'sifre@duai.example', password } });
      client.useToken(token);
      return client;
    },
    institution: async (password: string) => {
      const client = server.client();
      await client.call(accounts.loginInstitutionUser, { body: { username: 'klinik', password } });
      return client;
    },
    staff: async (password: string) => {
      // A code works once, and this test signs in more often than once in half a minute.
      await server.parts.db.drizzle.execute(sql`update staff set totp_last_step = 0 where email = 'ekip@duai.example'`);
      const client = server.client();
      const code = await generate({ secret: totpSecret });
      await client.call(accounts.loginStaff, { body: { email: 'ekip@duai.example', password, code } });
      return client;
    },
  };

  beforeAll(async () => {
    await server.client().call(accounts.registerPatient, {
      body: { firstName: 'Ece', lastName: 'Deniz', email: 'sifre@duai.example', password: 'kuytu-liman-77' },
    });
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
      ({ totpSecret } = await server.features.accounts.staff.createStaff(tx, {
        email: 'ekip@duai.example',
        name: 'Ekip',
        role: 'operator',
        password: 'kuytu-liman-77',
      }));
    });
  });

  it.each(areas)(
    'works by mail for %s, once, ends all sessions, and never tells whether the account exists [ACC-024] [ACC-025]',
    async (realm, forgot, reset, page, email) => {
      const before = await signIn[realm]('kuytu-liman-77');
      expect((await before.send(me[realm])).status).toBe(200);
      const known = await server.client().call(forgot, { body: { email } });
      const unknown = await server.client().call(forgot, { body: { email: 'yok@duai.example' } });
      expect(known).toEqual(unknown);
      const token = await server.mailedToken(email, page);
      // A truncated link counts as an invalid link, not as a missing field.
      const cut = await errorOf(
        server.client().call(reset, { body: { token: token.slice(0, 9), password: 'yepyeni-kapi-93' } }),
      );
      expect(cut.body.code).toBe('LINK_INVALID');
      // A common password is refused here as at registration, and the link still works afterwards.
      const common = await errorOf(server.client().call(reset, { body: { token, password: 'password123' } }));
      expect(common.body.code).toBe('PASSWORD_TOO_COMMON');
      await server.client().call(reset, { body: { token, password: 'yepyeni-kapi-93' } });
      expect(
        (await errorOf(server.client().call(reset, { body: { token, password: 'yepyeni-kapi-94' } }))).body.code,
      ).toBe('LINK_INVALID');
      expect((await before.send(me[realm])).status).toBe(401);
      expect((await errorOf(signIn[realm]('kuytu-liman-77'))).body.code).toBe('CREDENTIALS_WRONG');
      expect((await (await signIn[realm]('yepyeni-kapi-93')).send(me[realm])).status).toBe(200);
    },
  );
});

it('writes to a patient in the language of the account, whatever language it was asked in', async () => {
  const email = 'dil@duai.example';
  const body = { firstName: 'Ece', lastName: 'Deniz', email, password: 'kuytu-liman-77' };
  await server.client().call(accounts.registerPatient, { body, language: 'tr' });
  await server.client().call(accounts.forgotPatientPassword, { body: { email }, language: 'en' });
  const token = await server.mailedToken(email, 'second-opinion/reset-password');
  await server
    .client()
    .call(accounts.resetPatientPassword, { body: { token, password: 'yepyeni-kapi-93' }, language: 'ar' });
  await expect
    .poll(async () =>
      (await server.parts.mailbox.list())
        .filter(({ to }) => to === email)
        .map(({ subject }) => subject)
        .sort(),
    )
    .toEqual(['E-posta adresinizi doğrulayın', 'Parolanız değişti', 'Parolanızı sıfırlayın']);
});

it('writes to staff in the language of their last sign-in, whatever language it was asked in', async () => {
  const email = 'nobetci@duai.example';
  const { totpSecret } = await server.parts.db.transaction((tx) =>
    server.features.accounts.staff.createStaff(tx, {
      email,
      name: 'Nöbetçi',
      role: 'radiologist',
      password: 'kuytu-liman-77',
    }),
  );
  const staff = server.client();
  await staff.call(accounts.loginStaff, {
    body: { email, password: 'kuytu-liman-77', code: await generate({ secret: totpSecret }) },
    language: 'tr',
  });
  await staff.call(accounts.changeStaffPassword, {
    body: { currentPassword: 'kuytu-liman-77', password: 'yepyeni-kapi-92' },
    language: 'en',
  });
  await server.client().call(accounts.forgotStaffPassword, { body: { email }, language: 'en' });
  const token = await server.mailedToken(email, 'console/reset-password');
  await server
    .client()
    .call(accounts.resetStaffPassword, { body: { token, password: 'yepyeni-kapi-93' }, language: 'ar' });
  await expect
    .poll(async () =>
      (await server.parts.mailbox.list())
        .filter(({ to }) => to === email)
        .map(({ subject }) => subject)
        .sort(),
    )
    .toEqual(['Hesabınızın güvenlik ayarları değişti', 'Parolanız değişti', 'Parolanızı sıfırlayın']);
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
    expect(error.body.message).toBe('The e-mail address or the password is incorrect.');
    expect((await server.client().send(accounts.getInstitutionUser)).status).toBe(401);
    // Signing out takes no body and answers with a message, also when it fails: here a page of another site asks for
    // it.
    const client = server.client();
    await client.call(accounts.loginInstitutionUser, { body: { username: 'klinik', password: 'yepyeni-kapi-93' } });
    const foreign = await fetch(`${server.address}${accounts.logoutInstitutionUser.path}`, {
      method: 'POST',
      headers: {
        origin: 'https://elsewhere.example',
        cookie: client
          .cookies()
          .map((pair) => pair.join('='))
          .join('; '),
      },
    });
    expect(foreign.status).toBe(403);
    expect(await foreign.json()).toMatchObject({ message: expect.stringMatching(/\w+ \w+/) });
    expect((await client.send(accounts.getInstitutionUser)).status).toBe(200);
    expect(await client.call(accounts.logoutInstitutionUser)).toEqual({ message: expect.stringMatching(/\w+/) });
    expect((await client.send(accounts.getInstitutionUser)).status).toBe(401);
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
