import { describe, expect, it } from 'vitest';
import {
  type ImagedPart,
  isToldInHounsfield,
  shownWindow,
  toldWindow,
  windowsOf,
  windowText,
} from './image-windows.ts';

const CT: ImagedPart = {
  modality: 'CT',
  bodyPartExamined: null,
  seriesDescription: null,
  studyDescription: null,
  convolutionKernel: null,
  imageType: ['ORIGINAL', 'PRIMARY', 'AXIAL'],
  rescaleIntercept: -1024,
  pixelRepresentation: 0,
};
const ALL = 'lung soft bone brain';
const shown = (image: Partial<ImagedPart>) => {
  const { opening, offered } = windowsOf({ ...CT, ...image });
  return `${opening}: ${offered.join(' ')}`;
};

describe('the windows of a series', () => {
  it.each<[name: string, image: Partial<ImagedPart>, windows: string]>([
    ['a chest by its body part', { bodyPartExamined: 'CHEST' }, 'lung: lung soft bone'],
    [
      'a chest whose descriptions say something else',
      { bodyPartExamined: 'THORAX', studyDescription: 'Neck' },
      'lung: lung soft bone',
    ],
    ['a chest by the description of its series', { seriesDescription: 'Akciğer 1.0 mm' }, 'lung: lung soft bone'],
    ['a chest in Turkish capitals', { seriesDescription: 'TORAKS BT, GÖĞÜS' }, 'lung: lung soft bone'],
    [
      'a chest by the description of its study',
      { seriesDescription: 'Axial 5mm', studyDescription: 'HRCT' },
      'lung: lung soft bone',
    ],
    ['a chest by its kernel', { convolutionKernel: 'LUNG' }, 'lung: lung soft bone'],
    ['a chest by the kernel of another maker', { convolutionKernel: 'Bl57d' }, 'lung: lung soft bone'],
    [
      'a body part that names nothing, then a description',
      { bodyPartExamined: 'OTHER', seriesDescription: 'Thorax' },
      'lung: lung soft bone',
    ],
    [
      'the scout of a chest',
      { bodyPartExamined: 'CHEST', imageType: ['ORIGINAL', 'PRIMARY', 'LOCALIZER'] },
      'null: lung soft bone',
    ],
    [
      'the scout of a chest by its description',
      { bodyPartExamined: 'CHEST', seriesDescription: 'Topogram 0.6' },
      'null: lung soft bone',
    ],
    ['a chest and more', { bodyPartExamined: 'CHESTABDPELVIS' }, 'null: lung soft bone'],
    ['a chest and more, by words', { studyDescription: 'CHEST/ABD' }, 'null: lung soft bone'],
    ['the whole body', { bodyPartExamined: 'WHOLEBODY' }, 'null: lung soft bone brain'],
    ['a head', { bodyPartExamined: 'HEAD' }, 'null: brain bone'],
    ['a head by words', { studyDescription: 'CT, HEAD/BRAIN WO CONTRAST' }, 'null: brain bone'],
    ['a neck', { bodyPartExamined: 'NECK' }, 'null: soft bone'],
    ['a thoracic spine', { bodyPartExamined: 'TSPINE' }, 'null: soft bone'],
    ['a thoracic spine by words', { seriesDescription: 'Thoracic Spine 2.0' }, 'null: soft bone'],
    ['a thoracic spine in Turkish', { seriesDescription: 'Torakal vertebra' }, 'null: soft bone'],
    ['a lumbar spine that nobody calls a spine', { seriesDescription: 'Lomber BT' }, 'null: soft bone'],
    ['an abdomen', { bodyPartExamined: 'ABDOMEN' }, 'null: soft bone'],
    ['a liver, which is no lung', { seriesDescription: 'Karaciğer trifazik' }, 'null: soft bone'],
    ['a heart', { seriesDescription: 'SmartScore - Gated 0.5 sec' }, 'null: soft lung'],
    ['a knee', { bodyPartExamined: 'KNEE' }, 'null: bone soft'],
    ['what nobody names', { seriesDescription: '5/5mm Plain', convolutionKernel: 'STANDARD' }, `null: ${ALL}`],
    ['a sharp kernel alone, which may be for bone', { convolutionKernel: 'B70f' }, `null: ${ALL}`],
    ['values that are no HU', { bodyPartExamined: 'CHEST', rescaleIntercept: 0 }, 'null: '],
    [
      'HU without an intercept',
      { bodyPartExamined: 'CHEST', rescaleIntercept: 0, pixelRepresentation: 1 },
      'lung: lung soft bone',
    ],
    ['a chest film', { modality: 'DX', bodyPartExamined: 'CHEST' }, 'null: '],
    ['a knee by magnetic resonance', { modality: 'MR', bodyPartExamined: 'KNEE', pixelRepresentation: 1 }, 'null: '],
    ['an ultrasound', { modality: 'US' }, 'null: '],
    ['uptake of a whole body', { modality: 'PT', bodyPartExamined: 'WHOLEBODY' }, 'null: '],
    ['a picture', { modality: null }, 'null: '],
  ])('of %s', (_, image, windows) => {
    expect(shown(image)).toBe(windows);
  });
});

describe('a window', () => {
  it('is told in whole numbers, but where a tenth matters', () => {
    expect(shownWindow({ center: 40.4, width: 399.6 })).toEqual({ center: 40, width: 400 });
    expect(shownWindow({ center: 2.54, width: 5 })).toEqual({ center: 2.5, width: 5 });
    expect(shownWindow({ center: -0.2, width: 0.4 })).toEqual({ center: -0.2, width: 0.4 });
    expect(shownWindow({ center: 0.00212, width: 0.00404 })).toEqual({ center: 0.0021, width: 0.004 });
  });

  it('of PET is told in uptake', () => {
    expect(toldWindow({ center: 5000, width: 10_000 }, 0.0005)).toEqual({ center: 2.5, width: 5, unit: 'SUV' });
    expect(toldWindow({ center: 40.4, width: 400 }, null)).toEqual({ center: 40, width: 400, unit: null });
  });

  it('reads the same on screens and on paper', () => {
    expect(windowText({ center: 5000, width: 10_000 }, 0.0005, 'en')).toBe('2.5/5\u00a0SUV');
    expect(windowText({ center: -3000, width: 15_000 }, 0.0005, 'tr')).toBe('−1,5/7,5\u00a0SUV');
    expect(windowText({ center: -600, width: 1500 }, null, 'tr')).toBe('−600/1500');
  });
});

it('values are told in HU only where they are Hounsfield units of a slice', () => {
  const told = (change: Partial<Parameters<typeof isToldInHounsfield>[0]>) =>
    isToldInHounsfield({ ...CT, rescaleType: null, ...change });
  expect([told({}), told({ rescaleType: 'HU' })]).toEqual([true, true]);
  expect(told({ modality: 'PT' })).toBe(false);
  expect(told({ rescaleType: 'US' })).toBe(false);
  expect(told({ rescaleIntercept: 0 })).toBe(false);
  expect(told({ imageType: ['ORIGINAL', 'PRIMARY', 'LOCALIZER'] })).toBe(false);
});

it('windows from 30 on are told without decimals', () => {
  expect([shownWindow({ center: 12.34, width: 30 }), shownWindow({ center: 12.34, width: 29 })]).toEqual([
    { center: 12, width: 30 },
    { center: 12.3, width: 29 },
  ]);
});
