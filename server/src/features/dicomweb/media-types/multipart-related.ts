import { randomUUID } from 'node:crypto';
import { Readable, Transform } from 'node:stream';
import { itemAt } from '@duai/imaging';
import { Dicer } from '@fastify/busboy';

export interface RelatedPart {
  /** By lower-case name. */
  headers: Map<string, string>;
  stream: Readable;
}

const MAX_PREAMBLE_BYTES = 16 * 1024;

/**
 * What stands between separators outside quoted strings (RFC 9110 section 5.6.4). One walk through the text: a regular
 * expression that looks ahead for quotes needs the square of its length, and any client can send a long header.
 */
export function partsOf(header: string, separator: ',' | ';'): string[] {
  const parts: string[] = [];
  let [from, isQuoted] = [0, false];
  for (let at = 0; at < header.length; at += 1) {
    const character = header[at];
    if (isQuoted && character === '\\') at += 1;
    else if (character === '"') isQuoted = !isQuoted;
    else if (character === separator && !isQuoted) {
      parts.push(header.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, header.slice(from)];
}

/** The type and parameters of a media type (RFC 9110 section 5.6.6); parameter names are in lower case. */
export function mediaTypeOf(header: string): { type: string; parameters: Map<string, string> } {
  const [type = '', ...rest] = partsOf(header, ';');
  const parameters = new Map<string, string>();
  for (const pair of rest) {
    const at = pair.indexOf('=');
    if (at < 0) continue;
    const value = pair.slice(at + 1).trim();
    const bare = value.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value;
    parameters.set(pair.slice(0, at).trim().toLowerCase(), bare);
  }
  return { type: type.trim().toLowerCase(), parameters };
}

/**
 * The parts of a multipart body (RFC 2046 section 5.1, as multipart/related of RFC 2387), one after the other, each as
 * a stream with back-pressure, so that memory does not grow with the size of a part. Bytes beyond `mostBytes` of a
 * part, and those its reader leaves, are skipped. Of a part's header, Dicer keeps the first 80 KB. @throws Error where
 * the body ends before its closing delimiter, or more than 16 KB precede the first part
 */
export async function* relatedParts(
  source: AsyncIterable<Buffer>,
  boundary: string,
  { mostBytes = Number.POSITIVE_INFINITY } = {},
): AsyncGenerator<RelatedPart> {
  // Reads one chunk ahead only, because the sender waits for its turn outside (core/intake.ts).
  const body = Readable.from(source, { objectMode: false, highWaterMark: 1 });
  const dicer = new Dicer({ boundary });
  const found: RelatedPart[] = [];
  let isOver = false;
  let failure: Error | undefined;
  let wake = () => {};
  const fail = (error: Error) => {
    failure ??= error;
    body.destroy();
    wake();
  };
  let preambleBytes = 0;
  dicer.on('preamble', (preamble) =>
    preamble
      .on('data', (bytes) => {
        preambleBytes += bytes.length;
        if (preambleBytes > MAX_PREAMBLE_BYTES) fail(new Error('the preamble is too large'));
      })
      .on('error', fail),
  );
  dicer.on('part', (part) => {
    const stream = firstOf(part, mostBytes);
    part.on('header', (header) => {
      const headers = Object.entries(header as Record<string, string[]>).map(
        ([name, [value]]) => [name, value!] as const,
      );
      found.push({ headers: new Map(headers), stream });
      wake();
    });
  });
  dicer.on('finish', () => {
    isOver = true;
    wake();
  });
  // Dicer reports only one kind of error: a missing closing delimiter.
  dicer.on('error', (cause) => fail(cutOff(cause)));
  body.on('error', fail).pipe(dicer);
  try {
    for (;;) {
      while (found.length === 0 && !isOver && !failure)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      const next = found.shift();
      if (next) {
        yield next;
        // Skips the bytes that the reader left.
        next.stream.resume();
      } else if (failure) throw failure;
      else if (isOver) return;
    }
  } finally {
    body.destroy();
  }
}

const cutOff = (cause: Error): Error => new Error('the multipart body is cut off', { cause });

/** The first `mostBytes` bytes of a part; the rest is read and dropped. */
function firstOf(part: Readable, mostBytes: number): Readable {
  let left = mostBytes;
  const first = new Transform({
    transform(bytes: Buffer, _encoding, done) {
      const wanted = left > 0 ? bytes.subarray(0, left) : undefined;
      left -= bytes.length;
      done(null, wanted);
    },
  });
  part.on('error', (cause) => first.destroy(cutOff(cause)));
  // An error of a part that nobody reads yet is reported by the wait for the next part.
  first.on('error', () => undefined);
  // When the reader stops, the rest of the part is dropped so that the next one can follow.
  first.on('close', () => part.unpipe(first).resume());
  return part.pipe(first);
}

export interface GivenPart {
  contentType: string;
  /** What it is a part of, relative to the whole (RFC 2557 section 4.2). */
  location?: string;
  bytes: Uint8Array;
}

/** A multipart/related body of these parts. */
export function relatedBody(parts: AsyncIterable<GivenPart>): { boundary: string; chunks: AsyncGenerator<Uint8Array> } {
  const boundary = `duai-${randomUUID()}`;
  async function* chunks() {
    for await (const { contentType, location, bytes } of parts) {
      const place = location === undefined ? '' : `Content-Location: ${location}\r\n`;
      yield Buffer.from(
        `--${boundary}\r\nContent-Type: ${contentType}\r\n${place}Content-Length: ${bytes.length}\r\n\r\n`,
      );
      yield bytes;
      yield Buffer.from('\r\n');
    }
    yield Buffer.from(`--${boundary}--\r\n`);
  }
  return { boundary, chunks: chunks() };
}

/** So many files are opened, and their first blocks read, while those before them are sent. */
const OPENED_AHEAD = 3;

/** The same of files whose parts name their own types; who leaves before the end has those that are open closed. */
export function relatedFiles(files: readonly { contentType: string; open(): Promise<AsyncGenerator<Uint8Array>> }[]): {
  boundary: string;
  chunks: AsyncGenerator<Uint8Array>;
} {
  const boundary = `duai-${randomUUID()}`;
  async function* chunks() {
    const opened: Promise<AsyncGenerator<Uint8Array>>[] = [];
    try {
      for (const [at, { contentType }] of files.entries()) {
        for (const next of files.slice(at + opened.length, at + OPENED_AHEAD + 1)) {
          const opening = next.open();
          // Told when its turn comes.
          opening.catch(() => {});
          opened.push(opening);
        }
        const content = await itemAt(opened, 0);
        yield Buffer.from(`--${boundary}\r\nContent-Type: ${contentType}\r\n\r\n`);
        yield* content;
        yield Buffer.from('\r\n');
        opened.shift();
      }
      yield Buffer.from(`--${boundary}--\r\n`);
    } finally {
      for (const opening of opened) void opening.then((content) => content.return(undefined)).catch(() => {});
    }
  }
  return { boundary, chunks: chunks() };
}

/** Releases the files when the client leaves, even before the first byte; a generator that is never read would keep them. */
export function bodyOf(chunks: AsyncGenerator<Uint8Array>, held: readonly AsyncGenerator<unknown>[]): Readable {
  const body = Readable.from(chunks, { objectMode: false });
  body.once('close', () => {
    for (const one of held) void one.return(undefined);
  });
  return body;
}
