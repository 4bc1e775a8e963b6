import { decodeFrame } from '../../pixels/decode.ts';
import { frameToRgb, windowToGrey } from '../../pixels/window.ts';

/**
 * Draws the first frame as it opens, so that text in it can be marked: RGBA, row by row.
 * @throws ImagingError as `decodeFrame`
 */
export async function drawFirstFrame(
  file: Uint8Array,
): Promise<{ columns: number; rows: number; rgba: Uint8ClampedArray<ArrayBuffer> }> {
  const frame = await decodeFrame(file);
  const { rows, columns } = frame;
  const isGrey = frame.samplesPerPixel === 1 && !frame.palette;
  const pixels = isGrey ? windowToGrey(frame) : frameToRgb(frame);
  const rgba = new Uint8ClampedArray(rows * columns * 4).fill(255);
  for (let pixel = 0; pixel < rows * columns; pixel += 1) {
    for (let sample = 0; sample < 3; sample += 1)
      rgba[pixel * 4 + sample] = pixels[isGrey ? pixel : pixel * 3 + sample]!;
  }
  return { columns, rows, rgba };
}
