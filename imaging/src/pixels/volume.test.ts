import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chestPhantom } from '../phantom/chest.ts';
import { asEnhancedCt } from '../testing/enhanced-ct.ts';
import { decodeFrame, framesOf } from './decode.ts';
import { buildVolume, readingOrder, sortSlices } from './volume.ts';

const phantom = chestPhantom({ slices: 8, matrix: 16, pixelSpacingMm: 20, sliceThicknessMm: 30 });
const frames = await Promise.all(phantom.files.map((file) => decodeFrame(file.bytes)));

describe('a volume', () => {
  it('does not depend on the order of the slices', () => {
    const straight = buildVolume(frames);
    expect(straight.spacingMm).toEqual([20, 20, 30]);
    fc.assert(
      fc.property(fc.shuffledSubarray(frames, { minLength: 8, maxLength: 8 }), (shuffled) => {
        expect(buildVolume(shuffled).values).toEqual(straight.values);
      }),
      { numRuns: 10 },
    );
  });

  it.each([
    ['a missing slice', [0, 1, 2, 4, 5, 6], 'MIXED_SPACING'],
    ['a repeated slice', [0, 1, 2, 2, 3], 'DUPLICATE_SLICES'],
    ['too few slices', [0, 1], 'TOO_FEW_SLICES'],
  ])('is refused for %s', (_what, chosen, code) => {
    expect(() => buildVolume(chosen.map((index) => frames[index]!))).toThrow(expect.objectContaining({ code }));
  });

  it.each([
    ['few different values', Int16Array.from({ length: 256 }, (_, pixel) => (pixel % 7) - 3)],
    ['more different values than pixels', Int16Array.from({ length: 256 }, (_, pixel) => pixel * 251 - 32768)],
    ['values of 32 bits', Uint32Array.from({ length: 256 }, (_, pixel) => pixel * 16_000_000)],
    ['values without a sign', Uint16Array.from({ length: 256 }, (_, pixel) => 65535 - pixel)],
    ['fractions, and none', Float32Array.from({ length: 256 }, (_, pixel) => (pixel === 9 ? Number.NaN : pixel / 8))],
  ])('has modality values, rounded and within 16 bits, of %s', (_what, stored) => {
    const slices = frames.map((frame) => {
      const header = { ...frame.header, rescaleSlope: 1.3, rescaleIntercept: -1024.4 };
      return { ...frame, stored, modalityLut: null, header };
    });
    const expected = Array.from(stored, (value) =>
      Number.isNaN(value) ? 0 : Math.max(-32768, Math.min(32767, Math.round(value * 1.3 - 1024.4))),
    );
    expect(Array.from(buildVolume(slices).values.subarray(0, 256))).toEqual(expected);
  });

  it('is read in the direction in which the scanner numbered its slices', () => {
    const numbered = (numberOf: (slice: number) => number | null) =>
      readingOrder(frames.map(({ header }, slice) => ({ ...header, instanceNumber: numberOf(slice) })));
    const along = [0, 1, 2, 3, 4, 5, 6, 7];
    expect(numbered((slice) => slice + 1)).toEqual(along);
    expect(numbered((slice) => 8 - slice)).toEqual(along.toReversed());
    // Some without a number, two in the wrong place; none at all.
    expect(numbered((slice) => ({ 2: null, 5: 4, 4: 5 })[slice] ?? 8 - slice)).toEqual(along.toReversed());
    expect(numbered(() => null)).toEqual(along);
  });

  it('with several images at one place is read as the scanner numbered them, time by time or place by place', () => {
    const numbered = (numberOf: (place: number, time: number) => number | null) => {
      // As they may have arrived: backwards.
      const all = frames
        .flatMap(({ header }, place) =>
          [0, 1, 2].map((time) => ({ place, time, header: { ...header, instanceNumber: numberOf(place, time) } })),
        )
        .toReversed();
      return readingOrder(all.map(({ header }) => header)).map((index) => `${all[index]!.place} ${all[index]!.time}`);
    };
    const places = [0, 1, 2, 3, 4, 5, 6, 7];
    const byTime = [0, 1, 2].flatMap((time) => places.toReversed().map((place) => `${place} ${time}`));
    expect(numbered((place, time) => time * 8 + (8 - place))).toEqual(byTime);
    const byPlace = places.flatMap((place) => [0, 1, 2].map((time) => `${place} ${time}`));
    expect(numbered((place, time) => place * 3 + time + 1)).toEqual(byPlace);
    // A number stands for several images, or for none: along the normal.
    const levels = (order: string[]) => order.map((one) => Number(one.slice(0, 1)));
    expect(levels(numbered((place) => place + 1))).toEqual(places.flatMap((place) => [place, place, place]));
    expect(levels(numbered((place, time) => (place === 2 && time === 1 ? null : place * 3 + time)))).toEqual(
      places.flatMap((place) => [place, place, place]),
    );
  });

  it('sorts by instance number where there is no geometry', () => {
    const bare = frames.map(({ header }) => ({ ...header, imagePositionPatientMm: null }));
    expect(sortSlices([bare[3]!, bare[0]!, bare[2]!])).toEqual([1, 2, 0]);
  });

  it('is the same from the frames of one enhanced file, in whatever order they stand there', async () => {
    const places = [3, 0, 7, 1, 6, 2, 5, 4];
    const enhanced = await asEnhancedCt(places.map((place) => phantom.files[place]!.bytes));
    const classic = buildVolume(frames);
    const volume = buildVolume(await framesOf(enhanced));
    expect(volume.values).toEqual(classic.values);
    expect(volume.spacingMm).toEqual(classic.spacingMm);
    // Slice 0 was second in the file, slice 1 fourth …
    expect(volume.frames).toEqual(classic.headers.map((_, slice) => places.indexOf(slice)));
    expect(volume.headers.map((header) => header.imagePositionPatientMm)).toEqual(
      classic.headers.map((header) => header.imagePositionPatientMm),
    );
    expect(volume.headers[0]).toMatchObject({ frames: 8, convolutionKernel: 'B30f', kvp: 120, sliceThicknessMm: 30 });
    await expect(decodeFrame(enhanced, 8)).rejects.toMatchObject({ code: 'PIXEL_DATA_MISMATCH' });
  });
});
