import { expect, it } from 'vitest';
import { relatedParts } from './related-parts.ts';

const bodyOf = (...parts: [string, number[]][]) =>
  Buffer.concat([
    ...parts.map(([name, bytes]) =>
      Buffer.concat([
        Buffer.from(`--b\r\nContent-Type: x/y\r\nContent-Location: ${name}\r\nContent-Length: ${bytes.length}\r\n\r\n`),
        Buffer.from(bytes),
        Buffer.from('\r\n'),
      ]),
    ),
    Buffer.from('--b--\r\n'),
  ]);
const streamOf = (body: Uint8Array, step: number, onCancel = () => {}) => {
  let at = 0;
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= body.length) return controller.close();
      controller.enqueue(Uint8Array.from(body.subarray(at, at + step)));
      at += step;
    },
    cancel: onCancel,
  });
};
const read = async (stream: ReadableStream<Uint8Array>) => {
  const found: [string | undefined, number[]][] = [];
  for await (const { headers, bytes } of relatedParts(stream))
    found.push([headers.get('content-location'), [...new Uint8Array(bytes)]]);
  return found;
};

// Bytes that look like a delimiter and a blank line: the length decides where a part ends.
const PARTS: [string, number[]][] = [
  ['a', [1, 2, 3, 13, 10, 13, 10, 45, 45, 98, 13, 10]],
  ['empty', []],
  ['c', Array.from({ length: 300 }, (_, at) => at % 256)],
];

it.each([1, 2, 7, 64, 10_000])('the parts of a body come whole, in pieces of %i bytes', async (step) => {
  expect(await read(streamOf(bodyOf(...PARTS), step))).toEqual(PARTS);
});

it('a body that is cut off is an error, after the parts that came whole', async () => {
  const body = bodyOf(...PARTS);
  const found: unknown[] = [];
  const reading = async () => {
    for await (const part of relatedParts(streamOf(body.subarray(0, body.length - 60), 50))) found.push(part);
  };
  await expect(reading()).rejects.toThrow('cut off');
  expect(found).toHaveLength(2);
  await expect(read(streamOf(body.subarray(0, body.length - 9), 50))).rejects.toThrow('cut off');
});

it('who leaves before the end ends the call', async () => {
  let isLeft = false;
  const stream = streamOf(bodyOf(...PARTS), 20, () => {
    isLeft = true;
  });
  for await (const _ of relatedParts(stream)) break;
  expect(isLeft).toBe(true);
});
