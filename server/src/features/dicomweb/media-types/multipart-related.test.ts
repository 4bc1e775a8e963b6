import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mediaTypeOf, partsOf, relatedParts } from './multipart-related.ts';

const BOUNDARY = 'b-17';
const bodyOf = (parts: Buffer[], { preamble = '', close = true } = {}) =>
  Buffer.concat([
    Buffer.from(preamble),
    ...parts.flatMap((part) => [
      Buffer.from(`--${BOUNDARY}\r\nContent-Type: application/dicom\r\nX: y\r\n\r\n`),
      part,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(close ? `--${BOUNDARY}--\r\nepilogue` : ''),
  ]);
async function* inChunks(body: Buffer, size: number) {
  for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size);
}
const read = async (body: Buffer, chunkSize: number) => {
  const found: Buffer[] = [];
  for await (const { stream } of relatedParts(inChunks(body, chunkSize), BOUNDARY)) found.push(await buffer(stream));
  return found;
};

describe('multipart/related', () => {
  it('gives back every part, however the body is cut into chunks', async () => {
    const part = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes));
    const tricky = fc.constantFrom(
      Buffer.from('\r\n'),
      Buffer.from('\r\n--b-1'),
      Buffer.from(`x--${BOUNDARY}`),
      Buffer.from('\r\n\r\n--'),
      Buffer.alloc(0),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(part, tricky), { maxLength: 5 }),
        fc.integer({ min: 1, max: 300 }),
        async (parts, size) => {
          expect(await read(bodyOf(parts), size)).toEqual(parts);
        },
      ),
    );
  });

  it('skips what comes before the first part, and what a reader leaves', async () => {
    const seen: string[] = [];
    const body = bodyOf([Buffer.from('one'), Buffer.from('two'), Buffer.from('three')], { preamble: 'hello\r\n' });
    for await (const { headers, stream } of relatedParts(inChunks(body, 7), BOUNDARY)) {
      expect(headers.get('content-type')).toBe('application/dicom');
      if (seen.length === 1) stream.resume();
      if (seen.length > 0) {
        seen.push('left');
        continue;
      }
      seen.push((await buffer(stream)).toString());
    }
    expect(seen).toEqual(['one', 'left', 'left']);
  });

  it('gives so many bytes of a part, and skips the rest of it', async () => {
    const body = bodyOf([Buffer.alloc(300, 1), Buffer.from('two'), Buffer.alloc(100, 3)]);
    const found: Buffer[] = [];
    for await (const { stream } of relatedParts(inChunks(body, 7), BOUNDARY, { mostBytes: 100 }))
      found.push(await buffer(stream));
    expect(found).toEqual([Buffer.alloc(100, 1), Buffer.from('two'), Buffer.alloc(100, 3)]);
  });

  it('goes on with the next part where a reader breaks off in the middle of one', async () => {
    const sizes: number[] = [];
    const body = bodyOf([Buffer.alloc(300_000, 1), Buffer.from('two')]);
    for await (const { stream } of relatedParts(inChunks(body, 4096), BOUNDARY)) {
      for await (const bytes of stream) {
        sizes.push(bytes.length);
        break;
      }
    }
    expect(sizes).toEqual([expect.any(Number), 3]);
  });

  it('holds few bytes of a head without an end', async () => {
    let most = 0;
    async function* endless() {
      yield Buffer.from(`--${BOUNDARY}\r\nX: `);
      for (let index = 0; index < 500; index += 1) {
        most = Math.max(most, process.memoryUsage().heapUsed);
        yield Buffer.alloc(64 * 1024, 'y');
      }
    }
    const heap = process.memoryUsage().heapUsed;
    await expect(relatedParts(endless(), BOUNDARY).next()).rejects.toThrow('cut off');
    expect(most - heap).toBeLessThan(16 * 1024 * 1024);
  });

  it('stops at a preamble without an end', async () => {
    let given = 0;
    async function* endless() {
      for (;;) {
        given += 1024;
        yield Buffer.alloc(1024, 'x');
      }
    }
    await expect(relatedParts(endless(), BOUNDARY).next()).rejects.toThrow('the preamble is too large');
    expect(given).toBeLessThan(256 * 1024);
  });

  it('says when the body is cut off, within a part or after it', async () => {
    const body = bodyOf([Buffer.alloc(100)], { close: false });
    await expect(read(body, 50)).rejects.toThrow('cut off');
    await expect(read(body.subarray(0, 90), 50)).rejects.toThrow('cut off');
    const withoutEnd = Buffer.from(`--${BOUNDARY}\r\nX: ${'y'.repeat(200_000)}`);
    await expect(read(withoutEnd, 4096)).rejects.toThrow('cut off');
  });

  it('holds no more than a chunk of a large part', async () => {
    const chunk = Buffer.alloc(64 * 1024, 7);
    let given = 0;
    let ahead = 0;
    let taken = 0;
    async function* large() {
      yield Buffer.from(`--${BOUNDARY}\r\n\r\n`);
      for (let index = 0; index < 400; index += 1) {
        given += chunk.length;
        ahead = Math.max(ahead, given - taken);
        yield chunk;
      }
      yield Buffer.from(`\r\n--${BOUNDARY}--`);
    }
    for await (const { stream } of relatedParts(large(), BOUNDARY))
      for await (const bytes of stream) taken += bytes.length;
    expect(taken).toBe(400 * chunk.length);
    expect(ahead).toBeLessThan(1024 * 1024);
  });
});

describe('media types', () => {
  it('have parameters, quoted or not', () => {
    const { type, parameters } = mediaTypeOf(
      'multipart/related; type="application/dicom"; Boundary="a;b\\"c"; start=x',
    );
    expect(type).toBe('multipart/related');
    expect(Object.fromEntries(parameters)).toEqual({ type: 'application/dicom', boundary: 'a;b"c', start: 'x' });
  });
});

describe('a header', () => {
  it('is cut at separators outside quoted strings', () => {
    const cut = (header: string) => partsOf(header, ',');
    expect(cut('a, b;q="1,2", c')).toEqual(['a', ' b;q="1,2"', ' c']);
    expect(cut('a;x="\\",\\\\",b')).toEqual(['a;x="\\",\\\\"', 'b']);
    expect(cut('')).toEqual(['']);
    expect(cut('a;x="b,c')).toEqual(['a;x="b,c']);
  });

  it('of any length is read in one walk: the square of it would take days', () => {
    const times = 500_000;
    const hostile = [`multipart/related; type="${'\\"'.repeat(times)}`, ','.repeat(times), ',"'.repeat(times)];
    for (const header of hostile) {
      expect(partsOf(header, ',').length).toBeGreaterThan(0);
      expect(mediaTypeOf(header).parameters.size).toBeLessThan(2);
    }
  });
});
