import fc from 'fast-check';
import { deflateSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { chestPhantom } from '../phantom/chest.ts';
import { bytesSource } from './byte-source.ts';
import { inflate } from './inflate.ts';
import { inspectFile } from './inspect.ts';

const file = chestPhantom({ slices: 1, matrix: 32 }).files[0]!.bytes;
const inspect = (bytes: Uint8Array) => inspectFile(bytesSource(bytes));
const text = (words: string) => new TextEncoder().encode(words);

describe('inspectFile', () => {
  it('accepts a Part 10 file and reads its header', async () => {
    expect(await inspect(file)).toMatchObject({
      status: 'accepted',
      kind: 'dicom',
      warnings: [],
      header: { modality: 'CT', rows: 32, columns: 32, convolutionKernel: 'B30f', sliceThicknessMm: 5 },
    });
  });

  it('accepts a data set without preamble and meta, and says so', async () => {
    const metaLength = new DataView(file.buffer, file.byteOffset).getUint32(140, true);
    const bare = await inspect(file.subarray(144 + metaLength));
    expect(bare).toMatchObject({ status: 'accepted', kind: 'dicom', warnings: [{ code: 'NO_META' }] });
  });

  it('accepts a file whose preamble was left out', async () => {
    const bare = await inspect(file.subarray(128));
    expect(bare).toMatchObject({ status: 'accepted', kind: 'dicom', warnings: [{ code: 'NO_META' }] });
    expect(await inspect(text('DICM and then a letter that is no image at all'))).toMatchObject({
      code: 'TYPE_NOT_SUPPORTED',
    });
  });

  it.each([
    ['nothing', new Uint8Array(), 'EMPTY'],
    ['a letter', text('Dear colleague, please find attached the images of my patient.'), 'TYPE_NOT_SUPPORTED'],
    ['a PDF', text('%PDF-1.7 something that is a document and no image'), 'TYPE_NOT_SUPPORTED'],
    ['a file cut in its pixels', file.subarray(0, file.length - 10), 'TRUNCATED'],
    ['a file cut in its meta information', file.subarray(0, 170), 'TRUNCATED'],
    ['a Windows program in the preamble', Uint8Array.from([0x4d, 0x5a, ...file.subarray(2)]), 'EXECUTABLE_PREAMBLE'],
    [
      'an ELF program in the preamble',
      Uint8Array.from([0x7f, 0x45, 0x4c, 0x46, ...file.subarray(4)]),
      'EXECUTABLE_PREAMBLE',
    ],
    ['a script in the preamble', Uint8Array.from([0x23, 0x21, ...file.subarray(2)]), 'EXECUTABLE_PREAMBLE'],
    [
      'a PNG cut off',
      Uint8Array.from([
        0x89,
        0x50,
        0x4e,
        0x47,
        0x0d,
        0x0a,
        0x1a,
        0x0a,
        0,
        0,
        0,
        13,
        0x49,
        0x48,
        0x44,
        0x52,
        ...new Uint8Array(40).fill(1),
      ]),
      'TRUNCATED',
    ],
  ])('refuses %s', async (_what, bytes, code) => {
    expect(await inspect(bytes)).toMatchObject({ status: 'refused', code });
  });

  it('refuses an unknown transfer syntax', async () => {
    const changed = file.slice();
    const at = String.fromCharCode(...changed.subarray(0, 400)).indexOf('1.2.840.10008.1.2.1');
    changed.set(text('1.2.840.10008.9.9.9'), at);
    expect(await inspect(changed)).toMatchObject({ status: 'refused', code: 'TRANSFER_SYNTAX_NOT_SUPPORTED' });
  });

  describe('work that a hostile file makes', () => {
    /** The number of reads and of bytes that the check needs for a file. */
    async function readsOf(bytes: Uint8Array) {
      const work = { reads: 0, bytes: 0 };
      const source = bytesSource(bytes);
      const outcome = await inspectFile({
        ...source,
        async read(offset, length) {
          const read = await source.read(offset, length);
          work.reads += 1;
          work.bytes += read.length;
          return read;
        },
      });
      return { outcome, work };
    }

    it('is a few reads for a JPEG of 3 MB that is all fill bytes, or of 750,000 empty segments', async () => {
      const fill = new Uint8Array(3_000_000).fill(0xff);
      fill[1] = 0xd8;
      const segments = fill.map((_, at) => [0xff, 0xe1, 0, 2][(at + 2) % 4]!);
      segments.set([0xff, 0xd8, 0xff, 0xe1, 0, 2]);
      for (const bytes of [fill, segments]) {
        const { outcome, work } = await readsOf(bytes);
        expect(outcome).toMatchObject({ status: 'refused', code: 'NOT_READABLE' });
        expect(work.reads).toBeLessThan(20);
      }
    });

    it('ends after as many fragments as an image may have', async () => {
      const multi = file.slice(0, file.length - 32 * 32 * 2 - 12);
      // Pixel Data of undefined length (PS3.5 section A.4), then empty items to the end.
      const items = new Uint8Array(12 + 8 * 300_000);
      items.set([0xe0, 0x7f, 0x10, 0, 0x4f, 0x42, 0, 0, 0xff, 0xff, 0xff, 0xff]);
      for (let at = 12; at < items.length; at += 8) items.set([0xfe, 0xff, 0x00, 0xe0], at);
      const bytes = new Uint8Array(multi.length + items.length);
      bytes.set(multi);
      bytes.set(items, multi.length);
      const { outcome, work } = await readsOf(bytes);
      expect(outcome).toMatchObject({ code: 'NOT_READABLE', reason: 'the pixel data are in too many fragments' });
      expect(work.reads).toBeLessThan(300);
    });

    it('ends after as many elements as a data set may have, and after an inflation beyond all likelihood', async () => {
      const meta = 144 + new DataView(file.buffer, file.byteOffset).getUint32(140, true);
      const crowd = new Uint8Array(meta + 8 * 30_000);
      crowd.set(file.subarray(0, meta));
      for (let at = meta; at < crowd.length; at += 8) crowd.set([9, 0, 1, 0, 0x4c, 0x4f, 0, 0], at);
      expect(await inspect(crowd)).toMatchObject({ code: 'NOT_READABLE', reason: 'there are too many elements' });
      const bomb = deflateSync(new Uint8Array(100_000_000));
      expect(bomb.length * 50).toBeLessThan(32_000_000);
      expect(() => inflate(bomb, 32_000_000)).toThrow('grow too large');
      const head = file.slice(0, meta);
      const at = String.fromCharCode(...head).indexOf('1.2.840.10008.1.2.1');
      const deflatedHead = new Uint8Array(meta + 4);
      deflatedHead.set(head.subarray(0, at));
      deflatedHead.set(text('1.2.840.10008.1.2.1.99\0\0'), at);
      new DataView(deflatedHead.buffer).setUint16(at - 2, 24, true);
      deflatedHead.set(head.subarray(at + 20), at + 24);
      new DataView(deflatedHead.buffer).setUint32(140, meta + 4 - 144, true);
      const bytes = new Uint8Array(deflatedHead.length + bomb.length);
      bytes.set(deflatedHead);
      bytes.set(bomb, deflatedHead.length);
      expect(await inspect(bytes)).toMatchObject({ code: 'TOO_LARGE', reason: 'the deflated data grow too large' });
    });
  });

  it('never throws, whatever is cut or flipped', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(file.length),
        fc.array(fc.tuple(fc.nat(900), fc.nat(255)), { maxLength: 8 }),
        async (length, flips) => {
          const damaged = file.slice(0, length);
          for (const [at, value] of flips) if (at < damaged.length) damaged[at] = value;
          expect(['accepted', 'refused']).toContain((await inspect(damaged)).status);
        },
      ),
      { numRuns: 300 },
    );
  });
});
