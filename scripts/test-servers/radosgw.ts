import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '../instance.ts';
import { freePorts } from './free-ports.ts';

const PACKAGES = ['radosgw', 'ceph-mon', 'ceph-osd'];
const START_TIMEOUT_MS = 35_000;
const ATTEMPTS = 3;

export interface S3Server {
  endpoint: string;
  accessKeyId: string;
  secretAccessKey: string;
  close(): Promise<void>;
}

/** Whether Ceph's S3 gateway is installed; `npm test` installs it. */
export const hasRadosgw = (): boolean => PACKAGES.every((name) => existsSync(`/usr/bin/${name}`));

/**
 * Ceph's S3 gateway over one monitor and one object store in memory, all on loopback, in a temporary directory. It checks
 * signatures, ranges and If-None-Match like a large installation.
 */
export async function startRadosgw(): Promise<S3Server> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startOnce();
    } catch (error) {
      // Another process may have taken a port between its choice and its use: tries again with other ports.
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

async function startOnce(): Promise<S3Server> {
  const dir = await mkdtemp(join(tmpdir(), 'duai-radosgw-'));
  const [monitorPort, port] = await freePorts(2);
  const fsid = randomUUID();
  const conf = join(dir, 'ceph.conf');
  for (const name of ['mon', 'osd', 'rgw', 'run']) await mkdir(join(dir, name));
  await writeFile(join(dir, 'keyring'), '');
  await writeFile(conf, configuration(dir, fsid, monitorPort!, port!));

  const running: ChildProcess[] = [];
  const serve = (command: string, args: string[]) =>
    running.push(spawn(command, ['-c', conf, ...args, '-f'], { stdio: 'ignore' }));
  const close = async () => {
    for (const child of running.reverse()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
    }
    await rm(dir, { recursive: true, force: true });
  };
  try {
    const monmap = join(dir, 'monmap');
    run('monmaptool', ['--create', '--fsid', fsid, '--addv', 'a', `[v1:127.0.0.1:${monitorPort}]`, monmap]);
    run('ceph-mon', ['-c', conf, '-i', 'a', '--mkfs', '--monmap', monmap]);
    serve('ceph-mon', ['-i', 'a']);
    run('ceph-osd', ['-c', conf, '-i', '0', '--mkfs', '--mkkey']);
    run('ceph', ['-c', conf, 'osd', 'new', (await readFile(join(dir, 'osd', 'fsid'), 'utf8')).trim()]);
    serve('ceph-osd', ['-i', '0']);
    serve('radosgw', ['-n', 'client.rgw']);

    const endpoint = `http://127.0.0.1:${port}`;
    await waitFor(
      () => {
        const ended = running.find((child) => child.exitCode !== null);
        if (ended) throw new Error(`${ended.spawnfile} ended with ${ended.exitCode}`);
        return fetch(endpoint).then(
          (answer) => answer.ok || undefined,
          () => undefined,
        );
      },
      START_TIMEOUT_MS,
      () => 'radosgw is not ready',
    );
    const [accessKeyId, secretAccessKey] = [randomBytes(10).toString('hex'), randomBytes(20).toString('hex')];
    const user = ['user', 'create', '--uid', 'duai', '--display-name', 'duai'];
    const keys = ['--access-key', accessKeyId, '--secret-key', secretAccessKey];
    run('radosgw-admin', ['-c', conf, '-n', 'client.rgw', ...user, ...keys]);
    return { endpoint, accessKeyId, secretAccessKey, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * No authentication inside the cluster, for which the gateway needs `ms mon client mode = crc`. A single copy of everything,
 * in memory.
 */
const configuration = (dir: string, fsid: string, monitorPort: number, port: number) => `
[global]
fsid = ${fsid}
mon host = v1:127.0.0.1:${monitorPort}
public addr = 127.0.0.1
cluster addr = 127.0.0.1
ms bind ipv6 = false
auth cluster required = none
auth service required = none
auth client required = none
keyring = ${dir}/keyring
run dir = ${dir}/run
admin socket =
pid file =
log file = ${dir}/$name.log
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd crush chooseleaf type = 0
mon allow pool size one = true
mon max pg per osd = 2000
[mon.a]
mon data = ${dir}/mon/a
[osd.0]
osd data = ${dir}/osd
osd objectstore = memstore
memstore device bytes = 1073741824
[client.rgw]
ms mon client mode = crc
rgw frontends = beast endpoint=127.0.0.1:${port}
rgw data = ${dir}/rgw
rgw run sync thread = false
`;

function run(command: string, args: string[]): void {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8', timeout: START_TIMEOUT_MS });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} ended with ${status}:\n${stderr}`);
}
