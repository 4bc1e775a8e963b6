import { hangings as contract } from '@duai/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeOf } from '../../../testing/code-of.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
}, 120_000);
afterAll(() => server.end());

it('each radiologist keeps arrangements of their own, one for a modality and a part of the body', async () => {
  const [reader, colleague] = [await server.staff('radiologist'), await server.staff('radiologist')];
  const chest: contract.Hanging = {
    modality: 'CT',
    bodyPart: 'CHEST',
    rows: 1,
    columns: 2,
    hasLines: true,
    places: [
      { isPrior: false, description: 'Lung', rank: 0 },
      { isPrior: false, description: 'Lung', rank: 0, plane: 'coronal' },
    ],
  };
  const save = (...all: contract.Hanging[]) => reader.call(contract.setHangings, { body: { hangings: all } });
  expect(await reader.call(contract.getHangings)).toEqual([]);
  await save(chest);
  const head = { ...chest, bodyPart: 'HEAD' };
  await save(chest, head);
  expect(await reader.call(contract.getHangings)).toEqual([chest, head]);
  expect(await colleague.call(contract.getHangings)).toEqual([]);
  expect(await codeOf(save(chest, { ...chest, columns: 1 }))).toBe('VALIDATION_FAILED');
});
