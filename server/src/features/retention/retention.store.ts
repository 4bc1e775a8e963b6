import { and, eq, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { theOne } from '../../core/the-one.ts';
import { scanHolds, scanRetention } from './retention.tables.ts';

type Queries = Pick<NodePgDatabase, 'select' | '$count' | 'execute'>;
type Changes = Pick<NodePgDatabase, 'select' | 'insert' | 'delete' | 'execute'>;

/** Null where studies stay. */
export async function findDays(on: Pick<Queries, 'select'>, institutionId: string): Promise<number | null> {
  const [row] = await on.select().from(scanRetention).where(eq(scanRetention.institutionId, institutionId));
  return row?.days ?? null;
}

export const findInstitutionsThatDelete = (on: Pick<Queries, 'select'>) => on.select().from(scanRetention);

export async function saveDays(
  on: Changes,
  institutionId: string,
  { days, at }: { days: number | null; at: Date },
): Promise<void> {
  if (days === null) await on.delete(scanRetention).where(eq(scanRetention.institutionId, institutionId));
  else
    await on
      .insert(scanRetention)
      .values({ institutionId, days, changedAt: at })
      .onConflictDoUpdate({ target: scanRetention.institutionId, set: { days, changedAt: at } });
}

/** What was told under another setting is told again. */
export async function forgetNotices(on: Changes, institutionId: string): Promise<void> {
  await on.execute(sql`delete from scan_notices where institution_id = ${institutionId}`);
}

/** Studies of an institution that go and were told, without those that are kept. */
const GOING = sql`scans s join scan_notices n on n.scan_id = s.id and n.told_at >= s.submitted_at
  where s.billing <> 'sample' and not exists (select from scan_holds h where h.scan_id = s.id)`;

/** Tells those that came until then and were not told since. @returns how many, and how many of them are evaluated */
export async function tell(
  on: Changes,
  institutionId: string,
  { until, now }: { until: Date; now: Date },
): Promise<{ told: number; inEvaluation: number }> {
  const { rows } = await on.execute<{ told: number; inEvaluation: number }>(sql`
    with told as (
      insert into scan_notices (scan_id, institution_id, told_at)
      select s.id, s.institution_id, ${now} from scans s
      where s.institution_id = ${institutionId} and s.billing <> 'sample' and s.submitted_at <= ${until}
        and not exists (select from scan_holds h where h.scan_id = s.id)
        and not exists (select from scan_notices n where n.scan_id = s.id and n.told_at >= s.submitted_at)
      on conflict (scan_id) do update set told_at = excluded.told_at
      returning scan_id)
    select count(*)::int as told, (
      select count(*)::int from told join scans_in_evaluation e on e.scan_id = told.scan_id
      where e.institution_id = ${institutionId}) as "inEvaluation" from told`);
  return theOne(rows);
}

/** When the first of those that were told goes, as numbers of the policy. */
export async function findGoing(on: Queries, institutionId: string) {
  const { rows } = await on.execute<{ scanId: string; submittedAt: string; toldAt: string; isEvaluated: boolean }>(sql`
    select s.id as "scanId", s.submitted_at as "submittedAt", n.told_at as "toldAt",
      exists (select from scans_in_evaluation e where e.institution_id = ${institutionId} and e.scan_id = s.id) as "isEvaluated"
    from ${GOING} and s.institution_id = ${institutionId} order by s.submitted_at`);
  return rows.map(({ submittedAt, toldAt, ...row }) => ({
    ...row,
    submittedAt: new Date(submittedAt),
    toldAt: new Date(toldAt),
  }));
}

export const countHeld = (on: Queries, institutionId: string): Promise<number> =>
  on.$count(scanHolds, eq(scanHolds.institutionId, institutionId));

export async function isHeld(on: Pick<Queries, 'select'>, scanId: string): Promise<boolean> {
  const found = await on.select({ scanId: scanHolds.scanId }).from(scanHolds).where(eq(scanHolds.scanId, scanId));
  return found.length > 0;
}

export async function insertHolds(
  on: Changes,
  institutionId: string,
  { scanIds, at }: { scanIds: readonly string[]; at: Date },
): Promise<void> {
  if (scanIds.length === 0) return;
  const rows = scanIds.map((scanId) => ({ scanId, institutionId, heldAt: at }));
  await on.insert(scanHolds).values(rows).onConflictDoNothing();
}

export async function deleteHold(on: Changes, institutionId: string, scanId: string): Promise<void> {
  await on.delete(scanHolds).where(and(eq(scanHolds.scanId, scanId), eq(scanHolds.institutionId, institutionId)));
}

/** What was told of one study. */
export async function findToldAt(on: Pick<Queries, 'execute'>, scanId: string): Promise<Date | null> {
  const { rows } = await on.execute<{ toldAt: string }>(
    sql`select told_at as "toldAt" from scan_notices where scan_id = ${scanId}`,
  );
  return rows[0] ? new Date(rows[0].toldAt) : null;
}
