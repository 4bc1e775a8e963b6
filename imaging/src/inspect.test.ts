import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesSource } from './byte-source.ts';
import { inspectFile } from './inspect.ts';
import { chestPhantom } from './phantom/chest.ts';

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
