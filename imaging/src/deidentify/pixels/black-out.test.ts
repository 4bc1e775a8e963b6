import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chestPhantom } from '../../phantom/chest.ts';
import { type DecodedFrame, framesOf } from '../../pixels/decode.ts';
import { frameToRgb, windowToGrey } from '../../pixels/window.ts';
import { deidentified } from '../../testing/deidentified.ts';
import { DICOM_DATA, hasDicomData } from '../../testing/samples.ts';
import { blackOut } from './black-out.ts';
import { drawFirstFrame } from './first-frame.ts';
import { uncompressed } from './uncompressed.ts';

const REGION = { left: 0.25, top: 0, width: 0.5, height: 0.2 };
const shown = (frame: DecodedFrame) =>
  frame.samplesPerPixel === 1 && !frame.palette ? windowToGrey(frame) : frameToRgb(frame);

/** Counts the changed pixels outside the region, and collects the levels inside it. */
async function lookAt(before: Uint8Array, after: Uint8Array) {
  const [was, is] = [await framesOf(before), await framesOf(after)];
  let changedOutside = 0;
  const inside = new Set<number>();
  for (const [index, frame] of is.entries()) {
    const { rows, columns, samplesPerPixel } = frame;
    const levels = shown(frame);
    for (let pixel = 0; pixel < rows * columns; pixel += 1) {
      const [x, y] = [(pixel % columns) / columns, Math.floor(pixel / columns) / rows];
      // A pixel beside the region may share its colour with one inside.
      const isNear = x >= REGION.left - 2 / columns && x < 0.75 + 2 / columns && y < REGION.height;
      const isInside = x >= REGION.left && x < 0.75 && y < REGION.height;
      const at = pixel * (levels.length / (rows * columns));
      if (isInside) inside.add(levels[at]!);
      for (let sample = 0; sample < samplesPerPixel && !isNear; sample += 1) {
        const place = pixel * samplesPerPixel + sample;
        if (frame.stored[place] !== was[index]!.stored[place]) changedOutside += 1;
      }
    }
  }
  return { changedOutside, inside: [...inside], frames: is.length };
}

const [slice] = chestPhantom({ slices: 1, matrix: 32, pixelSpacingMm: 10, sliceThicknessMm: 10 }).files;

describe('a region that is blacked out', () => {
  it('is one grey in the file that is sent, which says so, and all else stays', async () => {
    const sent = await deidentified(blackOut(slice!.bytes, [REGION]), { isPixelDataClean: true });
    expect(await lookAt(slice!.bytes, sent)).toMatchObject({ changedOutside: 0, inside: [expect.any(Number)] });
  });

  if (!hasDicomData) console.log('data not present: regions are blacked out in a phantom only');

  it.runIf(hasDicomData).each([
    ['8-bit big endian colour, several frames', 'US/pydicom__src__pydicom__data__test_files__ExplVR_BigEnd.dcm'],
    ['planar RGB', 'US/pydicom-data__data_store__data__color-pl.dcm'],
    ['interleaved RGB', 'US/pydicom-data__data_store__data__color-px.dcm'],
    ['a palette', 'US/pydicom__src__pydicom__data__test_files__examples_palette.dcm'],
  ])('is black in %s', async (_, path) => {
    const file = new Uint8Array(await readFile(join(DICOM_DATA, path)));
    const { changedOutside, inside, frames } = await lookAt(file, blackOut(file, [REGION]));
    expect([changedOutside, inside.length]).toEqual([0, 1]);
    expect(frames).toBeGreaterThan(0);
    const { rgba, rows, columns } = await drawFirstFrame(file);
    expect(rgba).toHaveLength(rows * columns * 4);
  });

  it.runIf(hasDicomData).each([['run lengths', 'MR/pydicom__src__pydicom__data__test_files__MR_small_RLE.dcm']])(
    'is black in %s, once they are unpacked',
    async (_, path) => {
      const file = new Uint8Array(await readFile(join(DICOM_DATA, path)));
      expect(() => blackOut(file, [REGION])).toThrow('compressed');
      const sent = await deidentified(blackOut(await uncompressed(file), [REGION]), { isPixelDataClean: true });
      const { changedOutside, inside } = await lookAt(file, sent);
      expect([changedOutside, inside.length]).toEqual([0, 1]);
    },
  );
});
