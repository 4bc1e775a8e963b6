import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Owner, Queries } from '../studies.store.ts';
import { instanceDataSets, instances, series, studies } from '../studies.tables.ts';
import { IN_READING_ORDER, shownOf, type Uids } from '../study-trees.store.ts';

export interface NamedInstance {
  id: string;
  sha256: string;
  seriesInstanceUid: string | null;
  sopInstanceUid: string | null;
  sizeBytes: number;
  columns: number | null;
  rows: number | null;
  frames: number;
  receivedAt: Date;
}

/** DICOM images of the owner that can be shown, in reading order, without their headers. */
export const findNamed = (on: Queries, owner: Owner, uids: Uids): Promise<NamedInstance[]> =>
  on
    .select({
      id: instances.id,
      sha256: instances.sha256,
      seriesInstanceUid: series.seriesInstanceUid,
      sopInstanceUid: instances.sopInstanceUid,
      sizeBytes: instances.sizeBytes,
      columns: instances.columns,
      rows: instances.rows,
      frames: instances.frames,
      receivedAt: instances.receivedAt,
    })
    .from(instances)
    .innerJoin(series, eq(series.id, instances.seriesId))
    .innerJoin(studies, eq(studies.id, instances.studyId))
    .where(shownOf(owner, uids))
    .orderBy(asc(series.seriesKey), ...IN_READING_ORDER);

/** Those of this version, by instance. */
export async function findDataSets(on: Queries, ids: readonly string[], version: number): Promise<Map<string, Buffer>> {
  const rows = await on
    .select()
    .from(instanceDataSets)
    .where(and(inArray(instanceDataSets.instanceId, [...ids]), eq(instanceDataSets.version, version)));
  return new Map(rows.map(({ instanceId, deflated }) => [instanceId, deflated]));
}

/** Keeps a copy; nothing happens where the instance has gone meanwhile. */
export async function keepDataSet(on: Queries, id: string, version: number, deflated: Uint8Array): Promise<void> {
  await on.execute(sql`
    insert into instance_data_sets (instance_id, version, deflated)
    select id, ${version}, ${Buffer.from(deflated)}::bytea from instances where id = ${id} for key share
    on conflict (instance_id) do update set version = excluded.version, deflated = excluded.deflated`);
}
