import { assignment } from '@duai/contract';
import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Queries } from '../cases.store.ts';
import { assignmentRules, type CaseRow, cases } from '../cases.tables.ts';

const { CLAIM_IDLE_HOURS } = assignment;

export const findRules = async (on: Queries): Promise<assignment.AssignmentRule[]> =>
  // Rules from before subspecialties name none.
  ((await on.select().from(assignmentRules))[0]?.rules ?? []).map((rule) => ({
    ...rule,
    subspecialty: rule.subspecialty ?? null,
  }));

/** When the rules were changed last; null if never. */
export const findRulesTime = async (on: Queries): Promise<Date | null> =>
  (await on.select().from(assignmentRules))[0]?.updatedAt ?? null;

/** Hours without work on a case after which its claim ends. */
export const findClaimIdleHours = async (on: Queries): Promise<number> =>
  (await on.select().from(assignmentRules))[0]?.claimIdleHours ?? CLAIM_IDLE_HOURS;

export const saveRules = async (
  on: Queries,
  wish: { rules: assignment.AssignmentRule[]; claimIdleHours?: number | undefined; updatedAt: Date },
): Promise<void> => {
  await on
    .insert(assignmentRules)
    .values({ id: true, ...wish })
    .onConflictDoUpdate({ target: assignmentRules.id, set: wish });
};

/** How many cases in review each reader has claimed or was assigned. */
export const countByReader = async (on: Queries): Promise<Map<string, number>> => {
  const reader = sql<string>`coalesce(${cases.claimedBy}, ${cases.assignedTo})`;
  const rows = await on
    .select({ reader, number: sql<number>`count(*)::int` })
    .from(cases)
    .where(and(eq(cases.status, 'processing'), sql`${reader} is not null`))
    .groupBy(reader);
  return new Map(rows.map((row) => [row.reader, row.number]));
};

const isUnclaimed = and(eq(cases.status, 'processing'), isNull(cases.claimedBy));

/** Cases in review that were assigned to a reader and that nobody has claimed. */
export const findGiven = (on: Queries): Promise<CaseRow[]> =>
  on
    .select()
    .from(cases)
    .where(and(isUnclaimed, isNotNull(cases.assignedTo)));

/** What rules go by, of cases in review that belong to nobody, the most urgent first. */
export const findGivenToNobody = (on: Queries) =>
  on
    .select({
      id: cases.id,
      modality: cases.modality,
      urgency: cases.urgency,
      subspecialty: cases.subspecialty,
    })
    .from(cases)
    .where(and(isUnclaimed, isNull(cases.assignedTo)))
    .orderBy(asc(cases.dueAt), asc(cases.id));
