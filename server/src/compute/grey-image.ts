import type { GreyImage, InstanceInfo } from '@duai/algorithms';
import sharp from 'sharp';
import { frameOfFile } from './local-file.ts';
import { openedPixels } from './preview.ts';

/** A pixel whose channels differ by more than this (of 255) is coloured; compression alone tints grey by less. */
const COLOUR_STEP = 32;
/** Share of coloured pixels up to which an image is grey, for example with a marker or a coloured frame. */
const MOST_COLOURED_SHARE = 0.02;

/** An image as its preview shows it, in full size. @throws Error where it cannot be decoded */
export async function greyImage(path: string, kind: InstanceInfo['kind'], frame = 0): Promise<GreyImage> {
  if (kind === 'dicom') {
    const decoded = await frameOfFile(path, frame);
    const { pixels, channels } = openedPixels(decoded);
    return fromPixels(pixels, channels, decoded.columns, decoded.rows);
  }
  const { data, info } = await sharp(path, { limitInputPixels: 100_000_000, failOn: 'error' })
    .rotate()
    .flatten()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return fromPixels(data, info.channels, info.width, info.height);
}

function fromPixels(pixels: Uint8Array, channels: number, columns: number, rows: number): GreyImage {
  if (channels < 3) {
    const grey = channels === 1 ? pixels : pixels.filter((_, at) => at % channels === 0);
    return { columns, rows, grey, isColoured: false };
  }
  const grey = new Uint8Array(columns * rows);
  let coloured = 0;
  for (let pixel = 0; pixel < grey.length; pixel += 1) {
    const at = pixel * channels;
    const [red, green, blue] = [pixels[at]!, pixels[at + 1]!, pixels[at + 2]!];
    if (Math.max(red, green, blue) - Math.min(red, green, blue) > COLOUR_STEP) coloured += 1;
    // Luma of ITU-R BT.601, as in a grey JPEG.
    grey[pixel] = Math.round(0.299 * red + 0.587 * green + 0.114 * blue);
  }
  return { columns, rows, grey, isColoured: coloured > grey.length * MOST_COLOURED_SHARE };
}
