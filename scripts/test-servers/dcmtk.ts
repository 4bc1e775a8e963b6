import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { waitFor } from '../instance.ts';
import { freePorts } from './free-ports.ts';

const LONGEST_MS = 60_000;
/** Debian's dcmtk leaves Nagle's algorithm on, which delays each exchange by 40 ms. */
const ENVIRONMENT = { ...process.env, TCP_NODELAY: '1' };

/** Runs a command of dcmtk. @returns its exit code and its output */
export function dcmtk(command: string, args: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(command, args, { env: ENVIRONMENT, stdio: ['ignore', 'pipe', 'pipe'], timeout: LONGEST_MS });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}

export interface DcmtkServer {
  port: number;
  close(): Promise<void>;
}

/** dcmtk's receiver; with `+B` it writes received data bit by bit into `dir`. */
export async function startStorescp(dir: string, args: string[] = []): Promise<DcmtkServer> {
  const [port] = (await freePorts(1)) as [number];
  // One process for each association, so that the first connection, which only checks that it listens, delays nobody.
  return serve('storescp', ['--fork', '+B', '+xa', '-pm', '-pdu', '131072', '-od', dir, ...args, String(port)], port);
}

/**
 * dcmtk's archive, which accepts one called AE title only, from any caller; it stores and searches below `dir`, which must be
 * empty.
 */
export async function startDcmqrscp(dir: string, aeTitle: string): Promise<DcmtkServer> {
  const [port] = (await freePorts(1)) as [number];
  const configuration = [
    ...[`NetworkTCPPort = ${port}`, 'MaxPDUSize = 131072', 'MaxAssociations = 16'],
    ...['HostTable BEGIN', 'HostTable END'],
    ...['VendorTable BEGIN', 'VendorTable END'],
    ...['AETable BEGIN', `${aeTitle} ${dir} RW (100, 1024mb) ANY`, 'AETable END'],
  ];
  const file = join(dir, 'dcmqrscp.cfg');
  await writeFile(file, `${configuration.join('\n')}\n`);
  return serve('dcmqrscp', ['-c', file], port);
}

/** dcmtk's modality worklist for one title: the entries are the files `*.wl` in `dir`, in a folder of that name. */
export async function startWlmscpfs(dir: string): Promise<DcmtkServer> {
  const [port] = (await freePorts(1)) as [number];
  return serve('wlmscpfs', ['-dfp', dir, String(port)], port);
}

/** Waits until it listens. */
async function serve(command: string, args: string[], port: number): Promise<DcmtkServer> {
  const child = spawn(command, args, { env: ENVIRONMENT, stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()).once('error', () => resolve()));
  await waitFor(
    () =>
      new Promise<true | undefined>((resolve) => {
        const socket = connect({ host: '127.0.0.1', port });
        socket.once('connect', () => resolve(true)).once('error', () => resolve(undefined));
        socket.once('connect', () => socket.destroy());
      }),
    LONGEST_MS,
    () => `${command} is not ready`,
  );
  return {
    port,
    async close() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await ended;
    },
  };
}
