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

it.each([
  ['the ratio of the sides', { pixelAspectRatio: [4, 1] as [number, number] }, [256, 4]],
  ['their size', { pixelSpacingMm: [6, 2] as [number, number], pixelSpacingOf: 'patient' as const }, [256, 3]],
  ['nothing', {}, [256, 1]],
])('pixels are drawn in their shape where the header tells %s', async (_, told, [width, height]) => {
  const frame = await decodeFrame(imageWithVoiLut());
  const { pixelAspectRatio: _square, ...header } = frame.header;
  const png = await framePng({ ...frame, header: { ...header, ...told } });
  expect(await sharp(png).metadata()).toMatchObject({ width, height });
});
