import type { turnaround as contract } from '@duai/contract';
import { and, eq, gt, isNotNull, type SQL, sql } from 'drizzle-orm';
import { HOUSE_ZONE } from '../../../core/house-time.ts';
import type { Queries } from '../cases.store.ts';
import { cases } from '../cases.tables.ts';

/** Written into the statement: a parameter would make the grouped expression another one than the selected. */
const ZONE = sql.raw(`'${HOUSE_ZONE}'`);
const MONDAY = sql<string>`to_char(date_trunc('week', ${cases.completedAt} at time zone ${ZONE}), 'YYYY-MM-DD')`;
const HOURS = sql`extract(epoch from ${cases.completedAt} - ${cases.submittedAt}) / 3600`;
const percentile = (share: number): SQL<number> =>
  sql<number>`percentile_cont(${share}::float8) within group (order by ${HOURS})::float8`;
const FIGURES = {
  urgency: cases.urgency,
  reports: sql<number>`count(*)::int`,
  medianHours: percentile(0.5),
  p90Hours: percentile(0.9),
};
const signedSince = (since: Date) =>
  and(eq(cases.status, 'completed'), gt(cases.completedAt, since), isNotNull(cases.submittedAt));

/** Of cases signed since then, by urgency. */
export const findFigures = (on: Queries, since: Date): Promise<contract.Turnaround['urgencies']> =>
  on
    .select({ ...FIGURES, inTime: sql<number>`count(*) filter (where ${cases.completedAt} <= ${cases.dueAt})::int` })
    .from(cases)
    .where(signedSince(since))
    .groupBy(cases.urgency);

/** The Mondays of all weeks from that of `since` to that of `until`. */
export const findMondays = async (on: Queries, since: Date, until: Date): Promise<string[]> =>
  (
    await on.execute<{ monday: string }>(sql`
      select to_char(monday, 'YYYY-MM-DD') as monday from generate_series(
        date_trunc('week', ${since.toISOString()}::timestamptz at time zone ${ZONE}),
        ${until.toISOString()}::timestamptz at time zone ${ZONE}, interval '1 week') monday
      order by monday`)
  ).rows.map(({ monday }) => monday);

export const findWeeks = (on: Queries, since: Date): Promise<contract.Turnaround['weeks']> =>
  on
    .select({ ...FIGURES, monday: MONDAY })
    .from(cases)
    .where(signedSince(since))
    .groupBy(MONDAY, cases.urgency)
    .orderBy(MONDAY);
