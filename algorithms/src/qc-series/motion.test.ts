import type { DecodedFrame, DicomHeader } from '@duai/imaging';
import { describe, expect, it } from 'vitest';
import { seriesOf } from '../testing/series.ts';
import { displaced, movedFrom, steadyPhantom } from './evaluate.ts';
import { checkMotion } from './motion.ts';

const files = steadyPhantom();
const uid = (await seriesOf(files)).instances.map(({ sopInstanceUid }) => sopInstanceUid!);
const hintOf = async (
  frame: (frame: DecodedFrame, index: number) => DecodedFrame,
  header?: (header: DicomHeader, index: number) => DicomHeader,
) => (await checkMotion(await seriesOf(files, { frame, ...(header && { header }) })))[0];
const still = (frame: DecodedFrame) => frame;
const origin = (change: (header: DicomHeader, index: number) => number) => (header: DicomHeader, index: number) => {
  const [x, y, z] = header.imagePositionPatientMm!;
  return { ...header, imagePositionPatientMm: [x + change(header, index), y, z] as [number, number, number] };
};

describe('motion between slices of 3.8 mm a pixel', () => {
  it('is seen in none of a phantom that lies still, forwards, backwards, as MR, or with noise', async () => {
    expect(await hintOf(still)).toBeUndefined();
    expect((await checkMotion(await seriesOf([...files].reverse())))[0]).toBeUndefined();
    expect(await hintOf(asMagnitude, asMr)).toBeUndefined();
    expect(await hintOf(noisy)).toBeUndefined();
  });

  it.each([
    [2, 8],
    [3, 11],
    [-3, 11],
    [5, 19],
  ])('by %i pixels from a slice on is %i mm, at that slice', async (pixels, mm) => {
    expect(await hintOf(movedFrom(12, pixels))).toEqual({
      code: 'MOTION_HINT',
      severity: 'notice',
      params: { count: 1, mm },
      sopInstanceUids: [uid[12]],
    });
  });

  it('is the same along rows and columns together, with noise, and as MR', async () => {
    const along = (frame: DecodedFrame, index: number) => (index < 9 ? frame : displaced(frame, 3, -4));
    const expected = { params: { count: 1, mm: 19 }, sopInstanceUids: [uid[9]] };
    expect(await hintOf(along)).toMatchObject(expected);
    expect(await hintOf((frame, index) => noisy(along(frame, index), index))).toMatchObject(expected);
    expect(await hintOf((frame, index) => asMagnitude(along(frame, index)), asMr)).toMatchObject(expected);
  });

  it('of one slice alone is seen where it leaves and where it comes back', async () => {
    const there = await hintOf((frame, index) => (index === 12 ? displaced(frame, 3, 0) : frame));
    expect(there).toMatchObject({ params: { count: 2, mm: 11 }, sopInstanceUids: [uid[12], uid[13]] });
  });

  it('that is less than 5 mm, or the same from every slice to the next as in what lies oblique, is not told', async () => {
    expect(await hintOf(movedFrom(12, 1))).toBeUndefined();
    expect(await hintOf((frame, index) => displaced(frame, Math.round((index - 12) * 0.9), 0))).toBeUndefined();
    expect(
      await hintOf(
        still,
        origin((_, index) => 8 * index),
      ),
    ).toBeUndefined();
  });

  it('is judged in the patient: an image that begins elsewhere shows its content elsewhere', async () => {
    const elsewhere = origin((_, index) => (index < 12 ? 0 : 4 * 3.8));
    expect(await hintOf(movedFrom(12, -4), elsewhere)).toBeUndefined();
    expect(await hintOf(still, elsewhere)).toMatchObject({ params: { count: 1, mm: 15 } });
  });

  it('is not looked for where slices share a place, are far apart, few, or not of CT or MR', async () => {
    const moved = movedFrom(12, 3);
    expect(await hintOf(moved, (header) => ({ ...header, modality: 'PT' }))).toBeUndefined();
    const places = (by: (z: number) => number) => (header: DicomHeader) => {
      const [x, y, z] = header.imagePositionPatientMm!;
      return { ...header, imagePositionPatientMm: [x, y, by(z)] as [number, number, number] };
    };
    expect(
      await hintOf(
        moved,
        places((z) => 2 * z),
      ),
    ).toBeUndefined();
    const few = await seriesOf(files.slice(0, 8), { frame: movedFrom(4, 3) });
    expect(await checkMotion(few)).toEqual([]);
    const twice = await seriesOf([...files, files[3]!], { frame: moved });
    expect(await checkMotion(twice)).toEqual([]);
  });

  it('skips a slice that cannot be read, and does not swallow an error that is not about the file', async () => {
    const cut = await seriesOf(files, {
      frame: movedFrom(12, 3),
      bytes: (bytes, index) => (index === 20 ? bytes.subarray(0, bytes.length - 1000) : bytes),
    });
    expect((await checkMotion(cut))[0]).toMatchObject({ sopInstanceUids: [uid[12]] });
    const series = await seriesOf(files);
    const broken = { ...series, loadFrame: () => Promise.reject(new Error('the disk is gone')) };
    await expect(checkMotion(broken)).rejects.toThrow('the disk is gone');
  });

  it('is looked for in evenly spread runs of a long series', async () => {
    const many = Array.from({ length: 10 }, () => files).flat();
    const read: number[] = [];
    const long = await seriesOf(many, {
      header: (header, index) => {
        const [x, y] = header.imagePositionPatientMm!;
        return { ...header, sopInstanceUid: `2.25.${index}`, imagePositionPatientMm: [x, y, index * 5] };
      },
      frame: (frame, index) => {
        read.push(index);
        return frame;
      },
    });
    await checkMotion(long);
    expect(read).toHaveLength(120);
    expect([read[0], read.at(-1)]).toEqual([0, 239]);
  });
});

const asMr = (header: DicomHeader): DicomHeader => ({ ...header, modality: 'MR' });
const asMagnitude = (frame: DecodedFrame): DecodedFrame => ({
  ...frame,
  stored: frame.stored.map((value) => Math.max(0, value + 1000)),
});
/** The same noise in every run: a linear congruential generator. */
function noisy(frame: DecodedFrame, index: number): DecodedFrame {
  let state = 12_345 + index;
  const stored = frame.stored.map((value) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return value + Math.round((state / 2_147_483_648 - 0.5) * 120);
  });
  return { ...frame, stored };
}
