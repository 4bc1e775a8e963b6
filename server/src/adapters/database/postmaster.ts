import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type BackOff, backOffMs } from '../../core/back-off.ts';
import type { Logger } from '../../core/logger.ts';
import { asOwner, type Binaries, cleanEnv } from './postgres-binaries.ts';

export const START_TIMEOUT_MS = 30_000;
/** A fast shutdown that takes longer is made an immediate one: what was committed is read from the WAL at the next start. */
const STOP_TIMEOUT_MS = 15_000;
const RESTART: BackOff = { firstMs: 200, longestMs: 2000 };
/** So many last pieces of what the server said are kept, for the message of a failed start. */
const KEPT_PIECES = 50;

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  max_connections: '120',
  shared_buffers: '64MB',
  logging_collector: 'off',
  // What it says of a refused statement quotes rows and parameters; we are told the same as the caller.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  // A segment of the log that is done with is removed, not kept under a new name with what was erased still in it.
  wal_recycle: 'off',
};

export interface PostmasterOptions {
  binaries: Binaries;
  cluster: string;
  port: number;
  /** Answers when the server takes connections. */
  url: string;
  log: Logger;
  /** Of the start: aborted, it fails. */
  signal?: AbortSignal | undefined;
}

/** Runs the server of a cluster until `stop`. One that dies is started again on the same port, so that its URL holds. */
export async function runPostmaster(options: PostmasterOptions): Promise<{ stop(): Promise<void> }> {
  const { log, port } = options;
  const stopping = new AbortController();
  let server = launch(options);
  // Whatever ends this process, save SIGKILL: the server does not outlive it.
  const endWithUs = () => void server.process.kill('SIGINT');
  process.once('exit', endWithUs);
  try {
    await server.ready(options.signal);
  } catch (error) {
    await end(server);
    process.removeListener('exit', endWithUs);
    throw error;
  }

  async function keepRunning(): Promise<void> {
    for (;;) {
      await server.ended;
      for (let failures = 0; ; failures += 1) {
        await pause(backOffMs(failures, RESTART), undefined, { signal: stopping.signal }).catch(() => {});
        if (stopping.signal.aborted) return;
        log.error({ port }, 'the embedded PostgreSQL has ended and is started again');
        server = launch(options);
        try {
          await server.ready();
          break;
        } catch (error) {
          log.error({ err: error }, 'the embedded PostgreSQL did not start again');
          await end(server);
        }
      }
      log.info({ port }, 'embedded PostgreSQL is ready again');
    }
  }

  const running = keepRunning();
  return {
    async stop() {
      stopping.abort();
      await end(server);
      await running;
      process.removeListener('exit', endWithUs);
    },
  };
}

interface Server {
  process: ChildProcess;
  ended: Promise<void>;
  /** @throws Error with what the server said when it ends, or does not become ready */
  ready(signal?: AbortSignal): Promise<void>;
}

function launch({ binaries, cluster, port, url }: PostmasterOptions): Server {
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(join(binaries.bin, 'postgres'), ['-D', cluster, '-p', String(port), ...settings], {
    ...asOwner(binaries.uid),
    cwd: cluster,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
    env: cleanEnv(),
  });
  const output: string[] = [];
  child.stderr!.setEncoding('utf8').on('data', (chunk: string) => {
    output.push(chunk);
    if (output.length > KEPT_PIECES) output.shift();
  });
  let isOver = false;
  const ended = new Promise<void>((resolve) => {
    const over = () => {
      isOver = true;
      resolve();
    };
    child.once('exit', over);
    child.once('error', over);
  });
  return {
    process: child,
    ended,
    async ready(signal) {
      const deadline = Date.now() + START_TIMEOUT_MS;
      for (;;) {
        signal?.throwIfAborted();
        if (isOver) throw new Error(`the embedded PostgreSQL did not start:\n${output.join('')}`);
        const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: START_TIMEOUT_MS });
        client.on('error', () => {});
        try {
          await client.connect();
          await client.end();
          return;
        } catch (error) {
          await client.end().catch(() => {});
          if (Date.now() > deadline)
            throw new Error(`the embedded PostgreSQL is not ready:\n${output.join('')}`, { cause: error });
          await pause(20);
        }
      }
    },
  };
}

/** Fast shutdown: open transactions are rolled back, everything committed is on disk. */
async function end({ process: child, ended }: Server): Promise<void> {
  child.kill('SIGINT');
  const impatience = setTimeout(() => child.kill('SIGQUIT'), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(impatience);
}
