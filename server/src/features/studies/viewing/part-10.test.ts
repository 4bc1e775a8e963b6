import { Readable } from 'node:stream';
import { findLayout } from '@duai/imaging';
import { expect, it } from 'vitest';
import { smallPhantom } from '../../../testing/samples.ts';
import { openPart10 } from './part-10.ts';

const file = Buffer.from(smallPhantom(74_001).files[0]!.bytes);
const bare = file.subarray(findLayout(file).offset);
const row = {
  sha256: 'a'.repeat(64),
  sopInstanceUid: '1.2.3',
  header: { sopClassUid: '1.2.840.10008.5.1.4.1.1.2', transferSyntaxUid: '1.2.840.10008.1.2.1' },
} as Parameters<typeof openPart10>[1];

/** A store with one file, which records how it is read and whether it was released. */
function storing(chunks: Iterable<Buffer>) {
  const stream = Readable.from(chunks, { objectMode: false });
  return { stream, tools: { storage: { open: async () => stream } } as unknown as Parameters<typeof openPart10>[0] };
}
async function read(chunks: Iterable<Buffer>): Promise<Buffer> {
  const { stream, tools } = storing(chunks);
  const parts: Uint8Array[] = [];
  for await (const part of await openPart10(tools, row)) parts.push(part);
  expect(stream.destroyed).toBe(true);
  return Buffer.concat(parts);
}

it('a stored file is given as it is, however its blocks come', async () => {
  expect(await read([file])).toEqual(file);
  const tail = Buffer.alloc(200_000, 7);
  expect(await read([file.subarray(0, 100), file.subarray(100), tail])).toEqual(Buffer.concat([file, tail]));
});

it('a data set alone gets a preamble and a meta group', async () => {
  const given = await read([bare]);
  const { offset, transferSyntaxUid, mediaStorageSopInstanceUid } = findLayout(given);
  expect([transferSyntaxUid, mediaStorageSopInstanceUid]).toEqual(['1.2.840.10008.1.2.1', '1.2.3']);
  expect(given.subarray(offset)).toEqual(bare);
});

it('is closed by whoever leaves, before the first byte too, and by a damaged first block', async () => {
  const large = () => storing([file, ...Array.from({ length: 50 }, () => Buffer.alloc(64 * 1024))]);
  const left = large();
  const opened = await openPart10(left.tools, row);
  expect(left.stream.destroyed).toBe(false);
  await opened.return(undefined);
  expect(left.stream.destroyed).toBe(true);

  const begun = large();
  for await (const part of await openPart10(begun.tools, row)) {
    expect(part.length).toBeGreaterThan(0);
    break;
  }
  expect(begun.stream.destroyed).toBe(true);

  function* damaged(): Generator<Buffer> {
    yield file.subarray(0, 10);
    throw new Error('damaged');
  }
  const { stream, tools } = storing(damaged());
  await expect(openPart10(tools, row)).rejects.toThrow('damaged');
  expect(stream.destroyed).toBe(true);
});
