import { spawnSync } from 'node:child_process';
import { dicomwebTransactions, type Endpoint, integrations } from '@duai/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createInstitutionFactory } from '../../testing/institution-factory.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let key: string;
beforeAll(async () => {
  server = await startTestServer();
  const { admin } = await createInstitutionFactory(server, await server.staff('operator')).activated('yetenek');
  ({ secret: key } = await admin.call(integrations.createApiKey, { body: { name: 'PACS', scopes: ['scans:read'] } }));
}, 120_000);
afterAll(() => server.end());

const ask = (path: string, accept?: string, secret?: string) =>
  fetch(`${server.address}${path}`, {
    method: 'OPTIONS',
    headers: { ...(accept && { accept }), ...(secret && { authorization: `Bearer ${secret}` }) },
  });

it('OPTIONS of the base URI describes every transaction as WADL, and nothing that is not there (PS3.18 section 8.9)', async () => {
  for (const path of ['/api/dicom-web', '/api/dicom-web/']) {
    const answer = await ask(path, 'application/vnd.sun.wadl+xml', key);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^application\/vnd\.sun\.wadl\+xml/),
    ]);
    const wadl = await answer.text();
    expect(spawnSync('xmllint', ['--noout', '-'], { input: wadl }).status).toBe(0);
    expect(wadl).toContain(`<resources base="${server.address}/api/dicom-web">`);
    const methods = [...wadl.matchAll(/<method name="(\w+)" id="(\w+)">/g)].map(([, method, id]) => `${id} ${method}`);
    const offered = dicomwebTransactions.TRANSACTIONS.map(({ name, endpoint }) => `${name} ${endpoint.method}`);
    expect(methods.sort()).toEqual(offered.sort());
  }
  const routes = (server.endpoints as Endpoint[])
    .filter(({ method, path }) => method !== 'OPTIONS' && path.startsWith('/api/dicom-web/'))
    .map(({ method, path }) => `${method} ${path}`);
  const described = dicomwebTransactions.TRANSACTIONS.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`);
  expect(described.sort()).toEqual(routes.sort());
});

it('capabilities are given by key, and in no form that is not theirs', async () => {
  expect((await ask('/api/dicom-web/', undefined, key)).status).toBe(200);
  expect((await ask('/api/dicom-web/', 'text/html', key)).status).toBe(406);
  expect((await ask('/api/dicom-web/')).status).toBe(401);
});
