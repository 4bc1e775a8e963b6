import { CAPABILITIES, claims, type Endpoint, operations } from '@duai/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HttpClient } from '../../../../scripts/http-client.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let operator: HttpClient;
beforeAll(async () => {
  server = await startTestServer();
  operator = await server.staff('operator');
});
afterAll(() => server.end());

const today = () => server.parts.clock.now().toISOString().slice(0, 10);
const decide = (name: claims.ClaimName, body: { isWithdrawn: boolean; lastDay: string | null }) =>
  operator.call(claims.decideClaim, { params: { name }, body });

it('every claim is shown and has no end until an operator decides', async () => {
  const list = await operator.call(claims.listClaims);
  expect(list.map(({ name }) => name)).toEqual([...claims.CLAIM_NAMES]);
  for (const claim of list) expect(claim).toMatchObject({ isWithdrawn: false, lastDay: null, changedAt: null });
  expect(await server.features.claims.hidden()).toEqual([]);
});

it('a withdrawn claim is hidden at once, shown again when the operator says so, and both are audited', async () => {
  await decide('costSavings', { isWithdrawn: true, lastDay: null });
  expect(await server.features.claims.hidden()).toEqual(['costSavings']);
  await decide('costSavings', { isWithdrawn: false, lastDay: null });
  expect(await server.features.claims.hidden()).toEqual([]);
  const { rows } = await operator.call(operations.listAudit, { query: {} });
  const own = rows.filter(({ subjectType }) => subjectType === 'claim').map(({ action }) => action);
  expect(own.sort()).toEqual(['claims.show', 'claims.withdraw']);
});

it('a claim is shown on its last day and not after it', async () => {
  await decide('timeSaving', { isWithdrawn: false, lastDay: today() });
  expect(await server.features.claims.hidden()).toEqual([]);
  await decide('timeSaving', { isWithdrawn: false, lastDay: '2020-01-01' });
  expect(await server.features.claims.hidden()).toEqual(['timeSaving']);
});

it('every capability that a page may promise has its calls registered', () => {
  const registered = new Set((server.endpoints as Endpoint[]).map(({ method, path }) => `${method} ${path}`));
  for (const [capability, endpoints] of Object.entries(CAPABILITIES)) {
    for (const { method, path } of endpoints) expect(registered, capability).toContain(`${method} ${path}`);
  }
});
