import type { DicomHeader } from '@duai/imaging';
import { describe, expect, it } from 'vitest';
import type { GreyImage, InferencePort, InstanceInfo, SeriesInfo, SeriesInput, Tensor } from '../algorithm.ts';
import { codesOf, limitationsOf, measured } from '../testing/series.ts';
import { gate } from './gate.ts';
import { heatMapOf } from './heat-map.ts';
import { xrPneumoniaPaediatric } from './index.ts';
import { PARAMETERS } from './parameters.ts';
import { logitOf, probabilityOf } from './read-film.ts';

const HEADER = {
  modality: 'DX',
  bodyPartExamined: 'CHEST',
  viewPosition: 'PA',
  patientAgeYears: 4,
  studyDescription: null,
  seriesDescription: null,
};
const film = (header: Partial<DicomHeader> | null = {}, instance: Partial<InstanceInfo> = {}): InstanceInfo => ({
  kind: header ? 'dicom' : 'jpeg',
  header: header && ({ ...HEADER, ...header } as unknown as DicomHeader),
  sopInstanceUid: header && '2.25.7',
  name: header ? '2.25.7' : 'picture 1',
  columns: 1200,
  rows: 900,
  frames: 1,
  ...instance,
});
const series = (instances: InstanceInfo[], declared: Partial<SeriesInfo> = {}): SeriesInfo => ({
  seriesInstanceUid: '2.25.1',
  declaredModality: null,
  declaredBodyPart: null,
  declaredAgeYears: null,
  ...declared,
  instances,
});
const codeOf = (info: SeriesInfo): string => {
  const decision = gate(info);
  return decision.fits ? 'fits' : decision.code;
};

describe('the gate of chest films of children', () => {
  it.each<[string, InstanceInfo, Partial<SeriesInfo>]>([
    ['fits', film(), {}],
    ['fits', film({ modality: 'CR', viewPosition: 'AP', patientAgeYears: 6.9 }), {}],
    ['fits', film({ viewPosition: null }), {}],
    ['fits', film({ bodyPartExamined: null, studyDescription: 'AKCİĞER PA' }), {}],
    ['fits', film({ patientAgeYears: null }), { declaredAgeYears: 0.5 }],
    ['NOT_FILM', film({ modality: 'CT' }), {}],
    ['NOT_FILM', film({ modality: 'MG' }), {}],
    ['NOT_SINGLE', film({ modality: 'RF' }, { frames: 20 }), {}],
    ['PART_NOT_STATED', film({ bodyPartExamined: null }), {}],
    ['NOT_CHEST', film({ bodyPartExamined: 'HAND' }), {}],
    ['NOT_CHEST', film({ bodyPartExamined: 'THORACIC SPINE' }), {}],
    ['NOT_FRONTAL', film({ viewPosition: 'LL' }), {}],
    ['NOT_FRONTAL', film({ viewPosition: null, seriesDescription: 'TORAKS LATERAL' }), {}],
    ['NOT_FRONTAL', film({ viewPosition: null, seriesDescription: 'PA ve lateral' }), {}],
    ['NOT_CHEST', film({ viewPosition: null, seriesDescription: 'KOSTA PA' }), {}],
    ['AGE_NOT_STATED', film({ patientAgeYears: null }), {}],
    ['TOO_OLD', film({ patientAgeYears: 7 }), {}],
    ['TOO_OLD', film({ patientAgeYears: 45 }), { declaredAgeYears: 3 }],
    ['TOO_SMALL', film({}, { rows: 199 }), {}],
  ])('%s', (expected, instance, declared) => {
    expect(codeOf(series([instance], declared))).toBe(expected);
  });

  it('goes by what the case says where a picture has no header', () => {
    const declared = { declaredModality: 'X-Ray', declaredBodyPart: 'Akciğer / göğüs', declaredAgeYears: 3 };
    expect(codeOf(series([film(null)], declared))).toBe('fits');
    expect(codeOf(series([film(null)], { ...declared, declaredBodyPart: 'الرئتان / الصدر' }))).toBe('fits');
    expect(codeOf(series([film(null)], { ...declared, declaredModality: 'CT' }))).toBe('NOT_FILM');
    expect(codeOf(series([film(null)], { ...declared, declaredBodyPart: null }))).toBe('PART_NOT_STATED');
    expect(codeOf(series([film(null)], { ...declared, declaredAgeYears: null }))).toBe('AGE_NOT_STATED');
    expect(codeOf(series([film(null)], { ...declared, declaredAgeYears: 38 }))).toBe('TOO_OLD');
    expect(codeOf(series([]))).toBe('NO_IMAGES');
  });

  it.each([
    ['CHEST LAT', 'NOT_FRONTAL'],
    ['chest_lat', 'NOT_FRONTAL'],
    ['Akciğer yan', 'NOT_FRONTAL'],
    ['Toraks L.L.', 'NOT_FRONTAL'],
    ['SOL DEKÜBİT AP', 'NOT_FRONTAL'],
    ['Chest LPO', 'NOT_FRONTAL'],
    ['AKCİĞER OBLİK', 'NOT_FRONTAL'],
    ['AP lordotic', 'NOT_FRONTAL'],
    ['الصدر جانبي', 'NOT_FRONTAL'],
    ['Left ribs', 'NOT_CHEST'],
    ['Kot grafisi', 'NOT_CHEST'],
    ['KLAVİKULA', 'NOT_CHEST'],
    ['Ayakta batın', 'NOT_CHEST'],
    ['Chest and abdomen', 'NOT_CHEST'],
    ['CHEST PA', 'fits'],
    ['BILATERAL AKCIGER', 'fits'],
    ['Plat film, undescribed', 'fits'],
  ])('without a stated view goes by the description "%s": %s', (description, expected) => {
    const silent = { viewPosition: null };
    expect(codeOf(series([film({ ...silent, seriesDescription: description })]))).toBe(expected);
    expect(codeOf(series([film({ ...silent, studyDescription: description })]))).toBe(expected);
    expect(codeOf(series([film({ studyDescription: description })]))).toBe('fits');
  });

  it('refuses no frontal film of a study that has a lateral one too', () => {
    const silent = { viewPosition: null, studyDescription: 'AKCİĞER PA ve lateral' };
    expect(codeOf(series([film(silent)]))).toBe('fits');
    expect(codeOf(series([film({ ...silent, studyDescription: 'TORAKS LATERAL', seriesDescription: 'PA' })]))).toBe(
      'fits',
    );
    expect(codeOf(series([film({ ...silent, seriesDescription: 'lateral' })]))).toBe('NOT_FRONTAL');
  });

  it('of a series fits where one of its films does', () => {
    expect(codeOf(series([film({ viewPosition: 'LL' }), film()]))).toBe('fits');
  });
});

const GREY: GreyImage = {
  columns: 4,
  rows: 4,
  grey: Uint8Array.from({ length: 16 }, (_, at) => at),
  isColoured: false,
};
const near = PARAMETERS.distanceLimits.map((limit) => limit / 2);
const far = PARAMETERS.distanceLimits.map((limit) => limit * 1.5);
const tensor = (data: readonly number[], dims: number[]): Tensor => ({ data: Float32Array.from(data), dims });
const CUT = logitOf(PARAMETERS.threshold);
/** The answer of xr.film-check for an unchanged film. */
const AS_TAKEN = {
  turn: tensor([9, 0, 0, 0], [1, 4]),
  changes: tensor([-9, -9, -9], [1, 3]),
  distance: tensor([0], [1, 1]),
};
const network = (probability: number, distances = near, map = [4, -2, 1, CUT]): InferencePort => ({
  run: async () => ({
    ...AS_TAKEN,
    logit: tensor([logitOf(probability)], [1, 1]),
    map: tensor(map, [1, 2, 2]),
    distances: tensor(distances, [1, 2]),
  }),
});
const input = (instances: InstanceInfo[], image: GreyImage = GREY): SeriesInput => ({
  ...series(instances),
  loadGrey: async () => image,
  loadFrame: () => Promise.reject(new Error('not wanted')),
  frameHeaders: () => Promise.reject(new Error('not wanted')),
  loadVolume: () => Promise.reject(new Error('not wanted')),
});
const run = (inference: InferencePort, of = input([film()])) => xrPneumoniaPaediatric.run(of, { inference });

describe('a chest film of a child', () => {
  it('above the threshold has signs, with probability, threshold, image and a map of where', async () => {
    const result = await run(network(0.999));
    expect(result).toMatchObject({
      findings: [
        {
          code: 'PNEUMONIA_SIGNS',
          severity: 'important',
          params: { probability: 99.9, threshold: Math.round(PARAMETERS.threshold * 1000) / 10 },
          sopInstanceUids: ['2.25.7'],
        },
      ],
      overlays: [
        {
          code: 'PNEUMONIA_MAP',
          kind: 'heat',
          columns: 2,
          rows: 2,
          slices: [
            {
              sopInstanceUid: '2.25.7',
              runs: btoa(String.fromCharCode(255, 0, Math.round((255 * (1 - CUT)) / (4 - CUT)), 0)),
            },
          ],
        },
      ],
      limitations: [],
    });
    expect(measured(result, 'PNEUMONIA_PROBABILITY')).toBe(99.9);
    expect(
      xrPneumoniaPaediatric.sentence({ code: 'PNEUMONIA_SIGNS', params: { probability: 99.9, threshold: 50 } }, 'tr'),
    ).toBe('Pnömoniye benzeyen bulgu: olasılık %99,9 (eşik %50).');
  });

  it('below the threshold is told as such, without a map', async () => {
    const result = await run(network(0.001));
    expect(codesOf(result)).toEqual(['NO_PNEUMONIA_SIGNS']);
    expect(result).toMatchObject({ overlays: [] });
  });

  it('that says no projection is told with that limit', async () => {
    expect(limitationsOf(await run(network(0.5), input([film({ viewPosition: null })])))).toEqual(['VIEW_NOT_STATED']);
  });

  it('unlike the training by either distance, or with colours, is not evaluated', async () => {
    const [first, second] = [
      [far[0]!, near[1]!],
      [near[0]!, far[1]!],
    ];
    for (const distances of [first, second])
      expect(codesOf(await run(network(0.9, distances)))).toEqual(['UNLIKE_TRAINING']);
    const photograph = input([film()], { ...GREY, isColoured: true });
    expect(codesOf(await run(network(0.9), photograph))).toEqual(['COLOURED']);
  });

  it('is looked at beside others that do not fit, and of many the first few', async () => {
    const beside = await run(network(0.9), input([film({ viewPosition: 'LL' }), film()]));
    expect(codesOf(beside)).toEqual(['PNEUMONIA_SIGNS']);
    const many = await run(network(0.9), input(Array.from({ length: 6 }, () => film())));
    expect(codesOf(many)).toHaveLength(PARAMETERS.mostFilms);
    expect(limitationsOf(many)).toEqual(['MORE_FILMS']);
  });

  it.each([
    ['a logit that is no number', { logit: tensor([Number.NaN], [1, 1]) }],
    ['a map with a number that is none', { map: tensor([1, 2, 3, Number.POSITIVE_INFINITY], [1, 2, 2]) }],
    ['two logits', { logit: tensor([1, 2], [1, 2]) }],
    ['a map of another shape', { map: tensor([1, 2, 3, 4], [2, 2]) }],
    ['no distances', { distances: undefined as unknown as Tensor }],
  ])('gets no result from a network that answers with %s', async (_, wrong) => {
    const right = await network(0.9).run({ path: '', sha256: '' }, {});
    const broken = { run: async () => ({ ...right, ...wrong }) };
    await expect(run(broken)).rejects.toMatchObject({ code: 'MODEL_OUTPUT_INVALID' });
  });
});

describe('a map', () => {
  it('is cut at the logit of the threshold, where the probability is that of the threshold', () => {
    expect(probabilityOf(CUT)).toBeCloseTo(PARAMETERS.threshold, 12);
    expect(CUT).toBeLessThan(-1);
    expect(heatMapOf(Float32Array.of(-3, -1, 0, 1), -1)).toBe(btoa('\0\0\x80\xff'));
  });

  it('of a film just above the threshold is not empty where all its logits are negative', async () => {
    const map = [CUT - 0.5, CUT + 0.25, CUT + 0.5, CUT - 0.2];
    expect(await run(network(0.565, near, map))).toMatchObject({
      overlays: [{ slices: [{ runs: btoa('\0\x80\xff\0') }] }],
    });
  });

  it('that nowhere reaches the threshold is empty', () => {
    expect(heatMapOf(Float32Array.of(-3, -1), -1)).toBe(btoa('\0\0'));
  });
});
