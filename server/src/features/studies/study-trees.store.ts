import { type DicomHeader, SEGMENTATION } from '@duai/imaging';
import { and, asc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import { type Owner, ofOwner, type Queries } from './studies.store.ts';
import { type InstanceRow, instances, type SeriesRow, type StudyRow, series, studies } from './studies.tables.ts';

/**
 * The parts of a header that lists, pages and exports need. A whole header takes 15 KB of memory, and a study may have
 * thousands.
 */
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
  'laterality',
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

/** A tree with whole headers, for the few callers that need them; do not keep it in memory. */
export type FullTree = Tree<InstanceRow>;

/** Unpacks a header once for all its parts, which takes most of the time of a study of many images. */
export const partOfHeader = <Part>(keys: readonly string[]) =>
  sql<Part | null>`case when ${instances.header} is not null then (
    select to_jsonb(part) from jsonb_to_record(${instances.header}) part (${sql.raw(keys.map((key) => `"${key}" jsonb`).join(', '))})
  ) end`;

/** The latest examination first; those without a date last. */
const STUDIES_IN_ORDER = [sql`${studies.studyDate} desc nulls last`, asc(studies.createdAt), asc(studies.id)];
/** As the scanner numbered them. */
const SERIES_IN_ORDER = [sql`${series.seriesNumber} asc nulls last`, asc(series.seriesKey)];

export const IN_READING_ORDER = [
  sql`${instances.position} asc nulls last`,
  sql`${instances.instanceNumber} asc nulls last`,
  asc(instances.originalName),
];

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

/** The patient and device that the header of any one image of each scan names; scans without a header are left out. */
export async function findSources(on: Pick<Queries, 'execute'>, scanIds: string[]): Promise<Map<string, ScanSource>> {
  const { rows } = await on.execute<{ scanId: string; source: ScanSource }>(sql`
    select wanted.id as "scanId", ${partOfHeader<ScanSource>(SOURCE)} as source
    from unnest(${sql.param(scanIds)}::uuid[]) wanted (id)
    cross join lateral (
      select ${instances.id} as first from ${instances} join ${studies} on ${studies.id} = ${instances.studyId}
      where ${studies.scanId} = wanted.id and ${instances.header} is not null and not ${instances.isPresentation}
      order by ${studies.createdAt}, ${studies.id}, ${sql.join(IN_READING_ORDER, sql`, `)} limit 1
    ) chosen
    join ${instances} on ${instances.id} = chosen.first`);
  return new Map(rows.map(({ scanId, source }) => [scanId, source]));
}

const SOURCE = ['patientSex', 'patientAgeYears', 'studyDate', 'manufacturer', 'manufacturerModelName'] as const;

export type ScanSource = Pick<DicomHeader, (typeof SOURCE)[number]>;

/** Series of a scan in display order. */
export const findSeriesOfScan = (on: Queries, scanId: string) =>
  on
    .select({ id: series.id, description: series.description })
    .from(series)
    .innerJoin(studies, eq(studies.id, series.studyId))
    .where(eq(studies.scanId, scanId))
    .orderBy(...STUDIES_IN_ORDER, ...SERIES_IN_ORDER);

/** One series of the owner with whole headers; undefined where it does not exist. */
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

/** DICOM UIDs to search by; those left out are not compared. */
export interface Uids {
  studyInstanceUid: string;
  seriesInstanceUid?: string | undefined;
  sopInstanceUid?: string | undefined;
}

/** DICOM instances of the owner that can be given, among instances with their series and studies. */
export const shownOf = (owner: Owner, { studyInstanceUid, seriesInstanceUid, sopInstanceUid }: Uids) =>
  and(
    ofOwner(owner),
    eq(studies.studyInstanceUid, studyInstanceUid),
    seriesInstanceUid === undefined ? undefined : eq(series.seriesInstanceUid, seriesInstanceUid),
    sopInstanceUid === undefined ? undefined : eq(instances.sopInstanceUid, sopInstanceUid),
    eq(instances.kind, 'dicom'),
    eq(instances.state, 'ready'),
  );

/** The same, without presentation states. */
const imagesShownOf = (owner: Owner, uids: Uids) => and(shownOf(owner, uids), eq(instances.isPresentation, false));

/**
 * DICOM images of the owner that can be shown, with whole headers, in reading order; `among`: of many these alone. With
 * `withPresentations` also the states that say how they are to be shown.
 */
export async function findByUids(
  on: Queries,
  owner: Owner,
  uids: Uids,
  {
    among,
    most,
    withPresentations = false,
  }: { among?: readonly string[]; most?: number; withPresentations?: boolean } = {},
): Promise<InstanceRow[]> {
  const query = on
    .select({ instance: instances })
    .from(instances)
    .innerJoin(series, eq(series.id, instances.seriesId))
    .innerJoin(studies, eq(studies.id, instances.studyId))
    .where(
      and(
        (withPresentations ? shownOf : imagesShownOf)(owner, uids),
        among && inArray(instances.sopInstanceUid, [...among]),
      ),
    )
    .orderBy(asc(series.seriesKey), ...IN_READING_ORDER);
  const rows = await (most === undefined ? query : query.limit(most));
  return rows.map(({ instance }) => instance);
}

/** The segmentations among the owner's images, with the names of their series, in the order in which they came. */
export const findSegmentations = (on: Queries, owner: Owner) =>
  on
    .select({ sha256: instances.sha256, description: series.description })
    .from(instances)
    .innerJoin(series, eq(series.id, instances.seriesId))
    .innerJoin(studies, eq(studies.id, instances.studyId))
    .where(
      and(ofOwner(owner), eq(instances.state, 'ready'), sql`${instances.header} ->> 'sopClassUid' = ${SEGMENTATION}`),
    )
    .orderBy(asc(studies.createdAt), asc(series.seriesKey), ...IN_READING_ORDER);

/** The frame of reference of an image of the owner; null where it has none. */
export async function findFrameOfReference(on: Queries, owner: Owner, instanceId: string): Promise<string | null> {
  const [row] = await on
    .select({ uid: sql<string | null>`${instances.header} ->> 'frameOfReferenceUid'` })
    .from(instances)
    .innerJoin(studies, eq(studies.id, instances.studyId))
    .where(and(ofOwner(owner), eq(instances.id, instanceId)));
  return row?.uid ?? null;
}

/** Parts of the headers that say where images lie in the patient. */
const PLACE = [
  'frameOfReferenceUid',
  'imagePositionPatientMm',
  'imageOrientationPatient',
  'pixelSpacingMm',
  'pixelSpacingOf',
  'spacingBetweenSlicesMm',
  'sliceThicknessMm',
] as const;

/** Where the owner's DICOM images lie, of those with several frames the first. */
export const findImageHeaders = (on: Queries, owner: Owner) =>
  on
    .select({
      sopInstanceUid: instances.sopInstanceUid,
      columns: instances.columns,
      rows: instances.rows,
      header: partOfHeader<Pick<DicomHeader, (typeof PLACE)[number]>>(PLACE),
    })
    .from(instances)
    .innerJoin(studies, eq(studies.id, instances.studyId))
    .where(
      and(
        ofOwner(owner),
        eq(instances.kind, 'dicom'),
        eq(instances.state, 'ready'),
        eq(instances.isPresentation, false),
        sql`${instances.header} ->> 'sopClassUid' is distinct from ${SEGMENTATION}`,
      ),
    )
    .orderBy(asc(instances.sopInstanceUid), asc(instances.id));

/** The presentation states among what the owner has, in the order in which they came. */
export const findPresentations = (on: Queries, owner: Owner, most: number) =>
  on
    .select({ id: instances.id, sha256: instances.sha256, description: series.description })
    .from(instances)
    .innerJoin(series, eq(series.id, instances.seriesId))
    .innerJoin(studies, eq(studies.id, instances.studyId))
    .where(and(ofOwner(owner), eq(instances.isPresentation, true), eq(instances.state, 'ready')))
    .orderBy(asc(studies.createdAt), asc(series.seriesKey), ...IN_READING_ORDER)
    .limit(most);

/** Those of these SOP Instance UIDs that are images of the owner. */
export const findImageUids = async (on: Queries, owner: Owner, uids: readonly string[]): Promise<Set<string>> => {
  const rows = await on
    .select({ uid: instances.sopInstanceUid })
    .from(instances)
    .innerJoin(studies, eq(studies.id, instances.studyId))
    .where(
      and(
        ofOwner(owner),
        eq(instances.isPresentation, false),
        sql`${instances.sopInstanceUid} = any(${sql.param([...uids])}::text[])`,
      ),
    );
  return new Set(rows.flatMap(({ uid }) => uid ?? []));
};

const WHOLE = getTableColumns(instances);

const PART = { ...WHOLE, header: partOfHeader<NonNullable<ListedInstance['header']>>(LISTED) };

const imagesOf = (ids: string[]) => and(inArray(instances.studyId, ids), eq(instances.isPresentation, false));

/** Studies with their series and images, in reading order. Presentation states are no images, and left out. */
export const findTree = (on: Queries, owner: Owner): Promise<StudyTree[]> =>
  findTreeOf(on, owner, (ids) => on.select(PART).from(instances).where(imagesOf(ids)).$dynamic());

/** Like `findTree`, with the presentation states: all that was received, as copies and searches give it. */
export const findWholeTree = (on: Queries, owner: Owner): Promise<StudyTree[]> =>
  findTreeOf(on, owner, (ids) => on.select(PART).from(instances).where(inArray(instances.studyId, ids)).$dynamic());

/** Like `findTree`, with whole headers. */
export const findFullTree = (on: Queries, owner: Owner): Promise<FullTree[]> =>
  findTreeOf(on, owner, (ids) => on.select(WHOLE).from(instances).where(imagesOf(ids)).$dynamic());

async function findTreeOf<Instance extends Pick<InstanceRow, 'seriesId'>>(
  on: Queries,
  owner: Owner,
  ofStudies: (ids: string[]) => { orderBy(...columns: SQL[]): PromiseLike<Instance[]> },
): Promise<Tree<Instance>[]> {
  const studyRows = await on
    .select()
    .from(studies)
    .where(ofOwner(owner))
    .orderBy(...STUDIES_IN_ORDER);
  if (studyRows.length === 0) return [];
  const ids = studyRows.map((row) => row.id);
  const seriesRows = await on
    .select()
    .from(series)
    .where(inArray(series.studyId, ids))
    .orderBy(...SERIES_IN_ORDER);
  const instanceRows = await ofStudies(ids).orderBy(...IN_READING_ORDER);
  const bySeries = Map.groupBy(instanceRows, (row) => row.seriesId);
  const byStudy = Map.groupBy(seriesRows, (row) => row.studyId);
  return studyRows.map((study) => ({
    ...study,
    series: (byStudy.get(study.id) ?? []).flatMap((row) => {
      const found = bySeries.get(row.id);
      return found ? [{ ...row, instances: found }] : [];
    }),
  }));
}
