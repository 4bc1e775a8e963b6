import { accounts, members, singleSignOn } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from '../../../../../scripts/http-client.ts';
import { startOpenIdProvider } from '../../../../../scripts/test-servers/openid-provider.ts';
import { codeOf } from '../../../testing/code-of.ts';
import { createInstitutionFactory } from '../../../testing/institution-factory.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let provider: Awaited<ReturnType<typeof startOpenIdProvider>>;
let operator: HttpClient;
let factory: ReturnType<typeof createInstitutionFactory>;
let mine: Awaited<ReturnType<typeof factory.activated>>;
let theirs: Awaited<ReturnType<typeof factory.activated>>;
beforeAll(async () => {
  provider = await startOpenIdProvider();
  server = await startTestServer({ SSO_ALLOWED_HOSTS: provider.host });
  operator = await server.staff('operator');
  factory = createInstitutionFactory(server, operator);
  [mine, theirs] = [await factory.activated('kiyi'), await factory.activated('dag')];
  const uris = await Promise.all(
    [mine, theirs].map(async ({ admin }) => (await admin.call(singleSignOn.getIdentityProvider)).redirectUri),
  );
  provider.admit(...uris);
});
afterAll(async () => {
  await server.end();
  await provider.close();
});

const wish = (more = {}) => ({
  signInName: 'kiyi',
  issuer: provider.issuer,
  clientId: provider.clientId,
  clientSecret: provider.clientSecret,
  scope: 'openid email profile groups',
  groupsClaim: 'groups',
  adminGroups: ['radyoloji-yonetim'],
  readerGroups: ['okuyucu'],
  memberGroups: ['radyoloji'],
  ...more,
});

/** A browser, which keeps cookies for each host and follows redirects. */
function browser() {
  const jars = new Map<string, Map<string, string>>();
  const visit = async (address: string): Promise<Response> => {
    const { host } = new URL(address);
    const jar = jars.get(host) ?? new Map<string, string>();
    jars.set(host, jar);
    const answer = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [pair] = line.split(';');
      jar.set(pair!.slice(0, pair!.indexOf('=')), pair!.slice(pair!.indexOf('=') + 1));
    }
    return answer;
  };
  /** Follows redirects until one fits or none is left. @returns the last address */
  const follow = async (from: string, until = (_address: URL) => false): Promise<URL> => {
    let address = new URL(from);
    for (let hop = 0; hop < 20 && !until(address); hop += 1) {
      const to = (await visit(address.href)).headers.get('location');
      if (!to) return address;
      address = new URL(to, address);
      if (address.pathname.startsWith('/duaicheck-trial/')) return address;
    }
    return address;
  };
  const ours = () => new Map(jars.get(new URL(server.address).host));
  return {
    follow,
    visit,
    use(client: HttpClient) {
      jars.set(new URL(server.address).host, new Map(client.cookies()));
    },
    client(): HttpClient {
      const client = server.client();
      client.useCookies([...ours()]);
      return client;
    },
  };
}

const isCallback = (address: URL) => address.pathname.startsWith('/api/auth/provider/callback/');
const beginning = (name: string) => `${server.address}/api/auth/provider/begin/${name}`;

/** Signs somebody in at the provider. @returns where they end, and a client with their session */
async function comeAs(sub: string, name = 'kiyi') {
  provider.become(sub);
  const tab = browser();
  const end = await tab.follow(beginning(name));
  return { end: `${end.pathname}${end.search}`, client: tab.client() };
}
const whoIs = async (client: HttpClient) => (await client.call(accounts.getInstitutionUser)).user;
const HOME = '/duaicheck-trial/dashboard';
const refusedAs = (problem: string) => `/duaicheck-trial/login?problem=${problem}`;

describe('the provider of an institution', () => {
  it('is named by its administrator, and called only at an address that an operator allowed', async () => {
    const inside = await startOpenIdProvider();
    const set = (more: object) => codeOf(mine.admin.call(singleSignOn.setIdentityProvider, { body: wish(more) }));
    for (const issuer of [inside.issuer, `http://localhost:${new URL(inside.issuer).port}`, 'https://10.0.0.1'])
      expect(await set({ issuer })).toBe('PROVIDER_ADDRESS_REFUSED');
    expect(inside.calls()).toBe(0);
    await inside.close();
    const told = await mine.admin.send(singleSignOn.setIdentityProvider, {
      body: wish({ issuer: `${provider.issuer}/elsewhere` }),
      language: 'tr',
    });
    // What it means, in the reader's language, and nothing of the library's own words.
    expect(await told.json()).toEqual({
      code: 'PROVIDER_NOT_USABLE',
      message: expect.stringMatching(/^Sağlayıcı, .* yanıt vermedi: meta verileri [^a-z]?[\p{L} ]+ değil\. Hiçbir/u),
    });
    expect((await mine.admin.call(singleSignOn.getIdentityProvider)).provider).toBeNull();
    expect(await set({})).toBe('ok');
    const { provider: stored } = await mine.admin.call(singleSignOn.getIdentityProvider);
    expect(stored).toMatchObject({ issuer: provider.issuer, passwordsOffAt: null, connectedMembers: 0 });
    expect(JSON.stringify(stored)).not.toContain(provider.clientSecret);
  });

  it('keeps its secret where none is entered, but gives it to no other issuer', async () => {
    const { clientSecret: _, ...body } = wish({ groupsClaim: 'roles' });
    expect(await codeOf(mine.admin.call(singleSignOn.setIdentityProvider, { body }))).toBe('ok');
    const elsewhere = { ...body, issuer: 'https://idp.example' };
    expect(await codeOf(mine.admin.call(singleSignOn.setIdentityProvider, { body: elsewhere }))).toBe(
      'PROVIDER_SECRET_MISSING',
    );
    await mine.admin.call(singleSignOn.setIdentityProvider, { body: wish() });
  });

  it('has a name of its own on the sign-in page', async () => {
    expect(await codeOf(theirs.admin.call(singleSignOn.setIdentityProvider, { body: wish() }))).toBe(
      'SIGN_IN_NAME_TAKEN',
    );
    expect(
      await codeOf(theirs.admin.call(singleSignOn.setIdentityProvider, { body: wish({ signInName: 'dag' }) })),
    ).toBe('ok');
    expect((await comeAs('nobody', 'no-such-name')).end).toBe(refusedAs('unknown'));
  });
});

describe('a sign-in at the provider', () => {
  it('[PAC-017] single sign-on by OpenID Connect maps groups to roles, anew at each sign-in', async () => {
    provider.person('u-1', { email: 'ayse@kiyi.example', preferred_username: 'Ayşe', groups: ['radyoloji'] });
    provider.person('u-2', { email: 'bora@kiyi.example', groups: ['radyoloji', 'radyoloji-yonetim'] });
    const [ayse, bora] = [await comeAs('u-1'), await comeAs('u-2')];
    expect([ayse.end, bora.end]).toEqual([HOME, HOME]);
    expect(await whoIs(ayse.client)).toMatchObject({ username: 'ayse', role: 'member', email: 'ayse@kiyi.example' });
    expect(await whoIs(bora.client)).toMatchObject({ username: 'bora', role: 'admin' });
    expect((await whoIs(bora.client)).institution.id).toBe(mine.institutionId);
    expect(await codeOf(ayse.client.call(members.listMembers))).toBe('FORBIDDEN');
    provider.person('u-1', { email: 'ayse@kiyi.example', groups: ['radyoloji-yonetim'] });
    const again = await comeAs('u-1');
    expect(await whoIs(again.client)).toEqual({ ...(await whoIs(ayse.client)), role: 'admin' });
    expect((await again.client.call(members.listMembers)).members).toHaveLength(3);
  });

  it('is refused without a group that has a role, and ends what was open', async () => {
    provider.person('u-3', { email: 'can@kiyi.example', groups: ['radyoloji'] });
    const before = await comeAs('u-3');
    expect(await codeOf(before.client.call(accounts.getInstitutionUser))).toBe('ok');
    provider.person('u-3', { email: 'can@kiyi.example', groups: ['muhasebe'] });
    expect((await comeAs('u-3')).end).toBe(refusedAs('no-role'));
    expect(await codeOf(before.client.call(accounts.getInstitutionUser))).toBe('NOT_SIGNED_IN');
    provider.person('u-4', { email: 'yabanci@kiyi.example' });
    expect((await comeAs('u-4')).end).toBe(refusedAs('no-role'));
    provider.person('u-5', { groups: ['radyoloji'] });
    expect((await comeAs('u-5')).end).toBe(refusedAs('no-email'));
  });

  it('recognises nobody by an address of mail: who has a password connects the account in a session', async () => {
    const own = await whoIs(mine.admin);
    provider.person('u-6', { email: own.email, preferred_username: own.username, groups: ['radyoloji'] });
    const stranger = await comeAs('u-6');
    expect((await whoIs(stranger.client)).id).not.toBe(own.id);
    expect((await whoIs(stranger.client)).username).toMatch(/^kiyi-[0-9a-f]{8}$/);
    provider.person('u-7', { email: 'yonetici@kiyi.example', groups: ['radyoloji-yonetim'] });
    provider.become('u-7');
    const tab = browser();
    tab.use(mine.admin);
    const asked = await mine.admin.send(singleSignOn.connectProviderAccount);
    tab.use(mine.admin);
    const { url } = (await asked.json()) as { url: string };
    expect((await tab.follow(url)).href).toContain('/members?connected');
    const { client } = await comeAs('u-7');
    expect((await whoIs(client)).id).toBe(own.id);
    // A provider account belongs to one person and cannot be connected to a second member.
    provider.become('u-7');
    const other = browser();
    const second = await mine.admin.call(singleSignOn.connectProviderAccount);
    other.use(mine.admin);
    expect((await other.follow(second.url)).href).toContain('/members?connected');
    const asStranger = await stranger.client.call(singleSignOn.connectProviderAccount);
    const third = browser();
    third.use(stranger.client);
    expect((await third.follow(asStranger.url)).search).toBe('?problem=connected');
    // Whoever is signed in when the browser comes back must be the one who asked; otherwise nothing is connected.
    provider.person('u-10', { email: 'sonraki@kiyi.example', groups: ['radyoloji-yonetim'] });
    provider.become('u-10');
    const shared = browser();
    shared.use(mine.admin);
    const fourth = await mine.admin.call(singleSignOn.connectProviderAccount);
    shared.use(mine.admin);
    const back = await shared.follow(fourth.url, isCallback);
    const next = server.client();
    next.useCookies([...mine.admin.cookies(), ...(await factory.signIn('dag')).cookies()]);
    next.useCookies(mine.admin.cookies().filter(([name]) => name === 'duai_sign_in'));
    shared.use(next);
    expect((await shared.visit(back.href)).headers.get('location')).toBe('/duaicheck-trial/members?problem=expired');
  });

  it('of one institution opens nothing of another that has the same provider', async () => {
    provider.person('u-8', { email: 'deniz@dag.example', groups: ['radyoloji'] });
    expect((await whoIs((await comeAs('u-8')).client)).institution.id).toBe(mine.institutionId);
    const there = await comeAs('u-8', 'dag');
    expect((await whoIs(there.client)).institution.id).toBe(theirs.institutionId);
  });

  it('ends in the browser that began it, once, and at the address of its own institution', async () => {
    provider.person('u-9', { email: 'ece@kiyi.example', groups: ['radyoloji'] });
    provider.become('u-9');
    const tab = browser();
    const back = await tab.follow(beginning('kiyi'), isCallback);
    const other = browser();
    await other.follow(beginning('kiyi'), isCallback);
    const endOf = async (page: ReturnType<typeof browser>, address: string) =>
      (await page.visit(address)).headers.get('location');
    expect(await endOf(other, back.href)).toBe(refusedAs('expired'));
    // Whoever presents it, it is used up.
    expect(await endOf(tab, back.href)).toBe(refusedAs('expired'));
    const again = await tab.follow(beginning('kiyi'), isCallback);
    const elsewhere = again.href.replace(mine.institutionId, theirs.institutionId);
    expect(await endOf(tab, elsewhere)).toBe(refusedAs('expired'));
    expect(await endOf(tab, again.href)).toBe(HOME);
    expect(await endOf(tab, again.href)).toBe(refusedAs('expired'));
    const late = await tab.follow(beginning('kiyi'), isCallback);
    await server.parts.db.drizzle.execute(sql`update provider_sign_ins set expires_at = now()`);
    expect(await endOf(tab, late.href)).toBe(refusedAs('expired'));
    const denied = await tab.follow(beginning('kiyi'), isCallback);
    denied.searchParams.delete('code');
    denied.searchParams.set('error', 'access_denied');
    expect(await endOf(tab, denied.href)).toBe(refusedAs('refused'));
  });

  it('begins for no name that cannot be stored, as for none that nobody has', async () => {
    const begun = async (name: string) => {
      const { status, headers } = await fetch(beginning(name), { redirect: 'manual' });
      return [status, headers.get('location')];
    };
    const unknown = await begun('nobody-has-it');
    for (const name of ['%00', 'no%00body', '%ED%A0%80']) {
      const [status, location] = await begun(name);
      expect([status === unknown[0] || status === 400, location], name).toEqual([
        true,
        status === 400 ? null : unknown[1],
      ]);
    }
  });

  it.each(['nonce', 'code_verifier_encrypted'])('needs the %s with which it began', async (column) => {
    provider.become('u-9');
    const tab = browser();
    const [one, two] = [
      await tab.follow(beginning('kiyi'), isCallback),
      await tab.follow(beginning('kiyi'), isCallback),
    ];
    // Replaces the value by that of another sign-in, to which this code does not belong.
    await server.parts.db.drizzle.execute(sql`update provider_sign_ins set ${sql.identifier(column)} =
      (select max(other.${sql.identifier(column)}) from provider_sign_ins other
        where other.${sql.identifier(column)} <> provider_sign_ins.${sql.identifier(column)})`);
    for (const address of [one, two])
      expect((await tab.visit(address.href)).headers.get('location')).toBe(refusedAs('provider'));
  });

  it('of a disabled member is refused, and the sessions end when the member is disabled', async () => {
    const { client } = await comeAs('u-9');
    const { id: userId } = await whoIs(client);
    const params = { realm: 'institution' as const, userId };
    await operator.call(accounts.disableUser, { params });
    expect(await codeOf(client.call(accounts.getInstitutionUser))).toBe('NOT_SIGNED_IN');
    expect((await comeAs('u-9')).end).toBe(refusedAs('disabled'));
    await operator.call(accounts.enableUser, { params });
    expect((await comeAs('u-9')).end).toBe(HOME);
  });

  it('is in the audit trail, without what the provider said', async () => {
    const { rows } = await server.parts.db.drizzle.execute<{ action: string; details: unknown }>(
      sql`select distinct action, details from audit_events where action like 'accounts.%'`,
    );
    const text = JSON.stringify(rows);
    for (const action of ['set-identity-provider', 'join-by-provider', 'connect-provider-account'])
      expect(text).toContain(`accounts.${action}`);
    expect(text).toContain('"problem":"no-role"');
    expect(text).not.toMatch(/u-\d|kiyi\.example|radyoloji/);
  });
});

describe('passwords', () => {
  it('are switched off by an administrator who came through the provider, and back on by an operator', async () => {
    const setPasswords = (client: HttpClient, isOn: boolean) =>
      codeOf(client.call(singleSignOn.setPasswordSignIn, { body: { isOn } }));
    const byPassword = (username: string, password = factory.password) =>
      codeOf(server.client().call(accounts.loginInstitutionUser, { body: { username, password } }));
    expect(await setPasswords(mine.admin, false)).toBe('PROVIDER_NOT_TRIED');
    const early = 'erken@kiyi.example';
    await mine.admin.call(members.inviteMember, { body: { email: early, role: 'member' } });
    await server.client().call(accounts.forgotInstitutionPassword, { body: { email: mine.email } });
    const [invited, reset] = [
      await server.mailedToken(early, 'invitation'),
      await server.mailedToken(mine.email, 'reset-password'),
    ];
    const mails = async () => (await server.parts.mailbox.list()).filter(({ to }) => to === mine.email).length;
    const mailsBefore = await mails();
    const { client: bora } = await comeAs('u-2');
    expect(await setPasswords(bora, false)).toBe('ok');
    const { password } = factory;
    const redeemed = { invitation: invited, username: 'erken', password };
    expect(await codeOf(server.client().call(accounts.registerInstitutionUser, { body: redeemed }))).toBe(
      'PASSWORD_SIGN_IN_OFF',
    );
    expect(
      await codeOf(server.client().call(accounts.resetInstitutionPassword, { body: { token: reset, password } })),
    ).toBe('PASSWORD_SIGN_IN_OFF');
    expect(await codeOf(mine.admin.call(members.listMembers))).toBe('NOT_SIGNED_IN');
    expect(await byPassword('kiyi')).toBe('PASSWORD_SIGN_IN_OFF');
    expect(await byPassword('kiyi', 'wrong-wrong-1')).toBe('CREDENTIALS_WRONG');
    expect(await byPassword('dag')).toBe('ok');
    const late = { email: 'davetli@kiyi.example', role: 'member' as const };
    expect(await codeOf(bora.call(members.inviteMember, { body: late }))).toBe('PASSWORD_SIGN_IN_OFF');
    await server.client().call(accounts.forgotInstitutionPassword, { body: { email: mine.email } });
    await server.client().call(accounts.forgotInstitutionPassword, { body: { email: theirs.email } });
    await server.mailedToken(theirs.email, 'reset-password');
    expect(await mails()).toBe(mailsBefore);

    const params = { institutionId: mine.institutionId };
    const inviteAdmin = 'yeni-yonetici@kiyi.example';
    expect(await codeOf(bora.call(singleSignOn.openPasswordSignIn, { params, body: {} }))).toBe('NOT_SIGNED_IN');
    await operator.call(singleSignOn.openPasswordSignIn, { params, body: { inviteAdmin } });
    expect(await byPassword('kiyi')).toBe('ok');
    const invitation = await server.mailedToken(inviteAdmin, 'invitation');
    await server.client().call(accounts.registerInstitutionUser, { body: { invitation, username: 'yeni', password } });
    expect((await whoIs(await factory.signIn('yeni'))).role).toBe('admin');
  });

  it('do not exist for who came by the provider: no link to set one is sent or taken', async () => {
    const email = 'bora@kiyi.example';
    await server.client().call(accounts.forgotInstitutionPassword, { body: { email } });
    await server.client().call(accounts.forgotInstitutionPassword, { body: { email: theirs.email } });
    await expect
      .poll(async () => (await server.parts.db.drizzle.execute(sql`select from reset_requests`)).rows.length, {
        timeout: 20_000,
      })
      .toBe(0);
    expect((await server.parts.mailbox.list()).filter(({ to }) => to === email)).toEqual([]);
  });

  it('work again, and sessions of the provider end, when it is removed', async () => {
    const admin = await factory.signIn('kiyi');
    const { client: bora } = await comeAs('u-2');
    await admin.call(singleSignOn.removeIdentityProvider);
    expect(await codeOf(bora.call(accounts.getInstitutionUser))).toBe('NOT_SIGNED_IN');
    expect((await comeAs('u-2')).end).toBe(refusedAs('unknown'));
    expect(await codeOf(admin.call(members.listMembers))).toBe('ok');
    const there = await comeAs('u-8', 'dag');
    expect(there.end).toBe(HOME);
  });
});

it('no link that a provider sends back is tried by HEAD, which would use it up', async () => {
  const { institutionId } = mine;
  const tried = { ...singleSignOn.endProviderSignIn, method: 'HEAD' } as const;
  expect((await server.client().send(tried, { params: { institutionId } })).status).toBe(404);
});
