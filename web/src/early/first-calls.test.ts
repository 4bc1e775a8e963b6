import { accounts, dicomweb, hangings, studies } from '@duai/contract';
import { expect, test } from 'vitest';
import { urlOf } from '../lib/api.ts';
import { takeEarly } from '../lib/early-answers.ts';
import { askFirst } from './first-calls.ts';

const caseId = '0198f0aa-0000-7000-8000-000000000001';
const window = { center: 40, width: 400, isInverted: false, suvFactor: null, isByTable: false };
const image = (name: string, state = 'ready') => ({ sopInstanceUid: name, state, frames: 1, window });
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

async function askedAt(pathname: string): Promise<string[]> {
  const asked: string[] = [];
  await askFirst(pathname, async (path) => {
    asked.push(path);
    return Response.json(reading);
  });
  return asked;
}

test('a page of a case begins with the calls that its code makes: reading, arrangements, descriptions, the image in the middle', async () => {
  const series = { caseId, studyInstanceUid: '1.2', seriesInstanceUid: '1.2.2' };
  const { seriesMetadata, frames } = dicomweb.readingImages;
  expect(await askedAt(`/console/cases/${caseId}/images`)).toEqual([
    urlOf(studies.getReading, { caseId }, { masks: 'apart' }),
    urlOf(accounts.getStaff),
    urlOf(hangings.getHangings),
    urlOf(frames, { ...series, sopInstanceUid: '1.2.2.2', frames: '1' }),
    urlOf(seriesMetadata, series),
  ]);
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
