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

/**
 * 20 files of 100 MB through the real upload call against a bare stream to disk with SHA-256. Memory is the growth of the
 * server after a first small upload; the same is measured for files of a quarter of the size.
 */
export async function run(): Promise<Figure[]> {
  const baseline = await bareRate(fileOf(FILE_BYTES));
  const whole = await measure(FILE_BYTES);
  const quarter = await measure(FILE_BYTES / 4);
  return [
    {
      name: `upload ${FILES} × 100 MB`,
      unit: 'MB/s',
      ours: whole.rate,
      baseline,
      memoryMb: whole.memoryMb,
      aim: 'ratio ≥ 0.8, ≤ 64 MB',
    },
    {
      name: 'its memory, beside that of files of 25 MB',
      unit: 'MB',
      ours: whole.memoryMb,
      baseline: quarter.memoryMb,
      aim: 'flat in file size',
    },
  ];
}

/** The n-th file: a DICOM header, then bytes that differ from file to file. */
const fileOf = (sizeBytes: number) => (index: number) => {
  const bytes = new Uint8Array(sizeBytes).fill(index);
  bytes.set(HEAD);
  return bytes;
};
const HEAD = chestPhantom({ slices: 1, matrix: 64 }).files[0]!.bytes;

/** MB/s of the upload call, and the largest growth of the server's resident memory in MB (2^20 bytes). */
async function measure(sizeBytes: number): Promise<{ rate: number; memoryMb: number }> {
  const instance = await startInstance();
  const client = createHttpClient(instance.address);
  client.useToken((await client.call(accounts.loginPatient, { body: instance.logins.patient })).token);
  const upload = async (size: number, files: number) => {
    const { id } = await client.call(cases.createCase, { body: { modality: 'CT' } });
    const url = `${instance.address}/api/second-opinion/cases/${id}/upload`;
    await streamMultipart(url, client.token()!, fileOf(size), files);
  };
  await upload(HEAD.length, 1);
  const idleMb = await residentMb(instance.process.pid!);
  let peakMb = idleMb;
  const watch = setInterval(async () => {
    peakMb = Math.max(peakMb, await residentMb(instance.process.pid!));
  }, 50);
  const begin = performance.now();
  await upload(sizeBytes, FILES);
  const rate = (FILES * sizeBytes) / 1e6 / ((performance.now() - begin) / 1000);
  clearInterval(watch);
  await instance.remove();
  return { rate, memoryMb: peakMb - idleMb };
}

const residentMb = async (pid: number): Promise<number> =>
  (Number((await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '0 0')).split(' ')[1]) * 4096) / 2 ** 20;

/** Streams the parts one by one, so that the sender holds one file in memory at a time. */
async function streamMultipart(
  url: string,
  token: string,
  file: (index: number) => Uint8Array,
  files: number,
): Promise<void> {
  const boundary = 'benchmark-boundary';
  async function* body() {
    for (let index = 0; index < files; index += 1) {
      yield new TextEncoder().encode(
        `--${boundary}\r\nContent-Disposition: form-data; name="images"; filename="${index}.dcm"\r\nContent-Type: application/dicom\r\n\r\n`,
      );
      yield* pieces(file(index));
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

async function bareRate(file: (index: number) => Uint8Array): Promise<number> {
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
      yield* pieces(file(index));
    }
    const init = { method: 'POST', body: body(), duplex: 'half' };
    await (await fetch(url, init as unknown as RequestInit)).text();
  }
  const rate = (FILES * FILE_BYTES) / 1e6 / ((performance.now() - begin) / 1000);
  await new Promise((resolve) => server.close(resolve));
  await rm(dir, { recursive: true });
  return rate;
}
