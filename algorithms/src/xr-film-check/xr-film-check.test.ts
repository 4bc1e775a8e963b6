import type { DicomHeader } from '@duai/imaging';
import { describe, expect, it } from 'vitest';
import type { GreyImage, InferencePort, InstanceInfo, SeriesInput, Tensor } from '../algorithm.ts';
import { CATALOGUE } from '../catalogue.ts';
import { FILM_MODALITIES } from '../steps/chest-film.ts';
import { codesOf, limitationsOf, measured } from '../testing/series.ts';
import { changesOf } from './check-film.ts';
import { xrFilmCheck } from './index.ts';
import { PARAMETERS } from './parameters.ts';
import type { FilmReading } from './read-film.ts';
import { WEIGHTS } from './weights.ts';

const UPRIGHT: FilmReading = {
  turns: [0.98, 0.01, 0.005, 0.005],
  mirrored: 0.01,
  inverted: 0.01,
  halved: 0.01,
  distance: PARAMETERS.distanceLimit / 2,
};
const codes = (reading: Partial<FilmReading>) => changesOf({ ...UPRIGHT, ...reading }).map(({ code }) => code);

describe('what is told of a film', () => {
  it('is nothing of one that is upright, not mirrored, not inverted and whole', () => {
    expect(codes({})).toEqual([]);
  });

  it.each<[string, Partial<FilmReading>, string, Record<string, number>]>([
    ['turned by 90°', { turns: [0.02, 0.9, 0.05, 0.03] }, 'FILM_TURNED', { degrees: 90 }],
    ['turned by 180°', { turns: [0.02, 0.03, 0.9, 0.05] }, 'FILM_TURNED', { degrees: 180 }],
    ['turned by 270°', { turns: [0.02, 0.05, 0.03, 0.9] }, 'FILM_TURNED', { degrees: 270 }],
    ['mirrored', { mirrored: 0.99 }, 'FILM_MIRRORED', {}],
    ['inverted', { inverted: 0.99 }, 'FILM_INVERTED', {}],
    ['cut to a half', { halved: 0.99 }, 'FILM_HALVED', {}],
  ])('is that it is %s', (_, reading, code, params) => {
    const [change, ...others] = changesOf({ ...UPRIGHT, ...reading });
    expect(others).toEqual([]);
    expect(change).toMatchObject({ code, params });
  });

  it('holds several changes, but no side of a half', () => {
    expect(codes({ inverted: 0.99, mirrored: 0.99 })).toEqual(['FILM_INVERTED', 'FILM_MIRRORED']);
    expect(codes({ halved: 0.99, mirrored: 0.99 })).toEqual(['FILM_HALVED']);
  });

  it('is nothing but that of an image unlike the training', () => {
    expect(codes({ inverted: 0.99, distance: PARAMETERS.distanceLimit * 1.01 })).toEqual(['FILM_UNLIKE_TRAINING']);
  });
});

const GREY: GreyImage = {
  columns: 4,
  rows: 4,
  grey: Uint8Array.from({ length: 16 }, (_, at) => at),
  isColoured: false,
};
const tensor = (data: readonly number[], dims: number[]): Tensor => ({ data: Float32Array.from(data), dims });
/** Answers for the film check only; a call of any other network fails. */
const network = (wrong: Record<string, Tensor | undefined> = {}): InferencePort & { asked: string[] } => {
  const asked: string[] = [];
  return {
    asked,
    run: async ({ path, sha256 }) => {
      asked.push(path);
      expect([path, sha256]).toEqual([WEIGHTS.path, WEIGHTS.sha256]);
      return {
        turn: tensor([0, 9, 0, 0], [1, 4]),
        changes: tensor([-9, -9, -9], [1, 3]),
        distance: tensor([0], [1, 1]),
        ...(wrong as Record<string, Tensor>),
      };
    },
  };
};
const film = (header: Partial<DicomHeader> = {}): InstanceInfo => ({
  kind: 'dicom',
  header: {
    modality: 'DX',
    bodyPartExamined: 'CHEST',
    viewPosition: 'PA',
    patientAgeYears: 4,
    studyDescription: null,
    seriesDescription: null,
    imageType: [],
    ...header,
  } as unknown as DicomHeader,
  sopInstanceUid: '2.25.7',
  name: '2.25.7',
  columns: 1200,
  rows: 900,
  frames: 1,
});
const input = (instances: InstanceInfo[], image: GreyImage = GREY): SeriesInput => ({
  seriesInstanceUid: '2.25.1',
  declaredModality: null,
  declaredBodyPart: null,
  declaredAgeYears: null,
  instances,
  loadGrey: async () => image,
  loadFrame: () => Promise.reject(new Error('not wanted')),
  frameHeaders: () => Promise.reject(new Error('not wanted')),
  loadVolume: () => Promise.reject(new Error('not wanted')),
});

describe('the film check', () => {
  it('tells each film of a series, and how many are changed', async () => {
    const result = await xrFilmCheck.run(input([film(), film()]), { inference: network() });
    expect(codesOf(result)).toEqual(['FILM_TURNED', 'FILM_TURNED']);
    expect(measured(result, 'FILMS_CHANGED')).toBe(2);
    const upright = network({ turn: tensor([9, 0, 0, 0], [1, 4]) });
    expect(codesOf(await xrFilmCheck.run(input([film()]), { inference: upright }))).toEqual(['FILM_AS_TAKEN']);
  });

  it('says where it was not trained on films of that age', async () => {
    const of = async (patientAgeYears: number | null) =>
      limitationsOf(await xrFilmCheck.run(input([film({ patientAgeYears })]), { inference: network() }));
    expect(await of(4)).toEqual([]);
    expect(await of(40)).toEqual(['AGE_NOT_TRAINED']);
    expect(await of(null)).toEqual(['AGE_NOT_TRAINED']);
  });

  it('looks at no lateral film, at no other part, and at a few of many', async () => {
    expect(xrFilmCheck.gate(input([film({ viewPosition: 'LL' })]))).toMatchObject({ code: 'NOT_FRONTAL' });
    expect(xrFilmCheck.gate(input([film({ bodyPartExamined: 'HAND' })]))).toMatchObject({ code: 'NOT_CHEST' });
    expect(xrFilmCheck.gate(input([film({ patientAgeYears: null })]))).toEqual({ fits: true });
    const inference = network();
    const many = await xrFilmCheck.run(
      input([film({ viewPosition: 'LL' }), ...Array.from({ length: 6 }, () => film())]),
      {
        inference,
      },
    );
    expect(limitationsOf(many)).toEqual(['MORE_FILMS']);
    expect(inference.asked).toHaveLength(PARAMETERS.mostFilms);
  });

  it('says nothing of a photograph, nor of an image unlike the training', async () => {
    const coloured = await xrFilmCheck.run(input([film()], { ...GREY, isColoured: true }), { inference: network() });
    expect(codesOf(coloured)).toEqual(['COLOURED']);
    const far = network({ distance: tensor([PARAMETERS.distanceLimit * 2], [1, 1]) });
    const unlike = await xrFilmCheck.run(input([film()]), { inference: far });
    expect(unlike).toEqual({
      outcome: 'not-evaluable',
      reasons: [{ code: 'FILM_UNLIKE_TRAINING', params: { times: 2 } }],
    });
  });

  it.each([
    ['a distance that is no number', { distance: tensor([Number.NaN], [1, 1]) }],
    ['three turns', { turn: tensor([1, 2, 3], [1, 3]) }],
    ['no changes', { changes: undefined }],
  ])('gets no result from a network that answers with %s', async (_, wrong) => {
    const run = xrFilmCheck.run(input([film()]), { inference: network(wrong) });
    await expect(run).rejects.toMatchObject({ code: 'MODEL_OUTPUT_INVALID' });
  });
});

describe('a film that is turned', () => {
  const readers = CATALOGUE.filter(
    ({ manifest: { id, inputs } }) =>
      inputs.modalities.some((modality) => (FILM_MODALITIES as readonly string[]).includes(modality)) &&
      id !== xrFilmCheck.manifest.id,
  );

  it.each(readers.map((algorithm) => [algorithm.manifest.id, algorithm] as const))(
    'is not read by %s, whose network is not even asked',
    async (_, algorithm) => {
      expect(algorithm.gate(input([film()]))).toEqual({ fits: true });
      const result = await algorithm.run(input([film()]), { inference: network() });
      expect(result.outcome).toBe('not-evaluable');
      expect(codesOf(result)).toEqual(['FILM_TURNED']);
    },
  );

  it('is met by at least one algorithm that reads films', () => {
    expect(readers.length).toBeGreaterThan(0);
  });
});
