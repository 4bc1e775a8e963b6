import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';

const SPILL_BYTES = 256 * 1024;

/**
 * A byte buffer: small content stays in memory, more goes to an unlinked temporary file, which disappears with the
 * process.
 */
export interface Spill {
  add(bytes: Buffer): Promise<void>;
  size(): number;
  /** Yields the bytes from the beginning, in pieces. */
  read(): AsyncGenerator<Buffer>;
  close(): Promise<void>;
}

export function createSpill(): Spill {
  let pieces: Buffer[] = [];
  let pending = 0;
  let spilt = 0;
  let file: FileHandle | undefined;
  const flush = async () => {
    file ??= await openNameless();
    const bytes = Buffer.concat(pieces);
    pieces = [];
    pending = 0;
    await file.write(bytes, 0, bytes.length, spilt);
    spilt += bytes.length;
  };
  return {
    async add(bytes) {
      pieces.push(bytes);
      pending += bytes.length;
      if (pending >= SPILL_BYTES) await flush();
    },
    size: () => spilt + pending,
    async *read() {
      for (let at = 0; at < spilt; ) {
        const bytes = Buffer.alloc(Math.min(SPILL_BYTES, spilt - at));
        const { bytesRead } = await file!.read(bytes, 0, bytes.length, at);
        at += bytesRead;
        yield bytes.subarray(0, bytesRead);
      }
      yield Buffer.concat(pieces);
    },
    close: async () => file?.close(),
  };
}

async function openNameless(): Promise<FileHandle> {
  const dir = await mkdtemp(join(tmpdir(), 'duai-spill-'));
  try {
    return await open(join(dir, 'bytes'), 'wx+', 0o600);
  } finally {
    await rm(dir, { recursive: true });
  }
}

/** The content of a spill as a stream, which closes the spill when it ends. */
export function spillStream(spill: Spill): Readable {
  const stream = Readable.from(spill.read(), { objectMode: false });
  stream.once('close', () => void spill.close());
  return stream;
}
