import { eq, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { notFound } from '../../core/app-error.ts';
import { theOne } from '../../core/the-one.ts';
import { type TrialRow, trials } from './institutions.tables.ts';

type Reads = Pick<NodePgDatabase, 'select'>;
type Changes = Pick<NodePgDatabase, 'select' | 'insert' | 'update'>;

export const findTrials = (on: Reads): Promise<TrialRow[]> => on.select().from(trials);

/** @throws AppError NOT_FOUND */
export async function findTrial(on: Reads, institutionId: string): Promise<TrialRow> {
  const [row] = await on
    .select()
    .from(trials)
    .where(eq(trials.institutionId, institutionId))
    .prepare('trial')
    .execute();
  if (!row) throw notFound('trial');
  return row;
}

/** Locks the institution's only trial row, so that one transaction at a time counts scans. @throws AppError NOT_FOUND */
export async function lockTrial(on: Reads, institutionId: string): Promise<TrialRow> {
  const [row] = await on
    .select()
    .from(trials)
    .where(eq(trials.institutionId, institutionId))
    .for('update')
    .prepare('locked_trial')
    .execute();
  if (!row) throw notFound('trial');
  return row;
}

export async function insertTrial(on: Changes, row: typeof trials.$inferInsert): Promise<void> {
  await on.insert(trials).values(row);
}

export async function updateTrial(on: Changes, institutionId: string, change: Partial<TrialRow>): Promise<void> {
  await on.update(trials).set(change).where(eq(trials.institutionId, institutionId));
}

/** Call under the institution's lock. */
export async function countScan(
  on: Changes,
  institutionId: string,
  billing: 'trial' | 'metered',
  by: 1 | -1,
): Promise<TrialRow> {
  const column = billing === 'trial' ? 'usedScans' : 'meteredScans';
  return theOne(
    await on
      .update(trials)
      .set({ [column]: sql`${trials[column]} + ${by}` })
      .where(eq(trials.institutionId, institutionId))
      .returning(),
  );
}
