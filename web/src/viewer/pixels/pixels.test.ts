import { angleOf, areaOf, lengthOf, squared, statisticsOf } from '@duai/imaging/browser';
import { describe, expect, it } from 'vitest';
import { FrameCache } from './fetching/frame-cache.ts';
import { edgeLetters, type Layout, type Rotation, scaleBar, toImage, toStage } from './layout.ts';
import {
  describePixels,
  lacksPixelShape,
  needsOwnMetadata,
  ofFrame,
  type PixelDescription,
} from './values/describe-pixels.ts';
import { fieldOf, openingOf, openingSteps, paint, valueAt, valuesOf } from './values/frame-values.ts';

/** Metadata of a CT slice of 2 × 3 pixels, as WADO-RS gives them. */
const metadata = {
  '00080016': { vr: 'UI', Value: ['1.2.840.10008.5.1.4.1.1.2'] },
  '00080018': { vr: 'UI', Value: ['1.2.3'] },
  '00080060': { vr: 'CS', Value: ['CT'] },
  '00200037': { vr: 'DS', Value: [1, 0, 0, 0, 1, 0] },
  '00280004': { vr: 'CS', Value: ['MONOCHROME2'] },
  '00280008': { vr: 'IS', Value: [1] },
  '00280010': { vr: 'US', Value: [2] },
  '00280011': { vr: 'US', Value: [3] },
  '00280030': { vr: 'DS', Value: [2, 1] },
  '00280100': { vr: 'US', Value: [16] },
  '00280103': { vr: 'US', Value: [1] },
  '00281052': { vr: 'DS', Value: [-1000] },
  '00281053': { vr: 'DS', Value: [2] },
};
const ct = describePixels(metadata) as PixelDescription;
const values = (stored: number[], description = ct) => valuesOf(Int16Array.from(stored).buffer, description);

describe('what stored values need to become a picture', () => {
  it('tell of PET whether it was corrected for attenuation, where the metadata say', () => {
    const told = (...Value: string[]) => describePixels({ ...metadata, '00280051': { vr: 'CS', Value } });
    expect(told('DECY', 'ATTN')?.isAttenuationCorrected).toBe(true);
    expect(told('DECY')?.isAttenuationCorrected).toBe(false);
    expect(ct).not.toHaveProperty('isAttenuationCorrected');
  });

  it('is read from the metadata', () => {
    expect(ct).toMatchObject({ rows: 2, columns: 3, isSigned: true, slope: 2, intercept: -1000, unit: 'HU' });
    expect(ct.spacing).toEqual({ rowMm: 2, columnMm: 1, of: 'patient' });
    const { '00280030': _, ...film } = metadata;
    expect(describePixels({ ...film, '00181164': { vr: 'DS', Value: [0.1, 0.1] } })?.spacing?.of).toBe('imager');
    expect(describePixels(film)?.spacing).toBeNull();
    const scanned = { ...film, '00182010': { vr: 'DS', Value: [0.2, 0.1] } };
    expect(describePixels(scanned)?.spacing).toEqual({ rowMm: 0.2, columnMm: 0.1, of: 'film' });
    expect(lacksPixelShape(scanned)).toBe(false);
    // Both spacings are equal and no calibration is named, so magnification was not corrected (PS3.3 10.7.1.1).
    const both = { ...film, '00181164': { vr: 'DS', Value: [0.1, 0.1] }, '00280030': { vr: 'DS', Value: [0.1, 0.1] } };
    expect(describePixels(both)?.spacing?.of).toBe('imager');
    expect(ct.statedAspect).toBeUndefined();
    expect(describePixels({ ...film, '00280034': { vr: 'IS', Value: [3, 2] } })?.statedAspect).toBe(1.5);
    const calibrated = { ...both, '00280A02': { vr: 'CS', Value: ['FIDUCIAL'] } };
    expect(describePixels(calibrated)?.spacing?.of).toBe('patient');
  });

  it('has the regions of ultrasound, which images that were stored before have in their own metadata', () => {
    const item = (left: number, changed: Record<string, number> = {}) =>
      Object.fromEntries(
        Object.entries({
          ...{ '00186012': 1, '00186018': left, '0018601A': 0, '0018601C': 2, '0018601E': 1 },
          ...{ '00186024': 3, '00186026': 3, '0018602C': 0.02, '0018602E': 0.01, ...changed },
        }).map(([tag, value]) => [tag, { vr: 'FD', Value: [value] }]),
      );
    const { '00280030': spacing, ...unsized } = { ...metadata, '00080060': { vr: 'CS', Value: ['US'] } };
    const regions = { '00186011': { vr: 'SQ', Value: [item(0), item(1, { '00186012': 3 })] } };
    expect(describePixels({ ...unsized, ...regions })?.regions).toEqual([
      { left: 0, top: 0, right: 3, bottom: 2, spacing: { columnMm: 0.2, rowMm: 0.1, of: 'region' } },
      { left: 1, top: 0, right: 3, bottom: 2, spacing: null },
    ]);
    expect(describePixels({ ...unsized, ...regions, '00280030': spacing })?.regions).toBeUndefined();
    const square = { ...unsized, '00280034': { vr: 'IS', Value: [1, 1] } };
    expect(
      [unsized, square, { ...square, ...regions }, { ...unsized, '00280030': spacing }].map(lacksPixelShape),
    ).toEqual([true, true, false, false]);
    expect(lacksPixelShape({ ...square, '00186011': { vr: 'SQ' } })).toBe(false);
    expect(lacksPixelShape({ ...square, '00080060': { vr: 'CS', Value: ['OT'] } })).toBe(false);
  });

  it.each([
    ['a unit that the file names', { '00281054': { vr: 'LO', Value: ['HU'] } }, 'HU'],
    ['another unit', { '00281054': { vr: 'LO', Value: ['US'] } }, null],
    ['a localiser', { '00080008': { vr: 'CS', Value: ['ORIGINAL', 'PRIMARY', 'LOCALIZER'] } }, null],
    ['a localiser by its description', { '0008103E': { vr: 'LO', Value: ['Topogram 0.6'] } }, null],
    ['values from an intercept below zero', { '00280103': { vr: 'US', Value: [0] } }, 'HU'],
    ['signed values without an intercept', { '00281052': { vr: 'DS' } }, 'HU'],
    [
      'values that cannot be negative',
      { '00280103': { vr: 'US', Value: [0] }, '00281052': { vr: 'DS', Value: [0] } },
      null,
    ],
    ['another modality', { '00080060': { vr: 'CS', Value: ['MR'] } }, null],
  ])('is in HU only where the file has them: %s', (_, change, unit) => {
    expect(describePixels({ ...metadata, ...change })?.unit).toBe(unit);
  });

  it.each([
    ['a table in place of slope and intercept that is only named', { '00283000': { vr: 'SQ' } }],
    ['a table in place of a window that is only named', { '00283010': { vr: 'SQ' } }],
    ['frames that differ and are not described', { '00280008': { vr: 'IS', Value: [5] } }],
    ['values of 32 bits', { '00280100': { vr: 'US', Value: [32] } }],
    ['another photometric interpretation', { '00280004': { vr: 'CS', Value: ['HSV'] } }],
  ])('is not there with %s: the server draws the picture', (_, change) => {
    expect(describePixels({ ...metadata, ...change })).toBeNull();
  });

  it('is asked for by itself where an image has tables or frames that differ', () => {
    expect(needsOwnMetadata(metadata)).toBe(false);
    expect(needsOwnMetadata({ ...metadata, '00283010': { vr: 'SQ' } })).toBe(true);
    expect(needsOwnMetadata({ ...metadata, '00280008': { vr: 'IS', Value: [5] } })).toBe(true);
  });

  it('is given for each frame by its functional groups, the others as the image has them (PS3.3 C.7.6.16)', () => {
    const item = (...entries: [string, unknown[]][]) => ({
      vr: 'SQ',
      Value: [Object.fromEntries(entries.map(([tag, Value]) => [tag, { vr: 'DS', Value }]))],
    });
    const group = (z: number, slope: number) => ({
      '00209113': item(['00200032', [-10, -20, z]]),
      '00289145': item(['00281052', [-1000]], ['00281053', [slope]]),
      '00289132': item(['00281050', [z]], ['00281051', [100]]),
    });
    const whole = {
      ...metadata,
      '00280008': { vr: 'IS', Value: [2] },
      '52009230': { vr: 'SQ', Value: [group(5, 1), group(8, 3)] },
    };
    const described = describePixels(whole) as PixelDescription;
    expect([0, 1, 2].map((frame) => ofFrame(described, frame))).toMatchObject([
      { position: [-10, -20, 5], slope: 1, fileWindow: { center: 5, width: 100 }, columns: 3, isOfFrame: true },
      { position: [-10, -20, 8], slope: 3, fileWindow: { center: 8, width: 100 }, orientation: [1, 0, 0, 0, 1, 0] },
      undefined,
    ]);
    const ofImage = { center: 40, width: 80, isInverted: false, suvFactor: null, isByTable: false };
    expect(openingOf(ofImage, ofFrame(described, 1))).toEqual({ ...ofImage, center: 8, width: 100 });
    expect(openingOf({ ...ofImage, suvFactor: 2 }, ofFrame(described, 1))).toMatchObject({ center: 40, width: 80 });
    expect(openingOf(ofImage, ct)).toBe(ofImage);
    // A frame that has a table of its own, which is only named: the server draws them all.
    const [first, second] = whole['52009230'].Value;
    const own = { ...second, '00289132': { vr: 'SQ', Value: [{ '00283010': { vr: 'SQ' } }] } };
    expect(describePixels({ ...whole, '52009230': { vr: 'SQ', Value: [first, own] } })).toBeNull();
    expect(describePixels({ ...whole, '52009230': { vr: 'SQ', Value: [first] } })).toBeNull();
  });

  it('has the side of a paired part and the view; U is said of what is not paired', () => {
    const side = (letter: string) => describePixels({ ...metadata, '00200060': { vr: 'CS', Value: [letter] } });
    expect(['R', 'L', 'B', 'U'].map((letter) => side(letter)?.laterality)).toEqual(['R', 'L', 'B', null]);
    expect(describePixels({ ...metadata, '00185101': { vr: 'CS', Value: ['MLO'] } })?.viewPosition).toBe('MLO');
  });

  it('is there for a film of ultrasound, whose frames are alike', () => {
    const film = { ...metadata, '00280008': { vr: 'IS', Value: [5] } };
    const kind = (uid: string) => describePixels({ ...film, '00080016': { vr: 'UI', Value: [uid] } });
    expect(kind('1.2.840.10008.5.1.4.1.1.3.1')?.frames).toBe(5);
    // Enhanced CT, and enhanced XA, whose UID only begins like that of XA.
    expect(kind('1.2.840.10008.5.1.4.1.1.2.1')).toBeNull();
    expect(kind('1.2.840.10008.5.1.4.1.1.12.1.1')).not.toBeUndefined();
  });
});

describe('a frame', () => {
  const stored = [-24, 0, 500, 520, 1000, 2000];
  const grey = (description: PixelDescription, window: { center: number; width: number }, isTurnedOver = false) => {
    const rgba = new Uint8ClampedArray(24);
    paint(values(stored, description), window, isTurnedOver, rgba);
    return Array.from({ length: 6 }, (_, pixel) => [...rgba.slice(pixel * 4, pixel * 4 + 4)]);
  };

  it('is painted by its window as PS3.3 C.11.2.1.2.1 says, opaque', () => {
    // −1048, −1000, 0, 40, 1000, 3000 HU in the window of 40 / 81: from 0 to 80 in steps of 255 / 80.
    const shades = grey(ct, { center: 40.5, width: 81 });
    expect(shades.map(([red]) => red)).toEqual([0, 0, 0, 128, 255, 255]);
    expect(shades.every(([red, green, blue, alpha]) => red === green && green === blue && alpha === 255)).toBe(true);
  });

  it('opens by the VOI LUT of its file, and is measured by its Modality LUT (PS3.3 C.11.1, C.11.2)', () => {
    const table = (first: number, bits: number, entries: number[]) => ({
      vr: 'SQ',
      Value: [
        {
          '00283002': { vr: first < 0 ? 'SS' : 'US', Value: [entries.length, first, bits] },
          '00283006': { vr: 'US', Value: entries },
        },
      ],
    });
    const painted = (description: PixelDescription, stored: number[]) => {
      const rgba = new Uint8ClampedArray(24);
      paint(values(stored, description), { center: 3, width: 4 }, false, rgba, openingSteps(description));
      return Array.from({ length: 6 }, (_, pixel) => rgba[pixel * 4]);
    };
    const { '00281052': _, '00281053': __, ...bare } = metadata;
    const voi = describePixels({ ...bare, '00283010': table(-1, 8, [0, 51, 102, 255]) }) as PixelDescription;
    // Below the first entry, the four entries, beyond the last.
    expect(painted(voi, [-9, -1, 0, 1, 2, 9])).toEqual([0, 0, 51, 102, 255, 255]);
    const inverted = { ...voi, isInverted: true };
    expect(painted(inverted, [-9, -1, 0, 1, 2, 9])).toEqual([255, 255, 204, 153, 0, 0]);
    expect(openingSteps(ct)).toBeUndefined();
    const modality = describePixels({ ...bare, '00283000': table(0, 12, [10, 20, 30]) }) as PixelDescription;
    expect([0, 1, 2].map((at) => valueAt(values([0, 1, 2, 9, 0, 0], modality), at, 0))).toEqual([10, 20, 30]);
    expect(valueAt(values([0, 1, 2, 9, 0, 0], modality), 0, 1)).toBe(30);
    const both = describePixels({ ...bare, '00283000': table(0, 12, [1, 2, 3]), '00283010': table(1, 8, [7, 9, 255]) });
    expect(painted(both as PixelDescription, [0, 1, 2, 0, 0, 0])).toEqual([7, 9, 255, 7, 7, 7]);
  });

  it('is white at its lowest value where it is MONOCHROME1, and turned over where the reader wishes', () => {
    const window = { center: 40.5, width: 81 };
    const turned = grey(ct, window).map(([red]) => 255 - red!);
    expect(grey({ ...ct, isInverted: true }, window).map(([red]) => red)).toEqual(turned);
    expect(grey(ct, window, true).map(([red]) => red)).toEqual(turned);
    expect(grey({ ...ct, isInverted: true }, window, true)).toEqual(grey(ct, window));
  });

  it('tells the value of a pixel, and nothing beside the image', () => {
    const frame = values(stored);
    expect([valueAt(frame, 0, 0), valueAt(frame, 0, 1), valueAt(frame, 2, 1)]).toEqual([-1048, 40, 3000]);
    expect([valueAt(frame, 3, 0), valueAt(frame, -1, 0), valueAt(frame, 0, 2)]).toEqual([null, null, null]);
    // Of a plane that reaches beyond its volume.
    const beyond = { ...frame, description: { ...frame.description, isWithin: (column: number) => column > 0 } };
    expect([valueAt(beyond, 0, 0), valueAt(beyond, 2, 1)]).toEqual([null, 3000]);
  });

  it('is painted the same whichever window was painted before, for signed, unsigned and 8-bit values', () => {
    const windows = [
      { center: 40.5, width: 81 },
      { center: 500, width: 1000 },
    ];
    const kinds = [
      ct,
      { ...ct, isSigned: false },
      { ...ct, slope: 1 },
      { ...ct, isInverted: true },
      { ...ct, windowFunction: 'SIGMOID' },
    ] as const;
    const all = () => kinds.flatMap((kind) => windows.map((window) => grey(kind, window).map(([red]) => red)));
    const first = all();
    expect(all()).toEqual(first);
    expect(first[0]).toEqual([0, 0, 0, 128, 255, 255]);
    const bytes = { ...ct, bitsAllocated: 8, slope: 1, intercept: 0 } as const;
    const rgba = new Uint8ClampedArray(24);
    paint(valuesOf(Int8Array.of(-128, -1, 0, 1, 64, 127).buffer, bytes), { center: 0, width: 256 }, false, rgba);
    expect(Array.from({ length: 6 }, (_, pixel) => rgba[pixel * 4])).toEqual([0, 127, 128, 129, 192, 255]);
  });

  it('in colour is painted as it is', () => {
    const color = { ...ct, isColor: true, bitsAllocated: 8, isSigned: false, rows: 1, columns: 2 } as const;
    const rgba = new Uint8ClampedArray(8);
    paint(valuesOf(Uint8Array.of(1, 2, 3, 250, 251, 252).buffer, color), { center: 0, width: 1 }, false, rgba);
    expect([...rgba]).toEqual([1, 2, 3, 255, 250, 251, 252, 255]);
  });

  it('that was cut off is no image', () => {
    expect(() => values([1, 2, 3])).toThrow('fewer pixels');
  });
});

const layout: Layout = {
  stage: { width: 400, height: 300 },
  columns: 100,
  rows: 50,
  pixelAspect: 2,
  rotation: 0,
  isFlipped: false,
  placement: { scale: 1, x: 0, y: 0 },
};
const turns: Rotation[] = [0, 90, 180, 270];

describe('where a point of the image lies on the stage', () => {
  it('fits the stage, also where pixels are not square', () => {
    // 100 × 100 in square pixels: 3 CSS pixels each.
    expect(toStage({ x: 0, y: 0 }, layout)).toEqual({ x: -150, y: -150 });
    expect(toStage({ x: 100, y: 50 }, layout)).toEqual({ x: 150, y: 150 });
  });

  it('turns clockwise, and left and right change places before', () => {
    const corner = (change: Partial<Layout>) => toStage({ x: 0, y: 0 }, { ...layout, ...change });
    expect(corner({ rotation: 90 })).toEqual({ x: 150, y: -150 });
    expect(corner({ rotation: 180 })).toEqual({ x: 150, y: 150 });
    expect(corner({ isFlipped: true })).toEqual({ x: 150, y: -150 });
    expect(corner({ isFlipped: true, rotation: 90 })).toEqual({ x: 150, y: 150 });
  });

  it('is found again from the stage, however it is turned and placed', () => {
    for (const rotation of turns) {
      for (const isFlipped of [false, true]) {
        const placed = { ...layout, rotation, isFlipped, placement: { scale: 2.5, x: -31, y: 17 } };
        const back = toImage(toStage({ x: 12.5, y: 40 }, placed), placed);
        expect(back.x).toBeCloseTo(12.5, 9);
        expect(back.y).toBeCloseTo(40, 9);
      }
    }
  });
});

describe('the letters at the edges', () => {
  const at = (orientation: number[], change: Partial<Layout> = {}) => {
    const { left, top, right, bottom } = edgeLetters(orientation, { ...layout, ...change });
    return `${left} ${top} ${right} ${bottom}`;
  };

  it('are right for axial, coronal, sagittal and oblique images', () => {
    expect(at([1, 0, 0, 0, 1, 0])).toBe('R A L P');
    expect(at([1, 0, 0, 0, 0, -1])).toBe('R H L F');
    expect(at([0, 1, 0, 0, 0, -1])).toBe('A H P F');
    expect(at([0.8, 0.6, 0, 0, 0, -1])).toBe('RA H LP F');
  });

  it('are those that the file of a film names, and go with it (PS3.3 C.7.6.1.1.1)', () => {
    const film = (...letters: unknown[]) =>
      describePixels({ ...metadata, '00200037': { vr: 'DS' }, '00200020': { vr: 'CS', Value: letters } });
    const facing = (...letters: string[]) => [...(film(...letters)?.facing ?? [])];
    expect(film('L', 'F')?.orientation).toBeNull();
    expect(at(facing('L', 'F'))).toBe('R H L F');
    expect(at(facing('L', 'F'), { isFlipped: true })).toBe('L H R F');
    expect(at(facing('L', 'F'), { rotation: 90 })).toBe('F R H L');
    expect(at(facing('A', 'FR'))).toBe('P HL A FR');
    expect(film('L')?.facing).toBeNull();
  });

  it('are none of a file whose directions are zeros, which place nothing either', () => {
    const zeros = { vr: 'DS', Value: [0, 0, 0, 0, 0, 0] };
    expect(describePixels({ ...metadata, '00200037': zeros })?.orientation).toBeNull();
  });

  it('go with the image when it is turned or flipped', () => {
    expect(at([1, 0, 0, 0, 1, 0], { rotation: 90 })).toBe('P R A L');
    expect(at([1, 0, 0, 0, 1, 0], { rotation: 180 })).toBe('L P R A');
    expect(at([1, 0, 0, 0, 1, 0], { isFlipped: true })).toBe('L A R P');
  });
});

describe('measuring', () => {
  const spacing = { rowMm: 2, columnMm: 1, of: 'patient' } as const;
  const points = [
    { x: 1, y: 1 },
    { x: 4, y: 3 },
  ];

  it('a length is in mm where the spacing is known, in pixels where it is not', () => {
    expect(lengthOf(points, { spacing })).toEqual({ value: 5, unit: 'mm' });
    expect(lengthOf(points, { spacing: null })).toEqual({ value: Math.hypot(3, 2), unit: 'px' });
    // Pixels twice as high as wide: 3 across and 4 down, in widths.
    expect(lengthOf(points, { spacing: null, statedAspect: 2 })).toEqual({ value: 5, unit: 'px' });
    expect(lengthOf(points, { spacing, statedAspect: 7 })).toEqual({ value: 5, unit: 'mm' });
  });

  it('an angle is that of the object, also where pixels are not square', () => {
    const corner = [
      { x: 10, y: 0 },
      { x: 0, y: 0 },
      { x: 10, y: 5 },
    ];
    expect(angleOf(corner, 2)).toBeCloseTo(45, 9);
    expect(angleOf(corner, 1)).toBeCloseTo(26.565, 3);
    expect(
      angleOf(
        [
          { x: -1, y: 0.001 },
          { x: 0, y: 0 },
          { x: -1, y: -0.001 },
        ],
        1,
      ),
    ).toBeCloseTo(0.1146, 3);
  });

  it('a region tells mean, deviation, least, most and area of the pixels in it', () => {
    const wide = { ...ct, rows: 4, columns: 4, slope: 1, intercept: 0 };
    const frame = values(
      Array.from({ length: 16 }, (_, index) => index),
      wide,
    );
    const box = [
      { x: 3, y: 3 },
      { x: 1, y: 1 },
    ];
    expect(statisticsOf('rectangle', box, fieldOf(frame, 1))).toEqual({
      pixels: 4,
      mean: 7.5,
      deviation: Math.sqrt((6.25 + 2.25) / 2),
      least: 5,
      most: 10,
    });
    expect(areaOf('rectangle', box, { spacing })).toEqual({ value: 8, unit: 'mm²' });
    expect(areaOf('rectangle', box, { spacing: null, statedAspect: 1.5 })).toEqual({ value: 6, unit: 'px²' });
    expect(areaOf('ellipse', box, { spacing: null }).value).toBeCloseTo(Math.PI, 9);
    const whole = [
      { x: 0, y: 0 },
      { x: 4, y: 4 },
    ];
    expect(statisticsOf('ellipse', whole, fieldOf(frame, 1))?.pixels).toBe(12);
    expect(statisticsOf('rectangle', [points[0]!, points[0]!], fieldOf(frame, 1))).toBeNull();
  });

  it('a region tells a small deviation of large values', () => {
    const large = values([0, 1, 0, 1, 0, 1], { ...ct, slope: 1, intercept: 1e9 });
    const whole = [
      { x: 0, y: 0 },
      { x: 3, y: 2 },
    ];
    expect(statisticsOf('rectangle', whole, fieldOf(large, 1))?.deviation).toBeCloseTo(0.5, 6);
  });

  it('the scale bar is a round length, and none where nobody knows how large a pixel is', () => {
    // 3 CSS pixels a mm, a third of 400.
    expect(scaleBar({ ...layout, pixelAspect: 2 }, spacing)).toEqual({ mm: 20, pixels: 60 });
    expect(scaleBar(layout, null)).toBeNull();
  });
});

describe('frames that are kept', () => {
  const never = new AbortController().signal;
  const frame = (bytes: number) => async () => new ArrayBuffer(bytes);

  it('are bounded by bytes: what was used longest ago goes', async () => {
    const cache = new FrameCache(250);
    await cache.get('a', frame(100), never);
    await cache.get('b', frame(100), never);
    cache.peek('a');
    await cache.get('c', frame(100), never);
    expect([cache.peek('a'), cache.peek('b'), cache.peek('c')].map(Boolean)).toEqual([true, false, true]);
    expect(cache.bytes).toBe(200);
    await cache.get('large', frame(900), never);
    expect(cache.bytes).toBe(900);
  });

  it('are fetched once however many ask, and not to the end when nobody waits', async () => {
    const cache = new FrameCache(1000);
    let asked = 0;
    let ended: AbortSignal | undefined;
    const slow = (signal: AbortSignal) => {
      asked += 1;
      ended = signal;
      return new Promise<ArrayBuffer>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    };
    const [one, other] = [new AbortController(), new AbortController()];
    const results = [cache.get('a', slow, one.signal), cache.get('a', slow, other.signal)];
    one.abort();
    expect(asked).toBe(1);
    expect(ended?.aborted).toBe(false);
    other.abort();
    expect(ended?.aborted).toBe(true);
    for (const result of results) await expect(result).rejects.toThrow();
    await expect(cache.get('a', frame(10), never)).resolves.toHaveProperty('byteLength', 10);
  });

  it('count once, also where one came twice: for who left before it was there, and for who asked again', async () => {
    const cache = new FrameCache(250);
    const coming: PromiseWithResolvers<ArrayBuffer>[] = [];
    const drawn = () => {
      const one = Promise.withResolvers<ArrayBuffer>();
      coming.push(one);
      return one.promise;
    };
    const gone = new AbortController();
    const left = cache.get('a', drawn, gone.signal);
    gone.abort();
    const again = cache.get('a', drawn, never);
    for (const one of coming) one.resolve(new ArrayBuffer(100));
    await Promise.all([left, again]);
    expect(cache.bytes).toBe(100);
    await cache.get('b', frame(100), never);
    expect([cache.has('a'), cache.has('b')]).toEqual([true, true]);
  });

  it('come several in one call: who wants one of them waits for it, and one that fails fails alone', async () => {
    const cache = new FrameCache(1000);
    await cache.get('here', frame(10), never);
    const asked: (readonly string[])[] = [];
    const { promise: goOn, resolve: end } = Promise.withResolvers<void>();
    const many = cache.getMany(
      ['here', 'a', 'b', 'c'],
      async (keys, _, take) => {
        asked.push(keys);
        await goOn;
        take('a', new ArrayBuffer(20));
        take('b', new Error('damaged'));
      },
      never,
    );
    const refuse = () => Promise.reject(new Error('asked for twice'));
    const [a, b] = ['a', 'b'].map((key) => cache.get(key, refuse, never));
    const c = cache.get('c', frame(30), never);
    await cache.getMany(['a', 'c'], async (keys) => void asked.push(keys), never);
    end();
    await expect(a).resolves.toHaveProperty('byteLength', 20);
    await expect(b).rejects.toThrow('damaged');
    // Left out: who waits for it fetches it alone.
    await expect(c).resolves.toHaveProperty('byteLength', 30);
    await many;
    expect(asked).toEqual([['a', 'b', 'c']]);
    expect(['a', 'b', 'c'].map((key) => cache.has(key))).toEqual([true, false, true]);
  });

  it('of a call that was cut off are fetched alone by who waits for them', async () => {
    const cache = new FrameCache(1000);
    const { promise: goOn, resolve: end } = Promise.withResolvers<void>();
    const many = cache.getMany(
      ['a', 'b'],
      async (_keys, _signal, take) => {
        take('a', new ArrayBuffer(20));
        await goOn;
        throw new Error('the connection was lost');
      },
      never,
    );
    const b = cache.get('b', frame(30), never);
    end();
    await many;
    await expect(b).resolves.toHaveProperty('byteLength', 30);
    expect([cache.has('a'), cache.has('b')]).toEqual([true, true]);
  });

  it('of a call that nobody waits for any more are not fetched to the end; one reader of one of them keeps it', async () => {
    const cache = new FrameCache(1000);
    let fetching: AbortSignal | undefined;
    const [viewport, other] = [new AbortController(), new AbortController()];
    const many = cache.getMany(
      ['a', 'b'],
      (_, signal) => {
        fetching = signal;
        return new Promise((_done, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      },
      viewport.signal,
    );
    const one = cache.get('b', frame(10), other.signal);
    viewport.abort();
    expect(fetching?.aborted).toBe(false);
    await expect(cache.get('a', frame(10), never)).resolves.toHaveProperty('byteLength', 10);
    other.abort();
    expect(fetching?.aborted).toBe(true);
    await expect(one).rejects.toThrow();
    await many;
  });
});

describe('measuring with two lines and by hand', () => {
  const at = (...points: readonly (readonly [number, number])[]) => points.map(([x, y]) => ({ x, y }));

  it('the second of two diameters is at right angles to the first, also where pixels are not square', () => {
    const [, , start, end] = squared(at([0, 0], [10, 5], [4, 0], [4, 5]), 2);
    const across = { x: end!.x - start!.x, y: (end!.y - start!.y) * 2 };
    expect(across.x * 10 + across.y * 10).toBeCloseTo(0, 9);
    expect(squared(at([0, 0], [0, 0], [1, 1], [2, 2]), 1)).toEqual(at([0, 0], [0, 0], [1, 1], [2, 2]));
  });

  it('an outline by hand encloses the pixels whose middle is inside, also of a shape with a notch', () => {
    const frame = values(
      Array.from({ length: 16 }, (_, index) => index),
      { ...ct, rows: 4, columns: 4, slope: 1, intercept: 0 },
    );
    const notched = at([0, 0], [4, 0], [4, 4], [3, 4], [3, 1], [1, 1], [1, 4], [0, 4]);
    expect(areaOf('freehand', notched, { spacing: null })).toEqual({ value: 10, unit: 'px²' });
    expect(statisticsOf('freehand', notched, fieldOf(frame, 1))).toMatchObject({ pixels: 10, least: 0, most: 15 });
    expect(statisticsOf('freehand', notched.slice(0, 1), fieldOf(frame, 1))).toBeNull();
  });
});
