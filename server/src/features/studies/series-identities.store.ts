import { given } from '@duai/contract';
import type { PatientIdentity } from '@duai/imaging';
import { sql } from 'drizzle-orm';
import { newId } from '../../core/ids.ts';
import type { Queries } from './studies.store.ts';
import { seriesIdentities, writtenIdentities } from './studies.tables.ts';

type IdentityOfImage = PatientIdentity & { seriesId: string };

/** Inserts each identity of a series once, with the number of its images; `of`: as told, or as the headers of a corrected study. */
export async function insertIdentities(
  on: Queries,
  images: IdentityOfImage[],
  of: 'told' | 'written' = 'told',
): Promise<void> {
  const table = of === 'told' ? seriesIdentities : writtenIdentities;
  const alike = Map.groupBy(images, (image) => JSON.stringify(Object.entries(image).sort()));
  for (const same of alike.values()) {
    await on
      .insert(table)
      .values({ id: newId(), ...given(same[0], 'an identity'), images: same.length })
      .onConflictDoUpdate({
        target: [
          table.seriesId,
          table.name,
          table.patientId,
          table.birthDate,
          table.sex,
          table.accessionNumber,
          table.isRemoved,
        ],
        set: { images: sql`${table.images} + excluded.images` },
      })
      .prepare(`insert_identities_${of}`)
      .execute();
  }
}

/** `isRead` is false for DICOM images that came before identities were read (migration 0851). */
export interface StudyIdentity extends PatientIdentity {
  studyId: string;
  images: number;
  isRead: boolean;
}

/**
 * In the order of the studies, with equal identities of several series of a study merged. Pictures name nobody and have
 * no row. Presentation states and segmentations, which have series of their own, name somebody and are no images.
 */
export async function findIdentities(on: Queries, caseId: string): Promise<StudyIdentity[]> {
  const { rows } = await on.execute<StudyIdentity & Record<string, unknown>>(sql`
    select s.study_id as "studyId", i.name, i.patient_id as "patientId", i.birth_date as "birthDate", i.sex,
      i.accession_number as "accessionNumber", coalesce(i.is_removed, false) as "isRemoved",
      i.id is not null as "isRead", coalesce(sum(i.images) filter (where exists (
        select 1 from instances n where n.series_id = s.id and not n.is_presentation
          and n.id not in (select id from case_segmentations where case_id = ${caseId}))), 0)::int as images
    from studies t
    join series s on s.study_id = t.id
    left join series_identities i on i.series_id = s.id
    where t.case_id = ${caseId}
      and exists (select 1 from instances n where n.series_id = s.id and n.kind = 'dicom')
    group by t.created_at, s.study_id, i.name, i.patient_id, i.birth_date, i.sex, i.accession_number, i.is_removed,
      i.id is not null
    order by t.created_at, s.study_id, images desc, i.name`);
  return rows;
}

export type NamedIdentity = Pick<PatientIdentity, 'name' | 'patientId' | 'birthDate' | 'accessionNumber'>;

/** Each identity that the headers of a scan name, once. */
export async function findIdentitiesOfScan(on: Queries, scanId: string): Promise<NamedIdentity[]> {
  const { rows } = await on.execute<NamedIdentity & Record<string, unknown>>(sql`
    select distinct i.name, i.patient_id as "patientId", i.birth_date as "birthDate", i.accession_number as "accessionNumber"
    from studies s join series r on r.study_id = s.id join series_identities i on i.series_id = r.id
    where s.scan_id = ${scanId}`);
  return rows;
}

/**
 * What an order of a scan's study is known by, while an accession number is missing; undefined where all images have one, or
 * where they name several patients, several studies or nobody.
 */
export async function findUnordered(on: Queries, scanId: string) {
  const { rows } = await on.execute<{
    patientId: string;
    studyInstanceUid: string;
    studyDate: string | null;
    modalities: string[];
  }>(sql`
    select min(i.patient_id) as "patientId", min(s.study_instance_uid) as "studyInstanceUid",
      to_char(min(s.study_date), 'YYYYMMDD') as "studyDate",
      coalesce(array_agg(distinct r.modality) filter (where r.modality is not null), '{}') as modalities
    from studies s join series r on r.study_id = s.id join series_identities i on i.series_id = r.id
    where s.scan_id = ${scanId}
    having count(distinct i.patient_id) = 1 and bool_and(i.patient_id is not null)
      and count(distinct s.study_instance_uid) = 1 and bool_or(i.accession_number is null)`);
  return rows[0];
}

/**
 * Where the headers of a scan have none; a number that they have stays. Images that came after others had been filled in are
 * counted with those.
 */
export async function fillAccessionNumber(on: Queries, scanId: string, accessionNumber: string): Promise<void> {
  await on.execute(sql`
    with unordered as (
      delete from series_identities i using studies s, series r
      where s.scan_id = ${scanId} and r.study_id = s.id and i.series_id = r.id and i.accession_number is null
      returning i.*)
    insert into series_identities as known
      (id, series_id, name, patient_id, birth_date, sex, accession_number, is_removed, images)
    select id, series_id, name, patient_id, birth_date, sex, ${accessionNumber}::text, is_removed, images from unordered
    on conflict (series_id, name, patient_id, birth_date, sex, accession_number, is_removed)
      do update set images = known.images + excluded.images`);
}
