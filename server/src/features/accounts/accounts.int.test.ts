import { accounts, CONSENT_PURPOSES } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from '../../../../scripts/http-client.ts';
import { errorOf } from '../../testing/error-of.ts';
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
