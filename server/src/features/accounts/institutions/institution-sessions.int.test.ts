import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { accounts, dicomweb, institutions, integrations, scans } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from '../../../../../scripts/http-client.ts';
import { codeOf } from '../../../testing/code-of.ts';
import { createInstitutionFactory } from '../../../testing/institution-factory.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let factory: ReturnType<typeof createInstitutionFactory>;
let mine: Awaited<ReturnType<typeof factory.activated>>;
let theirs: Awaited<ReturnType<typeof factory.activated>>;
beforeAll(async () => {
  server = await startTestServer();
  factory = createInstitutionFactory(server, await server.staff('operator'));
  [mine, theirs] = [await factory.activated('portal-mine'), await factory.activated('portal-theirs')];
  await factory.upload(mine.admin);
  await factory.settled(mine.admin);
});
afterAll(() => server.end());

const ended = async (client: HttpClient): Promise<number> => (await client.send(accounts.getInstitutionUser)).status;

/** The time that a busy machine may need. */
const SLOW = { timeout: 20_000 };

const staged = async (): Promise<string[]> =>
  (await readdir(server.dataDir, { recursive: true })).filter((path) => /staging\/[^/]+\/./.test(path));

const cookieOf = (client: HttpClient): string =>
  client
    .cookies()
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');

/** An upload whose first bytes the server has staged; the test decides whether it goes on or breaks off. */
async function beginUpload(caller: HttpClient | { key: string }, way: 'upload' | 'stow' = 'upload') {
  const [file] = factory.freshPhantom().files;
  const boundary = 'cut-here';
  const status = Promise.withResolvers<number>();
  const isForm = way === 'upload';
  const { path } = isForm ? scans.uploadScan : dicomweb.storeInstances;
  const type = isForm ? 'multipart/form-data' : 'multipart/related; type="application/dicom"';
  const upload = request(`${server.address}${path}`, {
    method: 'POST',
    headers: {
      'content-type': `${type}; boundary=${boundary}`,
      ...('key' in caller ? { authorization: `Bearer ${caller.key}` } : { cookie: cookieOf(caller) }),
    },
  });
  upload.on('error', status.reject);
  upload.on('response', (response) => status.resolve(response.resume().statusCode!));
  const disposition = `content-disposition: form-data; name="images"; filename="${file!.name}"`;
  upload.write(`--${boundary}\r\n${isForm ? disposition : 'content-type: application/dicom'}\r\n\r\n`);
  upload.write(file!.bytes.subarray(0, 1000));
  await expect.poll(async () => (await staged()).length, SLOW).toBe(1);
  return {
    status: status.promise,
    finish() {
      upload.write(file!.bytes.subarray(1000));
      upload.end(`\r\n--${boundary}--\r\n`);
    },
    breakOff: () => upload.destroy(),
  };
}

describe('a session of the trial', () => {
  const lifetimeHours = async (username: string): Promise<number> => {
    const { rows } = await server.parts.db.drizzle.execute<{ hours: number }>(
      sql`select round(extract(epoch from s.expires_at - s.created_at) / 3600)::int as hours from sessions s
        join institution_users u on u.id = s.account_id where u.username = ${username} order by s.created_at desc limit 1`,
    );
    return rows[0]!.hours;
  };
  const signIn = (body: { remember?: boolean }) =>
    server
      .client()
      .send(accounts.loginInstitutionUser, { body: { username: 'portal-mine', password: factory.password, ...body } });

  it('lasts 30 days where Remember me is ticked [TRL-029]', async () => {
    const cookie = (await signIn({ remember: true })).headers.getSetCookie()[0]!;
    expect(cookie).toMatch(/Max-Age=2592000/);
    expect(cookie).toMatch(/HttpOnly/);
    expect(await lifetimeHours('portal-mine')).toBe(30 * 24);
  });

  it('ends with the browser, and on the server after 12 hours, where it is not ticked [TRL-030]', async () => {
    for (const body of [{ remember: false }, {}]) {
      const cookie = (await signIn(body)).headers.getSetCookie()[0]!;
      expect(cookie).not.toMatch(/Max-Age|Expires/i);
      expect(await lifetimeHours('portal-mine')).toBe(12);
    }
    const client = await factory.signIn('portal-mine');
    expect(await ended(client)).toBe(200);
    await server.parts.db.drizzle.execute(sql`update sessions set expires_at = now() where realm = 'institution'`);
    expect(await ended(client)).toBe(401);
    [mine.admin, theirs.admin] = [await factory.signIn('portal-mine'), await factory.signIn('portal-theirs')];
  });

  it('that is revoked while an upload runs takes nothing', async () => {
    const client = await factory.signIn('portal-mine');
    const { user } = await client.call(accounts.getInstitutionUser);
    const upload = await beginUpload(client);
    await server.parts.db.drizzle.execute(sql`update sessions set revoked_at = now() where account_id = ${user.id}`);
    upload.finish();
    expect(await upload.status).toBe(401);
    mine.admin = await factory.signIn('portal-mine');
    expect(await mine.admin.call(scans.listScans)).toHaveLength(1);
  });
});

describe('an API key', () => {
  it.each(['upload', 'stow'] as const)('that is revoked while an %s runs takes nothing', async (way) => {
    const { key, secret } = await mine.admin.call(integrations.createApiKey, {
      body: { name: 'RIS', scopes: ['scans:write'] },
    });
    const upload = await beginUpload({ key: secret }, way);
    await mine.admin.call(integrations.revokeApiKey, { params: { keyId: key.id } });
    upload.finish();
    expect(await upload.status).toBe(401);
    await expect.poll(staged, SLOW).toEqual([]);
    expect(await mine.admin.call(scans.listScans)).toHaveLength(1);
  });
});

describe('an upload', () => {
  it('by somebody who was made a member meanwhile takes nothing: uploading is the admins’', async () => {
    const upload = await beginUpload(mine.admin);
    const demote = (role: string) =>
      server.parts.db.drizzle.execute(
        sql`update institution_users set role = ${role} where institution_id = ${mine.institutionId}`,
      );
    await demote('member');
    upload.finish();
    expect(await upload.status).toBe(403);
    await demote('admin');
    await expect.poll(staged, SLOW).toEqual([]);
    expect(await mine.admin.call(scans.listScans)).toHaveLength(1);
  });

  it('that outlives its trial is refused with the way on, and leaves nothing behind', async () => {
    const { admin, institutionId } = await factory.activated('portal-bitti');
    const upload = await beginUpload(admin);
    await server.parts.db.drizzle.execute(
      sql`update trials set expires_at = now() - interval '1 second' where institution_id = ${institutionId}`,
    );
    upload.finish();
    expect(await upload.status).toBe(403);
    expect(await codeOf(factory.upload(admin))).toBe('TRIAL_EXPIRED');
    await expect.poll(staged, SLOW).toEqual([]);
    expect(await admin.call(scans.listScans)).toEqual([]);
    expect((await admin.call(institutions.getTrialUsage)).usedScans).toBe(0);
  });

  it('that is cancelled leaves nothing behind', async () => {
    const upload = await beginUpload(mine.admin);
    upload.breakOff();
    await expect(upload.status).rejects.toThrow();
    await expect.poll(staged, SLOW).toEqual([]);
    expect(await mine.admin.call(scans.listScans)).toHaveLength(1);
  });

  it('is heard of on the open pages of its institution when its analyses have ended, and on no others', async () => {
    const heard = async (client: HttpClient, signal: AbortSignal, onText: (text: string) => void) => {
      const stream = await fetch(`${server.address}${scans.streamTrialEvents.path}`, {
        headers: {
          cookie: client
            .cookies()
            .map(([name, value]) => `${name}=${value}`)
            .join('; '),
        },
        signal,
      });
      const decoder = new TextDecoder();
      for await (const bytes of stream.body!) onText(decoder.decode(bytes as Uint8Array, { stream: true }));
    };
    const end = new AbortController();
    const texts = { mine: '', theirs: '' };
    const listening = [
      heard(mine.admin, end.signal, (text) => {
        texts.mine += text;
      }),
      heard(theirs.admin, end.signal, (text) => {
        texts.theirs += text;
      }),
    ].map((stream) => stream.catch(() => {}));
    await expect.poll(() => [texts.mine, texts.theirs]).toEqual([': connected\n\n', ': connected\n\n']);
    const { scan: taken } = await factory.upload(mine.admin);
    await expect.poll(() => texts.mine).toContain(taken.id);
    expect(texts.theirs).not.toContain('event:');
    await mine.admin.call(scans.deleteScan, { params: { scanId: taken.id } });
    end.abort();
    await Promise.all(listening);
  });
});
