import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { accounts, cases } from '@duai/contract';
import { chestPhantom } from '@duai/imaging';
import { createHttpClient } from '../http-client.ts';
import { startInstance, temporaryDirectory } from '../instance.ts';
import type { Figure } from './figure.ts';

const FILES = 20;
const FILE_BYTES = 100 * 1024 * 1024;

/** 20 files of 100 MB through the real upload call against a bare stream to disk with SHA-256; memory over the idle server. */
export async function run(): Promise<Figure> {
  const [head] = chestPhantom({ slices: 1, matrix: 64 }).files;
  const fileOf = (index: number) => {
    const bytes = new Uint8Array(FILE_BYTES).fill(index);
    bytes.set(head!.bytes);
    return bytes;
  };
  const baseline = await bareRate(fileOf);

  const instance = await startInstance();
  const client = createHttpClient(instance.address);
  client.useToken((await client.call(accounts.loginPatient, { body: instance.logins.patient })).token);
  const { id } = await client.call(cases.createCase, { body: { modality: 'CT' } });
  const idleMb = await residentMb(instance.process.pid!);
  let peakMb = idleMb;
  const watch = setInterval(async () => {
    peakMb = Math.max(peakMb, await residentMb(instance.process.pid!));
  }, 100);
  const begin = performance.now();
  await streamMultipart(`${instance.address}/api/second-opinion/cases/${id}/upload`, client.token()!, fileOf);
  const ours = (FILES * FILE_BYTES) / 1e6 / ((performance.now() - begin) / 1000);
  clearInterval(watch);
  await instance.remove();
  return {
    name: `upload ${FILES} × 100 MB`,
    unit: 'MB/s',
    ours,
    baseline,
    memoryMb: peakMb - idleMb,
    aim: 'ratio ≥ 0.8, ≤ 64 MB',
  };
}

const residentMb = async (pid: number): Promise<number> =>
  (Number((await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '0 0')).split(' ')[1]) * 4096) / 1e6;

/** Sends the parts one by one, so that the sender holds one file at a time. */
async function streamMultipart(url: string, token: string, fileOf: (index: number) => Uint8Array): Promise<void> {
  const boundary = 'benchmark-boundary';
  async function* body() {
    for (let index = 0; index < FILES; index += 1) {
      yield new TextEncoder().encode(
        `--${boundary}\r\nContent-Disposition: form-data; name="images"; filename="${index}.dcm"\r\nContent-Type: application/dicom\r\n\r\n`,
      );
      yield* pieces(fileOf(index));
      yield new TextEncoder().encode('\r\n');
    }
    yield new TextEncoder().encode(`--${boundary}--\r\n`);
  }
  const init = {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: body(),
    duplex: 'half',
  };
  const answer = await fetch(url, init as unknown as RequestInit);
  if (!answer.ok) throw new Error(`the upload was answered with ${answer.status}: ${await answer.text()}`);
}

function* pieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

async function bareRate(fileOf: (index: number) => Uint8Array): Promise<number> {
  const dir = await temporaryDirectory();
  const server = createServer(async (incoming, answer) => {
    const hash = createHash('sha256');
    incoming.on('data', (chunk: Buffer) => hash.update(chunk));
    await pipeline(incoming, createWriteStream(join(dir, 'file'), { flush: true }));
    answer.end(hash.digest('hex'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const begin = performance.now();
  for (let index = 0; index < FILES; index += 1) {
    async function* body() {
      yield* pieces(fileOf(index));
    }
    const init = { method: 'POST', body: body(), duplex: 'half' };
    await (await fetch(url, init as unknown as RequestInit)).text();
  }
  const rate = (FILES * FILE_BYTES) / 1e6 / ((performance.now() - begin) / 1000);
  await new Promise((resolve) => server.close(resolve));
  await rm(dir, { recursive: true });
  return rate;
}
