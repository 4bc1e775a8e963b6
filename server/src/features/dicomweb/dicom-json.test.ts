import type { DicomHeader } from '@duai/imaging';
import { describe, expect, it } from 'vitest';
import type { FullInstance } from '../studies/index.ts';
import { metadataOf, wholeMetadataOf } from './dicom-json.ts';

const header = {
  photometricInterpretation: 'MONOCHROME1',
  samplesPerPixel: 1,
  bitsAllocated: 16,
  bitsStored: 12,
  pixelRepresentation: 0,
  imageType: ['DERIVED'],
  windowCenter: [40, 400],
  windowWidth: [80, 1800],
  rescaleSlope: 2,
  rescaleIntercept: -1024,
  pixelSpacingMm: [0.5, 0.7],
  pixelSpacingOf: 'patient',
  hasModalityLut: false,
  hasVoiLut: false,
  voiLutFunction: null,
  pixelPaddingValue: null,
} as unknown as DicomHeader;
const metadata = (change: Partial<DicomHeader> = {}) =>
  metadataOf({ frames: 1, header: { ...header, ...change } } as FullInstance & { header: DicomHeader });

describe('metadata', () => {
  it('say what turns the given values into grey, all windows of the file with them', () => {
    expect(metadata()).toMatchObject({
      '00280004': { vr: 'CS', Value: ['MONOCHROME1'] },
      '00280030': { vr: 'DS', Value: [0.5, 0.7] },
      '00280102': { vr: 'US', Value: [11] },
      '00281050': { vr: 'DS', Value: [40, 400] },
      '00281052': { vr: 'DS', Value: [-1024] },
      '00281053': { vr: 'DS', Value: [2] },
    });
  });

  it('say by which a viewer knows whether values are HU', () => {
    expect(
      metadata({ modality: 'CT', rescaleType: 'HU', imageType: ['ORIGINAL', 'PRIMARY', 'LOCALIZER'] }),
    ).toMatchObject({
      '00080008': { vr: 'CS', Value: ['ORIGINAL', 'PRIMARY', 'LOCALIZER'] },
      '00080060': { vr: 'CS', Value: ['CT'] },
      '00280103': { vr: 'US', Value: [0] },
      '00281054': { vr: 'LO', Value: ['HU'] },
    });
  });

  it('tell how long frames are shown, where the file says so', () => {
    expect(metadata({ frameMs: 40 })['00181063']).toEqual({ vr: 'DS', Value: [40] });
    for (const none of [{ frameMs: null }, {}]) expect(metadata(none)['00181063']).toBeUndefined();
  });

  it('tell the spacing at the detector and on a film apart from that in the patient', () => {
    const tags = ['00280030', '00181164', '00182010'];
    const told = (pixelSpacingOf: DicomHeader['pixelSpacingOf']) => {
      const all = metadata({ pixelSpacingOf });
      return tags.map((tag) => all[tag]?.Value);
    };
    expect(told('patient')).toEqual([[0.5, 0.7], undefined, undefined]);
    expect(told('imager')).toEqual([undefined, [0.5, 0.7], undefined]);
    expect(told('film')).toEqual([undefined, undefined, [0.5, 0.7]]);
    expect(told(null)).toEqual([undefined, undefined, undefined]);
  });

  it('name a table that stands in place of slope and intercept, or of a window, so that nobody shows values without it', () => {
    const withTables = metadata({ hasModalityLut: true, hasVoiLut: true });
    expect(withTables['00283000']).toEqual({ vr: 'SQ' });
    expect(withTables['00283010']).toEqual({ vr: 'SQ' });
    expect(withTables['00281053']).toBeUndefined();
  });

  it('describe colour as it is given: RGB with 8 bits, and no window', () => {
    const color = metadata({ photometricInterpretation: 'PALETTE COLOR' });
    expect(color['00280004']?.Value).toEqual(['RGB']);
    expect(color['00280002']?.Value).toEqual([3]);
    expect(color['00281050']).toBeUndefined();
  });
});

it('the unit of PET is told where the header has it, and with the metadata of one image where it is older', () => {
  const older = { frames: 1, header } as FullInstance & { header: DicomHeader };
  expect(metadata({ petUnits: 'BQML' })['00541001']).toEqual({ vr: 'CS', Value: ['BQML'] });
  expect(metadata({ petUnits: null })['00541001']).toEqual({ vr: 'CS' });
  expect(metadata({ petCorrections: ['DECY', 'ATTN'] })['00280051']).toEqual({ vr: 'CS', Value: ['DECY', 'ATTN'] });
  expect(metadataOf(older)).not.toHaveProperty('00541001');
  expect(metadataOf(older)).not.toHaveProperty('00280051');
  const read = { frames: [{ ...header, petUnits: 'CNTS' }], modalityLut: null, voiLut: null };
  expect(wholeMetadataOf(older, read)['00541001']).toEqual({ vr: 'CS', Value: ['CNTS'] });
});

it('the shape of a pixel is told where the header has no spacing, and with the metadata of one image where it is older', () => {
  const unsized = { pixelSpacingMm: null, pixelSpacingOf: null };
  expect(metadata({ ...unsized, pixelAspectRatio: [3, 2] })['00280034']).toEqual({ vr: 'IS', Value: [3, 2] });
  expect(metadata()).not.toHaveProperty('00280034');
  const older = { frames: 1, header: { ...header, ...unsized } } as Parameters<typeof metadataOf>[0];
  expect(metadataOf(older)).not.toHaveProperty('00280034');
  const read: Parameters<typeof wholeMetadataOf>[1] = {
    frames: [{ ...header, ...unsized, pixelAspectRatio: [1, 1] }],
    modalityLut: null,
    voiLut: null,
  };
  expect(wholeMetadataOf(older, read)['00280034']).toEqual({ vr: 'IS', Value: [1, 1] });
});

it('the regions of ultrasound are told as the file states them, and with the metadata of one image where the header is older', () => {
  const region = { format: 1, bounds: [14, 38, 1010, 758], units: [3, 3], delta: [0.01, 0.02] } as const;
  const unsized = { pixelSpacingMm: null, pixelSpacingOf: null, ultrasoundRegions: [structuredClone(region)] };
  const told = {
    ...{ '00186012': { vr: 'US', Value: [1] }, '00186018': { vr: 'UL', Value: [14] } },
    ...{ '0018601A': { vr: 'UL', Value: [38] }, '0018601C': { vr: 'UL', Value: [1010] } },
    ...{ '0018601E': { vr: 'UL', Value: [758] }, '00186024': { vr: 'US', Value: [3] } },
    ...{ '00186026': { vr: 'US', Value: [3] }, '0018602C': { vr: 'FD', Value: [0.01] } },
    '0018602E': { vr: 'FD', Value: [0.02] },
  };
  expect(metadata(unsized as never)['00186011']).toEqual({ vr: 'SQ', Value: [told] });
  expect(metadata({ ultrasoundRegions: [] })['00186011']).toEqual({ vr: 'SQ' });
  expect(metadata()).not.toHaveProperty('00186011');
  const older = { frames: 1, header } as FullInstance & { header: DicomHeader };
  const read = { frames: [{ ...header, ...unsized }], modalityLut: null, voiLut: null } as never;
  expect(wholeMetadataOf(older, read)['00186011']).toEqual({ vr: 'SQ', Value: [told] });
});

describe('the metadata of one image', () => {
  const instance = (change: Partial<DicomHeader> = {}) =>
    ({ frames: 1, header: { ...header, ...change } }) as FullInstance & { header: DicomHeader };
  const table = { firstMapped: 0, entries: Uint16Array.of(0, 7, 255), bits: 8 };

  it('have its lookup tables (PS3.3 C.11.1.1.1); 65,536 entries are told as 0', () => {
    const tables = { frames: [header], modalityLut: { ...table, firstMapped: -2 }, voiLut: table };
    expect(wholeMetadataOf(instance({ hasModalityLut: true, hasVoiLut: true }), tables)).toMatchObject({
      '00283000': { Value: [{ '00283002': { vr: 'SS', Value: [3, -2, 8] }, '00283006': { Value: [0, 7, 255] } }] },
      '00283010': { Value: [{ '00283002': { vr: 'US', Value: [3, 0, 8] } }] },
    });
    const large = { frames: [header], modalityLut: null, voiLut: { ...table, entries: new Uint16Array(65_536) } };
    expect(wholeMetadataOf(instance(), large)).toMatchObject({
      '00283010': { Value: [{ '00283002': { Value: [0, 0, 8] } }] },
    });
  });

  it('have each of several frames: place, spacing, rescale, window, and the name of a table of its own', () => {
    const frames = [1, 2].map((z) => ({
      ...header,
      imagePositionPatientMm: [0, 0, z] as [number, number, number],
      windowCenter: [z],
      hasVoiLut: z === 2,
    }));
    const described = wholeMetadataOf(instance({ frames: 2 }), { frames, modalityLut: null, voiLut: null });
    expect(described['52009230']?.Value).toMatchObject([
      {
        '00289110': { Value: [{ '00280030': { Value: [0.5, 0.7] } }] },
        '00209113': { Value: [{ '00200032': { Value: [0, 0, 1] } }] },
        '00289145': { Value: [{ '00281052': { Value: [-1024] }, '00281053': { Value: [2] } }] },
        '00289132': { Value: [{ '00281050': { Value: [1] } }] },
      },
      { '00289132': { Value: [{ '00281050': { Value: [2] }, '00283010': { vr: 'SQ' } }] } },
    ]);
    expect(JSON.stringify(described['52009230']).match(/00283010/g)).toHaveLength(1);
    expect(wholeMetadataOf(instance(), { frames: [header], modalityLut: null, voiLut: null })).not.toHaveProperty(
      '52009230',
    );
  });
});
