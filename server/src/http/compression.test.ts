import { Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import * as contract from '@duai/contract';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRoute } from './route.ts';

const LARGE = JSON.stringify(Array.from({ length: 300 }, (_, at) => ({ instance: at, name: 'ğ' })));
let app: FastifyInstance;

beforeAll(async () => {
  app = Fastify();
  await app.register(cookie);
  const authenticate = async () => ({ realm: 'anonymous' }) as const;
  const route = createRoute({ app, authenticate, registered: [], strictRatePerMinute: 100 });
  const json = {
    method: 'GET',
    audience: 'public',
    tag: 'Test',
    summary: '',
    produces: 'application/dicom+json',
  } as const;
  route({ ...json, path: '/large', isCompressed: true }, () => LARGE);
  route({ ...json, path: '/small', isCompressed: true }, () => '[1]');
  route({ ...json, path: '/stream', isCompressed: true }, () => Readable.from([LARGE]));
  route({ ...json, path: '/unmarked' }, () => LARGE);
});
afterAll(() => app.close());

const get = (url: string, accepted?: string, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } });

it.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip, deflate', 'gzip', gunzipSync],
  ['br;q=0, gzip', 'gzip', gunzipSync],
] as const)('compresses a large answer as a caller with "%s" accepts: %s', async (accepted, encoding, decompress) => {
  const { headers, rawPayload } = await get('/large', accepted);
  expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
  expect(headers['content-type']).toContain('application/dicom+json');
  expect(headers['content-length']).toBe(String(rawPayload.length));
  expect(rawPayload.length).toBeLessThan(LARGE.length / 5);
  expect(decompress(rawPayload).toString('utf8')).toBe(LARGE);
  expect((await get('/large', accepted, 'HEAD')).headers).toMatchObject({ 'content-encoding': encoding });
});

it.each([
  ['/large', undefined],
  ['/large', 'identity'],
  ['/large', 'br;q=0'],
  ['/small', 'br'],
  ['/stream', 'br'],
  ['/unmarked', 'br'],
])('leaves %s as it is for a caller with "%s"', async (path, accepted) => {
  const { headers, body } = await get(path, accepted);
  expect(headers['content-encoding']).toBeUndefined();
  expect(body).toBe(path === '/small' ? '[1]' : LARGE);
});

it('is chosen for images, metadata and masks alone, which only those who signed in or opened a link read', () => {
  const isEndpoint = (value: unknown): value is contract.Endpoint =>
    typeof value === 'object' && value !== null && 'audience' in value && 'summary' in value;
  const inside = (value: unknown): contract.Endpoint[] =>
    isEndpoint(value)
      ? [value]
      : typeof value === 'object' && value !== null
        ? Object.values(value).flatMap(inside)
        : [];
  const marked = Object.values(contract)
    .flatMap((part) => (isEndpoint(part) ? [part] : Object.values(part as object).flatMap(inside)))
    .filter(({ isCompressed }) => isCompressed);
  expect(marked.length).toBeGreaterThan(10);
  for (const { method, path, audience, produces = 'application/json' } of marked) {
    expect(method).toBe('GET');
    expect(audience).not.toBe('public');
    expect(['application/json', 'application/dicom+json']).toContain(produces);
    expect(path).toMatch(
      /\/(masks|analyses|segmentations|metadata)$|^\/api\/(console\/cases\/:caseId|trial\/scans\/:scanId)$/,
    );
  }
});
