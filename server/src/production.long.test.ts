import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { accounts, scans } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { generate } from 'otplib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpClient } from '../../scripts/http-client.ts';
import { type Instance, startInstance, temporaryDirectory } from '../../scripts/instance.ts';
import { SERVER_ARGUMENTS } from '../../scripts/server-command.mjs';
import { connectDatabase } from './adapters/database/connect.ts';
import { hashSecret } from './core/ids.ts';
import type { SampleLogins } from './sample-logins.ts';
import { codeOf } from './testing/code-of.ts';
import { createTestDatabase } from './testing/database.ts';

const MAILS_TO_FILES = 'yes-nobody-receives-any-mail';
const SMS_TO_FILES = 'yes-nobody-receives-any-text-message';
const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://duai.example',
  LOG_LEVEL: 'info',
  MAILS_TO_FILES,
  SMS_TO_FILES,
};
const OPEN = 'yes-everybody-who-reaches-this-address-may-sign-in-and-read-all-mail';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let dataDir: string;
beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await temporaryDirectory();
});
afterAll(() => database.drop());

/** Runs a real server process on the test's database while `look` runs. */
async function withServer<T>(env: Record<string, string>, look: (server: Instance) => Promise<T>): Promise<T> {
  const server = await startInstance({ dataDir, env: { DATABASE_URL: database.url, ...env } });
  try {
    return await look(server);
  } finally {
    await server.stop();
  }
}

/** The message of a start that must be refused; the process must end by itself. */
const refusalOf = (env: Record<string, string>): Promise<string> =>
  new Promise((resolve, reject) => {
    const server = spawn(process.execPath, SERVER_ARGUMENTS, {
      env: { PATH: process.env.PATH, DUAI_DATA_DIR: dataDir, DATABASE_URL: database.url, PORT: '0', ...env },
    });
    let said = '';
    for (const stream of [server.stdout, server.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        if (!text.includes('is ready after')) return;
        server.kill();
        reject(new Error(`it started:\n${said}`));
      });
    server.once('exit', (code) => (code === 1 ? resolve(said) : reject(new Error(`ended with ${code}:\n${said}`))));
  });

/** A call to this address under the given host name. */
const ask = (address: string, path: string, host: string, body?: object, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const call = request(`${address}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { host, ...(body && { 'content-type': 'application/json' }), ...headers },
    });
    call.on('error', reject).on('response', (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.on('end', () => resolve({ status: answer.statusCode!, text }));
    });
    call.end(body && JSON.stringify(body));
  });

const secretsOf = ({ patient, radiologist, operator, institution }: SampleLogins): string[] => [
  ...[patient, radiologist, operator, institution].map(({ password }) => password),
  radiologist.totpSecret,
  operator.totpSecret,
];

/** Tries the four sample logins at the sign-ins of their areas and answers whether each opens a session. */
async function signIns(address: string, logins: SampleLogins): Promise<string[]> {
  const staff = async ({ email, password, totpSecret }: SampleLogins['operator']) =>
    createHttpClient(address).call(accounts.loginStaff, {
      body: { email, password, code: await generate({ secret: totpSecret }) },
    });
  return Promise.all([
    codeOf(createHttpClient(address).call(accounts.loginPatient, { body: logins.patient })),
    codeOf(createHttpClient(address).call(accounts.loginInstitutionUser, { body: logins.institution })),
    codeOf(staff(logins.radiologist)),
    codeOf(staff(logins.operator)),
  ]);
}

const enabledAccounts = async (): Promise<number> => {
  const db = await connectDatabase(database.url, { max: 1 });
  const { rows } = await db.drizzle.execute<{ enabled: number }>(`
    select ((select count(*) from staff where disabled_at is null)
      + (select count(*) from patients where disabled_at is null)
      + (select count(*) from institution_users where disabled_at is null))::int as enabled`);
  await db.close();
  return rows[0]!.enabled;
};

/** An API key as an institution's admin would create it, for the sample institution or a real one. */
async function keyOf(isSample: boolean): Promise<string> {
  const key = `duai_${randomBytes(32).toString('base64url')}`;
  const db = await connectDatabase(database.url, { max: 1 });
  const institutionId = randomUUID();
  if (!isSample) {
    await db.drizzle.execute(
      sql`insert into institutions (id, name, country) values (${institutionId}, 'Klinik', 'Turkey')`,
    );
    await db.drizzle.execute(sql`insert into trials (institution_id, scan_limit) values (${institutionId}, 100)`);
  }
  await db.drizzle.execute(sql`
    insert into api_keys (id, institution_id, name, prefix, secret_hash, scopes, created_by, created_at)
    select ${randomUUID()}, institution.id, 'PACS', 'duai_x', ${hashSecret(key)}, '{scans:read}',
      (select id from institution_users limit 1), now()
    from institutions institution where ${isSample} and is_sample or institution.id = ${institutionId}`);
  await db.close();
  return key;
}

describe('production', () => {
  it('[TRU-008] does not start with what belongs to a demonstration or without an https address, and says why', async () => {
    const wrong: [string, Record<string, string>][] = [
      ['PUBLIC_URL', {}],
      ['PUBLIC_URL', { PUBLIC_URL: 'http://duai.example' }],
      ['DUAI_DEMO', { ...PRODUCTION, DUAI_DEMO: 'true' }],
      ['LOCAL_MAILBOX_PAGE', { ...PRODUCTION, LOCAL_MAILBOX_PAGE: 'true' }],
      ['SMTP_URL', { ...PRODUCTION, MAILS_TO_FILES: '' }],
      ['SMS_GATEWAY_URL', { ...PRODUCTION, SMS_TO_FILES: '' }],
      ['ALLOW_DEMO_ON_NETWORK', { ...PRODUCTION, ALLOW_DEMO_ON_NETWORK: OPEN }],
    ];
    const refusals = await Promise.all(wrong.map(([, env]) => refusalOf({ NODE_ENV: 'production', ...env })));
    for (const [index, [name]] of wrong.entries()) expect(refusals[index]).toContain(`  - ${name}: production`);
  });

  it('[TRU-008] makes no account, prints no secret and has no mailbox page, whoever asks', async () => {
    await withServer(PRODUCTION, async ({ address, logs }) => {
      expect(await enabledAccounts()).toBe(0);
      for (const path of ['/dev/mailbox', '/dev/mailbox.json'])
        for (const host of ['127.0.0.1', 'localhost', 'duai.example'])
          expect((await ask(address, path, host)).status).toBe(404);
      expect(logs()).toContain('"mode":"production"');
      expect(logs()).toContain('https://duai.example');
      expect(logs()).not.toMatch(/password|secret|sample login|mailbox"/i);
    });
  });
});

describe('a demonstration', () => {
  it('[TRU-008] answers with its accounts and its mails to this machine only; in production its accounts are shut', async () => {
    const logins = await withServer({ LOG_LEVEL: 'info' }, async ({ address, logins, logs }) => {
      expect(logs()).toContain('"mode":"demonstration"');
      expect(logs()).toContain('they answer on this machine only');
      for (const secret of secretsOf(logins)) expect(logs()).toContain(secret);
      expect(await signIns(address, logins)).toEqual(['ok', 'ok', 'ok', 'ok']);
      const { port } = new URL(address);
      const login = accounts.loginPatient.path;
      const { text } = await ask(address, login, `127.0.0.1:${port}`, logins.patient);
      const authorization = `Bearer ${(JSON.parse(text) as { token: string }).token}`;
      const outcomes = async (host: string, headers: Record<string, string> = {}) => [
        (await ask(address, '/dev/mailbox', host, undefined, headers)).status,
        (await ask(address, '/dev/mailbox.json', host, undefined, headers)).status,
        (await ask(address, login, host, logins.patient, headers)).status,
        (await ask(address, accounts.getPatient.path, host, undefined, { authorization, ...headers })).status,
      ];
      for (const host of [`localhost:${port}`, `[::1]:${port}`])
        expect(await outcomes(host)).toEqual([200, 200, 200, 200]);
      const refused = [404, 404, 401, 401];
      expect(await outcomes('rebound.example')).toEqual(refused);
      expect(await outcomes(`192.168.1.7:${port}`)).toEqual(refused);
      expect(await outcomes(`localhost:${port}`, { 'x-forwarded-for': '203.0.113.9' })).toEqual(refused);
      return logins;
    });
    expect(await enabledAccounts()).toBe(4);
    const [own, sample] = await Promise.all([keyOf(false), keyOf(true)]);

    await withServer(PRODUCTION, async (server) => {
      expect(await enabledAccounts()).toBe(0);
      expect(server.logins).toEqual({});
      for (const secret of secretsOf(logins)) expect(server.logs()).not.toContain(secret);
      expect(await signIns(server.address, logins)).toEqual(Array(4).fill('CREDENTIALS_WRONG'));
      const status = async (key: string) =>
        (
          await fetch(`${server.address}${scans.listStudies.path}`, {
            headers: { authorization: `Bearer ${key}` },
          })
        ).status;
      expect([await status(own), await status(sample)]).toEqual([200, 401]);
    });
  });

  it('[TRU-008] does not start on an address of the network, unless a setting says so in plain words', async () => {
    expect(await refusalOf({ NODE_ENV: 'development', HOST: '0.0.0.0' })).toContain(`ALLOW_DEMO_ON_NETWORK=${OPEN}`);
    await withServer({ ALLOW_DEMO_ON_NETWORK: OPEN }, async ({ address, logs }) => {
      expect(logs()).toContain('EVERYBODY who reaches this address may sign in');
      expect((await ask(address, '/dev/mailbox', 'demo.example')).status).toBe(200);
    });
  });
});
