import { json as jsonOf } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { SYSTEM } from '../../core/actor.ts';
import type { DataSet } from '../studies/index.ts';
import { createRetrieve } from './retrieve.ts';

const context = { actor: SYSTEM, language: 'en' as const, address: null, userAgent: null, requestId: null };
const uids = { studyInstanceUid: '1.2' };

const retrieveOf = (texts: readonly string[]) => {
  async function* all(): AsyncGenerator<DataSet> {
    for (const [at, text] of texts.entries()) {
      const instance = { seriesInstanceUid: '1.2.3', sopInstanceUid: `1.2.3.${at}` } as DataSet['instance'];
      yield { instance, json: Buffer.from(text) };
    }
  }
  const studies = { retrieval: { dataSets: async () => all() } };
  return createRetrieve({ studies, scans: {}, publicUrl: () => 'https://duai.example' } as never);
};

it('whole data sets are one array, however long, with the addresses of their bulk data and no text changed', async () => {
  const text = 'a text with \\"BulkDataURI\\":\\"bulkdata/00091011\\" in it';
  const one = (at: number) =>
    `{"00091010":{"vr":"LO","Value":["${at}: ${text}"]},"00091011":{"vr":"OB","BulkDataURI":"bulkdata/00091011"},"00091012":{"vr":"UT","Value":["${'x'.repeat(50_000)}"]},"00091013":{"vr":"OB","BulkDataURI":"bulkdata/00091013"}}`;
  const body = await retrieveOf(Array.from({ length: 9 }, (_, at) => one(at))).dataSets(context, { scanId: 'a' }, uids);
  const found = (await jsonOf(body)) as Record<string, { Value?: string[]; BulkDataURI?: string }>[];
  expect(found).toHaveLength(9);
  for (const [at, dataSet] of found.entries()) {
    const instance = `https://duai.example/api/dicom-web/studies/1.2/series/1.2.3/instances/1.2.3.${at}`;
    expect(dataSet['00091011']?.BulkDataURI).toBe(`${instance}/bulkdata/00091011`);
    expect(dataSet['00091013']?.BulkDataURI).toBe(`${instance}/bulkdata/00091013`);
    expect(dataSet['00091010']?.Value).toEqual([`${at}: ${text.replaceAll('\\"', '"')}`]);
  }
});

it('nothing is an empty array', async () => {
  expect(await jsonOf(await retrieveOf([]).dataSets(context, { scanId: 'a' }, uids))).toEqual([]);
});
