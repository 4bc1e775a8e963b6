import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDatabase } from '../../adapters/database/connect.ts';
import type { Database } from '../../adapters/database/port.ts';
import { DAY_MS, later } from '../../core/clock.ts';
import { newId } from '../../core/ids.ts';
import { createLogger } from '../../core/logger.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { attemptCounters, linkTokens, sessions } from './accounts.tables.ts';
import { sweepEndedAccess } from './sweep-accounts.ts';

const NOW = new Date('2026-11-21T03:30:00Z');
const daysAgo = (days: number) => later(NOW, -days * DAY_MS);

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = await connectDatabase(database.url, { max: 1 });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const session = (accountId: string, usedDaysAgo: number, ended: { revokedAt?: Date; expiresAt: Date }) => ({
  id: newId(),
  realm: 'patient' as const,
  accountId,
  tokenHash: randomBytes(32),
  createdAt: daysAgo(usedDaysAgo),
  lastUsedAt: daysAgo(usedDaysAgo),
  address: '192.0.2.1',
  userAgent: 'Browser',
  ...ended,
});

it('removes sessions and links that ended a month ago and old counters, and keeps when somebody was last seen', async () => {
  const [away, active] = [newId(), newId()];
  const rows = {
    oldest: session(away, 90, { expiresAt: daysAgo(60) }),
    lastSeen: session(away, 70, { expiresAt: daysAgo(40) }),
    revoked: session(active, 50, { revokedAt: daysAgo(45), expiresAt: daysAgo(-5) }),
    lately: session(active, 20, { revokedAt: daysAgo(10), expiresAt: daysAgo(-5) }),
    open: session(active, 0, { expiresAt: daysAgo(-5) }),
  };
  await db.drizzle.insert(sessions).values(Object.values(rows));
  const link = { realm: 'patient', accountId: away, purpose: 'reset-password', email: 'a@duai.example' } as const;
  const [oldLink, newLink] = [randomBytes(32), randomBytes(32)];
  await db.drizzle.insert(linkTokens).values([
    { ...link, tokenHash: oldLink, createdAt: daysAgo(40), expiresAt: daysAgo(39) },
    { ...link, tokenHash: newLink, createdAt: daysAgo(2), expiresAt: daysAgo(1) },
  ]);

  await db.drizzle.insert(attemptCounters).values([
    { key: 'old', windowStart: daysAgo(2), count: 9 },
    { key: 'new', windowStart: NOW, count: 1 },
  ]);

  for (const _again of [1, 2]) {
    await sweepEndedAccess({ db, log: createLogger('silent') }, NOW);
    const kept = await db.drizzle.select().from(sessions);
    expect(new Map(kept.map(({ id, address, userAgent }) => [id, [address, userAgent]]))).toEqual(
      new Map([
        [rows.lastSeen.id, [null, null]],
        [rows.lately.id, ['192.0.2.1', 'Browser']],
        [rows.open.id, ['192.0.2.1', 'Browser']],
      ]),
    );
    expect((await db.drizzle.select().from(attemptCounters)).map(({ key }) => key)).toEqual(['new']);
    expect((await db.drizzle.select().from(linkTokens)).map(({ tokenHash }) => tokenHash)).toEqual([newLink]);
  }
});
