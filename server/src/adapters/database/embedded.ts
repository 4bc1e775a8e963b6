import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Logger } from '../../core/logger.ts';
import { claimDirectory } from './ownership.ts';
import { asOwner, type Binaries, cleanEnv, exists, findBinaries } from './postgres-binaries.ts';
import { runPostmaster, START_TIMEOUT_MS } from './postmaster.ts';
import type { ApplicationRole } from './roles.ts';

const SUPERUSER = 'duai';
const APPLICATION_ROLE = 'duai_app';
/** How long a restart waits for the end of the previous process. */
const ENDING_MS = 3000;

export interface EmbeddedPostgres {
  /** URL for the application's role, which exists once `prepareApplicationRole` has run. */
  url: string;
  role: Required<ApplicationRole>;
  /** URL for migrations and maintenance, as a superuser. */
  maintenanceUrl: string;
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  dataDir: string;
  log: Logger;
  /**
   * What to do when another process runs the database: a second server refuses to start, a command shares the running
   * database.
   */
  whenRunning?: 'refuse' | 'share';
  /** Aborting it stops the start of the server. */
  signal?: AbortSignal | undefined;
}

/** Another process runs the database of this directory. */
class DirectoryInUseError extends Error {
  constructor(dataDir: string, pid: number) {
    super(
      `${dataDir} is in use by process ${pid}. Stop that one first, set another DUAI_DATA_DIR, or use DATABASE_URL for several processes.`,
    );
  }
}

/**
 * Starts a real PostgreSQL on loopback, from the platform package or PATH. Its data is in `dataDir`, fsync is on, and a
 * random password is in a file that only the owner can read. A server left by a killed parent (kill -9) is stopped and
 * started again; one that dies is restarted.
 * @throws Error naming DATABASE_URL when there is no server binary for this platform, or when another process runs it
 */
export async function startEmbeddedPostgres({
  dataDir,
  log,
  whenRunning = 'refuse',
  signal,
}: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const binaries = await findBinaries();
  await makeWay(dataDir, binaries.uid);
  const cluster = await placeOfCluster(dataDir, binaries.uid);
  const password = await readPassword(join(dataDir, 'password'));
  const role = { name: APPLICATION_ROLE, password: await readPassword(join(dataDir, 'application-password')) };
  const at = (port: number) => ({
    url: urlOf(role.name, role.password, port),
    role,
    maintenanceUrl: urlOf(SUPERUSER, password, port),
  });
  const claim = await claimDirectory(dataDir, whenRunning === 'refuse' ? ENDING_MS : 0);
  if (claim.owner) {
    if (whenRunning === 'refuse') throw new DirectoryInUseError(dataDir, claim.owner.pid);
    return { ...at(await runningPort(cluster)), stop: async () => {} };
  }
  try {
    const server = await startServer(binaries, cluster, password, log, signal);
    return {
      ...at(server.port),
      stop: async () => {
        await server.stop();
        await claim.release();
      },
    };
  } catch (error) {
    await claim.release();
    throw error;
  }
}

async function startServer(
  binaries: Binaries,
  cluster: string,
  password: string,
  log: Logger,
  signal: AbortSignal | undefined,
): Promise<{ port: number; stop(): Promise<void> }> {
  await stopLeftOver(cluster, log);

  if (!(await exists(join(cluster, 'PG_VERSION')))) await initialise(binaries, cluster, password);
  const port = await freePort();
  const url = urlOf(SUPERUSER, password, port);
  const { stop } = await runPostmaster({ binaries, cluster, port, url, log, signal });
  log.info({ port }, 'embedded PostgreSQL is ready');
  return { port, stop };
}

const urlOf = (role: string, password: string, port: number): string =>
  `postgres://${role}:${password}@127.0.0.1:${port}/duai`;

/** The port from line 4 of postmaster.pid; waits while the server starts. */
async function runningPort(cluster: string): Promise<number> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const [, , , port, , , , status] = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split(
      '\n',
    );
    if (port && status?.trim() === 'ready') return Number(port);
    if (Date.now() > deadline) throw new Error(`the running database server in ${cluster} does not become ready`);
    await pause(20);
  }
}

async function initialise(binaries: Binaries, cluster: string, password: string): Promise<void> {
  await rm(cluster, { recursive: true, force: true });
  await mkdir(cluster, { mode: 0o700 });
  const secretDir = await mkdtemp(join(tmpdir(), 'duai-initdb-'));
  const passwordFile = join(secretDir, 'password');
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (binaries.uid !== undefined) {
    for (const path of [cluster, secretDir, passwordFile]) await chown(path, binaries.uid, binaries.uid);
  }
  await run(
    join(binaries.bin, 'initdb'),
    [
      '-D',
      cluster,
      '-U',
      SUPERUSER,
      '-A',
      'scram-sha-256',
      '--pwfile',
      passwordFile,
      '-E',
      'UTF8',
      '--locale=C',
      '--data-checksums',
    ],
    binaries.uid,
  );
  await rm(secretDir, { recursive: true });
  // The database is created in single-user mode, so that the server never runs without it.
  await run(
    join(binaries.bin, 'postgres'),
    ['--single', '-D', cluster, 'postgres'],
    binaries.uid,
    'create database duai;\n',
  );
}

/**
 * The cluster is in the data directory where the server's account can reach it; else (a checkout under /root) in
 * /var/lib, in a folder derived from the path of the data directory. Permissions of existing directories are not
 * changed.
 */
async function placeOfCluster(dataDir: string, uid: number | undefined): Promise<string> {
  const isReachable = uid === undefined || (await canOthersEnter(dataDir));
  if (isReachable) return join(dataDir, 'cluster');
  const home = join('/var/lib/duai', createHash('sha256').update(dataDir).digest('hex').slice(0, 16));
  await makeWay(home, uid);
  return join(home, 'cluster');
}

/** Creates a directory above the cluster; an existing one keeps its mode. The server's account can pass through new ones. */
async function makeWay(dir: string, uid: number | undefined): Promise<void> {
  const first = await mkdir(dir, { recursive: true, mode: 0o700 });
  if (!first || uid === undefined) return;
  // Set by chmod, because the umask would remove these bits from the mode of mkdir.
  for (let made = dir; made.length >= first.length; made = dirname(made)) await chmod(made, 0o711);
}

async function canOthersEnter(path: string): Promise<boolean> {
  for (let dir = path; ; dir = dirname(dir)) {
    if (((await stat(dir)).mode & 0o001) === 0) return false;
    if (dir === dirname(dir)) return true;
  }
}

async function readPassword(path: string): Promise<string> {
  if (!(await exists(path))) await writeFile(path, randomBytes(24).toString('hex'), { mode: 0o600, flush: true });
  return (await readFile(path, 'utf8')).trim();
}

/** Stops a server that outlived our killed process (kill -9), because two servers cannot use one directory. */
async function stopLeftOver(cluster: string, log: Logger): Promise<void> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const [pidLine, directory] = text.split('\n');
  const pid = Number(pidLine);
  if (!pid || directory !== cluster || !isAlive(pid) || !(await isPostgres(pid))) return;
  log.info({ pid }, 'stopping the database server of an earlier run');
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (isAlive(pid)) {
    if (Date.now() > deadline) throw new Error(`the database server ${pid} of an earlier run does not stop`);
    await pause(20);
  }
}

const isPostgres = async (pid: number): Promise<boolean> => {
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => 'postgres');
  return name.startsWith('postgres');
};

function run(command: string, args: string[], uid: number | undefined, input = ''): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...asOwner(uid), cwd: '/', stdio: ['pipe', 'pipe', 'pipe'], env: cleanEnv() });
    const output: string[] = [];
    child.stdout.on('data', (chunk) => output.push(String(chunk)));
    child.stderr.on('data', (chunk) => output.push(String(chunk)));
    child.stdin.end(input);
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${basename(command)} ended with ${code}:\n${output.join('')}`)),
    );
  });
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no free port')),
      );
    });
  });
