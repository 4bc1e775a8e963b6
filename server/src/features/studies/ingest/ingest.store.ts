import type { SlicePlace } from '@duai/imaging';
import { and, asc, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { findStudyIds, type Owner, ofOwner, type Queries } from '../studies.store.ts';
import { type InstanceRow, instances, studies } from '../studies.tables.ts';
import { IN_READING_ORDER, partOfHeader } from '../study-trees.store.ts';

/** Leaves out images of the owner that wait for an operator. @returns how many */
export async function setAsideStalled(on: Queries, owner: Owner, at: Date): Promise<number> {
  const ids = await findStudyIds(on, owner);
  if (ids.length === 0) return 0;
  const rows = await on
    .update(instances)
    .set({ setAsideAt: at })
    .where(and(inArray(instances.studyId, ids), waiting, isNotNull(instances.stalledAt)))
    .returning({ id: instances.id });
  return rows.length;
}

/** Not decoded yet, and not left out by an operator. */
const waiting = and(eq(instances.state, 'received'), isNull(instances.setAsideAt));

/** Counts one more failed try. @returns the number of failed tries in a row */
export async function countFailedTry(on: Queries, id: string): Promise<number> {
  const [row] = await on
    .update(instances)
    .set({ failedTries: sql`${instances.failedTries} + 1` })
    .where(eq(instances.id, id))
    .returning({ tries: instances.failedTries });
  return row?.tries ?? 0;
}

/** Marks images as waiting for an operator. Their count of tries starts again at 0. */
export async function stallInstances(on: Queries, ids: string[], at: Date): Promise<void> {
  await on.update(instances).set({ failedTries: 0, stalledAt: at }).where(inArray(instances.id, ids));
}

export async function updateInstance(on: Queries, id: string, change: Partial<InstanceRow>): Promise<void> {
  await on.update(instances).set(change).where(eq(instances.id, id));
}

/** Stores positions in the reading order, from 0, in one statement. */
export async function updatePositions(on: Queries, places: { id: string; position: number }[]): Promise<void> {
  if (places.length === 0) return;
  await on.execute(sql`
    update instances set position = place.position
    from unnest(${sql.param(places.map(({ id }) => id))}::uuid[], ${sql.param(places.map(({ position }) => position))}::int[])
      as place (id, position)
    where instances.id = place.id`);
}

/**
 * The next DICOM images, by id, whose headers were read before lookup tables or scanned films were; a partial index answers this.
 */
export const findOlderHeaders = (on: Queries, after: string | undefined, limit: number): Promise<InstanceRow[]> =>
  on
    .select()
    .from(instances)
    .where(
      and(
        sql`${instances.kind} = 'dicom' and ${instances.header} is not null and (${instances.header} -> 'hasVoiLut' is null
          or (${instances.header} -> 'scannedSpacingMm' is null and ${instances.header} ->> 'pixelSpacingOf' is distinct from 'imager'
            and (${instances.header} ->> 'imagePositionPatientMm' is null or ${instances.header} ->> 'imageOrientationPatient' is null)))`,
        after === undefined ? undefined : gt(instances.id, after),
      ),
    )
    .orderBy(asc(instances.id))
    .limit(limit);

/** Images whose preview is one of these files. */
export const findByPreviews = (on: Queries, hashes: string[]): Promise<InstanceRow[]> =>
  on
    .select()
    .from(instances)
    .where(sql`${instances.previewSha256} = any(${sql.param(hashes)}::text[])`);

/** Images that wait to be decoded, those without a failed try first. */
export const findReceived = (on: Queries, owner: Owner, most: number) =>
  on
    .select({
      id: instances.id,
      sha256: instances.sha256,
      kind: instances.kind,
      sizeBytes: instances.sizeBytes,
      columns: instances.columns,
      rows: instances.rows,
      frames: instances.frames,
    })
    .from(instances)
    .innerJoin(studies, eq(studies.id, instances.studyId))
    .where(and(ofOwner(owner), waiting))
    .orderBy(
      asc(instances.failedTries),
      asc(studies.createdAt),
      asc(studies.id),
      asc(instances.seriesId),
      asc(instances.instanceNumber),
    )
    .limit(most);

export type ReceivedRow = Awaited<ReturnType<typeof findReceived>>[number];

/** The position data of the owner's DICOM slices. */
export const findSlicePlaces = (on: Queries, owner: Owner) =>
  on
    .select({
      id: instances.id,
      seriesId: instances.seriesId,
      position: instances.position,
      place: partOfHeader<SlicePlace>([
        'imagePositionPatientMm',
        'imageOrientationPatient',
        'instanceNumber',
        'sopInstanceUid',
      ]),
    })
    .from(instances)
    .innerJoin(studies, eq(studies.id, instances.studyId))
    .where(and(ofOwner(owner), sql`${instances.header} is not null`, eq(instances.isPresentation, false)))
    .orderBy(...IN_READING_ORDER);
