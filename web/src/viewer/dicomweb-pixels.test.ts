import { dicomweb, type studies } from '@duai/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { dicomwebPixels } from './dicomweb-pixels.ts';

const CASE = '0192f0a0-0000-7000-8000-000000000001';
const window = (suvFactor: number | null) => ({
  ...{ center: 5000, width: 10_000, isInverted: false, isByTable: false },
  suvFactor,
});
const attribute = (...Value: unknown[]) => ({ vr: 'UN', Value });
const image = (uid: string, units: Record<string, unknown> = {}) => ({
  '00080018': attribute(uid),
  '00080060': attribute('PT'),
  '00280004': attribute('MONOCHROME2'),
  '00280010': attribute(2),
  '00280011': attribute(2),
  '00280030': attribute(1, 1),
  '00280100': attribute(16),
  ...units,
});
const UNITS = (term: string) => ({ '00541001': attribute(term) });

/** The units of a series of two images, and what was asked to know them. */
async function told(
  ofSeries: readonly object[],
  ofImage: object = image('1.1', UNITS('BQML')),
  suvFactor: number | null = null,
) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url.replace(/.*\/series\//, ''));
    return Response.json(url.includes('/instances/') ? [ofImage] : ofSeries);
  });
  const instances = ['1.1', '1.2'].map((sopInstanceUid) => ({ sopInstanceUid, window: window(suvFactor) }));
  const series = [{ id: 'pet', seriesInstanceUid: '1.9', instances }];
  const examinations = [{ studyInstanceUid: '1.8', series }] as unknown as studies.Study[];
  const { describe: read } = dicomwebPixels(dicomweb.readingImages, { caseId: CASE }, examinations);
  const found = await read('pet', new AbortController().signal);
  return { asked, units: [...found.values()].map(({ unit }) => unit) };
}
afterEach(() => vi.unstubAllGlobals());

describe('the unit of PET values', () => {
  it.each([
    ['BQML', 'Bq/ml'],
    ['CNTS', 'CNTS'],
    ['UMOLML', 'µmol/ml'],
    ['NONE', null],
  ])('%s comes with the metadata of the series', async (term, unit) => {
    const { asked, units } = await told([image('1.1', UNITS(term)), image('1.2', UNITS(term))]);
    expect(units).toEqual([unit, unit]);
    expect(asked).toEqual(['1.9/metadata']);
  });

  it('comes from one image where the headers are older', async () => {
    const { asked, units } = await told([image('1.1'), image('1.2')]);
    expect(units).toEqual(['Bq/ml', 'Bq/ml']);
    expect(asked).toEqual(['1.9/metadata', '1.9/instances/1.1/metadata']);
  });

  it('is not asked for where the file names none, or uptake is told', async () => {
    const named = { '00541001': { vr: 'CS' } };
    expect(await told([image('1.1', named), image('1.2', named)])).toEqual({
      asked: ['1.9/metadata'],
      units: [null, null],
    });
    expect((await told([image('1.1'), image('1.2')], undefined, 0.0005)).asked).toEqual(['1.9/metadata']);
  });
});

it('the shape of pixels comes from each image where the headers are older', async () => {
  const { '00280030': _, ...older } = image('1.1', UNITS('BQML'));
  const { asked } = await told([older, image('1.2', UNITS('BQML'))]);
  expect(asked).toEqual(['1.9/metadata', '1.9/instances/1.1/metadata']);
  const unsized = { ...older, '00280034': attribute(1, 1) };
  expect((await told([unsized])).asked).toEqual(['1.9/metadata']);
});

it.each([
  ['an older header', {}],
  ['a table', { '00280030': attribute(1, 1), '00283010': { vr: 'SQ' } }],
])('metadata of its own are asked for no series of more than 32 images with %s', async (_, change) => {
  const { '00280030': _spacing, ...older } = image('1', UNITS('BQML'));
  const asked = async (count: number) => {
    const all = Array.from({ length: count }, (_each, at) => ({
      ...older,
      '00080018': attribute(`1.${at + 1}`),
      ...change,
    }));
    return (await told(all)).asked.length;
  };
  expect([await asked(32), await asked(33)]).toEqual([1 + 32, 1]);
});

describe('metadata of an image alone', () => {
  const TABLE = [image('1.1', { '00283010': { vr: 'SQ' } }), image('1.2')];
  const source = (answer: () => Response) => {
    vi.stubGlobal('fetch', async (url: string) => (url.includes('/instances/') ? answer() : Response.json(TABLE)));
    const instances = ['1.1', '1.2'].map((sopInstanceUid) => ({ sopInstanceUid, window: window(1) }));
    const series = [{ id: 'film', seriesInstanceUid: '1.9', instances }];
    return dicomwebPixels(dicomweb.readingImages, { caseId: CASE }, [
      { studyInstanceUid: '1.8', series },
    ] as unknown as studies.Study[]);
  };
  const refusal = (status: number, code: string) => () => Response.json({ code, message: code }, { status });
  const { signal } = new AbortController();

  it('leave the image to the server where its file cannot be described, and the others as they are', async () => {
    const { describe: read } = source(refusal(406, 'NOT_ACCEPTABLE'));
    expect([...(await read('film', signal)).keys()]).toEqual(['1.2']);
  });

  it('are asked for again after a call that failed, so that nobody is left with a preview for good', async () => {
    let answer = refusal(503, 'DATABASE_AWAY');
    const { describe: read } = source(() => answer());
    await expect(read('film', signal)).rejects.toThrow();
    answer = () =>
      Response.json([
        image('1.1', {
          '00283010': attribute({ '00283002': attribute(2, 0, 8), '00283006': attribute(0, 255) }),
        }),
      ]);
    expect([...(await read('film', signal)).keys()]).toEqual(['1.1', '1.2']);
  });
});
