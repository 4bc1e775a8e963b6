import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { accounts } from '@duai/contract';
import { generate } from 'otplib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHttpClient } from './http-client.ts';
import { type Instance, startInstance } from './instance.ts';

let instance: Instance;
beforeAll(async () => {
  instance = await startInstance();
});
afterAll(() => instance.remove());

/** Runs a command while the server is running, on the same data directory. */
const command = (path: string, ...args: string[]) =>
  spawnSync(process.execPath, [join(import.meta.dirname, '..', path), ...args], {
    encoding: 'utf8',
    env: { ...process.env, DUAI_DATA_DIR: instance.dataDir, DATABASE_URL: '', HOST: '127.0.0.1', PORT: '0' },
  });

it('a second server on the same data directory is refused and says what to do; the first goes on', async () => {
  const second = command('server/src/main.ts');
  expect(second.status).toBe(1);
  expect(second.stderr).toContain(`is in use by process ${instance.process.pid}. Stop that one first`);
  expect((await fetch(`${instance.address}/readyz`)).status).toBe(200);
});

it('audit:verify shares the database of the running server', () => {
  expect(command('scripts/audit-verify.ts').stdout).toMatch(/^\d+ rows, the chain holds\n$/);
});

it('staff:add makes an account that can sign in, once', async () => {
  const args = ['--email', 'New.Reader@Example.test', '--name', 'Dr. New Reader', '--role', 'radiologist'];
  const { stdout, status } = command('scripts/staff-add.ts', ...args);
  expect(status).toBe(0);
  const password = /password +(\S+)/.exec(stdout)![1]!;
  const code = await generate({ secret: /secret +(\S+)/.exec(stdout)![1]! });
  const client = createHttpClient(instance.address);
  const { user } = await client.call(accounts.loginStaff, {
    body: { email: 'new.reader@example.test', password, code },
  });
  expect(user).toMatchObject({ name: 'Dr. New Reader', role: 'radiologist' });

  const again = command('scripts/staff-add.ts', ...args);
  expect([again.status, again.stderr.trim()]).toEqual([
    1,
    'There is a staff account for new.reader@example.test already.',
  ]);
  expect(command('scripts/staff-add.ts', '--email', 'nobody').status).toBe(2);
  expect((await fetch(`${instance.address}/readyz`)).status).toBe(200);
});
