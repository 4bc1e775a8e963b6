import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Mistake } from './command-line.ts';

const MOST_BYTES = 1024 ** 3;
const TIMEOUT_MS = 30 * 60_000;

/** A file to download: its URL, its local name, and its required SHA-256. */
export interface Wanted {
  address: string;
  path: string;
  sha256: string;
}

/**
 * Downloads all files into `dir` or none: they are kept beside it until each has its SHA-256.
 * @throws Error with the reason in plain words
 */
export async function downloadAll(dir: string, wanted: readonly Wanted[], mostBytes = MOST_BYTES): Promise<void> {
  await mkdir(dirname(dir), { recursive: true });
  const partial = await mkdtemp(`${dir}.partial-`);
  try {
    for (const [at, file] of wanted.entries()) await download(file, join(partial, String(at)), mostBytes);
    for (const [at, { path }] of wanted.entries()) {
      await mkdir(dirname(join(dir, path)), { recursive: true });
      await rename(join(partial, String(at)), join(dir, path));
    }
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

async function download({ address, sha256 }: Wanted, path: string, mostBytes: number): Promise<void> {
  const tooLarge = () => new Mistake(`${address} is larger than ${mostBytes} bytes; nothing was kept`);
  const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((cause: unknown) => {
    throw new Mistake(`${address} cannot be reached (${reasonOf(cause)}); nothing was kept`, { cause });
  });
  if (!response.ok || !response.body) throw new Mistake(`${address} answered ${response.status}; nothing was kept`);
  const announced = Number(response.headers.get('content-length') ?? 0);
  if (announced > mostBytes) {
    await response.body.cancel();
    throw tooLarge();
  }
  const hash = createHash('sha256');
  let bytes = 0;
  async function* counted(chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > mostBytes) throw tooLarge();
      hash.update(chunk);
      yield chunk;
    }
  }
  try {
    await pipeline(Readable.fromWeb(response.body), counted, createWriteStream(path, { flush: true }));
  } catch (cause) {
    // A body that ends early is the sender's fault; a limit or a full disk has its own message.
    if (!(cause instanceof TypeError)) throw cause;
    throw new Mistake(`the download of ${address} was cut after ${bytes} bytes; nothing was kept`, { cause });
  }
  const found = hash.digest('hex');
  if (found !== sha256)
    throw new Mistake(`${address} has the SHA-256 ${found}, the manifest says ${sha256}; nothing was kept`);
}

/** Why a connection failed: the error code behind the library's error. */
function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: NodeJS.ErrnoException };
  return cause?.code ?? (error as Error).name;
}
