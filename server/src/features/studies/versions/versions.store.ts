import type { DicomHeader, PatientIdentity } from '@duai/imaging';
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { findCorrection } from '../corrections/corrections.store.ts';
import { isoDate } from '../dicom-date.ts';
import { ofOwner, type Queries } from '../studies.store.ts';
import { instances, series, studies } from '../studies.tables.ts';

/** The instances of a scan with this SOP Instance UID, the oldest first: one, or several where they came before there was a quarantine. */
export const findVersions = (on: Pick<Queries, 'select'>, scanId: string, sopInstanceUid: string) =>
  on
    .select({
      id: instances.id,
      studyId: instances.studyId,
      seriesId: instances.seriesId,
      originalName: instances.originalName,
      sha256: instances.sha256,
      dataSetSha256: instances.dataSetSha256,
      previewSha256: instances.previewSha256,
      sizeBytes: instances.sizeBytes,
      columns: instances.columns,
      rows: instances.rows,
      frames: instances.frames,
      isPresentation: instances.isPresentation,
      state: instances.state,
      receivedAt: instances.receivedAt,
      transferSyntaxUid: sql<string | null>`${instances.header} ->> 'transferSyntaxUid'`,
      isDamaged: sql<boolean>`exists (
        select from stored_files f where f.sha256 = ${instances.sha256} and f.damage is not null)`,
    })
    .from(instances)
    .innerJoin(studies, eq(studies.id, instances.studyId))
    .where(and(ofOwner({ scanId }), eq(instances.sopInstanceUid, sopInstanceUid)))
    .orderBy(asc(instances.receivedAt), asc(instances.id));
export type StoredVersion = Awaited<ReturnType<typeof findVersions>>[number];

export async function deleteInstances(on: Pick<NodePgDatabase, 'delete'>, ids: string[]): Promise<void> {
  await on.delete(instances).where(inArray(instances.id, ids));
}

/** Whom a series names, one image less. `identity`: of that image; null where its file cannot be read any more. */
export async function forgetIdentity(
  on: Queries,
  scanId: string,
  seriesId: string,
  identity: PatientIdentity | null,
): Promise<void> {
  const correction = await findCorrection(on, { scanId });
  const told = correction && identity && { ...identity, ...personOf(correction), isRemoved: false };
  await forgetIn(on, 'series_identities', seriesId, told ?? identity);
  await forgetIn(on, 'written_identities', seriesId, identity);
}

const personOf = ({ name, patientId, birthDate, sex }: Omit<PatientIdentity, 'accessionNumber' | 'isRemoved'>) => ({
  name,
  patientId,
  birthDate,
  sex,
});

async function forgetIn(
  on: Queries,
  table: 'series_identities' | 'written_identities',
  seriesId: string,
  identity: PatientIdentity | null,
): Promise<void> {
  const name = sql.identifier(table);
  const row = await on.execute<{ id: string; images: number }>(
    identity
      ? sql`select id, images from ${name} where series_id = ${seriesId} and ${isOf(identity)}
          order by accession_number is not distinct from ${identity.accessionNumber} desc limit 1`
      : // Of several people nobody knows any more whom the image named.
        sql`select id, images from ${name} where series_id = ${seriesId}
          and (select count(*) from ${name} other where other.series_id = ${seriesId}) = 1`,
  );
  const [found] = row.rows;
  if (!found) return;
  await on.execute(
    found.images > 1
      ? sql`update ${name} set images = images - 1 where id = ${found.id}`
      : sql`delete from ${name} where id = ${found.id}`,
  );
}

/** An accession number that the headers lack may have come from an order. */
const isOf = ({ name, patientId, birthDate, sex, accessionNumber, isRemoved }: PatientIdentity): SQL => sql`
  name is not distinct from ${name} and patient_id is not distinct from ${patientId}
  and birth_date is not distinct from ${birthDate} and sex is not distinct from ${sex} and is_removed = ${isRemoved}
  and (accession_number = ${accessionNumber} or ${accessionNumber}::text is null)`;

/** Where no image is left, study and series say what the header of the next one says, and name nobody. */
export async function describeAnew(
  on: Queries,
  { studyId, seriesId }: Pick<StoredVersion, 'studyId' | 'seriesId'>,
  header: DicomHeader | null,
): Promise<void> {
  const isEmpty = (column: SQL, id: string) => sql`not exists (select from ${instances} n where ${column} = ${id})`;
  for (const table of ['series_identities', 'written_identities'])
    await on.execute(sql`
      delete from ${sql.identifier(table)} where series_id = ${seriesId} and ${isEmpty(sql`n.series_id`, seriesId)}`);
  await on
    .update(series)
    .set({
      modality: header?.modality ?? null,
      description: header?.seriesDescription ?? null,
      bodyPart: header?.bodyPartExamined ?? null,
      convolutionKernel: header?.convolutionKernel ?? null,
      sliceThicknessMm: header?.sliceThicknessMm ?? null,
      seriesNumber: header?.seriesNumber ?? null,
    })
    .where(
      and(
        eq(series.id, seriesId),
        sql`${series.seriesKey} = ${header?.seriesInstanceUid ?? ''}`,
        isEmpty(sql`n.series_id`, seriesId),
      ),
    );
  await on
    .update(studies)
    .set({ studyDate: isoDate(header?.studyDate), description: header?.studyDescription ?? null })
    .where(and(eq(studies.id, studyId), isEmpty(sql`n.study_id`, studyId)));
}
