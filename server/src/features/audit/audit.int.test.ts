import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDatabase } from '../../adapters/database/connect.ts';
import type { Database } from '../../adapters/database/port.ts';
import { systemContext } from '../../core/actor.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { createAudit } from './index.ts';

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
  await db.drizzle.execute(sql`update audit_events set outcome = 'refused' where sequence = 7`);
  expect(await audit.verify()).toEqual({ rows: 20, firstBadSequence: 7 });
});
