import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';

export interface RelatedPart {
  /** Lower-case names. */
  headers: Map<string, string>;
  stream: Readable;
}

const LINE = Buffer.from('\r\n');
const HEAD_END = Buffer.from('\r\n\r\n');
const MAX_HEADER_BYTES = 16 * 1024;

/** The parameters of a media type (RFC 9110 section 5.6.6), names in lower case. */
export function mediaTypeOf(header: string): { type: string; parameters: Map<string, string> } {
  const [type = '', ...rest] = header.match(/(?:"(?:\\.|[^"\\])*"|[^;"])+/g) ?? [];
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
 * The parts of a multipart body (RFC 2046 section 5.1, as multipart/related of RFC 2387), one after the other, each as a
 * stream with back-pressure: memory does not grow with the size of a part. What is more than `mostBytes` of a part, or
 * left by its reader, is skipped.
 * @throws Error where the body ends before its closing delimiter, or a head is larger than 16 KB
 */
export async function* relatedParts(
  source: AsyncIterable<Buffer>,
  boundary: string,
  { mostBytes = Number.POSITIVE_INFINITY } = {},
): AsyncGenerator<RelatedPart> {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const chunks = source[Symbol.asyncIterator]();
  // A body may begin with its delimiter, without the line break before it.
  let rest = Buffer.from(LINE);

  const more = async (): Promise<void> => {
    const { value, done } = await chunks.next();
    if (done) throw new Error('the multipart body is cut off');
    rest = rest.length === 0 ? Buffer.from(value) : Buffer.concat([rest, value]);
  };

  /** Bytes up to the next delimiter, which is taken away; all but a possible beginning of it is given out at once. */
  async function* untilDelimiter(): AsyncGenerator<Buffer> {
    for (;;) {
      const at = rest.indexOf(delimiter);
      if (at >= 0) {
        const last = rest.subarray(0, at);
        rest = rest.subarray(at + delimiter.length);
        if (last.length > 0) yield last;
        return;
      }
      const safe = rest.length - delimiter.length + 1;
      if (safe > 0) {
        const out = rest.subarray(0, safe);
        rest = rest.subarray(safe);
        yield out;
      }
      await more();
    }
  }

  let preambleBytes = 0;
  for await (const preamble of untilDelimiter()) {
    preambleBytes += preamble.length;
    if (preambleBytes > MAX_HEADER_BYTES) throw new Error('the preamble is too large');
  }
  for (;;) {
    while (rest.length < 2) await more();
    if (rest.subarray(0, 2).toString('latin1') === '--') return;
    // Spaces after a delimiter are padding; then the head ends with an empty line.
    while (rest.indexOf(HEAD_END) < 0) {
      if (rest.length > MAX_HEADER_BYTES) throw new Error('the head of a part is too large');
      await more();
    }
    const end = rest.indexOf(HEAD_END);
    const headers = headersOf(rest.subarray(0, end).toString('latin1'));
    // The last line break of the head may be the first of the next delimiter: a part without content.
    rest = rest.subarray(end + LINE.length);
    const body = untilDelimiter();
    let isOver = false;
    async function* content(): AsyncGenerator<Buffer> {
      try {
        yield* firstOf(withoutLineBreak(body), mostBytes);
      } finally {
        isOver = true;
      }
    }
    const stream = Readable.from(content(), { objectMode: false });
    yield { headers, stream };
    if (!isOver) await skip(stream);
  }
}

/** The line break that ends the head was left in place for an empty part. */
async function* withoutLineBreak(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let left = LINE.length;
  for await (const bytes of body) {
    const taken = Math.min(left, bytes.length);
    left -= taken;
    if (bytes.length > taken) yield bytes.subarray(taken);
  }
}

/** So many bytes at most; the rest is read, and thrown away. */
async function* firstOf(body: AsyncIterable<Buffer>, mostBytes: number): AsyncGenerator<Buffer> {
  let left = mostBytes;
  for await (const bytes of body) {
    if (left > 0) yield bytes.subarray(0, left);
    left -= bytes.length;
  }
}

const skip = (stream: Readable): Promise<void> =>
  new Promise((done, failed) => {
    stream.on('end', done).on('close', done).on('error', failed).resume();
  });

function headersOf(text: string): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of text.split('\r\n')) {
    const at = line.indexOf(':');
    if (at > 0) headers.set(line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim());
  }
  return headers;
}

/** A multipart/related body of parts that come one after the other, all of one media type. */
export function relatedBody(
  contentType: string,
  parts: AsyncIterable<Uint8Array>,
): { boundary: string; chunks: AsyncGenerator<Uint8Array> } {
  const boundary = `duai-${randomUUID()}`;
  async function* chunks() {
    for await (const part of parts) {
      yield Buffer.from(`--${boundary}\r\nContent-Type: ${contentType}\r\nContent-Length: ${part.length}\r\n\r\n`);
      yield part;
      yield LINE;
    }
    yield Buffer.from(`--${boundary}--\r\n`);
  }
  return { boundary, chunks: chunks() };
}
