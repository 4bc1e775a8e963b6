import { algorithmResultSchema, LANGUAGES } from '@duai/contract';
import { describe, expect, it } from 'vitest';
import { asEnhancedCt } from '../../../imaging/src/testing/enhanced-ct.ts';
import { codesOf, limitationsOf, measured, readChestCt, runOn, saidOf, seriesOf } from '../testing/series.ts';
import { bodyAtEdgePercent } from './body.ts';
import { FAULTS, faultlessPhantom, steadyPhantom } from './evaluate.ts';
import { checkHeaders } from './headers.ts';
import { qcSeries } from './index.ts';
import { saturation } from './pixels.ts';

const files = faultlessPhantom();

describe('qc.series', () => {
  it('finds nothing wrong with a faultless series, in whatever order it comes', async () => {
    for (const series of [files, [...files].reverse(), [...files.slice(5), ...files.slice(0, 5)]]) {
      const result = await runOn(qcSeries, await seriesOf(series));
      expect(codesOf(result)).toEqual(['NO_PROBLEM']);
      expect(algorithmResultSchema.parse(result)).toEqual(result);
    }
  });

  it.each(Object.keys(FAULTS))('names the fault %s and nothing else, in every language', async (code) => {
    const result = await runOn(qcSeries, await FAULTS[code]!(files));
    expect(codesOf(result)).toEqual([code]);
    expect(algorithmResultSchema.parse(result)).toEqual(result);
    const told = LANGUAGES.map((language) => saidOf(qcSeries, result, language).findings[0]!);
    expect(new Set(told).size).toBe(LANGUAGES.length);
    for (const line of told) expect(line).not.toMatch(/[{}]/);
  });

  it('counts what is missing and points at the images concerned', async () => {
    const gap = await runOn(qcSeries, await seriesOf(files.filter((_, index) => index < 4 || index > 6)));
    expect(gap).toMatchObject({ findings: [{ code: 'MISSING_SLICES', severity: 'important', params: { count: 3 } }] });
    const blank = await FAULTS.BLANK_IMAGES!(files);
    expect(await runOn(qcSeries, blank)).toMatchObject({
      findings: [{ sopInstanceUids: [blank.instances[4]!.sopInstanceUid] }],
    });
  });

  it('names the images that differ from most, the localisers, and the slice before a gap', async () => {
    const uidsIn = async (fault: string) => {
      const series = await FAULTS[fault]!(files);
      const result = await runOn(qcSeries, series);
      if (result.outcome !== 'evaluated') throw new Error('it is evaluated');
      const uids = series.instances.map(({ sopInstanceUid }) => sopInstanceUid);
      return result.findings.find(({ code }) => code === fault)?.sopInstanceUids?.map((uid) => uids.indexOf(uid));
    };
    expect(await uidsIn('LOCALISER_MIXED_IN')).toEqual([12]);
    expect(await uidsIn('MIXED_THICKNESS')).toEqual([2]);
    expect(await uidsIn('MIXED_PIXEL_SPACING')).toEqual([2]);
    // Six slices of each kernel: those of the second.
    expect(await uidsIn('MIXED_KERNEL')).toEqual([6, 7, 8, 9, 10, 11]);
    expect(await uidsIn('MISSING_SLICES')).toEqual([4]);
  });

  it('raises in the impression only what is important', async () => {
    const wrong = await runOn(qcSeries, await FAULTS.WRONG_MODALITY!(files));
    expect(saidOf(qcSeries, wrong, 'en').impression).toEqual(['The case was declared as MRI, but the images are CT.']);
    expect(saidOf(qcSeries, wrong, 'tr').impression[0]).toContain('MR (manyetik rezonans) olarak bildirildi');
    const lossy = await runOn(qcSeries, await FAULTS.LOSSY_COMPRESSION!(files));
    expect(saidOf(qcSeries, lossy, 'en').impression).toEqual([]);
  });

  it('says of a JPEG that burnt-in text cannot be ruled out and that pixels were not checked', async () => {
    const series = await seriesOf(files.slice(0, 1), { declaredModality: 'X-Ray' });
    const picture = {
      ...series,
      instances: [
        {
          kind: 'jpeg' as const,
          header: null,
          sopInstanceUid: null,
          name: 'picture',
          columns: 64,
          rows: 64,
          frames: 1,
        },
      ],
    };
    const result = await runOn(qcSeries, picture);
    expect(codesOf(result)).toEqual(['ANNOTATION_NOT_RULED_OUT']);
    expect(limitationsOf(result)).toEqual(['PIXELS_NOT_CHECKED']);
  });

  it('checks the frames of an enhanced file as it checks slices', async () => {
    const backwards = [...files].reverse();
    const ofFrames = async (slices: Uint8Array[]) => runOn(qcSeries, await seriesOf([await asEnhancedCt(slices)]));
    const whole = await ofFrames(backwards);
    expect(codesOf(whole)).toEqual(['NO_PROBLEM']);
    expect(limitationsOf(whole)).toEqual([]);
    expect(codesOf(await ofFrames(backwards.filter((_, index) => index !== 4)))).toEqual(['MISSING_SLICES']);
    // Two frames at one position are two points in time.
    expect(codesOf(await ofFrames([...backwards, files[2]!]))).toEqual(['SAME_PLACE']);
  });

  it('says that the frames of a film have no places to check', async () => {
    const series = await seriesOf(files, {
      header: (header) => ({ ...header, frames: 2, imagePositionPatientMm: null }),
    });
    const result = await runOn(qcSeries, { ...series, loadFrame: (index) => series.loadFrame(index) });
    expect(limitationsOf(result)).toEqual(['FRAMES_NOT_CHECKED']);
  });

  it.each<[string, string | null, string | null, string | null, string, number]>([
    ['the other side in words', 'L', 'RIGHT KNEE AP', null, 'DX', 1],
    ['in Turkish', 'L', 'Sağ omuz', null, 'CR', 1],
    ['in Arabic', 'R', 'الركبة اليسرى', null, 'CR', 1],
    ['in the description of the study', 'R', 'AP', 'Left hand', 'CT', 1],
    ['abbreviated, of a film', 'L', 'RT HAND', null, 'DX', 1],
    ['an abbreviation that is radiotherapy', 'L', 'RT PLANNING', null, 'CT', 0],
    ['a lesion', 'R', 'SOL protocol', null, 'MR', 0],
    ['Turkish for left, of a film', 'R', 'SOL EL', null, 'CR', 1],
    ['sagittal', 'L', 'T1 SAG', null, 'MR', 0],
    ['part of a word', 'L', 'BRIGHT BLOOD', null, 'MR', 0],
    ['both sides', 'L', 'LEFT AND RIGHT HAND', 'RIGHT HAND', 'DX', 0],
    ['the series before the study', 'L', 'LEFT', 'RIGHT HAND', 'DX', 0],
    ['the same side', 'R', 'RIGHT KNEE', null, 'DX', 0],
    ['an unpaired part', 'U', 'RIGHT KNEE', null, 'DX', 0],
    ['no side in the header', null, 'RIGHT KNEE', null, 'DX', 0],
  ])('tells a contradictory side: %s', async (_, laterality, seriesDescription, studyDescription, modality, count) => {
    const input = await seriesOf(files.slice(0, 1), {
      declaredModality: null,
      header: (header) => ({ ...header, laterality, seriesDescription, studyDescription, modality }),
    });
    expect(checkHeaders(input).filter(({ code }) => code === 'WRONG_LATERALITY')).toHaveLength(count);
  });

  it('takes kernels that are written differently for one, and leaves out those of localisers', async () => {
    const kernels = async (of: (index: number) => string | null, imageType = ['ORIGINAL', 'PRIMARY', 'AXIAL']) =>
      codesOf(
        await runOn(
          qcSeries,
          await seriesOf(files, {
            header: (header, index) => ({
              ...header,
              convolutionKernel: of(index),
              imageType: index === 0 ? imageType : header.imageType,
            }),
          }),
        ),
      );
    expect(await kernels((index) => (index < 6 ? 'STANDARD' : 'standard '))).not.toContain('MIXED_KERNEL');
    expect(await kernels((index) => (index < 6 ? 'STANDARD' : null))).not.toContain('MIXED_KERNEL');
    const ofLocaliser = (index: number) => (index === 0 ? 'T20f' : 'B40f');
    expect(await kernels(ofLocaliser)).toContain('MIXED_KERNEL');
    expect(await kernels(ofLocaliser, ['ORIGINAL', 'PRIMARY', 'LOCALIZER'])).not.toContain('MIXED_KERNEL');
  });

  it('reads each slice once, one that is blank too, though it looks at the pixels and for motion', async () => {
    const series = await seriesOf(steadyPhantom(), {
      frame: (frame, index) =>
        index === 4 ? { ...frame, stored: new Int16Array(frame.stored.length).fill(-1000) } : frame,
    });
    const read: number[] = [];
    const result = await runOn(qcSeries, {
      ...series,
      loadFrame(index, frame) {
        read.push(index);
        return series.loadFrame(index, frame);
      },
    });
    expect(codesOf(result)).toEqual(['BLANK_IMAGES']);
    expect(read.toSorted((a, b) => a - b)).toEqual(series.instances.map((_, index) => index));
  });

  it('does not swallow an error that is not about the file', async () => {
    const series = await seriesOf(files);
    const broken = { ...series, loadFrame: () => Promise.reject(new Error('the disk is gone')) };
    await expect(runOn(qcSeries, broken)).rejects.toThrow('the disk is gone');
  });

  it('does not fit a series without images', () => {
    expect(
      qcSeries.gate({
        seriesInstanceUid: null,
        declaredModality: null,
        declaredBodyPart: null,
        declaredAgeYears: null,
        instances: [],
      }),
    ).toMatchObject({
      fits: false,
      code: 'NO_IMAGES',
    });
  });

  it('finds in a real chest CT only that the shoulders reach beyond the field of view', async ({ skip }) => {
    const real = await readChestCt('b40f-smooth');
    if (!real) return skip('data not present');
    const result = await runOn(qcSeries, await seriesOf(real));
    expect(codesOf(result)).toEqual(['BODY_CUT_OFF']);
    expect(measured(result, 'INSTANCES')).toBe(30);
  });
});

describe('saturation', () => {
  const frameOf = async (values: number[], photometricInterpretation = 'MONOCHROME2') => {
    const frame = await (await seriesOf(files.slice(0, 1))).loadFrame(0);
    const header = {
      ...frame.header,
      bitsStored: 8,
      pixelRepresentation: 0 as const,
      pixelPaddingValue: 77,
      photometricInterpretation,
    };
    return { ...frame, stored: Uint8Array.from(values), header };
  };

  it('is counted by hand: two of eight at the top, one at the bottom, padding left out', async () => {
    expect(saturation(await frameOf([0, 255, 255, 10, 20, 30, 40, 50, 77, 77]))).toEqual({
      lowPercent: 12.5,
      highPercent: 25,
      brightPercent: 25,
      isBlank: false,
    });
  });

  it('looks at the small values where they are shown bright', async () => {
    expect(saturation(await frameOf([5, 5, 5, 200], 'MONOCHROME1')).brightPercent).toBe(75);
    expect(saturation(await frameOf([5, 5, 5, 200], 'MONOCHROME2')).brightPercent).toBe(25);
  });

  it('knows a blank image, also one of padding alone', async () => {
    expect(saturation(await frameOf([9, 9, 9])).isBlank).toBe(true);
    expect(saturation(await frameOf([77, 77])).isBlank).toBe(true);
  });
});

describe('the body at the edge of the field of view', () => {
  const frameOf = async (isBody: (row: number, column: number) => boolean) => {
    const frame = await (await seriesOf(files.slice(0, 1))).loadFrame(0);
    const stored = frame.stored.map((_, pixel) =>
      isBody(Math.floor(pixel / frame.columns), pixel % frame.columns) ? 40 : -1000,
    );
    return { ...frame, stored };
  };

  it('is all of it where everything is body, and none where nothing is', async () => {
    expect(bodyAtEdgePercent(await frameOf(() => true))).toBe(100);
    expect(bodyAtEdgePercent(await frameOf(() => false))).toBe(0);
  });

  it('is half of it where the body fills one half', async () => {
    expect(bodyAtEdgePercent(await frameOf((_, column) => column < 48))).toBeCloseTo(50, 0);
  });

  it('does not take the table for the body', async () => {
    const isBody = (row: number, column: number) => (row - 40) ** 2 + (column - 48) ** 2 < 20 ** 2;
    expect(bodyAtEdgePercent(await frameOf((row, column) => isBody(row, column) || row === 70))).toBe(0);
  });
});

describe('frontal chest films', () => {
  it('that are turned, mirrored, inverted or halved are named with the films concerned', async () => {
    const chest = { modality: 'DX', bodyPartExamined: 'CHEST', viewPosition: 'PA', frames: 1 };
    const series = await seriesOf(files.slice(0, 2), {
      declaredModality: 'X-Ray',
      header: (header) => ({ ...header, ...chest, imagePositionPatientMm: null }),
    });
    const large = { ...series, instances: series.instances.map((each) => ({ ...each, columns: 1200, rows: 900 })) };
    const tensor = (data: number[]) => ({ data: Float32Array.from(data), dims: [1, data.length] });
    let asked = 0;
    const inference = {
      run: async () => {
        asked += 1;
        return {
          turn: tensor(asked === 1 ? [0, 0, 9, 0] : [9, 0, 0, 0]),
          changes: tensor([9, 9, -9]),
          distance: tensor([0]),
        };
      },
    };
    const result = await qcSeries.run(large, { inference });
    if (result.outcome !== 'evaluated') throw new Error('it is evaluated');
    const films = result.findings.filter(({ code }) => code.startsWith('FILM_'));
    const [first, second] = series.instances.map(({ name }) => name);
    expect(films.map(({ code, sopInstanceUids }) => [code, sopInstanceUids])).toEqual([
      ['FILM_TURNED', [first]],
      ['FILM_MIRRORED', [first, second]],
      ['FILM_INVERTED', [first, second]],
    ]);
  });
});
