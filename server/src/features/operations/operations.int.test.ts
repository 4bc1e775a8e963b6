import { operations as contract } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createOperations } from './index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.end());

it('an operator sees that every part answers', async () => {
  const operator = await server.staff('operator');
  const { parts } = await operator.call(contract.getSystemHealth, {});
  expect(parts.map(({ name, detail }) => [name, detail])).toEqual([
    ['database', 'ok'],
    ['storage', 'ok'],
    ['queue', 'ok'],
    // The tests make and drop databases; `roles.long.test.ts` shows the role of a real installation.
    ['database role', 'is a superuser'],
    ['compute', 'ok'],
  ]);
});

it('a part that does not answer is named, and the process is not ready', async () => {
  const { audit, notifications, studies } = server.features;
  const storage = {
    ...server.parts.storage,
    assertUsable: () => Promise.reject(Object.assign(new Error('disk full'), { code: 'ENOSPC' })),
  };
  const operations = createOperations(
    { ...server.parts, storage },
    { audit, notifications, studies, moreChecks: async () => ({}) },
  );
  expect((await operations.health()).parts.find((part) => part.name === 'storage')).toMatchObject({
    isHealthy: false,
    detail: 'ENOSPC',
  });
  await expect(operations.assertReady()).rejects.toMatchObject({ code: 'NOT_READY' });
});

it('metrics are read with the token; without one set, not at all in production', () => {
  const mayRead = (config: Partial<TestServer['parts']['config']>, token: string | null) => {
    const { audit, notifications, studies } = server.features;
    const parts = { ...server.parts, config: { ...server.parts.config, ...config } };
    try {
      createOperations(parts, { audit, notifications, studies, moreChecks: async () => ({}) }).assertMayReadMetrics(
        token,
      );
      return true;
    } catch {
      return false;
    }
  };
  const METRICS_TOKEN = 'a-token-of-the-scraper';
  expect(mayRead({ METRICS_TOKEN }, METRICS_TOKEN)).toBe(true);
  expect(mayRead({ METRICS_TOKEN }, 'another')).toBe(false);
  expect(mayRead({ METRICS_TOKEN }, null)).toBe(false);
  expect(mayRead({ NODE_ENV: 'production' }, null)).toBe(false);
  expect(mayRead({ NODE_ENV: 'development' }, null)).toBe(true);
});

it('an operator takes the audit trail away as CSV, by the filter, and that is recorded', async () => {
  const operator = await server.staff('operator');
  const answer = await operator.send(contract.exportAudit, { query: { what: 'accounts' } });
  expect(answer.headers.get('content-type')).toContain('text/csv');
  const text = await answer.text();
  expect(text).toMatch(/^sequence,at,actor,/);
  expect(text).not.toContain('operations.export-audit');
  const { rows } = await operator.call(contract.listAudit, { query: { what: 'export-audit' } });
  expect(rows).toHaveLength(1);
});

it('damaged weights of an algorithm are listed as weights, any other file of no image as a report', async () => {
  const [weights, other] = ['ab'.repeat(32), 'cd'.repeat(32)];
  await server.parts.db.drizzle.execute(sql`
    insert into algorithm_packages (id, algorithm_id, version, manifest, card, weights_sha256, imported_at)
    values (gen_random_uuid(), 'test.damaged', '1.0.0', '{}', '', ${weights}, now())`);
  for (const sha256 of [weights, other])
    await server.parts.db.drizzle.execute(sql`
      insert into stored_files (sha256, damage, damage_found_at) values (${sha256}, 'missing', now())`);
  const { files } = await server.parts.storage.damage();
  const found = new Map(files.map(({ sha256, use }) => [sha256, use]));
  expect([found.get(weights), found.get(other)]).toEqual(['weights', 'report']);
});
