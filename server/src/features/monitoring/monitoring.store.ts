import { and, desc, eq, gte, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Day } from './control-chart.ts';
import { type BreachRow, controlBreaches, versionGuards } from './monitoring.tables.ts';

type Queries = Pick<NodePgDatabase, 'select' | 'insert' | 'execute'>;

/** A version on the studies of one institution, or on patients' cases (null). */
export interface Watched extends Record<string, unknown> {
  algorithmId: string;
  version: string;
  institutionId: string | null;
}
export interface DayFigures extends Day, Record<string, unknown> {
  seconds: number;
}

/** Everything that ran since then, of all or of one institution. */
export async function findWatched(
  on: Pick<Queries, 'execute'>,
  since: Date,
  institutionId?: string,
): Promise<Watched[]> {
  const { rows } = await on.execute<Watched>(sql`
    select distinct algorithm_id as "algorithmId", algorithm_version as version, institution_id as "institutionId"
    from version_runs where finished_at >= ${since}
      ${institutionId === undefined ? sql`` : sql`and institution_id = ${institutionId}`}
    order by 1, 2, 3`);
  return rows;
}

/**
 * Figures by day, oldest first. Positive: a finding of severity "important". Verdicts are those of the institution's
 * readers and of radiologists.
 */
export async function findDays(
  on: Pick<Queries, 'execute'>,
  { algorithmId, version, institutionId }: Watched,
  since: Date,
): Promise<DayFigures[]> {
  const { rows } = await on.execute<DayFigures>(sql`
    with runs as (
      select r.*, to_char(r.finished_at at time zone 'UTC', 'YYYY-MM-DD') as day,
        exists (
          select from findings f where f.analysis_id = r.id and f.kind = 'finding' and f.severity = 'important'
        ) as is_positive
      from version_runs r
      where r.algorithm_id = ${algorithmId} and r.algorithm_version = ${version}
        and r.institution_id is not distinct from ${institutionId}::uuid and r.finished_at >= ${since}
    ), verdicts as (
      -- What a radiologist had to correct is not agreed with.
      select r.id, case v.verdict when 'accepted' then 'agree' else 'disagree' end as verdict
      from runs r join analysis_verdicts v on v.analysis_id = r.id
      union all
      select r.id, v.verdict from runs r join findings f on f.analysis_id = r.id join proof_verdicts v on v.finding_id = f.id
    ), judged as (
      select id, count(*) filter (where verdict = 'agree') as agreed, count(*) filter (where verdict = 'disagree') as disagreed
      from verdicts group by id
    )
    select day, count(*)::int as runs,
      (count(*) filter (where status = 'failed'))::int as failures,
      (count(*) filter (where status = 'not-evaluable'))::int as refusals,
      (count(*) filter (where is_positive))::int as positives,
      avg(seconds)::double precision as seconds,
      coalesce(sum(agreed), 0)::int as agreed, coalesce(sum(disagreed), 0)::int as disagreed,
      json_build_object('n', count(*), 'mean', avg(images), 'squares', coalesce(var_pop(images) * count(*), 0)) as images,
      case when count(slice_thickness_mm) > 0 then json_build_object('n', count(slice_thickness_mm),
        'mean', avg(slice_thickness_mm), 'squares', coalesce(var_pop(slice_thickness_mm) * count(slice_thickness_mm), 0))
      end as "sliceThickness",
      case when count(patient_age_years) > 0 then json_build_object('n', count(patient_age_years),
        'mean', avg(patient_age_years), 'squares', coalesce(var_pop(patient_age_years) * count(patient_age_years), 0))
      end as age
    from runs left join judged using (id)
    group by day order by day`);
  return rows;
}

/** @returns false for a breach that is already stored */
export const insertBreach = async (on: Queries, row: typeof controlBreaches.$inferInsert): Promise<boolean> =>
  (await on.insert(controlBreaches).values(row).onConflictDoNothing().returning({ id: controlBreaches.id })).length > 0;

/** Breaches, the newest first. */
export const findBreaches = (on: Pick<Queries, 'select'>, since: Date): Promise<BreachRow[]> =>
  on.select().from(controlBreaches).where(gte(controlBreaches.foundAt, since)).orderBy(desc(controlBreaches.foundAt));

export async function pausesOnBreach(
  on: Pick<Queries, 'select'>,
  { algorithmId, version }: Pick<Watched, 'algorithmId' | 'version'>,
): Promise<boolean> {
  const [row] = await on
    .select()
    .from(versionGuards)
    .where(and(eq(versionGuards.algorithmId, algorithmId), eq(versionGuards.version, version)));
  return row?.pausesOnBreach ?? false;
}

export async function setGuard(on: Queries, row: typeof versionGuards.$inferInsert): Promise<void> {
  const { pausesOnBreach: pauses, updatedAt } = row;
  await on
    .insert(versionGuards)
    .values(row)
    .onConflictDoUpdate({
      target: [versionGuards.algorithmId, versionGuards.version],
      set: { pausesOnBreach: pauses, updatedAt },
    });
}
