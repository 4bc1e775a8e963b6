import { accountSettings, accounts, members, passkeys } from '@duai/contract';
import { eq, sql } from 'drizzle-orm';
import { generate } from 'otplib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from '../../../../scripts/http-client.ts';
import { waitFor } from '../../../../scripts/instance.ts';
import { createAuthenticator } from '../../testing/authenticator.ts';
import { codeOf } from '../../testing/code-of.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { hashPassword } from './passwords.ts';
import { relyingPartyOf } from './patients/passkeys/relying-party.ts';
import { ACCOUNT_TABLES } from './sessions/account-access.store.ts';

const OLD = 'yosunlu-kaya-42';
const NEW = 'yepyeni-kapi-93';
const RESET_PAGES = {
  patient: 'second-opinion/reset-password',
  institution: 'duaicheck-trial/reset-password',
  staff: 'console/reset-password',
} as const;
type Realm = keyof typeof RESET_PAGES;

/** An account of one realm, and what its owner or an intruder can do with it. */
interface Account {
  email: string;
  signIn(password: string): Promise<HttpClient>;
  isSignedIn(http: HttpClient): Promise<boolean>;
  forgot(): Promise<unknown>;
  change(http: HttpClient, body: { currentPassword: string; password: string }): Promise<unknown>;
  reset(body: { token: string; password: string }): Promise<unknown>;
}

let server: TestServer;
let people = 0;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.end());

const newEmail = () => {
  people += 1;
  return `sahip${people}@duai.example`;
};
const answers200 = async (answer: Promise<Response>) => (await answer).status === 200;

async function patient(): Promise<Account> {
  const email = newEmail();
  await server.patient({ email });
  return {
    email,
    signIn: async (password) => {
      const http = server.client();
      http.useToken((await http.call(accounts.loginPatient, { body: { email, password } })).token);
      return http;
    },
    isSignedIn: (http) => answers200(http.send(accounts.getPatient)),
    forgot: () => server.client().call(accounts.forgotPatientPassword, { body: { email } }),
    change: (http, body) => http.call(accountSettings.changePassword, { body }),
    reset: (body) => server.client().call(accounts.resetPatientPassword, { body }),
  };
}

async function institutionUser(): Promise<Account> {
  const email = newEmail();
  const username = email.split('@')[0]!;
  await server.parts.db.transaction(async (tx) => {
    const { institutions } = server.features.accounts;
    const institutionId = await institutions.createInstitution(tx, { name: username, country: 'Turkey' });
    await institutions.createUser(tx, { institutionId, username, email, role: 'admin', password: OLD });
  });
  return {
    email,
    signIn: async (password) => {
      const http = server.client();
      await http.call(accounts.loginInstitutionUser, { body: { username, password } });
      return http;
    },
    isSignedIn: (http) => answers200(http.send(accounts.getInstitutionUser)),
    forgot: () => server.client().call(accounts.forgotInstitutionPassword, { body: { email } }),
    change: (http, body) => http.call(accounts.changeInstitutionPassword, { body }),
    reset: (body) => server.client().call(accounts.resetInstitutionPassword, { body }),
  };
}

async function staffMember(): Promise<Account> {
  const email = newEmail();
  const { totpSecret } = await server.parts.db.transaction((tx) =>
    server.features.accounts.staff.createStaff(tx, { email, name: 'Ekip', role: 'operator', password: OLD }),
  );
  return {
    email,
    signIn: async (password) => {
      // A code works once, and here the owner signs in more often than every 30 seconds.
      await server.parts.db.drizzle.execute(
        sql`update staff set totp_last_step = 0 where email = ${email} and totp_last_step > 0`,
      );
      const http = server.client();
      await http.call(accounts.loginStaff, { body: { email, password, code: await generate({ secret: totpSecret }) } });
      return http;
    },
    isSignedIn: (http) => answers200(http.send(accounts.getStaff)),
    forgot: () => server.client().call(accounts.forgotStaffPassword, { body: { email } }),
    change: (http, body) => http.call(accounts.changeStaffPassword, { body }),
    reset: (body) => server.client().call(accounts.resetStaffPassword, { body }),
  };
}

const REALMS = { patient, institution: institutionUser, staff: staffMember } as const;
const WAYS = ['change', 'reset'] as const;
type Way = (typeof WAYS)[number];
const MATRIX = (Object.keys(REALMS) as Realm[]).flatMap((realm) => WAYS.map((way) => [realm, way] as const));

/** The owner takes the account back, either in a session or by a mailed link. */
async function takeBack(
  account: Account,
  realm: Realm,
  way: Way,
  more: { removePasskeys?: boolean } = {},
): Promise<HttpClient | undefined> {
  if (way === 'change') {
    const own = await account.signIn(OLD);
    await account.change(own, { currentPassword: OLD, password: NEW, ...more });
    return own;
  }
  await account.forgot();
  const token = await server.mailedToken(account.email, RESET_PAGES[realm]);
  await account.reset({ token, password: NEW, ...more });
  return undefined;
}

describe.each(MATRIX)('after a password of the realm "%s" was taken back by %s', (realm, way) => {
  it('[TRU-005] every session ends but the one of the change, and only the new password signs in', async () => {
    const account = await REALMS[realm]();
    const intruders = [await account.signIn(OLD), await account.signIn(OLD)];
    const own = await takeBack(account, realm, way);
    for (const intruder of intruders) expect(await account.isSignedIn(intruder)).toBe(false);
    if (own) expect(await account.isSignedIn(own)).toBe(true);
    expect(await codeOf(account.signIn(OLD))).toBe('CREDENTIALS_WRONG');
    expect(await account.isSignedIn(await account.signIn(NEW))).toBe(true);
  });

  it('[TRU-005] links that were mailed before open nothing', async () => {
    const account = await REALMS[realm]();
    await account.forgot();
    const mailed = await server.mailedToken(account.email, RESET_PAGES[realm]);
    if (way === 'change') await takeBack(account, realm, way);
    else await account.reset({ token: mailed, password: NEW });
    expect(await codeOf(account.reset({ token: mailed, password: 'ucuncu-parola-7' }))).toBe('LINK_INVALID');
    const { rows } = await server.parts.db.drizzle.execute(
      sql`select 1 from link_tokens where email = ${account.email} and used_at is null`,
    );
    expect(rows).toEqual([]);
  });
});

it.each(Object.keys(REALMS) as Realm[])(
  'a link of the realm "%s" opens nothing once its time is over',
  async (realm) => {
    const account = await REALMS[realm]();
    await account.forgot();
    const token = await server.mailedToken(account.email, RESET_PAGES[realm]);
    await server.parts.db.drizzle.execute(
      sql`update link_tokens set expires_at = now() where email = ${account.email}`,
    );
    expect(await codeOf(account.reset({ token, password: NEW }))).toBe('LINK_INVALID');
    expect(await account.isSignedIn(await account.signIn(OLD))).toBe(true);
  },
);

it.each(Object.keys(REALMS) as Realm[])(
  'a session of the realm "%s" opens nothing while its account is disabled, whoever disabled it',
  async (realm) => {
    const account = await REALMS[realm]();
    const own = await account.signIn(OLD);
    const table = ACCOUNT_TABLES[realm];
    const set = (disabledAt: Date | null) =>
      server.parts.db.drizzle.update(table).set({ disabledAt }).where(eq(table.email, account.email));
    await set(new Date());
    expect(await account.isSignedIn(own)).toBe(false);
    await set(null);
    expect(await account.isSignedIn(own)).toBe(true);
  },
);

it.each(Object.keys(REALMS) as Realm[])(
  '[TRU-005] a sign-in of the realm "%s" that checked the old password opens nothing once the new one is there',
  async (realm) => {
    const account = await REALMS[realm]();
    const table = ACCOUNT_TABLES[realm];
    let login: Promise<string> | undefined;
    await server.parts.db.transaction(async (tx) => {
      await tx
        .update(table)
        .set({ passwordHash: await hashPassword(NEW) })
        .where(eq(table.email, account.email));
      // The sign-in reads the old hash, which is still the committed one, and waits for the account's row.
      login = codeOf(account.signIn(OLD));
      await waitFor(
        async () => {
          const { rows } = await server.parts.db.drizzle.execute(
            sql`select 1 from pg_locks where not granted and pid in (select pid from pg_stat_activity where datname = current_database())`,
          );
          return rows.length > 0 || (await Promise.race([login, undefined])) ? true : undefined;
        },
        60_000,
        () => 'the sign-in neither waits nor ends',
      );
    });
    expect(await login).toBe('CREDENTIALS_WRONG');
  },
);

describe.each(WAYS)('after a patient took the account back by %s', (way) => {
  it('[TRU-005] a pending change of the address is off: its link changes nothing', async () => {
    const account = await patient();
    const intruder = await account.signIn(OLD);
    const theirs = newEmail();
    await intruder.call(accountSettings.changeEmail, { body: { email: theirs, password: OLD } });
    const token = await server.mailedToken(theirs, 'verify-email');
    await takeBack(account, 'patient', way);
    expect(await codeOf(server.client().call(accounts.verifyEmail, { body: { token } }))).toBe('LINK_INVALID');
    const owner = await account.signIn(NEW);
    expect(await owner.call(accounts.getPatient)).toMatchObject({ email: account.email, pendingEmail: null });
  });

  it('[TRU-005] a link that verifies the address ends too, and a new one can be asked for', async () => {
    const email = newEmail();
    await server.patient({ email, isVerified: false });
    const token = await server.mailedToken(email, 'verify-email');
    const account: Account = { ...(await patient()), email };
    const http = server.client();
    http.useToken((await http.call(accounts.loginPatient, { body: { email, password: OLD } })).token);
    if (way === 'change') await account.change(http, { currentPassword: OLD, password: NEW });
    else {
      await server.client().call(accounts.forgotPatientPassword, { body: { email } });
      const mailed = await server.mailedToken(email, RESET_PAGES.patient);
      await account.reset({ token: mailed, password: NEW });
    }
    expect(await codeOf(server.client().call(accounts.verifyEmail, { body: { token } }))).toBe('LINK_INVALID');
  });

  it.each([
    [true, 'PASSKEY_UNKNOWN'],
    [undefined, 'ok'],
  ] as const)(
    '[TRU-005] passkeys go where the owner asked for it (%s), and else stay',
    async (removePasskeys, outcome) => {
      const account = await patient();
      const intruder = await account.signIn(OLD);
      const { origin } = relyingPartyOf(server.address);
      const device = createAuthenticator(origin);
      const options = await intruder.call(passkeys.beginPasskey, { body: { password: OLD } });
      const added = { name: 'Yabancı', credential: device.create(options) };
      await intruder.call(passkeys.addPasskey, { body: added });
      // A passkey registration that was begun but not finished fails either way, because its session has ended.
      const begun = await intruder.call(passkeys.beginPasskey, { body: { password: OLD } });
      await takeBack(account, 'patient', way, { removePasskeys });
      const late = { name: 'Geç', credential: createAuthenticator(origin).create(begun) };
      expect(await codeOf(intruder.call(passkeys.addPasskey, { body: late }))).toBe('NOT_SIGNED_IN');
      const challenge = await server.client().call(passkeys.beginPasskeyLogin);
      const login = server.client().call(passkeys.loginWithPasskey, { body: { credential: device.get(challenge) } });
      expect(await codeOf(login)).toBe(outcome);
      const owner = await account.signIn(NEW);
      expect(await owner.call(passkeys.listPasskeys)).toHaveLength(removePasskeys ? 0 : 1);
    },
  );
});

it.each(WAYS)('[TRU-005] invitations that an institution’s account sent end with its password (%s)', async (way) => {
  const account = await institutionUser();
  const intruder = await account.signIn(OLD);
  const theirs = newEmail();
  await intruder.call(members.inviteMember, { body: { email: theirs, role: 'admin' } });
  const invitation = await server.mailedToken(theirs, 'duaicheck-trial/invitation');
  await takeBack(account, 'institution', way);
  const body = { invitation, username: 'yabanci', password: 'ucuncu-parola-7' };
  expect(await codeOf(server.client().call(accounts.registerInstitutionUser, { body }))).toBe('LINK_INVALID');
  const owner = await account.signIn(NEW);
  expect((await owner.call(members.listMembers)).invitations).toEqual([]);
});

it('a change needs the present password, and refuses a common or a breached one, in every realm', async () => {
  for (const make of Object.values(REALMS)) {
    const account = await make();
    const own = await account.signIn(OLD);
    const change = (currentPassword: string, password: string) =>
      codeOf(account.change(own, { currentPassword, password }));
    expect(await change('yanlis-parola', NEW)).toBe('PASSWORD_WRONG');
    expect(await change(OLD, 'password12')).toBe('PASSWORD_TOO_COMMON');
    expect(await change(OLD, 'basketball')).toBe('PASSWORD_TOO_COMMON');
    expect(await codeOf(account.reset({ token: 'any', password: 'basketball' }))).toBe('PASSWORD_TOO_COMMON');
    expect(await change(OLD, NEW)).toBe('ok');
  }
});

it('a password that breaches have shown is refused where an account is made: registration, invitation', async () => {
  const body = { firstName: 'Ece', lastName: 'Deneme', email: newEmail(), password: 'basketball' };
  expect(await codeOf(server.client().call(accounts.registerPatient, { body }))).toBe('PASSWORD_TOO_COMMON');
  const invited = { invitation: 'any', username: 'davetli', password: 'basketball' };
  const accept = server.client().call(accounts.registerInstitutionUser, { body: invited });
  expect(await codeOf(accept)).toBe('PASSWORD_TOO_COMMON');
});
