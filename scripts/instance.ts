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
  /** Stops the server and waits; the data are kept. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** Stops the server and deletes its data. */
  remove(): Promise<void>;
}

/**
 * Starts a separate server on loopback, with a temporary data directory unless one is given. With `smallDiskMb` the data,
 * including the embedded database, are on a disk of that size, which disappears with the process.
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
      // With a PUBLIC_URL, the server's own address is a different one.
      return ready && (/^Listening on: +(\S+)/m.exec(text)?.[1] ?? ready);
    },
    START_TIMEOUT_MS,
    () => `the server is not ready:\n${output.join('')}`,
  ).catch(async (error: unknown) => {
    // A server that becomes ready too late must not be left running.
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

/** Sample logins exist only in demo mode; without it they are absent. */
const readLogins = async (dataDir: string): Promise<SampleLogins> =>
  JSON.parse(await readFile(join(dataDir, 'sample-logins.json'), 'utf8').catch(() => '{}')) as SampleLogins;

/** A directory that the database's account may enter, so that all files of the instance are below it. */
export async function temporaryDirectory(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'duai-'));
  await chmod(dir, 0o711);
  return dir;
}

/** Polls until there is an answer. */
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
