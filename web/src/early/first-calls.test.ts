import { accounts, dicomweb, hangings, studies } from '@duai/contract';
import { expect, test } from 'vitest';
import { urlOf } from '../lib/api.ts';
import { takeEarly } from '../lib/early-answers.ts';
import { largestSeries } from '../viewer/frames.ts';
import { seriesOfStudies } from '../viewer/study-source.ts';
import { askFirst } from './first-calls.ts';

const caseId = '0198f0aa-0000-7000-8000-000000000001';
const window = { center: 40, width: 400, isInverted: false, suvFactor: null, isByTable: false };
const image = (name: string, state = 'ready') => ({
  id: name,
  sopInstanceUid: name,
  kind: 'dicom',
  state,
  problem: state === 'ready' ? null : { message: 'no' },
  frames: 1,
  window,
});
const reading = {
  studies: [
    {
      studyInstanceUid: '1.2',
      series: [
        { seriesInstanceUid: '1.2.1', instances: [image('1.2.1.1')] },
        {
          seriesInstanceUid: '1.2.2',
          instances: [image('1.2.2.0', 'refused'), ...['1', '2', '3', '4'].map((at) => image(`1.2.2.${at}`))],
        },
      ],
    },
  ],
};

/** The series in the order of the reading, the first of several of the same length first. */
const lengths = (...series: string[][]) => ({
  studies: [
    {
      studyInstanceUid: '1.2',
      series: series.map((states, at) => ({
        id: `1.2.${at}`,
        seriesInstanceUid: `1.2.${at}`,
        instances: states.map((state, place) => image(`1.2.${at}.${place}`, state)),
      })),
    },
  ],
});

const octetsOf = (content: unknown): ArrayBuffer => new TextEncoder().encode(JSON.stringify(content)).buffer;

async function askedAt(pathname: string, given: unknown = reading, arrangements: unknown[] = []): Promise<string[]> {
  const asked: string[] = [];
  await askFirst(pathname, async (path) => {
    asked.push(path);
    return octetsOf(path === urlOf(hangings.getHangings) ? arrangements : given);
  });
  return asked;
}
const series = { caseId, studyInstanceUid: '1.2', seriesInstanceUid: '1.2.2' };
const { seriesMetadata, frames } = dicomweb.readingImages;
const middle = urlOf(frames, { ...series, sopInstanceUid: '1.2.2.2', frames: '1' });

test.each(['', '/images'])(
  'a page of a case begins with the calls that its code makes: reading, arrangements, descriptions, the image in the middle %s',
  async (page) => {
    expect(await askedAt(`/console/cases/${caseId}${page}`)).toEqual([
      urlOf(studies.getReading, { caseId }, { masks: 'apart' }),
      urlOf(accounts.getStaff),
      urlOf(hangings.getHangings),
      urlOf(seriesMetadata, series),
      middle,
    ]);
  },
);

test('where an arrangement may show another series no image is asked for, because that would count as opened', async () => {
  const arrangements = [{ modality: 'CT', bodyPart: 'CHEST', rows: 1, columns: 1, places: [] }];
  expect(await askedAt(`/console/cases/${caseId}/images`, reading, arrangements)).not.toContain(middle);
  // The page of the report knows no arrangements.
  expect(await askedAt(`/console/cases/${caseId}`, reading, arrangements)).toContain(middle);
});

test.each([
  [['ready', 'ready'], ['ready']],
  [['ready'], ['ready', 'ready']],
  [
    ['ready', 'ready'],
    ['ready', 'refused', 'refused'],
  ],
  [['ready'], ['refused', 'refused']],
  [['ready'], ['ready']],
])('the image is of the series that the viewer shows first: of %j and %j', async (...all) => {
  const given = lengths(...all);
  const shown = largestSeries(seriesOfStudies(given.studies as never));
  const asked = await askedAt(`/console/cases/${caseId}`, given);
  expect(asked.filter((path) => path.includes('/frames/')).map((path) => path.split('/').at(-5))).toEqual([shown?.id]);
});

test('other pages ask for nothing, and a refused reading for nothing more', async () => {
  expect(await askedAt('/console/worklist')).toEqual([]);
  expect(await askedAt('/second-opinion/cases/1')).toEqual([]);
  const asked: string[] = [];
  await askFirst(`/console/cases/${caseId}`, async (path) => void asked.push(path));
  expect(asked).toHaveLength(3);
});

test('an early answer is given once, and only in the language of the page', async () => {
  const answer = Promise.resolve(new Response('early'));
  globalThis.earlyAnswers = new Map(['/a', '/b'].map((url) => [url, { language: 'en', answer }]));
  expect(await (await takeEarly('/a', 'en'))?.text()).toBe('early');
  expect(takeEarly('/a', 'en')).toBeUndefined();
  expect(takeEarly('/b', 'tr')).toBeUndefined();
  globalThis.earlyAnswers = undefined;
});
