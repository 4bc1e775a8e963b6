import { billing } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from '../../../../scripts/http-client.ts';
import { waitFor } from '../../../../scripts/instance.ts';
import { createInstitutionFactory } from '../../testing/institution-factory.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let factory: ReturnType<typeof createInstitutionFactory>;
beforeAll(async () => {
  server = await startTestServer();
  factory = createInstitutionFactory(server, await server.staff('operator'));
});
afterAll(() => server.end());

const run = (query: ReturnType<typeof sql>) => server.parts.db.drizzle.execute(query);

describe('[TRU-018] the statement of a month with many scans', () => {
  const month = '2025-03';
  const scans = 20_000;
  let admin: HttpClient;
  beforeAll(async () => {
    const made = await factory.activated('kalabalik');
    admin = made.admin;
    const { institutionId } = made;
    await run(sql`
      insert into scan_prices (id, institution_id, valid_from, unit_price_minor, currency, tax_note, created_at)
        values (gen_random_uuid(), ${institutionId}, '2025-01-01', 200, 'EUR', 'net', now())`);
    // All within a few microseconds: each page must begin where the previous one ended, not at the next millisecond.
    await run(sql`
      insert into scan_charges (id, institution_id, scan_id, study_key, source, modality, billing, status, accepted_at)
        select gen_random_uuid(), ${institutionId}, gen_random_uuid(), n::text, 'pacs', repeat('M', 900), 'metered', 'charged',
          timestamptz '2025-03-31 23:59:59.9999Z' + n % 50 * interval '1 microsecond'
        from generate_series(1, ${scans}::int) n`);
  });
  const path = billing.getStatementCsv.path.replace(':month', month);
  const ask = (signal?: AbortSignal) =>
    fetch(`${server.address}${path}`, {
      headers: {
        cookie: admin
          .cookies()
          .map((pair) => pair.join('='))
          .join('; '),
      },
      ...(signal ? { signal } : {}),
    });
  /** Pages of the ledger that the database is reading at this moment. */
  const atWork = async () =>
    (
      await run(sql`select count(*)::int as count from pg_stat_activity
        where datname = current_database() and state = 'active' and query like '%"scan_charges"%' and pid <> pg_backend_pid()`)
    ).rows[0]!.count;
  const isAtWork = (count: number) =>
    waitFor(
      async () => ((await atWork()) === count ? true : undefined),
      30_000,
      () => `not ${count} at work`,
    );

  it('all lines and the total are of the moment at which it was asked for, however slow its reader', async () => {
    const reader = (await ask()).body!.getReader();
    const pieces = [Buffer.from((await reader.read()).value!)];
    await run(
      sql`update scan_charges set status = 'released' where study_key::int % 2 = 0 and accepted_at < '2025-04-01Z'`,
    );
    try {
      for (let piece = await reader.read(); !piece.done; piece = await reader.read())
        pieces.push(Buffer.from(piece.value));
    } finally {
      await run(
        sql`update scan_charges set status = 'charged' where status = 'released' and accepted_at < '2025-04-01Z'`,
      );
    }
    const [head, ...rest] = Buffer.concat(pieces).toString().split('\r\n');
    expect(head).toMatch(/^scan,/);
    expect(new Set(rest.slice(0, scans).map((line) => line.slice(0, 36))).size).toBe(scans);
    expect(new Set(rest.slice(0, scans).map((line) => line.split(',')[6]))).toEqual(new Set(['charged']));
    expect(rest.slice(scans)).toEqual([`total,,,,,,,,EUR,${scans * 2}.00,`, '']);
    // The printed statement lists only days.
    expect((await admin.bytes(billing.getStatementPdf, { params: { month } })).length).toBeLessThan(60_000);
  });

  it('a reader that is slow holds nothing of the database', async () => {
    const reader = (await ask()).body!.getReader();
    await reader.read();
    const { rows } = await run(sql`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%' and query like '%"scan_charges"%'`);
    expect(rows[0]!.count).toBe(0);
    await reader.cancel();
  });

  it('nothing is read any more when the reader leaves', async () => {
    let release = () => {};
    let hold = () => {};
    const isHeld = new Promise<void>((resolve) => (release = resolve));
    const isLocked = new Promise<void>((resolve) => (hold = resolve));
    const lock = server.parts.db.transaction(async (tx) => {
      await tx.execute(sql`lock table scan_charges in access exclusive mode`);
      hold();
      await isHeld;
    });
    try {
      await isLocked;
      const leaving = new AbortController();
      const left = ask(leaving.signal).catch(() => 'left');
      await isAtWork(1);
      leaving.abort();
      expect(await left).toBe('left');
      await isAtWork(0);
    } finally {
      release();
      await lock;
    }
  });
});
