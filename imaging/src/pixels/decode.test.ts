import { describe, expect, it } from 'vitest';
import { type ElementToWrite, writePart10 } from '../files/write.ts';
import { chestPhantom } from '../phantom/chest.ts';
import { decodeFrame } from './decode.ts';

const image = (stored: Uint8Array, extra: ElementToWrite[] = []): Uint8Array =>
  writePart10([
    { tag: 0x00080016, vr: 'UI', value: '1.2.840.10008.5.1.4.1.1.7' },
    { tag: 0x00080018, vr: 'UI', value: '2.25.1' },
    { tag: 0x00280002, vr: 'US', value: [1] },
    { tag: 0x00280004, vr: 'CS', value: 'MONOCHROME2' },
    { tag: 0x00280010, vr: 'US', value: [2] },
    { tag: 0x00280011, vr: 'US', value: [2] },
    { tag: 0x00280100, vr: 'US', value: [16] },
    { tag: 0x00280101, vr: 'US', value: [12] },
    { tag: 0x00280102, vr: 'US', value: [11] },
    { tag: 0x00280103, vr: 'US', value: [0] },
    ...extra,
    { tag: 0x7fe00010, vr: 'OW', value: stored },
  ]);

describe('decodeFrame', () => {
  it('gives the same values for a Node Buffer as for plain bytes', async () => {
    const [file] = chestPhantom({ slices: 1, matrix: 32 }).files;
    const plain = await decodeFrame(file!.bytes);
    const buffer = await decodeFrame(Buffer.from(file!.bytes));
    expect(buffer.stored).toEqual(plain.stored);
    expect(buffer.stored).toHaveLength(32 * 32);
  });

  it('takes only the stored bits: what lies above them is an overlay, not a value', async () => {
    const { stored } = await decodeFrame(image(Uint8Array.from([0x34, 0xf2, 0xff, 0xff, 0x00, 0x10, 0x01, 0x00])));
    expect([...stored]).toEqual([0x234, 0xfff, 0x000, 0x001]);
  });

  it('extends the sign of stored bits (12 bits in 16)', async () => {
    const bytes = image(Uint8Array.from([0xff, 0x0f, 0x00, 0x08, 0xff, 0x07, 0x01, 0x00]));
    const at = bytes.findIndex(
      (byte, index) => byte === 0x28 && bytes[index + 2] === 0x03 && bytes[index + 3] === 0x01,
    );
    bytes[at + 8] = 1;
    expect([...(await decodeFrame(bytes)).stored]).toEqual([-1, -2048, 2047, 1]);
  });

  it('refuses a frame that is not there', async () => {
    await expect(decodeFrame(image(new Uint8Array(8)), 1)).rejects.toMatchObject({ code: 'PIXEL_DATA_MISMATCH' });
  });
});
