import { given } from '@duai/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { Queries } from '../studies.store.ts';
import { type Condition, type Conditions, SEARCH_KEYS, type SearchLevel } from './search-keys.ts';

/** One search result before it is converted to DICOM attributes; fields that its level does not have are null. */
export interface FoundRow extends Record<string, unknown> {
  patientName: string | null;
  patientId: string | null;
  birthDate: string | null;
  sex: string | null;
  patientStudies: number | null;
  accessionNumber: string | null;
  studyInstanceUid: string | null;
  studyDate: string | null;
  studyDescription: string | null;
  modalities: string[] | null;
  studySeries: number | null;
  studyInstances: number | null;
  seriesInstanceUid: string | null;
  modality: string | null;
  seriesDescription: string | null;
  bodyPart: string | null;
  seriesNumber: number | null;
  seriesInstances: number | null;
  sopClassUid: string | null;
  sopInstanceUid: string | null;
  instanceNumber: number | null;
  frames: number | null;
  rows: number | null;
  columns: number | null;
}

export interface Search {
  institutionId: string;
  level: SearchLevel;
  conditions: Conditions;
  limit: number;
  offset: number;
}

/** Only DICOM instances are found: pictures have no UIDs, and refused files are not returned. `n` is an instance. */
const SHOWN = sql`n.kind = 'dicom' and n.sop_instance_uid is not null and n.header is not null and n.state <> 'refused'`;

/** `v` is a study of an institution, `r` a series, `n` an instance. */
function where({ institutionId, level, conditions }: Pick<Search, 'institutionId' | 'level' | 'conditions'>): SQL {
  const parts = [sql`v.institution_id = ${institutionId}`];
  if (hasDays(conditions)) parts.push(sql`v.days_of = ${institutionId}`);
  for (const [tag, condition] of conditions) {
    const key = given(SEARCH_KEYS[tag], 'the search key');
    if (key.isAnswerOnly) continue;
    const isBelow = DEPTH[key.level] > DEPTH[level];
    const own = OWN[tag];
    if (own) parts.push(matches(own, condition, key.vr));
    else if (OF_IDENTITY[tag]) parts.push(inIdentity(OF_IDENTITY[tag], condition));
    else if (tag === '00080061' || (tag === '00080060' && isBelow))
      parts.push(
        sql`exists (select 1 from series r where r.study_id = v.study_id and ${matches(sql`r.modality`, condition)})`,
      );
    else if (!isBelow) parts.push(matches(given(BELOW_STUDY[tag], 'the column of the search key'), condition));
  }
  if (level === 'patient' || level === 'study')
    parts.push(sql`exists (select 1 from instances n where n.study_id = v.study_id and ${SHOWN})`);
  if (level === 'series') parts.push(sql`exists (select 1 from instances n where n.series_id = r.id and ${SHOWN})`);
  if (level === 'image') parts.push(SHOWN);
  return sql.join(parts, sql` and `);
}

const DEPTH: Record<SearchLevel, number> = { patient: 0, study: 1, series: 2, image: 3 };

const OWN: Readonly<Record<string, SQL>> = {
  '0020000D': sql`v.study_instance_uid`,
  '00080020': sql`v.study_date`,
  '00081030': sql`v.description`,
};
const OF_IDENTITY: Readonly<Record<string, SQL>> = {
  '00100010': sql`i.name`,
  '00100020': sql`i.patient_id`,
  '00100030': sql`i.birth_date`,
  '00100040': sql`i.sex`,
  '00080050': sql`i.accession_number`,
};
const BELOW_STUDY: Readonly<Record<string, SQL>> = {
  '00080060': sql`r.modality`,
  '0008103E': sql`r.description`,
  '00180015': sql`r.body_part`,
  '0020000E': sql`r.series_instance_uid`,
  '00200011': sql`(select n.header ->> 'seriesNumber' from instances n where n.series_id = r.id and ${SHOWN} limit 1)`,
  '00080016': sql`n.header ->> 'sopClassUid'`,
  '00080018': sql`n.sop_instance_uid`,
  '00200013': sql`n.instance_number::text`,
};

const inIdentity = (column: SQL, condition: Condition): SQL => sql`v.study_id in (
  select r.study_id from series_identities i join series r on r.id = i.series_id where ${matches(column, condition)})`;

function matches(column: SQL, condition: Condition, vr?: string): SQL {
  if (condition.kind === 'any-of') return sql`${column} = any(${sql.param(condition.values)}::text[])`;
  if (condition.kind === 'like') {
    const pattern = likePattern(condition.pattern);
    return condition.ignoresCase
      ? sql`${folded(column)} like ${folded(sql`${pattern}`)}`
      : sql`${column} like ${pattern}`;
  }
  const { from, to } = condition;
  // Study dates are dates in the database; birth dates are text as written in the file.
  const bound = (value: string) => (vr === 'DA' ? sql`to_date(${value}, 'YYYYMMDD')` : sql`${value}`);
  return sql.join(
    [from && sql`${column} >= ${bound(from)}`, to && sql`${column} <= ${bound(to)}`].filter(
      (part) => part !== null && part !== '',
    ),
    sql` and `,
  );
}

/** Lower case by Unicode rules, independent of the database's locale, because names are not only ASCII. */
const folded = (text: SQL): SQL => sql`lower(${text} collate "und-x-icu")`;

const likePattern = (pattern: string): string =>
  pattern
    .replace(/[\\%_]/g, '\\$&')
    .replaceAll('*', '%')
    .replaceAll('?', '_');

const IDENTITY = sql`lateral (
  select i.name, i.patient_id, i.birth_date, i.sex, i.accession_number
  from series_identities i join series r on r.id = i.series_id
  where r.study_id = v.study_id order by i.images desc, i.id limit 1) who`;
const IDENTITY_COLUMNS = sql`who.name as "patientName", who.patient_id as "patientId", who.birth_date as "birthDate", who.sex,
  who.accession_number as "accessionNumber"`;
const STUDY_COLUMNS = sql`v.study_instance_uid as "studyInstanceUid", to_char(v.study_date, 'YYYYMMDD') as "studyDate",
  v.description as "studyDescription"`;
const SERIES_COLUMNS = sql`r.series_instance_uid as "seriesInstanceUid", r.modality,
  r.description as "seriesDescription", r.body_part as "bodyPart"`;
const NEWEST = sql`v.created_at desc, v.scan_id desc, v.study_id`;
/** As the index has them (migration 1570), so that a search for days reads no others, however far back they are. */
const BY_DAY = sql`v.study_date desc nulls last, v.study_id desc`;
const hasDays = (conditions: Conditions): boolean => conditions.has('00080020');

/** One page of what matches: the study that came last first; of a search for days, the latest day first. */
export async function findMatching(on: Queries, search: Search): Promise<FoundRow[]> {
  const { limit, offset } = search;
  const page = sql`limit ${limit} offset ${offset}`;
  const { rows } = await on.execute<FoundRow>(
    QUERY_OF[search.level](where(search), page, hasDays(search.conditions) ? BY_DAY : NEWEST),
  );
  return rows;
}

const QUERY_OF: Readonly<Record<SearchLevel, (where: SQL, page: SQL, order: SQL) => SQL>> = {
  patient: (matching, page) => sql`
    select who.name as "patientName", who.patient_id as "patientId", who.birth_date as "birthDate", who.sex,
      count(*)::int as "patientStudies"
    from institution_studies v join ${IDENTITY} on true where ${matching}
    group by who.patient_id, who.name, who.birth_date, who.sex order by who.patient_id, who.name, who.birth_date ${page}`,
  study: (matching, page, order) => sql`
    select ${IDENTITY_COLUMNS}, ${STUDY_COLUMNS}, held.*
    from (select v.* from institution_studies v where ${matching} order by ${order} ${page}) v
    left join ${IDENTITY} on true
    left join lateral (
      select array_agg(distinct r.modality order by r.modality) filter (where r.modality is not null) as modalities,
        count(distinct r.id)::int as "studySeries", count(*)::int as "studyInstances"
      from series r join instances n on n.series_id = r.id where r.study_id = v.study_id and ${SHOWN}) held on true
    order by ${order}`,
  series: (matching, page, order) => sql`
    select ${IDENTITY_COLUMNS}, ${STUDY_COLUMNS}, ${SERIES_COLUMNS}, held.*
    from (
      select v.*, r.id as series_id from institution_studies v join series r on r.study_id = v.study_id
      where ${matching} order by ${order}, r.id ${page}) v
    join series r on r.id = v.series_id
    left join ${IDENTITY} on true
    left join lateral (
      select min((n.header ->> 'seriesNumber')::int) as "seriesNumber", count(*)::int as "seriesInstances"
      from instances n where n.series_id = r.id and ${SHOWN}) held on true
    order by ${order}, r.id`,
  image: (matching, page, order) => sql`
    select ${IDENTITY_COLUMNS}, ${STUDY_COLUMNS}, ${SERIES_COLUMNS}, n.header ->> 'sopClassUid' as "sopClassUid",
      n.sop_instance_uid as "sopInstanceUid", n.instance_number as "instanceNumber", nullif(n.frames, 0) as frames, n.rows, n.columns
    from institution_studies v join series r on r.study_id = v.study_id join instances n on n.series_id = r.id
    left join ${IDENTITY} on true
    where ${matching} order by ${order}, r.id, n.instance_number, n.id ${page}`,
};

/** A stored instance of an institution. */
export interface StoredInstance extends Record<string, unknown> {
  scanId: string;
  studyInstanceUid: string;
  sopClassUid: string | null;
  sopInstanceUid: string;
  transferSyntaxUid: string;
  sha256: string;
}

/** The instances that a retrieval names. Of several files with the same UID it returns the first received. */
export async function findStored(on: Queries, search: Omit<Search, 'level' | 'offset'>): Promise<StoredInstance[]> {
  const { rows } = await on.execute<StoredInstance>(sql`
    select * from (
      select distinct on (v.study_id, n.sop_instance_uid) v.scan_id as "scanId", v.study_instance_uid as "studyInstanceUid",
        n.header ->> 'sopClassUid' as "sopClassUid", n.sop_instance_uid as "sopInstanceUid",
        n.header ->> 'transferSyntaxUid' as "transferSyntaxUid", n.sha256, r.id as series, n.instance_number as number
      from institution_studies v join series r on r.study_id = v.study_id join instances n on n.series_id = r.id
      where ${where({ ...search, level: 'image' })}
      order by v.study_id, n.sop_instance_uid, n.received_at, n.id) found
    order by "studyInstanceUid", series, number limit ${search.limit}`);
  return rows;
}

/** The instances with these SOP Instance UIDs whose files are not known as damaged, with their classes. */
export async function findKept(on: Queries, institutionId: string, uids: readonly string[]) {
  const { rows } = await on.execute<{ sopInstanceUid: string; sopClassUid: string | null; sha256: string }>(sql`
    select n.sop_instance_uid as "sopInstanceUid", n.header ->> 'sopClassUid' as "sopClassUid", n.sha256
    from institution_studies v join instances n on n.study_id = v.study_id
    left join stored_files f on f.sha256 = n.sha256
    where v.institution_id = ${institutionId} and n.sop_instance_uid = any(${sql.param([...uids])}::text[])
      and f.damage is null`);
  return rows;
}

export async function findScanOf(on: Queries, institutionId: string, studyInstanceUid: string) {
  const { rows } = await on.execute<{ scanId: string }>(sql`
    select scan_id as "scanId" from institution_studies
    where institution_id = ${institutionId} and study_instance_uid = ${studyInstanceUid}
    order by created_at desc limit 1`);
  return rows[0]?.scanId;
}
