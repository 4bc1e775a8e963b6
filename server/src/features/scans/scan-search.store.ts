import { scans as contract } from '@duai/contract';
import { and, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { DAY_MS, later } from '../../core/clock.ts';
import { type PageWish, placeOf, readPage, type SortKey } from '../../core/keyset.ts';
import { containing } from '../../core/like.ts';
import { countScans } from './scans.store.ts';
import { scans } from './scans.tables.ts';

type Queries = Pick<NodePgDatabase, 'select' | 'execute'>;

/** At least 20 characters, so that a date or number does not match (PS3.5 section 9.1: a UID has at most 64). */
const WHOLE_UID = /^[0-9.]{20,64}$/;

const SORTS = {
  studyDate: { column: scans.studyDate, type: 'date', mayBeEmpty: true },
  studyDescription: { column: scans.studyDescription, type: 'text', mayBeEmpty: true },
  modality: { column: scans.modality, type: 'text', mayBeEmpty: true },
  status: { column: scans.status, type: 'text' },
} as const satisfies Partial<Record<(typeof contract.STUDY_SORTS)[number], Omit<SortKey, 'isDescending'>>>;

const byArrival = (isDescending: boolean): SortKey[] => [
  { column: scans.createdAt, type: 'timestamptz', isDescending },
  { column: scans.id, type: 'uuid', isDescending },
];

/** In the order of an index (migration 0871): empty values last, then the newest first. */
function orderOf({ sort, direction }: contract.StudyQuery): SortKey[] {
  const isDescending = direction === 'descending';
  return sort === 'uploadDate' ? byArrival(isDescending) : [{ ...SORTS[sort], isDescending }, ...byArrival(true)];
}

/** One page of scans, and their total number. */
async function pageOf(on: Queries, where: SQL | undefined, keys: SortKey[], wish: PageWish, perPage: number) {
  const found = await readPage(keys, wish, perPage, (beyond, order, { limit, offset }) =>
    on
      .select({ scan: scans, place: placeOf(keys) })
      .from(scans)
      .where(and(where, beyond))
      .orderBy(...order)
      .limit(limit)
      .offset(offset),
  );
  return { ...found, rows: found.rows.map(({ scan }) => scan), total: await countScans(on, where) };
}

/**
 * Those words that are the whole UID of a study. They are found by the index on UIDs, so the time does not grow with
 * the number of studies.
 */
async function wholeUids(on: Queries, institutionId: string, words: readonly string[]): Promise<ReadonlySet<string>> {
  const long = words.filter((word) => WHOLE_UID.test(word));
  if (long.length === 0) return new Set();
  const rows = await on
    .select({ uid: scans.studyInstanceUid })
    .from(scans)
    .where(and(eq(scans.institutionId, institutionId), inArray(scans.studyInstanceUid, long)));
  return new Set(rows.flatMap(({ uid }) => uid ?? []));
}

const hasModality = (wanted: string | undefined): SQL | undefined => {
  if (wanted === undefined) return undefined;
  return wanted === contract.X_RAY
    ? inArray(scans.modality, [...contract.X_RAY_MODALITIES])
    : eq(scans.modality, wanted);
};

/** Scans that match the filter and contain every word of the text. */
export async function searchScans(on: Queries, institutionId: string, query: contract.StudyQuery) {
  const words = (query.text ?? '').split(/\s+/).filter(Boolean);
  const uids = await wholeUids(on, institutionId, words);
  const where = and(
    eq(scans.institutionId, institutionId),
    hasModality(query.modality),
    query.source ? eq(scans.arrivedBy, query.source) : undefined,
    query.status ? eq(scans.status, query.status) : undefined,
    query.from ? gte(scans.createdAt, new Date(`${query.from}T00:00:00Z`)) : undefined,
    query.to ? lt(scans.createdAt, later(new Date(`${query.to}T00:00:00Z`), DAY_MS)) : undefined,
    ...words.map((word) =>
      uids.has(word) ? eq(scans.studyInstanceUid, word) : sql`${scans}.search_text ilike ${containing(word)}`,
    ),
  );
  return pageOf(on, where, orderOf(query), query, contract.STUDIES_PER_PAGE);
}

/** Analysed scans, the newest first. */
export const pageOfCompleteScans = (on: Queries, institutionId: string, wish: PageWish) =>
  pageOf(
    on,
    and(eq(scans.institutionId, institutionId), eq(scans.status, 'complete')),
    byArrival(true),
    wish,
    contract.REPORTS_PER_PAGE,
  );

/** Every modality of an institution's scans, with one index look-up for each. */
export async function findModalities(on: Queries, institutionId: string): Promise<string[]> {
  const { rows } = await on.execute<{ modality: string }>(sql`
    with recursive known as (
      (select min(modality) as modality from scans where institution_id = ${institutionId})
      union all
      select (select min(modality) from scans where institution_id = ${institutionId} and modality > known.modality)
      from known where known.modality is not null)
    select modality from known where modality is not null`);
  return rows.map(({ modality }) => modality);
}
