import { expect, it } from 'vitest';
import { type ElementToWrite, writePart10 } from '../files/write.ts';
import { decodeFrame } from './decode.ts';
import { lookUp } from './lookup-table.ts';

/** An image of one pixel with these lookup tables. */
const withTable = (...tables: ElementToWrite[]) =>
  writePart10([
    { tag: 0x00080016, vr: 'UI', value: '1.2.840.10008.5.1.4.1.1.1' },
    { tag: 0x00080018, vr: 'UI', value: '2.25.883' },
    { tag: 0x00080060, vr: 'CS', value: 'CR' },
    { tag: 0x00280002, vr: 'US', value: [1] },
    { tag: 0x00280004, vr: 'CS', value: 'MONOCHROME2' },
    { tag: 0x00280010, vr: 'US', value: [1] },
    { tag: 0x00280011, vr: 'US', value: [1] },
    { tag: 0x00280100, vr: 'US', value: [16] },
    { tag: 0x00280101, vr: 'US', value: [16] },
    { tag: 0x00280102, vr: 'US', value: [15] },
    { tag: 0x00280103, vr: 'US', value: [1] },
    ...tables,
    { tag: 0x7fe00010, vr: 'OW', value: new Uint8Array(2) },
  ]);
const table = (tag: number, descriptor: readonly number[], data: ElementToWrite): ElementToWrite => ({
  tag,
  vr: 'SQ',
  value: { items: [[{ tag: 0x00283002, vr: 'US', value: [...descriptor] }, data]] },
});
const words = (values: number[]): ElementToWrite => ({ tag: 0x00283006, vr: 'US', value: values });
const bytes = (values: number[]): ElementToWrite => ({ tag: 0x00283006, vr: 'OW', value: Uint8Array.from(values) });
const voiOf = async (descriptor: readonly number[], data: ElementToWrite) =>
  (await decodeFrame(withTable(table(0x00283010, descriptor, data)))).voiLut!;

it('values below and above a table have its first and its last entry; 0 entries mean 65,536 (PS3.3 C.11.2.1.1)', async () => {
  const short = await voiOf([3, 10, 16], words([7, 8, 9]));
  expect([9, 10, 12, 99].map((value) => lookUp(short, value))).toEqual([7, 7, 9, 9]);
  const falling = Uint16Array.from({ length: 65536 }, (_, index) => 65535 - index);
  const whole = await voiOf([0, 0, 16], bytes([...new Uint8Array(falling.buffer)]));
  expect([whole.entries.length, lookUp(whole, 65535)]).toEqual([65536, 0]);
});

it('entries of 8 bits may lie two in a word; a table that is cut off is refused, never read as such a one', async () => {
  expect([...(await voiOf([3, 0, 8], bytes([1, 2, 3, 0]))).entries]).toEqual([1, 2, 3]);
  for (const missing of [1, 2]) {
    const cut = Array.from({ length: 8 - missing }, (_, index) => index);
    await expect(voiOf([8, 0, 16], words(cut))).rejects.toMatchObject({ code: 'PIXEL_DATA_MISMATCH' });
  }
});
