import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { SampleLogins } from '../server/src/sample-logins.ts';
import { SERVER_ARGUMENTS } from './server-command.mjs';
import { asSeenBy, onSmallDisk } from './test-servers/small-disk.ts';

const START_TIMEOUT_MS = 100_000;

export interface Instance {
  address: string;
  dataDir: string;
  logins: SampleLogins;
  process: ChildProcess;
  /** Everything that the server has logged so far. */
  logs(): string;
  /** Ends the server and waits; the data stay. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** Ends the server and removes its data. */
  remove(): Promise<void>;
}

/**
 * A real server of its own on loopback, with a temporary data directory unless one is given. With `smallDiskMb` the data,
 * the embedded database included, lie on a disk of that size, which ends with the process.
 */
export async function startInstance(
  options: { dataDir?: string; port?: number; env?: Record<string, string>; smallDiskMb?: number } = {},
): Promise<Instance> {
  const dataDir = options.dataDir ?? (await temporaryDirectory());
  const command = [process.execPath, ...SERVER_ARGUMENTS];
  const [program, ...args] = options.smallDiskMb ? onSmallDisk(dataDir, options.smallDiskMb)(command) : command;
  const child = spawn(program!, args, {
    env: {
      ...process.env,
      NODE_ENV: 'development',
      LOG_LEVEL: 'error',
      AUTH_RATE_PER_MINUTE: '1000',
      DUAI_DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: String(options.port ?? 0),
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  child.stdout.setEncoding('utf8').on('data', (text: string) => output.push(text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => output.push(text));
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  };
  const address = await waitFor(
    () => {
      if (child.exitCode !== null) throw new Error(`the server ended:\n${output.join('')}`);
      const text = output.join('');
      const ready = /is ready after [\d.]+ s: (\S+)[\s\S]*Ctrl-C stops it/.exec(text)?.[1];
      // Behind a PUBLIC_URL the server itself is somewhere else.
      return ready && (/^Listening on: +(\S+)/m.exec(text)?.[1] ?? ready);
    },
    START_TIMEOUT_MS,
    () => `the server is not ready:\n${output.join('')}`,
  ).catch(async (error: unknown) => {
    // One that came too late would run on without anybody who knows of it.
    await stop();
    throw error;
  });
  return {
    address,
    dataDir,
    logins: await readLogins(options.smallDiskMb ? asSeenBy(child.pid!, dataDir) : dataDir),
    process: child,
    logs: () => output.join(''),
    stop,
    async remove() {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Without demo mode there are none; who asks for one then is told so by its absence. */
const readLogins = async (dataDir: string): Promise<SampleLogins> =>
  JSON.parse(await readFile(join(dataDir, 'sample-logins.json'), 'utf8').catch(() => '{}')) as SampleLogins;

/** One that the database's account may enter, so that everything of the instance lies below it. */
export async function temporaryDirectory(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'duai-'));
  await chmod(dir, 0o711);
  return dir;
}

/** Asks again until there is an answer. */
export async function waitFor<T>(
  look: () => Promise<T | undefined> | T | undefined,
  timeoutMs: number,
  complaint: () => string,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(complaint());
    await pause(100);
  }
}
