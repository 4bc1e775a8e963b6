import { and, asc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Queries } from '../reports.store.ts';
import { type CriticalRow, criticalFindings } from '../reports.tables.ts';

/**
 * Escalations are counted on, so that each has an occasion of its own. Where an earlier mark still waits, its time and its
 * escalation stay.
 */
export const saveCritical = async (
  on: Queries,
  row: Pick<CriticalRow, 'reportId' | 'caseId' | 'markedAt'>,
): Promise<void> => {
  const { markedAt } = row;
  const { acknowledgedAt, escalatedAt, waitingSince } = criticalFindings;
  await on
    .insert(criticalFindings)
    .values({ ...row, waitingSince: markedAt })
    .onConflictDoUpdate({
      target: criticalFindings.reportId,
      set: {
        markedAt,
        waitingSince: sql`case when ${acknowledgedAt} is null then ${waitingSince} else ${markedAt.toISOString()}::timestamptz end`,
        escalatedAt: sql`case when ${acknowledgedAt} is null then ${escalatedAt} end`,
        acknowledgedAt: null,
        acknowledgedBy: null,
      },
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

/**
 * Findings not acknowledged in time: one waits from before `marked` and was not escalated since its mark, or the last escalation was
 * before `escalated`.
 */
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
      and(isNull(criticalFindings.escalatedAt), sql`${criticalFindings.waitingSince} <= ${marked.toISOString()}`),
      and(
        sql`${criticalFindings.markedAt} > ${criticalFindings.escalatedAt}`,
        sql`${criticalFindings.markedAt} <= ${marked.toISOString()}`,
      ),
      sql`${criticalFindings.escalatedAt} <= ${escalated.toISOString()}`,
    ),
  );
