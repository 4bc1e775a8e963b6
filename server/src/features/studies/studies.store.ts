import type { DicomHeader, SlicePlace } from '@duai/imaging';
import { and, asc, eq, getTableColumns, gt, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Turn } from '../../adapters/queue/port.ts';
import { newId } from '../../core/ids.ts';
import { theOne } from '../../core/the-one.ts';
import { isoDate } from './dicom-date.ts';
import {
  type InstanceRow,
  instances,
  type SeriesRow,
  type StudyRow,
  series,
  seriesViews,
  studies,
} from './studies.tables.ts';

export type Queries = Pick<NodePgDatabase, 'select' | 'insert' | 'update' | 'execute'>;

/** A study belongs to exactly one case or one scan of an institution. */
export type Owner = { caseId: string } | { scanId: string };

export const ofOwner = (owner: Owner): SQL =>
  'caseId' in owner ? eq(studies.caseId, owner.caseId) : eq(studies.scanId, owner.scanId);

const ownerColumns = (owner: Owner) => ({
  caseId: 'caseId' in owner ? owner.caseId : null,
  scanId: 'scanId' in owner ? owner.scanId : null,
});

/** The owner's study with this Study Instance UID, made where there is none. */
export async function ensureStudy(on: Queries, owner: Owner, header: DicomHeader | null): Promise<StudyRow> {
  const studyInstanceUid = header?.studyInstanceUid ?? null;
  const same = and(ofOwner(owner), sql`coalesce(${studies.studyInstanceUid}, '') = ${studyInstanceUid ?? ''}`);
  const [found] = await on.select().from(studies).where(same);
  if (found) return found;
  const rows = await on
    .insert(studies)
    .values({
      id: newId(),
      ...ownerColumns(owner),
      studyInstanceUid,
      studyDate: isoDate(header?.studyDate),
      description: header?.studyDescription ?? null,
    })
    .returning();
  return theOne(rows);
}

/** The study's series with this key (Series Instance UID, or the hash of a picture), made where there is none. */
export async function ensureSeries(
  on: Queries,
  studyId: string,
  seriesKey: string,
  header: DicomHeader | null,
): Promise<SeriesRow> {
  const [found] = await on
    .select()
    .from(series)
    .where(and(eq(series.studyId, studyId), eq(series.seriesKey, seriesKey)));
  if (found) return found;
  const rows = await on
    .insert(series)
    .values({
      id: newId(),
      studyId,
      seriesKey,
      seriesInstanceUid: header?.seriesInstanceUid ?? null,
      modality: header?.modality ?? null,
      description: header?.seriesDescription ?? null,
      bodyPart: header?.bodyPartExamined ?? null,
      convolutionKernel: header?.convolutionKernel ?? null,
      sliceThicknessMm: header?.sliceThicknessMm ?? null,
    })
    .returning();
  return theOne(rows);
}

/** So many rows go into one statement: far below the 65,535 parameters of the protocol. */
const ROWS_AT_ONCE = 500;

/** @returns the ids of those that are new; of content that is in the study already nothing is written */
export async function insertInstances(on: Queries, rows: (typeof instances.$inferInsert)[]): Promise<Set<string>> {
  const ids = new Set<string>();
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const inserted = await on
      .insert(instances)
      .values(rows.slice(from, from + ROWS_AT_ONCE))
      .onConflictDoNothing()
      .returning({ id: instances.id });
    for (const { id } of inserted) ids.add(id);
  }
  return ids;
}

export async function countInstances(on: Queries, owner: Owner): Promise<number> {
  const rows = await on
    .select({ count: sql<number>`count(*)::int` })
    .from(instances)
    .innerJoin(studies, eq(studies.id, instances.studyId))
    .where(ofOwner(owner));
  return theOne(rows).count;
}

/** Content that is here but came to no picture: refused, perhaps by mistake, or never processed. */
const canHeal = or(
  eq(instances.state, 'refused'),
  and(eq(instances.state, 'received'), isNotNull(instances.stalledAt)),
);

/** Whether the stored copy is known to be damaged, or gone. */
const isDamaged = sql<boolean>`exists (
  select from stored_files f where f.sha256 = ${instances.sha256} and f.damage is not null)`;

/**
 * The same data sets, arrived in other files, take the place of copies that are damaged.
 * @returns for each study the hashes of data sets for which that is so
 */
export async function replaceDamaged(
  on: Queries,
  rows: { studyId: string; sha256: string; sizeBytes: number; dataSetSha256?: string | null }[],
): Promise<string[]> {
  const replaced: string[] = [];
  for (const { studyId, sha256, sizeBytes, dataSetSha256 } of rows) {
    if (!dataSetSha256) continue;
    const same = and(eq(instances.studyId, studyId), eq(instances.dataSetSha256, dataSetSha256), isDamaged);
    const found = await on.update(instances).set({ sha256, sizeBytes }).where(same).returning({ id: instances.id });
    if (found.length > 0) replaced.push(`${studyId} ${dataSetSha256}`);
  }
  return replaced;
}

/** Sent again, such content is tried anew. @returns for each study the hashes for which that is so, of files and of data sets */
export async function healInstances(
  on: Queries,
  rows: { studyId: string; sha256: string; dataSetSha256?: string | null }[],
): Promise<Set<string>> {
  const healed = new Set<string>();
  for (const [studyId, ofStudy] of Map.groupBy(rows, (row) => row.studyId)) {
    const hashes = ofStudy.map(({ sha256 }) => sha256);
    const dataSets = ofStudy.flatMap(({ dataSetSha256 }) => dataSetSha256 ?? []);
    const isSame = or(inArray(instances.sha256, hashes), inArray(instances.dataSetSha256, dataSets));
    const found = await on
      .update(instances)
      .set({
        state: 'received',
        refusalCode: null,
        refusalReason: null,
        failedTries: 0,
        stalledAt: null,
        setAsideAt: null,
      })
      .where(and(eq(instances.studyId, studyId), isSame, canHeal))
      .returning({ sha256: instances.sha256, dataSetSha256: instances.dataSetSha256 });
    // A row from before data sets were told apart has the hash of its file only.
    for (const { sha256, dataSetSha256 } of found)
      for (const hash of [sha256, dataSetSha256]) if (hash) healed.add(`${studyId} ${hash}`);
  }
  return healed;
}

/** Images of the owner that wait for an operator are left out from now on. @returns how many */
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

/** Not decoded yet, and to be decoded. */
const waiting = and(eq(instances.state, 'received'), isNull(instances.setAsideAt));

/** One more try in vain. @returns how many in a row */
export async function countFailedTry(on: Queries, id: string): Promise<number> {
  const [row] = await on
    .update(instances)
    .set({ failedTries: sql`${instances.failedTries} + 1` })
    .where(eq(instances.id, id))
    .returning({ tries: instances.failedTries });
  return row?.tries ?? 0;
}

/** These wait for an operator; run again, they have all their tries anew. */
export async function stallInstances(on: Queries, ids: string[], at: Date): Promise<void> {
  await on.update(instances).set({ failedTries: 0, stalledAt: at }).where(inArray(instances.id, ids));
}

export async function updateInstance(on: Queries, id: string, change: Partial<InstanceRow>): Promise<void> {
  await on.update(instances).set(change).where(eq(instances.id, id));
}

/** Places in reading order, from 0, of all these instances in one statement. */
export async function updatePositions(on: Queries, places: { id: string; position: number }[]): Promise<void> {
  if (places.length === 0) return;
  await on.execute(sql`
    update instances set position = place.position
    from unnest(${sql.param(places.map(({ id }) => id))}::uuid[], ${sql.param(places.map(({ position }) => position))}::int[])
      as place (id, position)
    where instances.id = place.id`);
}

/** Of headers from before lookup tables were read, the next in the order of ids; answered by an index of these alone. */
export const findWithoutTables = (on: Queries, after: string | undefined, limit: number): Promise<InstanceRow[]> =>
  on
    .select()
    .from(instances)
    .where(
      and(
        sql`${instances.kind} = 'dicom' and ${instances.header} is not null and ${instances.header} -> 'hasVoiLut' is null`,
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

/** Removes every row of the owner's studies; answers the hashes that they referred to. */
export async function removeTree(on: Queries & Pick<NodePgDatabase, 'delete'>, owner: Owner): Promise<string[]> {
  const ids = (await on.select({ id: studies.id }).from(studies).where(ofOwner(owner))).map((row) => row.id);
  if (ids.length === 0) return [];
  const removed = await on
    .delete(instances)
    .where(inArray(instances.studyId, ids))
    .returning({ sha256: instances.sha256, previewSha256: instances.previewSha256 });
  await on.delete(series).where(inArray(series.studyId, ids));
  await on.delete(studies).where(inArray(studies.id, ids));
  return [...new Set(removed.flatMap((row) => (row.previewSha256 ? [row.sha256, row.previewSha256] : [row.sha256])))];
}

export interface InstanceWithOwner {
  instance: InstanceRow;
  caseId: string | null;
  scanId: string | null;
}

export async function findInstance(on: Queries, id: string): Promise<InstanceWithOwner | undefined> {
  const [row] = await on
    .select({ instance: instances, caseId: studies.caseId, scanId: studies.scanId })
    .from(instances)
    .innerJoin(studies, eq(studies.id, instances.studyId))
    .where(eq(instances.id, id));
  return row;
}

/** What lists, pages and exports ask of a header: a whole one takes 15 KB of memory, and a study may have thousands. */
const LISTED = [
  'sopClassUid',
  'patientKey',
  'samplesPerPixel',
  'photometricInterpretation',
  'windowCenter',
  'windowWidth',
  'suvFactor',
  'hasVoiLut',
  'modality',
  'bodyPartExamined',
  'seriesDescription',
  'studyDescription',
  'convolutionKernel',
  'imageType',
  'rescaleIntercept',
  'pixelRepresentation',
] as const;
export type ListedInstance = Omit<InstanceRow, 'header'> & {
  header: Pick<DicomHeader, (typeof LISTED)[number]> | null;
};

interface Tree<Instance> extends StudyRow {
  series: (SeriesRow & { instances: Instance[] })[];
}
export type StudyTree = Tree<ListedInstance>;
/** With whole headers; for the few that read them, and not to be kept. */
export type FullTree = Tree<InstanceRow>;

const partOfHeader = <Part>(keys: readonly string[]) =>
  sql<Part | null>`case when ${instances.header} is not null then jsonb_build_object(${sql.join(
    keys.flatMap((key) => [sql.raw(`'${key}'`), sql`${instances.header} -> ${sql.raw(`'${key}'`)}`]),
    sql`, `,
  )}) end`;

const IN_READING_ORDER = [
  sql`${instances.position} asc nulls last`,
  sql`${instances.instanceNumber} asc nulls last`,
  asc(instances.originalName),
];

/** Whose work the images of an owner are; undefined where it is gone. */
export async function findTurn(on: Queries, owner: Owner): Promise<Turn | undefined> {
  const own = 'caseId' in owner ? sql`case_id = ${owner.caseId}` : sql`scan_id = ${owner.scanId}`;
  const { rows } = await on.execute<{ accountId: string; rank: Turn['rank'] }>(
    sql`select account_id::text as "accountId", rank from study_turns where ${own}`,
  );
  return rows[0] && { accountId: rows[0].accountId, rank: rows[0].rank };
}

/** Whose a study is. */
export async function findOwner(on: Queries, studyId: string): Promise<Owner | undefined> {
  const [row] = await on
    .select({ caseId: studies.caseId, scanId: studies.scanId })
    .from(studies)
    .where(eq(studies.id, studyId));
  if (row?.caseId) return { caseId: row.caseId };
  return row?.scanId ? { scanId: row.scanId } : undefined;
}

/** Images that wait to be decoded, those first that were not tried in vain. */
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

/** Where the DICOM slices of the owner lie. */
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
    .where(and(ofOwner(owner), sql`${instances.header} is not null`))
    .orderBy(...IN_READING_ORDER);

export const findStudyIds = async (on: Queries, owner: Owner): Promise<string[]> =>
  (await on.select({ id: studies.id }).from(studies).where(ofOwner(owner))).map(({ id }) => id);

/** Hashes of the owner’s images that are well, or on their way; of a damaged copy that of the file only, which mends it. */
export const findHashes = async (on: Queries, owner: Owner): Promise<Set<string>> => {
  const rows = await on
    .select({ sha256: instances.sha256, dataSetSha256: instances.dataSetSha256, isDamaged })
    .from(instances)
    .innerJoin(studies, eq(studies.id, instances.studyId))
    .where(and(ofOwner(owner), sql`not (${canHeal})`));
  return new Set(
    rows.flatMap((row) => (row.dataSetSha256 && !row.isDamaged ? [row.sha256, row.dataSetSha256] : [row.sha256])),
  );
};

/** Of an instance from before these hashes were kept; left as it is where another of its study has the same data set. */
export async function keepDataSetHash(on: Queries, id: string, sha256: string): Promise<void> {
  await on.execute(sql`
    update instances set data_set_sha256 = ${sha256}
    where id = ${id} and not exists (
      select from instances other
      where other.study_id = instances.study_id and other.sop_instance_uid = instances.sop_instance_uid
        and other.data_set_sha256 = ${sha256})`);
}

/** The owner's instances with one of these SOP Instance UIDs. */
export const findByUid = (on: Queries, owner: Owner, uids: string[]) =>
  on
    .select({
      id: instances.id,
      sha256: instances.sha256,
      dataSetSha256: instances.dataSetSha256,
      canHeal: sql<boolean>`${canHeal}`,
      isDamaged,
    })
    .from(instances)
    .innerJoin(studies, eq(studies.id, instances.studyId))
    .where(and(ofOwner(owner), inArray(instances.sopInstanceUid, uids)));

/** Which scan each study of these scans belongs to. */
export async function findScansByStudy(on: Pick<Queries, 'select'>, scanIds: string[]): Promise<Map<string, string>> {
  const rows = await on
    .select({ id: studies.id, scanId: studies.scanId })
    .from(studies)
    .where(sql`${studies.scanId} = any(${sql.param(scanIds)}::uuid[])`);
  return new Map(rows.flatMap(({ id, scanId }) => (scanId === null ? [] : [[id, scanId] as const])));
}

/** Whom and which device the header of any one image of each scan names; scans without one are left out. */
export async function findSources(on: Pick<Queries, 'execute'>, scanIds: string[]): Promise<Map<string, ScanSource>> {
  const { rows } = await on.execute<{ scanId: string; source: ScanSource }>(sql`
    select wanted.id as "scanId", ${partOfHeader<ScanSource>(SOURCE)} as source
    from unnest(${sql.param(scanIds)}::uuid[]) wanted (id)
    cross join lateral (
      select ${instances.id} as first from ${instances} join ${studies} on ${studies.id} = ${instances.studyId}
      where ${studies.scanId} = wanted.id and ${instances.header} is not null
      order by ${studies.createdAt}, ${studies.id}, ${sql.join(IN_READING_ORDER, sql`, `)} limit 1
    ) chosen
    join ${instances} on ${instances.id} = chosen.first`);
  return new Map(rows.map(({ scanId, source }) => [scanId, source]));
}

const SOURCE = ['patientSex', 'patientAgeYears', 'manufacturer', 'manufacturerModelName'] as const;
export type ScanSource = Pick<DicomHeader, (typeof SOURCE)[number]>;

/** Series of a scan in the order in which they are shown. */
export const findSeriesOfScan = (on: Queries, scanId: string) =>
  on
    .select({ id: series.id, description: series.description })
    .from(series)
    .innerJoin(studies, eq(studies.id, series.studyId))
    .where(eq(studies.scanId, scanId))
    .orderBy(asc(studies.createdAt), asc(studies.id), asc(series.seriesKey));

/** One series of the owner with whole headers; undefined where it is gone. */
export async function findFullSeries(
  on: Queries,
  owner: Owner,
  seriesId: string,
): Promise<FullTree['series'][number] | undefined> {
  const [found] = await on
    .select({ row: series })
    .from(series)
    .innerJoin(studies, eq(studies.id, series.studyId))
    .where(and(ofOwner(owner), eq(series.id, seriesId)));
  if (!found) return undefined;
  const rows = await on
    .select()
    .from(instances)
    .where(eq(instances.seriesId, seriesId))
    .orderBy(...IN_READING_ORDER);
  return { ...found.row, instances: rows };
}

/** By the names in their files; those left out are not asked for. */
export interface Uids {
  studyInstanceUid: string;
  seriesInstanceUid?: string | undefined;
  sopInstanceUid?: string | undefined;
}

/** DICOM images of the owner that can be shown, with whole headers, in reading order. */
export async function findByUids(on: Queries, owner: Owner, uids: Uids): Promise<InstanceRow[]> {
  const { studyInstanceUid, seriesInstanceUid, sopInstanceUid } = uids;
  const rows = await on
    .select({ instance: instances })
    .from(instances)
    .innerJoin(series, eq(series.id, instances.seriesId))
    .innerJoin(studies, eq(studies.id, instances.studyId))
    .where(
      and(
        ofOwner(owner),
        eq(studies.studyInstanceUid, studyInstanceUid),
        seriesInstanceUid === undefined ? undefined : eq(series.seriesInstanceUid, seriesInstanceUid),
        sopInstanceUid === undefined ? undefined : eq(instances.sopInstanceUid, sopInstanceUid),
        eq(instances.kind, 'dicom'),
        eq(instances.state, 'ready'),
      ),
    )
    .orderBy(asc(series.seriesKey), ...IN_READING_ORDER);
  return rows.map(({ instance }) => instance);
}

const WHOLE = getTableColumns(instances);
const PART = { ...WHOLE, header: partOfHeader<NonNullable<ListedInstance['header']>>(LISTED) };

/** Studies with their series and instances, in reading order. */
export const findTree = (on: Queries, owner: Owner): Promise<StudyTree[]> =>
  findTreeOf(on, owner, (ids) => on.select(PART).from(instances).where(inArray(instances.studyId, ids)).$dynamic());

/** As `findTree`, with whole headers. */
export const findFullTree = (on: Queries, owner: Owner): Promise<FullTree[]> =>
  findTreeOf(on, owner, (ids) => on.select(WHOLE).from(instances).where(inArray(instances.studyId, ids)).$dynamic());

async function findTreeOf<Instance extends Pick<InstanceRow, 'seriesId'>>(
  on: Queries,
  owner: Owner,
  ofStudies: (ids: string[]) => { orderBy(...columns: SQL[]): PromiseLike<Instance[]> },
): Promise<Tree<Instance>[]> {
  const studyRows = await on
    .select()
    .from(studies)
    .where(ofOwner(owner))
    .orderBy(asc(studies.createdAt), asc(studies.id));
  if (studyRows.length === 0) return [];
  const ids = studyRows.map((row) => row.id);
  const seriesRows = await on.select().from(series).where(inArray(series.studyId, ids)).orderBy(asc(series.seriesKey));
  const instanceRows = await ofStudies(ids).orderBy(...IN_READING_ORDER);
  const bySeries = Map.groupBy(instanceRows, (row) => row.seriesId);
  const byStudy = Map.groupBy(seriesRows, (row) => row.studyId);
  return studyRows.map((study) => ({
    ...study,
    series: (byStudy.get(study.id) ?? []).map((row) => ({ ...row, instances: bySeries.get(row.id) ?? [] })),
  }));
}

/** Which of these hashes nothing refers to any more: a look into three indexes for each. */
export async function findUnreferenced(on: Queries, hashes: string[]): Promise<string[]> {
  if (hashes.length === 0) return [];
  const result = await on.execute<{ sha256: string }>(
    sql`select wanted.sha256 from unnest(${sql.param(hashes)}::text[]) wanted (sha256)
      left join lateral (select 1 as one from file_references r where r.sha256 = wanted.sha256 limit 1) reference on true
      where reference.one is null`,
  );
  return result.rows.map((row) => row.sha256);
}

/** The first view counts. */
export async function insertSeriesView(on: Queries, row: typeof seriesViews.$inferInsert): Promise<void> {
  await on.insert(seriesViews).values(row).onConflictDoNothing();
}

/** Series of a case that this radiologist has opened in its current submission. */
export const findOpenedSeries = async (
  on: Queries,
  wish: { caseId: string; submission: number; staffId: string },
): Promise<string[]> => {
  const rows = await on
    .select({ id: seriesViews.seriesId })
    .from(seriesViews)
    .innerJoin(series, eq(series.id, seriesViews.seriesId))
    .innerJoin(studies, eq(studies.id, series.studyId))
    .where(
      and(
        eq(studies.caseId, wish.caseId),
        eq(seriesViews.staffId, wish.staffId),
        eq(seriesViews.submission, wish.submission),
      ),
    );
  return rows.map(({ id }) => id);
};
