import type { SeenSeries } from '@duai/contract';
import { and, eq, sql } from 'drizzle-orm';
import type { Queries } from '../studies.store.ts';
import { instances, slicesSeen, studies } from '../studies.tables.ts';

interface Reader {
  caseId: string;
  submission: number;
  staffId: string;
}

/** The number of frames of each readable image of a case, by image id. */
export const findFrames = async (on: Queries, caseId: string): Promise<Map<string, number>> => {
  const rows = await on
    .select({ id: instances.id, frames: instances.frames })
    .from(instances)
    .innerJoin(studies, eq(studies.id, instances.studyId))
    .where(and(eq(studies.caseId, caseId), eq(instances.state, 'ready'), eq(instances.isPresentation, false)));
  return new Map(rows.map(({ id, frames }) => [id, frames]));
};

/** Adds frames to those that this reader has seen; each frame is stored once. */
export const addSlicesSeen = async (
  on: Queries,
  { submission, staffId }: Reader,
  slices: readonly { imageId: string; frame: number }[],
): Promise<void> => {
  const rows = [...Map.groupBy(slices, ({ imageId }) => imageId)]
    .map(([id, same]) => ({ id, frames: `{${same.map(({ frame }) => `[${frame},${frame}]`).join()}}` }))
    // A fixed lock order, so that two pages of one reader do not deadlock.
    .sort((one, other) => (one.id < other.id ? -1 : 1));
  await on.execute(sql`
    insert into ${slicesSeen} as kept (instance_id, staff_id, submission, frames)
    select id, ${staffId}, ${submission}, frames
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as seen (id uuid, frames int4multirange)
    on conflict (instance_id, staff_id, submission) do update set frames = kept.frames + excluded.frames`);
};

/**
 * For every series of a case with a readable image: how many of its frames this reader has seen. Segmentations are drawings on
 * images: they do not count, and a reader from whom they are withheld is not told of them.
 */
export const findSeenSeries = async (on: Queries, { caseId, submission, staffId }: Reader): Promise<SeenSeries[]> => {
  const { rows } = await on.execute<{ seriesId: string; shown: number; total: number }>(sql`
    select instances.series_id as "seriesId", sum(frames)::int as total, coalesce(sum(seen.number), 0)::int as shown
    from studies
    join instances on instances.study_id = studies.id and state = 'ready' and not is_presentation
      and instances.id not in (select id from case_segmentations where case_id = ${caseId})
    left join lateral (
      select sum(upper(part) - lower(part)) as number
      from ${slicesSeen}, unnest(${slicesSeen.frames}) as part
      where instance_id = instances.id and staff_id = ${staffId} and submission = ${submission}
    ) seen on true
    where studies.case_id = ${caseId}
    group by instances.series_id
    order by instances.series_id`);
  return rows;
};
