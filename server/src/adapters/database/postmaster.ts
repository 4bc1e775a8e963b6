import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type BackOff, backOffMs } from '../../core/back-off.ts';
import type { Logger } from '../../core/logger.ts';
import { asOwner, type Binaries, cleanEnv } from './postgres-binaries.ts';

export const START_TIMEOUT_MS = 30_000;
/**
 * After this time a fast shutdown becomes an immediate one; committed data is then recovered from the WAL at the next
 * start.
 */
const STOP_TIMEOUT_MS = 15_000;
const RESTART: BackOff = { firstMs: 200, longestMs: 2000 };
/** Pieces of the server's output that are kept for the message of a failed start. */
const KEPT_PIECES = 50;

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  max_connections: '120',
  shared_buffers: '64MB',
  logging_collector: 'off',
  // Messages about refused statements quote rows and parameters; the caller gets the same error anyway.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  // Used segments of the log are removed. Recycled ones would keep erased data under a new name.
  wal_recycle: 'off',
};

export interface PostmasterOptions {
  binaries: Binaries;
  cluster: string;
  port: number;
  /** A URL that connects once the server is ready. */
  url: string;
  log: Logger;
  /** Aborting it makes the start fail. */
  signal?: AbortSignal | undefined;
}

/**
 * Runs the server of a cluster until `stop`. A server that dies is restarted on the same port, so that its URL stays
 * valid.
 */
export async function runPostmaster(options: PostmasterOptions): Promise<{ stop(): Promise<void> }> {
  const { log, port } = options;
  const stopping = new AbortController();
  let server = launch(options);
  // Stops the server at any end of this process except SIGKILL.
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
  /** @throws Error with the server's output when the server ends or does not become ready */
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

/** Fast shutdown: rolls back open transactions; everything committed is on disk. */
async function end({ process: child, ended }: Server): Promise<void> {
  child.kill('SIGINT');
  const impatience = setTimeout(() => child.kill('SIGQUIT'), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(impatience);
}
