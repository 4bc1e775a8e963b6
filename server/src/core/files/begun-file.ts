import type { Readable } from 'node:stream';

/** In front of a data set lie a preamble and a meta group of a few hundred bytes (PS3.10 section 7). */
const HEAD_BYTES = 64 * 1024;

/** A stored file whose beginning was read, and so checked. */
export interface BegunFile {
  head: Buffer;
  /** These bytes, then all that comes after the head; the file is closed at the end, and by whoever leaves before. */
  give<Part extends Uint8Array>(parts: readonly Part[]): AsyncGenerator<Part | Buffer>;
}

/** @throws AppError FILE_DAMAGED where the beginning cannot be trusted; the file is closed then */
export async function beginFile(stream: Readable): Promise<BegunFile> {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let head: Buffer = Buffer.alloc(0);
  try {
    while (head.length < HEAD_BYTES) {
      const { done, value } = await chunks.next();
      if (done) break;
      head = head.length === 0 ? value : Buffer.concat([head, value]);
    }
  } catch (error) {
    stream.destroy();
    throw error;
  }
  async function* bytes<Part extends Uint8Array>(parts: readonly Part[]): AsyncGenerator<Part | Buffer> {
    try {
      yield* parts;
      for (;;) {
        const { done, value } = await chunks.next();
        if (done) return;
        yield value;
      }
    } finally {
      stream.destroy();
    }
  }
  return {
    head,
    give<Part extends Uint8Array>(parts: readonly Part[]) {
      const out = bytes(parts);
      // A generator that never started runs no `finally`: returning it early has to close the file as well.
      const giveBack = out.return.bind(out);
      out.return = (value) => {
        stream.destroy();
        return giveBack(value);
      };
      return out;
    },
  };
}
