import { randomUUID } from 'node:crypto';
import { pacs } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase } from './adapters/database/connect.ts';
import type { Database, Tx } from './adapters/database/port.ts';
import type { Page, PageWish, Place } from './core/keyset.ts';
import { findMessages } from './features/hl7/hl7.store.ts';
import { findAssociations } from './features/pacs/associations/associations.store.ts';
import { findDeliveries } from './features/pacs/deliveries/deliveries.store.ts';
import { findQuarantine } from './features/pacs/pacs.store.ts';
import { createTestDatabase } from './testing/database.ts';

const PER_PAGE = pacs.PACS_ROWS_PER_PAGE;
/** Rows of each table; every second one is of the institution. */
const ROWS = 8000;
const SINCE = new Date(0);
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;
const institutionId = randomUUID();
beforeAll(async () => {
  database = await createTestDatabase();
  db = await connectDatabase(database.url, { max: 1 });
  const [other, peer, scan, receiver] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  for (const statement of [
    sql`insert into institutions (id, name, country) values (${institutionId}, 'A', 'Other'), (${other}, 'B', 'Other')`,
    sql`insert into pacs_peers (id, institution_id, name, ae_title, transport, address, created_at)
      values (${peer}, ${institutionId}, 'A', 'A', 'plain', '10.0.0.1', now())`,
    sql`insert into scans (id, institution_id, source, billing, submitted_at, created_at)
      values (${scan}, ${institutionId}, 'pacs', 'metered', now(), now())`,
    sql`insert into pacs_deliveries (id, institution_id, peer_id, scan_id, submission, object, created_at)
      select gen_random_uuid(), case n % 2 when 0 then ${institutionId}::uuid else ${other}::uuid end, ${peer}, ${scan},
        n, 'structured-report', now() - n % 997 * interval '1 second' from generate_series(1, ${ROWS}) n`,
    sql`insert into pacs_quarantine
        (id, institution_id, peer_id, way, scan_id, sop_instance_uid, sha256, data_set_sha256, size_bytes, received_at)
      select gen_random_uuid(), case n % 2 when 0 then ${institutionId}::uuid else ${other}::uuid end, ${peer}, 'c-store', ${scan},
        n::text, '', n::text, 1, now() - n % 997 * interval '1 second' from generate_series(1, ${ROWS}) n`,
    sql`insert into pacs_associations
        (peer_id, institution_id, hour, outcome, address, associations, stored, refused, last_at)
      select ${peer}, case n % 2 when 0 then ${institutionId}::uuid else ${other}::uuid end,
        now() - n % 997 * interval '1 hour', n::text, '10.0.0.1', 1, 1, 0, now() from generate_series(1, ${ROWS}) n`,
    sql`insert into hl7_receivers
        (id, institution_id, name, host, port, transport, application, facility, has_document, created_at)
      values (${receiver}, ${institutionId}, 'A', 'his.duai.example', 2575, 'tls', '', '', false, now())`,
    sql`insert into hl7_messages (id, institution_id, receiver_id, scan_id, submission, created_at)
      select gen_random_uuid(), case n % 2 when 0 then ${institutionId}::uuid else ${other}::uuid end, ${receiver}, ${scan},
        n, now() - n % 997 * interval '1 second' from generate_series(1, ${ROWS}) n`,
    sql`analyze`,
  ])
    await db.drizzle.execute(statement);
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

type Queries = Parameters<typeof findMessages>[0];
type Find = (on: Queries, of: string | undefined, wish: PageWish) => Promise<Page<{ place: Place }>>;
const LISTS: readonly (readonly [table: string, find: Find])[] = [
  ['pacs_deliveries', findDeliveries],
  ['pacs_quarantine', findQuarantine],
  ['hl7_messages', findMessages],
  ['pacs_associations', (on, of, wish) => findAssociations(on, of, SINCE, wish)],
];
const WHOSE = [
  ['of an institution', () => institutionId, ROWS / 2],
  ['of all', () => undefined, ROWS],
] as const;

/** Rows of the table that `read` looked at, by an index or not. */
async function looked<T>(table: string, read: (tx: Tx) => Promise<T>): Promise<{ answer: T; rows: number }> {
  return db.transaction(async (tx) => {
    const count = async () => {
      const { rows } = await tx.execute<{ count: number }>(sql`
        select (seq_tup_read + idx_tup_fetch)::int as count from pg_stat_xact_user_tables where relname = ${table}`);
      return rows[0]?.count ?? 0;
    };
    const before = await count();
    const answer = await read(tx);
    return { answer, rows: (await count()) - before };
  });
}

describe.each(LISTS)('the list of %s', (table, find) => {
  it.each(WHOSE)('%s is read page by page to its end and back, each by an index', async (_, whose, count) => {
    const keyOf = ({ place }: { place: Place }) => JSON.stringify(place);
    const there: string[][] = [];
    const costs: number[] = [];
    let wish: PageWish = { page: 1 };
    let page: Page<{ place: Place }>;
    for (;;) {
      const { answer, rows } = await looked(table, (tx) => find(tx, whose(), wish));
      page = answer;
      there.push(page.rows.map(keyOf));
      costs.push(rows);
      if (page.next === null) break;
      wish = { page: 1, cursor: page.next };
    }
    expect(new Set(there.flat()).size).toBe(count);
    expect(there.map(({ length }) => length)).toEqual(Array(count / PER_PAGE).fill(PER_PAGE));
    // However far in the list: one row more tells whether there is another page, and a range may be read to its end.
    expect(Math.max(...costs)).toBeLessThan(3 * PER_PAGE);
    const back = [there.at(-1)];
    while (page.previous !== null) {
      page = await find(db.drizzle, whose(), { page: 1, cursor: page.previous });
      back.unshift(page.rows.map(keyOf));
    }
    expect(back).toEqual(there);
  });
});
