import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { theOne } from '../../../core/the-one.ts';
import { attemptCounters } from '../accounts.tables.ts';

type Changes = Pick<NodePgDatabase, 'insert' | 'update' | 'delete'>;

/** @returns how many tries there are now in this window */
export async function countAttempt(on: Changes, key: string, windowStart: Date): Promise<number> {
  const rows = await on
    .insert(attemptCounters)
    .values({ key, windowStart, count: 1 })
    .onConflictDoUpdate({
      target: [attemptCounters.key, attemptCounters.windowStart],
      set: { count: sql`${attemptCounters.count} + 1` },
    })
    .returning({ count: attemptCounters.count });
  return theOne(rows).count;
}

export async function takeAttemptsBack(on: Changes, keys: string[], windowStart: Date): Promise<void> {
  await on
    .update(attemptCounters)
    .set({ count: sql`${attemptCounters.count} - 1` })
    .where(and(inArray(attemptCounters.key, keys), eq(attemptCounters.windowStart, windowStart)));
}

export async function sweepAttempts(on: Changes, before: Date): Promise<void> {
  await on.delete(attemptCounters).where(lt(attemptCounters.windowStart, before));
}
