import type { Readable } from 'node:stream';

/** Room for the preamble and meta group in front of a data set, which have a few hundred bytes (PS3.10 section 7). */
const HEAD_BYTES = 64 * 1024;

/** A stored file whose beginning was read and checked. */
export interface BegunFile {
  head: Buffer;
  /** Yields these parts, then everything after the head; closes the file at the end, also when the reader stops early. */
  give<Part extends Uint8Array>(parts: readonly Part[]): AsyncGenerator<Part | Buffer>;
}

/** @throws AppError FILE_DAMAGED where the beginning is damaged; the file is closed then */
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
      // A generator that never started runs no `finally`, so an early return must close the file too.
      const giveBack = out.return.bind(out);
      out.return = (value) => {
        stream.destroy();
        return giveBack(value);
      };
      return out;
    },
  };
}

/** Closes the source at the end, after an error, and when the reader leaves before the first part. */
export function closing<Part>(parts: AsyncIterable<Part>, source: AsyncGenerator<unknown>): AsyncGenerator<Part> {
  async function* given() {
    try {
      yield* parts;
    } finally {
      await source.return(undefined);
    }
  }
  const out = given();
  const giveBack = out.return.bind(out);
  out.return = async (value) => {
    await source.return(undefined);
    return giveBack(value);
  };
  return out;
}
