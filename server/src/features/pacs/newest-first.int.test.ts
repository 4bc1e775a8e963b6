import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase } from '../../adapters/database/connect.ts';
import type { Database } from '../../adapters/database/port.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { findDeliveries } from './deliveries/deliveries.store.ts';
import { findQuarantine } from './pacs.store.ts';

const LIMIT = 500;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;
const institutionId = randomUUID();
beforeAll(async () => {
  database = await createTestDatabase();
  db = await connectDatabase(database.url, { max: 1 });
  const [other, peer, scan] = [randomUUID(), randomUUID(), randomUUID()];
  for (const statement of [
    sql`insert into institutions (id, name, country) values (${institutionId}, 'A', 'Other'), (${other}, 'B', 'Other')`,
    sql`insert into pacs_peers (id, institution_id, name, ae_title, transport, address, created_at)
      values (${peer}, ${institutionId}, 'A', 'A', 'plain', '10.0.0.1', now())`,
    sql`insert into scans (id, institution_id, source, billing, submitted_at, created_at)
      values (${scan}, ${institutionId}, 'pacs', 'metered', now(), now())`,
    sql`insert into pacs_deliveries (id, institution_id, peer_id, scan_id, submission, object, created_at)
      select gen_random_uuid(), case n % 2 when 0 then ${institutionId}::uuid else ${other}::uuid end, ${peer}, ${scan},
        n, 'structured-report', now() - n % 997 * interval '1 second' from generate_series(1, 8000) n`,
    sql`insert into pacs_quarantine
        (id, institution_id, peer_id, scan_id, sop_instance_uid, sha256, data_set_sha256, size_bytes, received_at)
      select gen_random_uuid(), case n % 2 when 0 then ${institutionId}::uuid else ${other}::uuid end, ${peer}, ${scan},
        n::text, '', n::text, 1, now() - n % 997 * interval '1 second' from generate_series(1, 8000) n`,
    sql`analyze`,
  ])
    await db.drizzle.execute(statement);
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

describe.each([
  ['pacs_deliveries', findDeliveries],
  ['pacs_quarantine', findQuarantine],
])('the newest of %s', (table, find) => {
  it.each([
    ['an institution', () => institutionId],
    ['all', () => undefined],
  ])('of %s are read by an index: no more rows than are shown', async (_, of) => {
    const query = find(db.drizzle, of(), LIMIT).getSQL();
    const { rows } = await db.drizzle.execute<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      sql`explain (analyze, format json) ${query}`,
    );
    const read = flat(rows[0]!['QUERY PLAN'][0].Plan).filter((plan) => plan['Relation Name'] === table);
    expect(read.map((plan) => plan['Actual Rows'])).toEqual([LIMIT]);
  });
});

interface Plan {
  'Relation Name'?: string;
  'Actual Rows': number;
  Plans?: Plan[];
}
const flat = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flat)];
