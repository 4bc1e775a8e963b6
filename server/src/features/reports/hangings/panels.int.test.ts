import { panels as contract } from '@duai/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeOf } from '../../../testing/code-of.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
}, 120_000);
afterAll(() => server.end());

it('each radiologist keeps a division of the reading page, which leaves the image its place', async () => {
  const [reader, colleague] = [await server.staff('radiologist'), await server.staff('radiologist')];
  const save = (body: contract.Panels) => reader.call(contract.setPanels, { body });
  expect(await reader.call(contract.getPanels)).toEqual(contract.USUAL_PANELS);
  await save({ caseWidth: 20, reportWidth: 30, caseHeight: 50 });
  const own = { caseWidth: 14, reportWidth: 34.5, caseHeight: 60 };
  await save(own);
  expect(await reader.call(contract.getPanels)).toEqual(own);
  expect(await colleague.call(contract.getPanels)).toEqual(contract.USUAL_PANELS);
  expect(await codeOf(save({ ...own, reportWidth: 60 }))).toBe('VALIDATION_FAILED');
});
