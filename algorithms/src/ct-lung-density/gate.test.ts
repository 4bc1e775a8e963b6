import { LANGUAGES } from '@duai/contract';
import { chestPhantom, type DicomHeader } from '@duai/imaging';
import { describe, expect, it } from 'vitest';
import { seriesOf } from '../testing/series.ts';
import { gate, indexLimitations, isSmooth } from './gate.ts';
import { ctLungDensity } from './index.ts';

const files = chestPhantom({ slices: 12, matrix: 96, pixelSpacingMm: 3.8, sliceThicknessMm: 2 }).files.map(
  (file) => file.bytes,
);
const decide = async (change: Partial<DicomHeader>) =>
  gate(await seriesOf(files, { header: (header) => ({ ...header, ...change }) }));

describe('the gate of ct.lung-density', () => {
  it('lets an axial chest CT of an adult through, also one that names neither part nor age', async () => {
    expect(await decide({})).toEqual({ fits: true });
    expect(await decide({ bodyPartExamined: null, patientAgeYears: null })).toEqual({ fits: true });
    for (const bodyPartExamined of ['CHEST', 'CHESTABDPELVIS', 'NECKCHEST', 'WHOLEBODY', 'Thorax', 'TAP'])
      expect(await decide({ bodyPartExamined }), bodyPartExamined).toEqual({ fits: true });
  });

  it.each<[string, Partial<DicomHeader>]>([
    ['NOT_CT', { modality: 'MR' }],
    ['NOT_CT', { modality: null }],
    ['LOCALISER', { imageType: ['ORIGINAL', 'PRIMARY', 'LOCALIZER'] }],
    ['WRONG_BODY_PART', { bodyPartExamined: 'HEAD' }],
    ['WRONG_BODY_PART', { bodyPartExamined: 'CAPUT' }],
    ['NOT_AXIAL', { imageOrientationPatient: [1, 0, 0, 0, 0, -1] }],
    ['NOT_AXIAL', { imageOrientationPatient: null }],
    ['CHILD', { patientAgeYears: 17.9 }],
    ['FIELD_TOO_SMALL', { pixelSpacingMm: [2, 2] }],
  ])('does not run: %s %o', async (code, change) => {
    const decision = await decide(change);
    expect(decision).toMatchObject({ fits: false, code });
    if (decision.fits) throw new Error('it should not fit');
    for (const language of LANGUAGES) expect(ctLungDensity.sentence(decision, language)).not.toMatch(/[{}]/);
  });

  it('does not run on pictures or on a few slices', async () => {
    const series = await seriesOf(files);
    const picture = {
      kind: 'jpeg' as const,
      header: null,
      sopInstanceUid: null,
      name: 'picture',
      columns: 9,
      rows: 9,
      frames: 1,
    };
    expect(gate({ ...series, instances: [picture] })).toMatchObject({ code: 'NOT_DICOM' });
    expect(gate({ ...series, instances: [...series.instances, picture] })).toMatchObject({ code: 'NOT_DICOM' });
    expect(gate({ ...series, instances: series.instances.slice(0, 9) })).toMatchObject({ code: 'TOO_FEW_SLICES' });
    const [first] = series.instances;
    const enhanced = { ...first!, header: { ...first!.header!, frames: 40 }, frames: 40 };
    expect(gate({ ...series, instances: [enhanced] })).toEqual({ fits: true });
    expect(gate({ ...series, instances: [] })).toMatchObject({ code: 'NOT_DICOM' });
  });
});

describe('LAA-950 and Perc15', () => {
  const limits = async (change: (index: number) => Partial<DicomHeader>, airHu: number | null = -995) => {
    const series = await seriesOf(files, { header: (header, index) => ({ ...header, ...change(index) }) });
    const headers = series.instances.flatMap((instance) => instance.header ?? []);
    return indexLimitations(headers, airHu);
  };

  it('are given for thin slices, a smooth kernel, no contrast and air where it should be', async () => {
    expect(await limits(() => ({}))).toEqual([]);
    expect(await limits(() => ({ sliceThicknessMm: 2.5 }), null)).toEqual([]);
  });

  it.each<[string, (index: number) => Partial<DicomHeader>]>([
    ['KERNEL_UNKNOWN', () => ({ convolutionKernel: null })],
    ['KERNEL_UNKNOWN', (index) => (index === 3 ? { convolutionKernel: null } : {})],
    ['KERNEL_OUTSIDE_PROFILE', () => ({ convolutionKernel: 'B70f' })],
    ['KERNEL_OUTSIDE_PROFILE', (index) => (index === 3 ? { convolutionKernel: 'B70f' } : {})],
    ['KERNEL_MIXED', (index) => (index === 3 ? { convolutionKernel: 'B40f' } : {})],
    ['THICKNESS_UNKNOWN', () => ({ sliceThicknessMm: null })],
    ['THICKNESS_UNKNOWN', () => ({ sliceThicknessMm: 0 })],
    ['THICKNESS_OUTSIDE_PROFILE', () => ({ sliceThicknessMm: 2.6 })],
    ['THICKNESS_OUTSIDE_PROFILE', (index) => (index === 3 ? { sliceThicknessMm: 5 } : {})],
    ['CONTRAST', () => ({ contrastBolusAgent: true })],
  ])('are not evaluable: %s', async (code, change) => {
    const reasons = await limits(change);
    expect(reasons.map((reason) => reason.code)).toEqual([code]);
    for (const language of LANGUAGES) {
      expect(ctLungDensity.sentence(reasons[0]!, language)).toMatch(/LAA-950/);
      expect(ctLungDensity.sentence(reasons[0]!, language)).not.toMatch(/[{}]/);
    }
  });

  it('are not evaluable where the scale is off by more than 40 HU at air', async () => {
    const codes = async (airHu: number) => (await limits(() => ({}), airHu)).map((reason) => reason.code);
    expect(await codes(-960)).toEqual([]);
    expect(await codes(-959)).toEqual(['AIR_OUTSIDE_SCALE']);
    expect(await codes(-1041)).toEqual(['AIR_OUTSIDE_SCALE']);
  });

  it('name kernel and thickness in the reason', async () => {
    const [kernel, thickness] = await limits(() => ({ convolutionKernel: 'B70f', sliceThicknessMm: 8 }));
    expect(ctLungDensity.sentence(kernel!, 'tr')).toContain('B70f');
    expect(ctLungDensity.sentence(thickness!, 'tr')).toContain('8 mm');
  });

  it('know smooth kernels by their family', () => {
    for (const kernel of ['B30f', 'B40f', 'b31s', 'Br40d', 'Br40d\\3', 'I30f\\3', 'STANDARD', 'FC01', 'B', 'I30f'])
      expect(isSmooth(kernel), kernel).toBe(true);
    for (const kernel of ['B70f', 'B80f', 'LUNG', 'BONE', 'FC52', 'Br64d', 'B301', 'Hr40f', 'BONEPLUS', 'D', ''])
      expect(isSmooth(kernel), kernel).toBe(false);
  });
});
