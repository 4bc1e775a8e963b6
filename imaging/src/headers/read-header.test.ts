import { describe, expect, it } from 'vitest';
import { openDataSet } from '../files/data-set.ts';
import { type ElementToWrite, writePart10 } from '../files/write.ts';
import { readHeader } from './read-header.ts';

const header = (...elements: ElementToWrite[]) =>
  readHeader(
    openDataSet(
      writePart10([
        { tag: 0x00080016, vr: 'UI', value: '1.2.840.10008.5.1.4.1.1.1.1' },
        { tag: 0x00080018, vr: 'UI', value: '2.25.3' },
        { tag: 0x00280010, vr: 'US', value: [1] },
        { tag: 0x00280011, vr: 'US', value: [2] },
        { tag: 0x00280100, vr: 'US', value: [8] },
        { tag: 0x7fe00010, vr: 'OB', value: new Uint8Array(2) },
        ...elements,
      ]),
    ),
  );
const age = (value: string): ElementToWrite => ({ tag: 0x00101010, vr: 'AS', value });
const birth = (value: string): ElementToWrite => ({ tag: 0x00100030, vr: 'DA', value });
const study = (value: string): ElementToWrite => ({ tag: 0x00080020, vr: 'DA', value });

describe('the age of the patient', () => {
  it('is what the file states', () => {
    expect(header(age('006M'), birth('19800101'), study('20260101')).patientAgeYears).toBe(0.5);
    expect(header(age('75Y'), birth('20200704'), study('20230101')).patientAgeYears).toBe(75);
  });

  it.each([
    ['19810615', '20260614', 44],
    ['19810615', '20260615', 45],
    ['20200229', '20270228', 6],
    ['20200229', '20270301', 7],
    ['20260101', '20260102', 0],
    ['1981.06.15', '20260615', 45],
  ])('born %s and examined %s without a Patient Age is %d in full years', (born, examined, years) => {
    expect(header(birth(born), study(examined)).patientAgeYears).toBe(years);
    expect(header(age(''), birth(born), study(examined)).patientAgeYears).toBe(years);
  });

  it.each([
    ['no birth date', [study('20260101')]],
    ['no study date', [birth('19810615')]],
    ['a birth on the day of the study', [birth('20260101'), study('20260101')]],
    ['a birth after the study', [birth('20260102'), study('20260101')]],
    ['a birth date that stands in for an unknown one', [birth('18500101'), study('20260101')]],
    ['a date that is none', [birth('00000000'), study('20260101')]],
    ['moved dates', [birth('19810615'), study('20260101'), { tag: 0x00280303, vr: 'CS', value: 'MODIFIED' } as const]],
  ])('is not known from %s', (_, elements) => {
    expect(header(...elements).patientAgeYears).toBeNull();
  });
});

describe('the spacing of pixels', () => {
  const spacing = (tag: number, value: string): ElementToWrite => ({ tag, vr: 'DS', value });
  const atImager = spacing(0x00181164, '0.148\\0.148');

  it('that is the same as at the imager is not corrected for magnification', () => {
    expect(header(spacing(0x00280030, '0.1480\\0.1480'), atImager)).toMatchObject({
      pixelSpacingMm: [0.148, 0.148],
      pixelSpacingOf: 'imager',
    });
  });

  it('that differs, or names its calibration, or stands alone, is that of the patient', () => {
    const calibration: ElementToWrite = { tag: 0x00280a02, vr: 'CS', value: 'GEOMETRY' };
    const same = spacing(0x00280030, '0.148\\0.148');
    expect(header(spacing(0x00280030, '0.14\\0.148'), atImager).pixelSpacingOf).toBe('patient');
    expect(header(same, atImager, calibration).pixelSpacingOf).toBe('patient');
    expect(header(same).pixelSpacingOf).toBe('patient');
    expect(header(atImager).pixelSpacingOf).toBe('imager');
    expect(header().pixelSpacingOf).toBeNull();
  });

  it('of a scanned film is that on the film, unless another one says more', () => {
    const onFilm = spacing(0x00182010, '0.2\\0.1');
    const plane: ElementToWrite[] = [spacing(0x00200032, '0\\0\\0'), spacing(0x00200037, '1\\0\\0\\0\\1\\0')];
    expect(header(onFilm)).toMatchObject({ pixelSpacingMm: [0.2, 0.1], pixelSpacingOf: 'film' });
    expect(header(onFilm)).not.toHaveProperty('pixelAspectRatio');
    // What tells an older header, which is read again, from one of an image that states none.
    expect([header(onFilm).scannedSpacingMm, header().scannedSpacingMm]).toEqual([[0.2, 0.1], null]);
    expect(header(spacing(0x00280030, '0.20\\0.10'), onFilm).pixelSpacingOf).toBe('film');
    const corrected = { pixelSpacingMm: [0.15, 0.1], pixelSpacingOf: 'patient' };
    expect(header(spacing(0x00280030, '0.15\\0.1'), onFilm)).toMatchObject(corrected);
    expect(header(spacing(0x00280030, '0.2\\0.1'), onFilm, ...plane).pixelSpacingOf).toBe('patient');
    // Without Pixel Spacing nothing is said of the plane.
    expect(header(onFilm, ...plane).pixelSpacingOf).toBeNull();
    expect(header(onFilm, atImager)).toMatchObject({ pixelSpacingMm: [0.148, 0.148], pixelSpacingOf: 'imager' });
    expect(header(spacing(0x00280030, '0.2\\0.1'), onFilm, atImager).pixelSpacingOf).toBe('film');
  });

  it('is stood in for by the ratio of their sides, which nobody needs beside it', () => {
    const ratio = (value: string): ElementToWrite => ({ tag: 0x00280034, vr: 'IS', value });
    expect(header(ratio('3\\2')).pixelAspectRatio).toEqual([3, 2]);
    for (const none of ['0\\2', '3']) expect(header(ratio(none)).pixelAspectRatio).toEqual([1, 1]);
    expect(header().pixelAspectRatio).toEqual([1, 1]);
    for (const of of [atImager, spacing(0x00280030, '0.1\\0.2')])
      expect(header(ratio('3\\2'), of)).not.toHaveProperty('pixelAspectRatio');
  });
});

describe('the regions of ultrasound (PS3.3 C.8.5.5)', () => {
  const octets = (view: { readonly buffer: ArrayBuffer }) => new Uint8Array(view.buffer);
  const region = (left: number): ElementToWrite[] => [
    { tag: 0x00186012, vr: 'US', value: [1] },
    ...[left, 38, 70_000, 758].map(
      (at, index): ElementToWrite => ({
        tag: 0x00186018 + 2 * index,
        vr: 'UL',
        value: octets(Uint32Array.of(at)),
      }),
    ),
    { tag: 0x00186024, vr: 'US', value: [3] },
    { tag: 0x00186026, vr: 'US', value: [4] },
    { tag: 0x0018602c, vr: 'FD', value: octets(Float64Array.of(0.025)) },
    { tag: 0x0018602e, vr: 'FD', value: octets(Float64Array.of(-0.05)) },
  ];
  const regions = (...items: ElementToWrite[][]): ElementToWrite => ({ tag: 0x00186011, vr: 'SQ', value: { items } });
  const modality: ElementToWrite = { tag: 0x00080060, vr: 'CS', value: 'US' };

  it('are kept as the file states them, few of them, and only of images without spacing', () => {
    const found = { format: 1, bounds: [14, 38, 70_000, 758], units: [3, 4], delta: [0.025, -0.05] };
    const placeless = region(14).slice(3);
    expect(header(modality, regions(region(14), placeless)).ultrasoundRegions).toEqual([found]);
    expect(header(regions(region(14))).ultrasoundRegions).toHaveLength(1);
    const many = Array.from({ length: 40 }, (_, index) => region(index));
    expect(header(modality, regions(...many)).ultrasoundRegions).toHaveLength(16);
    // Ultrasound without regions is told from headers that were stored before they were read.
    expect(header(modality).ultrasoundRegions).toEqual([]);
    expect(header()).not.toHaveProperty('ultrasoundRegions');
    const spacing: ElementToWrite = { tag: 0x00280030, vr: 'DS', value: '0.1\\0.1' };
    expect(header(modality, spacing, regions(region(14)))).not.toHaveProperty('ultrasoundRegions');
  });
});

it('has the directions that a film names, and none that cannot be read (PS3.3 C.7.6.1.1.1)', () => {
  const named = (value: string) => header({ tag: 0x00200020, vr: 'CS', value }).patientOrientation;
  expect([named('L\\F'), named('A\\FR'), named('L'), named('LE\\V'), named('')]).toEqual([
    ['L', 'F'],
    ['A', 'FR'],
    undefined,
    undefined,
    undefined,
  ]);
});

it('has no orientation where the file has zeros in its place', () => {
  const told = (value: string) => header({ tag: 0x00200037, vr: 'DS', value }).imageOrientationPatient;
  expect(told('1\\0\\0\\0\\0\\-1')).toEqual([1, 0, 0, 0, 0, -1]);
  expect(told('0\\0\\0\\0\\0\\0')).toBeNull();
});

it.each(['NaN', '0,001', '1.0 HU', '--1'])(
  'refuses a slope that is not a number, by which no value is known: %s',
  (value) => {
    expect(() => header({ tag: 0x00281053, vr: 'DS', value })).toThrow('the rescale is not a number');
  },
);

it('reads a slope as it may be written, and one for values that are stored as they are', () => {
  const slopeOf = (value: string) => header({ tag: 0x00281053, vr: 'DS', value }).rescaleSlope;
  expect(['0.5', ' +.5 ', '5e-1', '5E-1\\2', '', ' '].map(slopeOf)).toEqual([0.5, 0.5, 0.5, 0.5, 1, 1]);
});

it('how long frames are shown is read in the order of the Cine Module (PS3.3 C.7.6.5), of several frames alone', () => {
  const frames: ElementToWrite = { tag: 0x00280008, vr: 'IS', value: '2' };
  const [shown, rate]: ElementToWrite[] = [
    { tag: 0x00082144, vr: 'IS', value: '20' },
    { tag: 0x00180040, vr: 'IS', value: '25' },
  ];
  const time = (value: string): ElementToWrite => ({ tag: 0x00181063, vr: 'DS', value });
  const played = (...elements: (ElementToWrite | undefined)[]) =>
    header(frames, ...elements.flatMap((element) => element ?? [])).frameMs;
  expect([played(shown, rate, time('33.3')), played(rate, time('33.3')), played(time('33.3'))]).toEqual([50, 40, 33.3]);
  expect([played(), played(time('0')), played({ tag: 0x00180040, vr: 'IS', value: '0' })]).toEqual([null, null, null]);
  expect(header(time('33.3'))).not.toHaveProperty('frameMs');
});

it('takes no number that an Integer String cannot hold (PS3.5 section 6.2)', () => {
  const numbered = (value: string) => header({ tag: 0x00200013, vr: 'IS', value }).instanceNumber;
  expect(['7', '-2147483647', '99999999999', '1e300'].map(numbered)).toEqual([7, -2147483647, null, null]);
});

it('the unit of PET values is read (PS3.3 C.8.9.1), and null where none is named; other images have none to read', () => {
  const modality = (value: string): ElementToWrite => ({ tag: 0x00080060, vr: 'CS', value });
  expect(header(modality('PT'), { tag: 0x00541001, vr: 'CS', value: 'BQML' }).petUnits).toBe('BQML');
  expect(header(modality('PT')).petUnits).toBeNull();
  const corrected: ElementToWrite = { tag: 0x00280051, vr: 'CS', value: 'DECY\\ATTN ' };
  expect(header(modality('PT'), corrected).petCorrections).toEqual(['DECY', 'ATTN']);
  expect(header(modality('PT')).petCorrections).toEqual([]);
  expect(header(modality('CT'))).not.toHaveProperty('petUnits');
});
