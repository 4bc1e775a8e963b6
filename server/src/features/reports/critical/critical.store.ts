import { and, asc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Queries } from '../reports.store.ts';
import { type CriticalRow, criticalFindings } from '../reports.tables.ts';

/** Escalations are counted on, so that each has an occasion of its own. */
export const saveCritical = async (on: Queries, row: typeof criticalFindings.$inferInsert): Promise<void> => {
  const { markedAt } = row;
  await on
    .insert(criticalFindings)
    .values(row)
    .onConflictDoUpdate({
      target: criticalFindings.reportId,
      set: { markedAt, acknowledgedAt: null, acknowledgedBy: null, escalatedAt: null },
    });
};

export const findCritical = async (on: Queries, reportId: string): Promise<CriticalRow | undefined> =>
  (await on.select().from(criticalFindings).where(eq(criticalFindings.reportId, reportId)))[0];

export const lockCritical = async (on: Queries, reportId: string): Promise<CriticalRow | undefined> =>
  (await on.select().from(criticalFindings).where(eq(criticalFindings.reportId, reportId)).for('update'))[0];

export const updateAcknowledged = async (
  on: Queries,
  reportId: string,
  acknowledged: { acknowledgedAt: Date; acknowledgedBy: NonNullable<CriticalRow['acknowledgedBy']> },
): Promise<void> => {
  await on.update(criticalFindings).set(acknowledged).where(eq(criticalFindings.reportId, reportId));
};

/** Findings not acknowledged in time: marked before `marked` and never escalated, or last escalated before `escalated`. */
export const findOverdue = (on: Queries, { marked, escalated }: { marked: Date; escalated: Date }) =>
  on.select().from(criticalFindings).where(isOverdue({ marked, escalated }));

const MOST_LISTED = 200;

/** Escalated, and not acknowledged yet, the oldest first. */
export const findEscalated = (on: Queries): Promise<CriticalRow[]> =>
  on
    .select()
    .from(criticalFindings)
    .where(and(isNull(criticalFindings.acknowledgedAt), isNotNull(criticalFindings.escalatedAt)))
    .orderBy(asc(criticalFindings.markedAt), asc(criticalFindings.reportId))
    .limit(MOST_LISTED);

/** One overdue finding, locked; undefined where it was acknowledged or escalated meanwhile. */
export const lockOverdue = async (
  on: Queries,
  reportId: string,
  since: { marked: Date; escalated: Date },
): Promise<CriticalRow | undefined> =>
  (
    await on
      .select()
      .from(criticalFindings)
      .where(and(eq(criticalFindings.reportId, reportId), isOverdue(since)))
      .for('update')
  )[0];

export const updateEscalated = async (on: Queries, reportId: string, escalatedAt: Date): Promise<void> => {
  await on
    .update(criticalFindings)
    .set({ escalatedAt, escalations: sql`${criticalFindings.escalations} + 1` })
    .where(eq(criticalFindings.reportId, reportId));
};

const isOverdue = ({ marked, escalated }: { marked: Date; escalated: Date }) =>
  and(
    isNull(criticalFindings.acknowledgedAt),
    or(
      and(isNull(criticalFindings.escalatedAt), sql`${criticalFindings.markedAt} <= ${marked.toISOString()}`),
      sql`${criticalFindings.escalatedAt} <= ${escalated.toISOString()}`,
    ),
  );
