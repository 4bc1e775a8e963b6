import { accounts, accountSettings as settings } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { generate } from 'otplib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from '../../../../../../scripts/http-client.ts';
import { waitFor } from '../../../../../../scripts/instance.ts';
import { codeOf } from '../../../../testing/code-of.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';

const PASSWORD = 'yosunlu-kaya-42';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.end());

const signIn = async (email: string, more: { password?: string; code?: string } = {}): Promise<HttpClient> => {
  const http = server.client();
  http.useToken((await http.call(accounts.loginPatient, { body: { email, password: PASSWORD, ...more } })).token);
  return http;
};
/** Moves everything sent so far to before the cool-down. */
const letTimePass = () =>
  server.parts.db.drizzle.execute(
    sql`with links as (update link_tokens set created_at = created_at - interval '2 minutes')
        update phone_codes set created_at = created_at - interval '2 minutes'`,
  );

describe('the phone', () => {
  it('gets a code at registration where SMS is wanted, and counts only once the code came back', async () => {
    const http = server.client();
    const email = 'sms@duai.example';
    http.useToken(
      (
        await http.call(accounts.registerPatient, {
          body: {
            firstName: 'Ece',
            lastName: 'Deniz',
            email,
            password: PASSWORD,
            phone: '0532 111 22 33',
            preferredNotification: 'sms',
          },
        })
      ).token,
    );
    expect(await http.call(accounts.getPatient)).toMatchObject({ phone: '+905321112233', isPhoneVerified: false });
    const code = await server.phoneCode('+905321112233');
    const wrong = code === '000000' ? '000001' : '000000';
    expect(await codeOf(http.call(settings.verifyPhone, { body: { code: wrong } }))).toBe('CODE_WRONG');
    expect(await codeOf(http.call(settings.sendPhoneCode))).toBe('RESEND_TOO_SOON');
    expect((await http.call(settings.verifyPhone, { body: { code } })).isPhoneVerified).toBe(true);
    expect(await codeOf(http.call(settings.verifyPhone, { body: { code } }))).toBe('CODE_WRONG');
    // The code may arrive before its row says that it was sent, and forgets it.
    const kept = await waitFor(
      async () => {
        const { rows } = await server.parts.db.drizzle.execute<{ params: string; status: string }>(
          sql`select params::text as params, status from outbox where template = 'phone-code'`,
        );
        return rows.every(({ status }) => status === 'sent') ? rows : undefined;
      },
      10_000,
      () => 'the code was not sent',
    );
    expect(kept).toEqual([{ params: '{}', status: 'sent' }]);
  });

  it('takes five tries of a code and five codes a day', async () => {
    const http = await server.patient({ preferredNotification: 'email' });
    const body = { preferredNotification: 'both', phone: '+905324445566' } as const;
    await http.call(settings.changeNotifications, { body });
    const code = await server.phoneCode(body.phone);
    const wrong = code === '000000' ? '000001' : '000000';
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect(await codeOf(http.call(settings.verifyPhone, { body: { code: wrong } }))).toBe('CODE_WRONG');
    expect(await codeOf(http.call(settings.verifyPhone, { body: { code } }))).toBe('CODE_WRONG');
    for (let sent = 1; sent < 5; sent += 1) {
      await letTimePass();
      await http.call(settings.sendPhoneCode);
    }
    await letTimePass();
    expect(await codeOf(http.call(settings.sendPhoneCode))).toBe('TOO_MANY_REQUESTS');
  });

  it('needs its country code for SMS; a changed number is unchecked again, the same one stays checked', async () => {
    const http = await server.patient({ preferredNotification: 'both', phone: '+905327778899' });
    const change = (phone: string, preferredNotification: 'email' | 'both' = 'both') =>
      http.call(settings.changeNotifications, { body: { preferredNotification, phone } });
    expect(await codeOf(change('030 1234567'))).toBe('VALIDATION_FAILED');
    expect(await codeOf(change(''))).toBe('VALIDATION_FAILED');
    expect((await change('0532 777 88 99')).isPhoneVerified).toBe(true);
    await letTimePass();
    expect(await change('+905327778800')).toMatchObject({ phone: '+905327778800', isPhoneVerified: false });
    expect(await change('', 'email')).toMatchObject({ phone: null, isPhoneVerified: false });
  });
});

describe('the e-mail address', () => {
  it('changes once the link mailed to the new one was opened; the old one is told', async () => {
    const http = await server.patient();
    const email = 'yeni-adres@duai.example';
    const ask = (password: string) => http.call(settings.changeEmail, { body: { email, password } });
    expect(await codeOf(ask('yanlis-parola'))).toBe('PASSWORD_WRONG');
    expect(await ask(PASSWORD)).toMatchObject({ email: http.email, pendingEmail: email });
    expect(await codeOf(ask(PASSWORD))).toBe('RESEND_TOO_SOON');
    const token = await server.mailedToken(email, 'verify-email');
    await server.client().call(accounts.verifyEmail, { body: { token } });
    expect(await http.call(accounts.getPatient)).toMatchObject({ email, pendingEmail: null, isEmailVerified: true });
    await expect
      .poll(async () => (await server.parts.mailbox.list()).filter(({ to }) => to === http.email).length)
      .toBe(3);
    await signIn(email);
  });

  it('can stay after all: the mailed link is then worthless', async () => {
    const http = await server.patient();
    await http.call(settings.changeEmail, { body: { email: 'vazgec@duai.example', password: PASSWORD } });
    expect((await http.call(settings.cancelEmailChange)).pendingEmail).toBeNull();
    const token = await server.mailedToken('vazgec@duai.example', 'verify-email');
    expect(await codeOf(server.client().call(accounts.verifyEmail, { body: { token } }))).toBe('LINK_INVALID');
  });

  it('never tells whether the wanted one belongs to somebody', async () => {
    const [mine, theirs] = [await server.patient(), await server.patient()];
    const answer = await mine.call(settings.changeEmail, { body: { email: theirs.email, password: PASSWORD } });
    expect(answer).toMatchObject({ email: mine.email, pendingEmail: theirs.email });
    await expect
      .poll(async () =>
        (await server.parts.mailbox.list()).some(
          ({ to, text }) => to === theirs.email && text.includes('second-opinion/login'),
        ),
      )
      .toBe(true);
  });

  it('gets the verification mail again after a minute, not before', async () => {
    const http = await server.patient({ isVerified: false });
    const answer = await http.send(accounts.resendVerification, { language: 'tr' });
    expect(answer.status).toBe(429);
    expect(((await answer.json()) as { message: string }).message).toMatch(/\d+ saniye bekleyin/);
    await letTimePass();
    await http.call(accounts.resendVerification);
  });
});

describe('password and sessions', () => {
  it('a new password needs the old one and ends the other sessions', async () => {
    const http = await server.patient();
    const other = await signIn(http.email);
    const body = { currentPassword: PASSWORD, password: 'yepyeni-kapi-93' };
    expect(
      await codeOf(http.call(settings.changePassword, { body: { ...body, currentPassword: 'yanlis-parola' } })),
    ).toBe('PASSWORD_WRONG');
    expect(await codeOf(http.call(settings.changePassword, { body: { ...body, password: 'password12' } }))).toBe(
      'PASSWORD_TOO_COMMON',
    );
    await http.call(settings.changePassword, { body });
    expect((await http.send(accounts.getPatient)).status).toBe(200);
    expect((await other.send(accounts.getPatient)).status).toBe(401);
    await signIn(http.email, { password: 'yepyeni-kapi-93' });
  });

  it('are listed with device and last use, and can be ended; those of others look as if they were not there', async () => {
    const [http, stranger] = [await server.patient(), await server.patient()];
    const other = await signIn(http.email);
    const third = await signIn(http.email);
    const list = await http.call(settings.listSessions);
    expect(list).toHaveLength(3);
    expect(list.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    const ended = (await other.call(settings.listSessions)).find(({ isCurrent }) => isCurrent)!;
    expect(await codeOf(stranger.call(settings.endSession, { params: { sessionId: ended.id } }))).toBe('NOT_FOUND');
    expect(await http.call(settings.endSession, { params: { sessionId: ended.id } })).toHaveLength(2);
    expect((await other.send(accounts.getPatient)).status).toBe(401);
    expect(await http.call(settings.endOtherSessions)).toEqual([expect.objectContaining({ isCurrent: true })]);
    expect((await third.send(accounts.getPatient)).status).toBe(401);
    expect((await http.send(accounts.getPatient)).status).toBe(200);
  });
});

describe('the second factor', () => {
  it('is asked for after the password, works once, and has recovery codes that work once each', async () => {
    const http = await server.patient();
    expect(await codeOf(http.call(settings.beginTwoFactor, { body: { password: 'yanlis-parola' } }))).toBe(
      'PASSWORD_WRONG',
    );
    const setup = await http.call(settings.beginTwoFactor, { body: { password: PASSWORD } });
    expect(setup.uri).toMatch(/^otpauth:\/\/totp\/DUAI/);
    expect(setup.qrCode.every((row) => row.length === setup.qrCode.length && /^[01]+$/.test(row))).toBe(true);
    await signIn(http.email); // not confirmed yet: nothing changed
    const code = await generate({ secret: setup.secret });
    const wrong = code === '000000' ? '000001' : '000000';
    expect(await codeOf(http.call(settings.confirmTwoFactor, { body: { code: wrong } }))).toBe('TOTP_CODE_WRONG');
    const { recoveryCodes } = await http.call(settings.confirmTwoFactor, { body: { code } });
    expect(new Set(recoveryCodes).size).toBe(10);
    expect((await http.call(accounts.getPatient)).isTwoFactorOn).toBe(true);

    expect(await codeOf(signIn(http.email))).toBe('TOTP_REQUIRED');
    expect(await codeOf(signIn(http.email, { password: 'yanlis-parola' }))).toBe('CREDENTIALS_WRONG');
    expect(await codeOf(signIn(http.email, { code }))).toBe('TOTP_CODE_WRONG');
    await signIn(http.email, { code: recoveryCodes[0] });
    expect(await codeOf(signIn(http.email, { code: recoveryCodes[0] }))).toBe('TOTP_CODE_WRONG');
    await signIn(http.email, { code: recoveryCodes[1]!.toUpperCase().replace('-', ' ') });

    expect(
      await codeOf(http.call(settings.turnTwoFactorOff, { body: { password: PASSWORD, code: recoveryCodes[0]! } })),
    ).toBe('TOTP_CODE_WRONG');
    await http.call(settings.turnTwoFactorOff, { body: { password: PASSWORD, code: recoveryCodes[2]! } });
    await signIn(http.email);
    const { rows } = await server.parts.db.drizzle.execute(sql`select count(*)::int as codes from recovery_codes`);
    expect(rows[0]).toEqual({ codes: 0 });
  });
});

describe('personal details and consents', () => {
  it('can be corrected', async () => {
    const http = await server.patient();
    const body = {
      firstName: 'Zeyneb',
      lastName: 'Öz',
      dateOfBirth: '1980-02-29',
      gender: 'female',
      country: 'Türkiye',
    };
    const changed = await http.call(settings.changePersonalDetails, { body: body as never });
    expect(changed).toMatchObject(body);
    expect(
      await codeOf(http.call(settings.changePersonalDetails, { body: { ...body, firstName: 'Z' } as never })),
    ).toBe('VALIDATION_FAILED');
  });

  it('are listed as they were given; a withdrawn one is kept as withdrawn and asked for again', async () => {
    const http = await server.patient();
    expect((await http.call(settings.listConsents)).map(({ withdrawnAt }) => withdrawnAt)).toEqual([
      null,
      null,
      null,
      null,
    ]);
    const after = await http.call(settings.withdrawConsent, { params: { purpose: 'ai-analysis' } });
    expect(after.missingConsents).toEqual(['ai-analysis']);
    const withdrawn = (await http.call(settings.listConsents)).find(({ purpose }) => purpose === 'ai-analysis');
    expect(withdrawn).toMatchObject({ language: 'tr', withdrawnAt: expect.any(String) });
    const again = await http.call(accounts.giveConsents, {
      body: { consents: [{ purpose: 'ai-analysis', textVersion: '2025-04-01', language: 'tr' }] },
    });
    expect(again.missingConsents).toEqual([]);
  });
});
