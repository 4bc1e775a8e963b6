/** One part of a multipart body. */
export interface RelatedPart {
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly bytes: ArrayBuffer;
}

const BLANK_LINE = [13, 10, 13, 10];
/** No header of ours is longer. */
const MOST_HEADER_BYTES = 4096;

/**
 * The parts of a multipart/related body as they come, for a server that tells the length of each (ours does).
 * @throws Error where the body ends before its closing delimiter
 */
export async function* relatedParts(body: ReadableStream<Uint8Array>): AsyncGenerator<RelatedPart> {
  const reader = body.getReader();
  let rest: Uint8Array = new Uint8Array(0);
  /** Adds what comes next to what is left. */
  const more = async () => {
    const { value, done } = await reader.read();
    if (done) throw new Error('the multipart body is cut off');
    const joined = new Uint8Array(rest.length + value.length);
    joined.set(rest);
    joined.set(value, rest.length);
    rest = joined;
  };
  /** Delimiter and header lines; null at the closing delimiter. */
  const nextHead = async (): Promise<string | null> => {
    for (;;) {
      const end = indexOf(rest, BLANK_LINE);
      const text = new TextDecoder('latin1').decode(rest.subarray(0, end < 0 ? MOST_HEADER_BYTES : end));
      if (/^(\r\n)?--[^\r\n]+--(\r\n|$)/.test(text)) return null;
      if (end >= 0) {
        rest = rest.subarray(end + BLANK_LINE.length);
        return text;
      }
      if (rest.length > MOST_HEADER_BYTES) throw new Error('the multipart body has no header');
      await more();
    }
  };
  try {
    for (;;) {
      const head = await nextHead();
      if (head === null) return;
      const headers = new Map(
        [...head.matchAll(/^([\w-]+): *(.*?)\r?$/gm)].map(([, name = '', value = '']) => [name.toLowerCase(), value]),
      );
      const length = Number(headers.get('content-length'));
      if (!Number.isSafeInteger(length)) throw new Error('a part does not tell its length');
      const bytes = new Uint8Array(length);
      let filled = Math.min(length, rest.length);
      bytes.set(rest.subarray(0, filled));
      rest = rest.subarray(filled);
      while (filled < length) {
        const { value, done } = await reader.read();
        if (done) throw new Error('the multipart body is cut off');
        const taken = value.subarray(0, length - filled);
        bytes.set(taken, filled);
        filled += taken.length;
        rest = value.subarray(taken.length);
      }
      yield { headers, bytes: bytes.buffer };
    }
  } finally {
    // Of a body that nobody reads to its end the rest is not fetched.
    void reader.cancel().catch(() => {});
  }
}

function indexOf(bytes: Uint8Array, wanted: readonly number[]): number {
  const [first = 0] = wanted;
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1))
    if (wanted.every((byte, by) => bytes[at + by] === byte)) return at;
  return -1;
}
