import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';
import { theOne } from '../../../core/the-one.ts';
import { type Owner, ofOwner, type Queries } from '../studies.store.ts';
import { instances, studies } from '../studies.tables.ts';

/** Rows of one statement; keeps it far below the 65,535 parameters of the protocol. */
const ROWS_AT_ONCE = 500;

/** Skips content that the study already has. @returns the ids of the rows that were inserted */
export async function insertInstances(on: Queries, rows: (typeof instances.$inferInsert)[]): Promise<Set<string>> {
  const ids = new Set<string>();
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const some = rows.slice(from, from + ROWS_AT_ONCE);
    const insert = on.insert(instances).values(some).onConflictDoNothing().returning({ id: instances.id });
    const inserted = await (some.length === 1 ? insert.prepare('insert_instance').execute() : insert);
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

export async function hasImages(on: Queries, owner: Owner): Promise<boolean> {
  const rows = await on
    .select({ id: instances.id })
    .from(instances)
    .innerJoin(studies, eq(studies.id, instances.studyId))
    .where(and(ofOwner(owner), eq(instances.isPresentation, false)))
    .limit(1);
  return rows.length > 0;
}

/** The images of the patient to whom a case belongs, of all cases. */
const ofPatient = (caseId: string) => sql`study_turns own
    join study_turns t on t.account_id = own.account_id and t.case_id is not null
    join studies s on s.case_id = t.case_id join instances i on i.study_id = s.id
    where own.case_id = ${caseId}`;

/** Bytes of all images of the patient to whom this case belongs; the same file in two cases is stored once. */
export async function countBytesOfPatient(on: Queries, caseId: string): Promise<number> {
  const { rows } = await on.execute<{ bytes: number }>(sql`
    select coalesce(sum(bytes), 0)::float8 as bytes
    from (select max(i.size_bytes) as bytes from ${ofPatient(caseId)} group by i.sha256) files`);
  return theOne(rows).bytes;
}

/** Whether an image of the patient to whom this case belongs is this very file. */
export async function hasContent(
  on: Queries,
  caseId: string,
  { sha256, sizeBytes }: { sha256: string; sizeBytes: number },
): Promise<boolean> {
  const { rows } = await on.execute(sql`
    select 1 from ${ofPatient(caseId)} and i.sha256 = ${sha256} and i.size_bytes = ${sizeBytes} limit 1`);
  return rows.length > 0;
}

/** Images that are stored but have no preview: refused, perhaps by mistake, or never processed. */
const canHeal = or(
  eq(instances.state, 'refused'),
  and(eq(instances.state, 'received'), isNotNull(instances.stalledAt)),
);

/** Whether the stored copy is known to be damaged or missing. */
const isDamaged = sql<boolean>`exists (
  select from stored_files f where f.sha256 = ${instances.sha256} and f.damage is not null)`;

/**
 * Files with the same data set replace damaged copies.
 * @returns "studyId hash" of each data set that was replaced
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

/**
 * Has refused or unprocessed content tried again when it is sent once more.
 * @returns "studyId hash" of each match, with the hashes of files and of data sets
 */
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
    // A row that is older than data set hashes has only the hash of its file.
    for (const { sha256, dataSetSha256 } of found)
      for (const hash of [sha256, dataSetSha256]) if (hash) healed.add(`${studyId} ${hash}`);
  }
  return healed;
}

/**
 * Hashes of the owner’s images that are whole or in progress. Of a damaged copy only the hash of the file is included,
 * so that the file can be sent again.
 */
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

/** For an instance that is older than these hashes; unchanged where another of its study has the same data set. */
export async function keepDataSetHash(on: Queries, id: string, sha256: string): Promise<void> {
  await on.execute(sql`
    update instances set data_set_sha256 = ${sha256}
    where id = ${id} and not exists (
      select from instances other
      where other.study_id = instances.study_id and other.sop_instance_uid = instances.sop_instance_uid
        and other.data_set_sha256 = ${sha256})`);
}

/** The owner's instances with these SOP Instance UIDs. */
export const findByUid = async (on: Queries, owner: Owner, uids: string[]) => {
  const query = on
    .select({
      id: instances.id,
      sha256: instances.sha256,
      dataSetSha256: instances.dataSetSha256,
      sopInstanceUid: instances.sopInstanceUid,
      transferSyntaxUid: sql<string | null>`${instances.header} ->> 'transferSyntaxUid'`,
      canHeal: sql<boolean>`${canHeal}`,
      isDamaged,
    })
    .from(instances)
    .innerJoin(studies, eq(studies.id, instances.studyId))
    .where(and(ofOwner(owner), inArray(instances.sopInstanceUid, uids)));
  return uids.length === 1 ? query.prepare(`by_uid_of_${'scanId' in owner ? 'scan' : 'case'}`).execute() : query;
};
