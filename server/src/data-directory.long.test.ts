import { spawn } from 'node:child_process';
import { chmod, chown, lstat, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryDirectory, waitFor } from '../../scripts/instance.ts';
import { SERVER_ARGUMENTS } from '../../scripts/server-command.mjs';

/** The id of the account "nobody", under which root runs PostgreSQL. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
/** An unprivileged account, and also root where the tests run as root. */
const ACCOUNTS: [string, number][] = isRoot
  ? [
      ['root', 0],
      ['a plain account', NOBODY],
    ]
  : [['a plain account', process.getuid?.() ?? 0]];

/** Starts the real server on its embedded database, with a umask that protects nothing, and ends it once it is ready. */
async function runOnce(dataDir: string, uid: number): Promise<void> {
  const child = spawn('sh', ['-c', 'umask 000; exec "$@"', 'sh', process.execPath, ...SERVER_ARGUMENTS], {
    ...(isRoot ? { uid, gid: uid } : {}),
    env: { PATH: process.env.PATH, DUAI_DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn', DUAI_DEMO: 'false' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  try {
    await waitFor(
      () => {
        if (child.exitCode !== null) throw new Error(`the server ended:\n${said}`);
        return said.includes('Ctrl-C stops it') || undefined;
      },
      100_000,
      () => `the server is not ready:\n${said}`,
    );
  } finally {
    child.kill();
    await ended;
  }
}

/** Mode and path of everything that others could read, enter or write. Protected directories are not entered. */
async function openToOthers(path: string, root = path): Promise<string[]> {
  const found = await lstat(path);
  const mode = found.mode & 0o777;
  const open = (mode & 0o077) === 0 ? [] : [`${mode.toString(8)} ${path.slice(root.length) || '/'}`];
  if (!found.isDirectory() || (mode & 0o011) === 0) return open;
  const below = await Promise.all((await readdir(path)).map((name) => openToOthers(join(path, name), root)));
  return [...open, ...below.flat()];
}
const wayOf = (uid: number) => (uid === 0 ? ['711 /', '711 /database'] : []);

for (const [name, uid] of ACCOUNTS) {
  it(`the data directory of ${name} is shut to others when it is made, and at the next start when it was opened`, async () => {
    const home = await temporaryDirectory();
    const dataDir = join(home, 'data');
    await chown(home, uid, uid);
    try {
      await runOnce(dataDir, uid);
      expect(await openToOthers(dataDir)).toEqual(wayOf(uid));
      expect((await lstat(join(dataDir, 'installation.key'))).mode & 0o777).toBe(0o600);
      expect((await lstat(join(dataDir, 'database', 'cluster'))).mode & 0o777).toBe(0o700);

      // Modes as an earlier version or a careless operator leaves them.
      for (const dir of ['', 'database', 'files', 'staging', 'mailbox', 'partials']) {
        await mkdir(join(dataDir, dir), { recursive: true });
        await chown(join(dataDir, dir), uid, uid);
        await chmod(join(dataDir, dir), 0o777);
      }
      const left = ['database/password', 'installation.key', 'partials/begun'];
      await writeFile(join(dataDir, 'partials/begun'), 'x');
      await chown(join(dataDir, 'partials/begun'), uid, uid);
      for (const file of left) await chmod(join(dataDir, file), 0o666);
      const { ino } = await lstat(join(dataDir, 'database', 'cluster', 'PG_VERSION'));

      await runOnce(dataDir, uid);
      expect(await openToOthers(dataDir)).toEqual(wayOf(uid));
      for (const dir of ['files', 'staging', 'mailbox', 'partials'])
        expect([dir, (await lstat(join(dataDir, dir))).mode & 0o777]).toEqual([dir, 0o700]);
      for (const file of left) expect([file, (await lstat(join(dataDir, file))).mode & 0o777]).toEqual([file, 0o600]);
      expect((await lstat(join(dataDir, 'database', 'cluster', 'PG_VERSION'))).ino).toBe(ino);
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  });
}
