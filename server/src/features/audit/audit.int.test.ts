import { text } from 'node:stream/consumers';
import { operations } from '@duai/contract';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase } from '../../adapters/database/connect.ts';
import type { Database } from '../../adapters/database/port.ts';
import { type Actor, systemContext } from '../../core/actor.ts';
import { readCsv } from '../../core/files/csv.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { auditCsv, createAudit } from './index.ts';

let db: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await createTestDatabase();
  db = await connectDatabase(database.url, { max: 8 });
  drop = database.drop;
});
afterAll(async () => {
  await db.close();
  await drop();
});

it('is append-only and chained over parallel writers; a changed row is named', async () => {
  const audit = createAudit({ db });
  await Promise.all(
    Array.from({ length: 20 }, () =>
      db.transaction((tx) => audit.record(tx, systemContext, { action: 'test', subjectType: 'row', subjectId: null })),
    ),
  );
  await expect(db.drizzle.execute(sql`delete from audit_events`)).rejects.toThrow();
  await expect(db.drizzle.execute(sql`truncate audit_events`)).rejects.toThrow();
  expect(await audit.verify()).toEqual({ rows: 20, firstBadSequence: null });
  await db.drizzle.execute(sql`alter table audit_events disable trigger audit_append_only`);
  const tried = async (...forgery: SQL[]) => {
    const [result] = await Promise.allSettled([
      db.transaction(async (tx) => {
        for (const step of forgery) await tx.execute(step);
        throw Object.assign(new Error('undone'), await createAudit({ db: { ...db, drizzle: tx as never } }).verify());
      }),
    ]);
    const { rows, firstBadSequence } = (result as PromiseRejectedResult).reason;
    return { rows, firstBadSequence };
  };
  const change = sql`update audit_events set outcome = 'refused' where sequence = 7`;
  expect(await tried(change)).toEqual({ rows: 20, firstBadSequence: 7 });
  // If a forger computes the row's hash anew, the next row shows it, because its previous hash differs.
  const rehash = sql`update audit_events e set hash = audit_row_hash(e) where sequence = 7`;
  expect(await tried(change, rehash)).toEqual({ rows: 20, firstBadSequence: 8 });
  expect(await tried(sql`delete from audit_events where sequence = 12`)).toEqual({ rows: 19, firstBadSequence: 13 });
  expect(await tried(sql`delete from audit_events where sequence = 1`)).toEqual({ rows: 19, firstBadSequence: 2 });
  expect(await audit.verify()).toEqual({ rows: 20, firstBadSequence: null });
});

describe('a search in the trail', () => {
  const staffId = '0195a000-0000-7000-8000-00000000abcd';
  const caseId = '0195b000-0000-7000-8000-000000000001';
  const staff: Actor = {
    realm: 'staff',
    id: staffId,
    sessionId: '',
    role: 'operator',
    name: 'A',
    email: 'a@duai.example',
  };
  let audit: ReturnType<typeof createAudit>;
  beforeAll(async () => {
    audit = createAudit({ db });
    const record = (actor: Actor, action: string, subjectType: string, subjectId: string | null, isRefused = false) =>
      db.transaction((tx) =>
        audit.record(
          tx,
          { ...systemContext, actor, address: '192.0.2.7' },
          { action, subjectType, subjectId, ...(isRefused ? { outcome: 'refused' as const } : {}) },
        ),
      );
    await record(staff, 'cases.read', 'case', caseId);
    await record(staff, 'reports.sign', 'case', caseId);
    await record(staff, 'accounts.login', 'staff', staffId, true);
    await record({ realm: 'system' }, 'trial.charge-scan', 'scan', '0195c000-0000-7000-8000-000000000002');
  });
  const found = async (filter: operations.AuditFilter) =>
    (await audit.list({ ...filter, page: 1 })).rows.map(({ action }) => action);
  const today = new Date().toISOString().slice(0, 10);

  it.each<[string, operations.AuditFilter, string[]]>([
    ['who, by kind', { who: 'Staff' }, ['accounts.login', 'reports.sign', 'cases.read']],
    ['who, by the beginning of an id', { who: staffId.slice(0, 8) }, ['accounts.login', 'reports.sign', 'cases.read']],
    ['who, by id', { who: staffId, what: 'cases' }, ['cases.read']],
    ['what, by a part of its name', { what: 'sign' }, ['reports.sign']],
    ['whom, by kind', { whom: 'scan' }, ['trial.charge-scan']],
    ['whom, by the beginning of an id', { whom: '0195b' }, ['reports.sign', 'cases.read']],
    ['whom, by id, and outcome', { whom: staffId, outcome: 'refused' }, ['accounts.login']],
    ['days', { who: 'staff', from: today, to: today }, ['accounts.login', 'reports.sign', 'cases.read']],
    ['days before', { who: 'staff', to: '2020-01-01' }, []],
    ['letters that are patterns', { what: '%' }, []],
  ])('finds by %s', async (_what, filter, actions) => {
    expect(await found(filter)).toEqual(actions);
  });

  it('shows the details of the closed list; what others chose is stored alone', async () => {
    await expect(
      db.transaction(async (tx) => {
        await audit.record(tx, systemContext, {
          action: 'tested',
          subjectType: 'row',
          subjectId: null,
          details: { host: 'of-a-person.example', days: 3, role: 'operator' },
        });
        const within = createAudit({ db: { ...db, drizzle: tx as never } });
        const { rows } = await within.list({ what: 'tested', page: 1 });
        expect(rows.map(({ details }) => details)).toEqual([{ days: 3, role: 'operator' }]);
        const [whole] = await within.rows([rows[0]!.sequence]);
        expect(whole!.details).toEqual({ host: 'of-a-person.example', days: 3, role: 'operator' });
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
  });

  it('comes in pages, newest first, with how many there are and every action', async () => {
    const first = await audit.list({ page: 1 });
    expect(first.total).toBe(24);
    expect(first.rows.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 24 }, (_, place) => 24 - place));
    expect(first.actions).toEqual(['accounts.login', 'cases.read', 'reports.sign', 'test', 'trial.charge-scan']);
    expect((await audit.list({ page: 2 })).rows).toEqual([]);
    expect(operations.AUDIT_PER_PAGE).toBeGreaterThan(24);
  });

  it('is written as CSV with all its rows', async () => {
    const [head, ...rows] = readCsv(await text(auditCsv(audit.all({ whom: caseId }))));
    expect(head!.cells.slice(0, 4)).toEqual(['sequence', 'at', 'actor', 'actor_id']);
    expect(rows.map(({ cells }) => [cells[0], cells[3], cells[4], cells[8]])).toEqual([
      ['22', staffId, 'reports.sign', '192.0.2.7'],
      ['21', staffId, 'cases.read', '192.0.2.7'],
    ]);
  });
});
