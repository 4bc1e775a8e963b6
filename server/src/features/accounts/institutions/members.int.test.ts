import { accounts, members } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { generate } from 'otplib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from '../../../../../scripts/http-client.ts';
import { codeOf } from '../../../testing/code-of.ts';
import { createInstitutionFactory } from '../../../testing/institution-factory.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let factory: ReturnType<typeof createInstitutionFactory>;
let admin: HttpClient;
let other: HttpClient;
beforeAll(async () => {
  server = await startTestServer();
  factory = createInstitutionFactory(server, await server.staff('operator'));
  ({ admin } = await factory.activated('uyeler'));
  ({ admin: other } = await factory.activated('digerleri'));
});
afterAll(() => server.end());

async function join(username: string, role: 'admin' | 'member'): Promise<HttpClient> {
  const email = `${username}@duai.example`;
  await admin.call(members.inviteMember, { body: { email, role } });
  const invitation = await server.mailedToken(email, 'invitation');
  await server
    .client()
    .call(accounts.registerInstitutionUser, { body: { invitation, username, password: factory.password } });
  return factory.signIn(username);
}
const idOf = async (username: string) =>
  (await admin.call(members.listMembers)).members.find((member) => member.username === username)!.id;

describe('members of an institution', () => {
  it('come by invitation, in the role they were invited to; a member reaches nothing of an admin', async () => {
    const member = await join('uye-bir', 'member');
    expect((await member.call(accounts.getInstitutionUser)).user).toMatchObject({ role: 'member' });
    expect(await codeOf(member.call(members.listMembers))).toBe('FORBIDDEN');
    const second = await join('yonetici-iki', 'admin');
    expect((await second.call(members.listMembers)).members.map(({ username }) => username)).toEqual([
      'uye-bir',
      'uyeler',
      'yonetici-iki',
    ]);
  });

  it('can be invited several at a time; an invitation can be withdrawn', async () => {
    const [one, two] = ['bekleyen-1@duai.example', 'bekleyen-2@duai.example'];
    const first = await admin.call(members.inviteMember, { body: { email: one, role: 'member' } });
    await admin.call(members.inviteMember, { body: { email: two, role: 'member' } });
    expect((await admin.call(members.listMembers)).invitations).toHaveLength(2);
    const params = { invitationId: first.id };
    expect(await codeOf(other.call(members.withdrawInvitation, { params }))).toBe('NOT_FOUND');
    await admin.call(members.withdrawInvitation, { params });
    const redeem = async (email: string, username: string) => {
      const invitation = await server.mailedToken(email, 'invitation');
      return codeOf(
        server
          .client()
          .call(accounts.registerInstitutionUser, { body: { invitation, username, password: factory.password } }),
      );
    };
    expect(await redeem(one, 'bekleyen-1')).toBe('LINK_INVALID');
    expect(await redeem(two, 'bekleyen-2')).toBe('ok');
    expect(await codeOf(admin.call(members.inviteMember, { body: { email: two, role: 'admin' } }))).toBe(
      'MEMBER_EXISTS',
    );
  });

  it('change role and go; their sessions end with them', async () => {
    const member = await join('giden', 'member');
    const params = { memberId: await idOf('giden') };
    expect(await codeOf(other.call(members.changeMemberRole, { params, body: { role: 'admin' } }))).toBe('NOT_FOUND');
    expect(await codeOf(other.call(members.removeMember, { params }))).toBe('NOT_FOUND');
    expect(await admin.call(members.changeMemberRole, { params, body: { role: 'admin' } })).toMatchObject({
      role: 'admin',
    });
    expect(await codeOf(member.call(members.listMembers))).toBe('ok');
    await admin.call(members.removeMember, { params });
    expect(await codeOf(member.call(accounts.getInstitutionUser))).toBe('NOT_SIGNED_IN');
  });

  it('always have an admin: the last one stays, also when two leave at once', async () => {
    const own = (await other.call(accounts.getInstitutionUser)).user.id;
    expect(await codeOf(other.call(members.removeMember, { params: { memberId: own } }))).toBe('LAST_ADMIN');
    const demotion = { params: { memberId: own }, body: { role: 'member' as const } };
    expect(await codeOf(other.call(members.changeMemberRole, demotion))).toBe('LAST_ADMIN');

    const [a, b] = [await idOf('uyeler'), await idOf('yonetici-iki')];
    const colleague = await factory.signIn('yonetici-iki');
    const outcomes = await Promise.all([
      codeOf(admin.call(members.changeMemberRole, { params: { memberId: b }, body: { role: 'member' } })),
      codeOf(colleague.call(members.changeMemberRole, { params: { memberId: a }, body: { role: 'member' } })),
    ]);
    // Refused because it is the last admin, or because it was no longer an admin when the server checked the caller.
    expect([
      ['LAST_ADMIN', 'ok'],
      ['FORBIDDEN', 'ok'],
    ]).toContainEqual(outcomes.toSorted());
    const left = outcomes[0] === 'ok' ? admin : colleague;
    const { members: rows } = await left.call(members.listMembers);
    expect(rows.filter(({ role }) => role === 'admin')).toHaveLength(1);
  });
});

describe('one-time codes of an institution’s user', () => {
  it('are on once a first code confirmed them; then the password alone is not enough', async () => {
    const wrong = other.call(members.beginTotp, { body: { password: 'yanlis-parola-1' } });
    expect(await codeOf(wrong)).toBe('PASSWORD_WRONG');
    const { secret, uri, qrCode } = await other.call(members.beginTotp, { body: { password: factory.password } });
    expect(uri).toContain(secret);
    expect(qrCode.length).toBe(qrCode[0]!.length);
    const login = (code?: string) =>
      codeOf(
        server
          .client()
          .call(accounts.loginInstitutionUser, { body: { username: 'digerleri', password: factory.password, code } }),
      );
    expect(await login()).toBe('ok');
    expect(await codeOf(other.call(members.confirmTotp, { body: { code: '000000' } }))).toBe('TOTP_CODE_WRONG');
    const code = await generate({ secret });
    const { recoveryCodes } = await other.call(members.confirmTotp, { body: { code } });
    expect(await other.call(members.getTotp)).toEqual({ isOn: true, recoveryCodesLeft: 10 });
    expect(await login()).toBe('TOTP_REQUIRED');
    expect(await login('000000')).toBe('CREDENTIALS_WRONG');
    // RFC 6238 section 5.2: a code works once. The next step is within the tolerance for differing clocks.
    expect(await login(code)).toBe('CREDENTIALS_WRONG');
    expect(await login(await generate({ secret, epoch: Math.floor(Date.now() / 1000) + 30 }))).toBe('ok');
    const wrongPassword = server
      .client()
      .call(accounts.loginInstitutionUser, { body: { username: 'digerleri', password: 'baska-parola-1' } });
    expect(await codeOf(wrongPassword)).toBe('CREDENTIALS_WRONG');

    // Ten codes for a user who loses the device: each works once, the user is told, and the codes are not stored as
    // such.
    expect(new Set(recoveryCodes).size).toBe(10);
    const [first, second] = recoveryCodes;
    expect(await login(first!.toUpperCase().replace('-', ' '))).toBe('ok');
    expect(await login(first)).toBe('CREDENTIALS_WRONG');
    const { email } = (await other.call(accounts.getInstitutionUser)).user;
    await expect
      .poll(async () => (await server.parts.mailbox.list()).filter(({ to }) => to === email).map(({ text }) => text))
      .toEqual(expect.arrayContaining([expect.stringContaining('A recovery code was used')]));
    const { rows } = await server.parts.db.drizzle.execute<{ row: string }>(
      sql`select t::text as row from institution_recovery_codes t`,
    );
    expect(rows).toHaveLength(10);
    for (const { row } of rows)
      for (const each of recoveryCodes) expect(row.replaceAll('-', '')).not.toContain(each.replace('-', ''));
    const renewal = (password: string) => other.call(members.renewRecoveryCodes, { body: { password } });
    expect(await codeOf(renewal('yanlis-parola-1'))).toBe('PASSWORD_WRONG');
    const renewed = (await renewal(factory.password)).recoveryCodes;
    expect(await other.call(members.getTotp)).toEqual({ isOn: true, recoveryCodesLeft: 10 });
    expect(await login(second)).toBe('CREDENTIALS_WRONG');
    expect(await Promise.all([login(renewed[0]), login(renewed[0])])).toEqual(
      expect.arrayContaining(['ok', 'CREDENTIALS_WRONG']),
    );
    await other.call(members.disableTotp, { body: { password: factory.password } });
    expect(await login()).toBe('ok');
    expect(await other.call(members.getTotp)).toEqual({ isOn: false, recoveryCodesLeft: 0 });
    expect(await codeOf(renewal(factory.password))).toBe('FORBIDDEN');
  });
});
