import { decodeFrame, windowToGrey } from '@duai/imaging';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { imageWithVoiLut } from '../testing/samples.ts';
import { framePng, openingWindow } from './preview.ts';

it('an image with a VOI LUT opens by it, and is shown in a window as soon as one is chosen', async () => {
  const frame = await decodeFrame(imageWithVoiLut());
  const pixels = async (png: Uint8Array) => [...(await sharp(png).greyscale().raw().toBuffer())];
  const opened = await pixels(await framePng(frame));
  expect(opened).toEqual(Array.from({ length: 256 }, (_, index) => 255 - index));
  // The lower bound of a chosen window.
  const window = openingWindow(frame)!;
  expect(window).toEqual({ center: 100, width: 50 });
  expect(await pixels(await framePng(frame, window))).toEqual([...windowToGrey(frame, window)]);
});
