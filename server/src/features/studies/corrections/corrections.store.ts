import { desc, eq, inArray, sql } from 'drizzle-orm';
import { newId } from '../../../core/ids.ts';
import { theOne } from '../../../core/the-one.ts';
import type { Owner, Queries } from '../studies.store.ts';
import { type CorrectionRow, patientCorrections, type ToldPatient } from './corrections.tables.ts';

/** The correction that is in force; undefined where none is. */
export async function findCorrection(on: Pick<Queries, 'select'>, owner: Owner): Promise<CorrectionRow | undefined> {
  if ('caseId' in owner) return undefined;
  const [row] = await on
    .select()
    .from(patientCorrections)
    .where(eq(patientCorrections.scanId, owner.scanId))
    .orderBy(desc(patientCorrections.number))
    .limit(1);
  return row;
}

/** Those in force, by scan. */
export async function findCorrectionsOf(
  on: Pick<Queries, 'select'>,
  scanIds: readonly string[],
): Promise<Map<string, CorrectionRow>> {
  if (scanIds.length === 0) return new Map();
  const rows = await on
    .select()
    .from(patientCorrections)
    .where(inArray(patientCorrections.scanId, [...scanIds]))
    .orderBy(patientCorrections.number);
  return new Map(rows.map((row) => [row.scanId, row]));
}

/** All of a scan, the newest first. */
export const findHistory = (on: Pick<Queries, 'select'>, scanId: string): Promise<CorrectionRow[]> =>
  on
    .select()
    .from(patientCorrections)
    .where(eq(patientCorrections.scanId, scanId))
    .orderBy(desc(patientCorrections.number));

/** The people that are told of a scan, and those that its headers name; the one of most images first. */
export async function findPeople(on: Queries, scanId: string, which: 'told' | 'written') {
  const table = sql.identifier(which === 'told' ? 'series_identities' : 'written_identities');
  const { rows } = await on.execute<ToldPatient & { isRemoved: boolean } & Record<string, unknown>>(sql`
    select i.name, i.patient_id as "patientId", i.birth_date as "birthDate", i.sex, bool_or(i.is_removed) as "isRemoved"
    from studies s join series r on r.study_id = s.id join ${table} i on i.series_id = r.id
    where s.scan_id = ${scanId}
    group by i.name, i.patient_id, i.birth_date, i.sex order by sum(i.images) desc, i.name`);
  return rows;
}

/** The person that other studies of an institution tell under this Patient ID, the newest study first. */
export async function findByPatientId(
  on: Queries,
  institutionId: string,
  patientId: string,
): Promise<ToldPatient | undefined> {
  const { rows } = await on.execute<ToldPatient & Record<string, unknown>>(sql`
    select i.name, i.patient_id as "patientId", i.birth_date as "birthDate", i.sex
    from series_identities i join series r on r.id = i.series_id join institution_studies v on v.study_id = r.study_id
    where i.patient_id = ${patientId} and v.institution_id = ${institutionId} and not i.is_removed
    order by v.created_at desc limit 1`);
  return rows[0];
}

/**
 * The scan must be locked. From here on the headers' own people are in `written_identities`, also those of late images.
 * @param ordered an accession number that no header has: it was found by the former Patient ID, and is looked up again
 */
export async function insertCorrection(
  on: Queries,
  row: Omit<CorrectionRow, 'id'>,
  ordered: string | null,
): Promise<CorrectionRow> {
  const { scanId } = row;
  const ofScan = sql`select r.id from studies s join series r on r.study_id = s.id where s.scan_id = ${scanId}`;
  if (row.number === 1)
    await on.execute(sql`
      insert into written_identities (id, series_id, name, patient_id, birth_date, sex, accession_number, is_removed, images)
      select gen_random_uuid(), i.series_id, i.name, i.patient_id, i.birth_date, i.sex,
        nullif(i.accession_number, ${ordered}::text), i.is_removed, sum(i.images)::int
      from series_identities i where i.series_id in (${ofScan})
      group by 2, 3, 4, 5, 6, 7, 8`);
  await on.execute(sql`delete from series_identities where series_id in (${ofScan})`);
  await on.execute(sql`
    insert into series_identities (id, series_id, name, patient_id, birth_date, sex, accession_number, is_removed, images)
    select gen_random_uuid(), w.series_id, ${row.name}::text, ${row.patientId}::text, ${row.birthDate}::text, ${row.sex}::text,
      w.accession_number, false, sum(w.images)::int
    from written_identities w where w.series_id in (${ofScan}) group by w.series_id, w.accession_number`);
  return theOne(
    await on
      .insert(patientCorrections)
      .values({ ...row, id: newId() })
      .returning(),
  );
}

/** What left with another patient than the one who is told now, the newest first. */
export async function findToldBefore(on: Pick<Queries, 'execute'>, scanId: string) {
  const { rows } = await on.execute<{
    at: Date;
    way: 'c-store' | 'stow-rs' | 'hl7' | 'retrieve' | 'fhir' | 'api' | 'download';
    receiver: string;
    object: string;
    times: number;
  }>(sql`
    select at, way, receiver, object, times from told_with_former_patient where scan_id = ${scanId}
    order by at desc, way, receiver, object`);
  return rows;
}
