import { decodeFrame, windowToGrey, writePart10 } from '@duai/imaging';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { framePng, openingWindow } from './preview.ts';

/** 256 values in a row, a VOI LUT that turns them over, and a window. */
const withTable = writePart10([
  { tag: 0x00080016, vr: 'UI', value: '1.2.840.10008.5.1.4.1.1.1' },
  { tag: 0x00080018, vr: 'UI', value: '2.25.882' },
  { tag: 0x00080060, vr: 'CS', value: 'CR' },
  { tag: 0x00280002, vr: 'US', value: [1] },
  { tag: 0x00280004, vr: 'CS', value: 'MONOCHROME2' },
  { tag: 0x00280010, vr: 'US', value: [1] },
  { tag: 0x00280011, vr: 'US', value: [256] },
  { tag: 0x00280100, vr: 'US', value: [8] },
  { tag: 0x00280101, vr: 'US', value: [8] },
  { tag: 0x00280102, vr: 'US', value: [7] },
  { tag: 0x00280103, vr: 'US', value: [0] },
  { tag: 0x00281050, vr: 'DS', value: '100' },
  { tag: 0x00281051, vr: 'DS', value: '50' },
  {
    tag: 0x00283010,
    vr: 'SQ',
    value: {
      items: [
        [
          { tag: 0x00283002, vr: 'US', value: [256, 0, 8] },
          { tag: 0x00283006, vr: 'US', value: Array.from({ length: 256 }, (_, index) => 255 - index) },
        ],
      ],
    },
  },
  { tag: 0x7fe00010, vr: 'OB', value: Uint8Array.from({ length: 256 }, (_, index) => index) },
]);

it('an image with a VOI LUT opens by it, and is shown in a window as soon as one is chosen', async () => {
  const frame = await decodeFrame(withTable);
  const pixels = async (png: Uint8Array) => [...(await sharp(png).greyscale().raw().toBuffer())];
  const opened = await pixels(await framePng(frame));
  expect(opened).toEqual(Array.from({ length: 256 }, (_, index) => 255 - index));
  // Where a chosen window begins.
  const window = openingWindow(frame)!;
  expect(window).toEqual({ center: 100, width: 50 });
  expect(await pixels(await framePng(frame, window))).toEqual([...windowToGrey(frame, window)]);
});
