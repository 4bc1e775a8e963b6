import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createServiceLine } from './service-line.ts';

const SCAN = '0198f0aa-0000-7000-8000-000000000001';
const RUNS = ['0198f0aa-0000-7000-8000-00000000000a', '0198f0aa-0000-7000-8000-00000000000b'];
/** What the service answers for the objects of a run, by its path. */
const answers = new Map<string, number>();
const service = createServer((request, response) => {
  const path = request.url ?? '';
  if (path.endsWith('/masked-runs'))
    response.end(JSON.stringify(RUNS.map((runId) => ({ runId, algorithmId: 'ct.lung-density' }))));
  else response.writeHead(answers.get(path) ?? 200).end(path.split('/').slice(-2).join(' '));
});
beforeAll(async () => {
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
});
afterAll(() => service.close());

async function resultsOf(): Promise<string[]> {
  const { port } = service.address() as AddressInfo;
  const line = createServiceLine({ serviceUrl: `http://127.0.0.1:${port}`, apiKey: 'key' });
  const objects: string[] = [];
  for await (const bytes of line.resultsOf(SCAN, ['segmentation', 'presentation-state']))
    objects.push(Buffer.from(bytes).toString());
  return objects;
}
const pathOf = (run: number, kind: string) => `/api/trial/scans/${SCAN}/masked-runs/${RUNS[run]}/${kind}`;

it('a run that has no object of a kind is left out, and the others are fetched', async () => {
  answers.set(pathOf(0, 'segmentation'), 404);
  expect(await resultsOf()).toEqual([
    `${RUNS[0]} presentation-state`,
    `${RUNS[1]} segmentation`,
    `${RUNS[1]} presentation-state`,
  ]);
});

it('any other refusal of the service ends the round: the results are fetched again later', async () => {
  answers.set(pathOf(1, 'segmentation'), 503);
  await expect(resultsOf()).rejects.toThrow('the service answered 503');
});
