import { type SQL, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';

type Queries = Pick<NodePgDatabase, 'execute'>;

export interface ScanConditions {
  /** True: only scans whose analysis has ended, since results are not shown before. */
  hasResults: boolean;
  /** The scan must have all these ids; null stands for an unknown id, which matches nothing. */
  scanIds?: (string | null)[];
  studyInstanceUid?: string;
  accessionNumber?: string;
  patientId?: string;
  patientLabel?: string;
  /** The day must be in all these ranges. `before` is exclusive. */
  days?: { from: string | null; before: string | null }[];
  /** True where the search cannot match anything. */
  isNone?: boolean;
}

const inIdentities = (column: SQL, value: string): SQL => sql`exists (
  select from studies s join series r on r.study_id = s.id join series_identities i on i.series_id = r.id
  where s.scan_id = c.id and ${column} = ${value})`;

/** The day of the examination; else the day of the analysis, or of the arrival. */
const DAY = sql`coalesce(c.study_date, (coalesce(c.completed_at, c.created_at) at time zone 'UTC')::date)`;

/** Real scans of an institution with a DICOM study, the newest first; at most `limit`, from `offset`. */
export async function findScans(
  on: Queries,
  institutionId: string,
  wish: ScanConditions,
  { limit, offset }: { limit: number; offset: number },
): Promise<string[]> {
  if (wish.isNone || wish.scanIds?.includes(null)) return [];
  const parts = [
    sql`c.institution_id = ${institutionId}`,
    sql`c.billing <> 'sample'`,
    ...(wish.hasResults ? [sql`c.status = 'complete'`] : []),
    ...(wish.scanIds ?? []).map((id) => sql`c.id = ${id}`),
    ...(wish.patientLabel === undefined ? [] : [sql`c.patient_label = ${wish.patientLabel}`]),
    ...(wish.patientId === undefined ? [] : [inIdentities(sql`i.patient_id`, wish.patientId)]),
    ...(wish.accessionNumber === undefined ? [] : [inIdentities(sql`i.accession_number`, wish.accessionNumber)]),
    ...(wish.studyInstanceUid === undefined
      ? []
      : [
          sql`exists (select from institution_studies v where v.scan_id = c.id and v.study_instance_uid = ${wish.studyInstanceUid})`,
        ]),
    ...(wish.days ?? []).flatMap(({ from, before }) => [
      ...(from === null ? [] : [sql`${DAY} >= ${from}::date`]),
      ...(before === null ? [] : [sql`${DAY} < ${before}::date`]),
    ]),
  ];
  const { rows } = await on.execute<{ id: string }>(sql`
    select c.id from scans c where ${sql.join(parts, sql` and `)}
    order by c.created_at desc, c.id desc limit ${limit} offset ${offset}`);
  return rows.map(({ id }) => id);
}
