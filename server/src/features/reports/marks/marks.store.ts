import { and, asc, count, desc, eq, sql } from 'drizzle-orm';
import { theOne } from '../../../core/the-one.ts';
import type { Queries } from '../reports.store.ts';
import { type CorrectedMaskRow, correctedMasks, type MeasurementRow, readingMeasurements } from '../reports.tables.ts';

type Deletes = Queries & Pick<import('drizzle-orm/node-postgres').NodePgDatabase, 'delete'>;

/** The measurements of one reader, or of all with null, the oldest first. */
export const findMeasurements = (on: Queries, caseId: string, staffId: string | null): Promise<MeasurementRow[]> =>
  on
    .select()
    .from(readingMeasurements)
    .where(ofReader(caseId, staffId))
    .orderBy(asc(readingMeasurements.measuredAt), asc(readingMeasurements.id));

/** Those that the signature of a case covers, the oldest first. */
export const findSignedMeasurements = async (on: Queries, caseId: string): Promise<MeasurementRow[]> =>
  (await findMeasurements(on, caseId, null)).filter(({ inSignature }) => inSignature);

/** From now on the signature covers all measurements of the case. */
export const signMeasurements = async (on: Queries, caseId: string): Promise<void> => {
  await on.update(readingMeasurements).set({ inSignature: true }).where(eq(readingMeasurements.caseId, caseId));
};

/** How many measurements of one reader, or of all with null, there are in a case, and how many points these have. */
export const countMeasurements = async (
  on: Queries,
  caseId: string,
  staffId: string | null,
): Promise<{ measurements: number; points: number }> =>
  theOne(
    await on
      .select({
        measurements: count(),
        points: sql<number>`coalesce(sum(jsonb_array_length(${readingMeasurements.points})), 0)::int`,
      })
      .from(readingMeasurements)
      .where(ofReader(caseId, staffId)),
  );

/** Undefined where this reader has no such measurement. */
export const findMeasurement = async (
  on: Queries,
  of: Pick<MeasurementRow, 'id' | 'caseId' | 'staffId'>,
): Promise<MeasurementRow | undefined> => (await on.select().from(readingMeasurements).where(own(of)))[0];

const ofReader = (caseId: string, staffId: string | null) =>
  and(eq(readingMeasurements.caseId, caseId), staffId === null ? undefined : eq(readingMeasurements.staffId, staffId));

export const insertMeasurement = async (on: Queries, row: Omit<MeasurementRow, 'inSignature'>): Promise<void> => {
  await on.insert(readingMeasurements).values(row);
};

const own = ({ id, caseId, staffId }: Pick<MeasurementRow, 'id' | 'caseId' | 'staffId'>) =>
  and(eq(readingMeasurements.id, id), eq(readingMeasurements.caseId, caseId), eq(readingMeasurements.staffId, staffId));

/** Sets the points of a measurement that was just read, and what it tells then. */
export const updatePoints = async (
  on: Queries,
  {
    told,
    points,
    planeValues,
    ...of
  }: Pick<MeasurementRow, 'id' | 'caseId' | 'staffId' | 'told' | 'points' | 'planeValues'>,
): Promise<void> => {
  await on.update(readingMeasurements).set({ told, points, planeValues }).where(own(of));
};

/** Changes the text of an arrow. Returns false where this reader has no such arrow. */
export const updateText = async (
  on: Queries,
  { told, ...of }: Pick<MeasurementRow, 'id' | 'caseId' | 'staffId' | 'told'>,
): Promise<boolean> =>
  (
    await on
      .update(readingMeasurements)
      .set({ told })
      .where(and(own(of), eq(readingMeasurements.measure, 'arrow')))
      .returning({ id: readingMeasurements.id })
  ).length > 0;

export const deleteMeasurement = async (on: Deletes, id: string): Promise<void> => {
  await on.delete(readingMeasurements).where(eq(readingMeasurements.id, id));
};

/** The latest version of each corrected mask: one may have megabytes, and earlier ones are kept, not shown. */
export const findMasks = (on: Queries, caseId: string): Promise<CorrectedMaskRow[]> =>
  on
    .select()
    .from(correctedMasks)
    .where(
      and(
        eq(correctedMasks.caseId, caseId),
        sql`${correctedMasks.version} = (
          select max(v.version) from corrected_masks v where v.case_id = ${correctedMasks.caseId}
            and v.analysis_id = ${correctedMasks.analysisId} and v.code = ${correctedMasks.code})`,
      ),
    )
    .orderBy(asc(correctedMasks.analysisId), asc(correctedMasks.code));

/** The latest version of one mask. */
export const findMask = async (
  on: Queries,
  { caseId, analysisId, code }: Pick<CorrectedMaskRow, 'caseId' | 'analysisId' | 'code'>,
): Promise<CorrectedMaskRow | undefined> => {
  const [row] = await on
    .select()
    .from(correctedMasks)
    .where(
      and(eq(correctedMasks.caseId, caseId), eq(correctedMasks.analysisId, analysisId), eq(correctedMasks.code, code)),
    )
    .orderBy(desc(correctedMasks.version))
    .limit(1);
  return row;
};

export const countMasks = async (on: Queries, caseId: string): Promise<number> =>
  theOne(await on.select({ number: count() }).from(correctedMasks).where(eq(correctedMasks.caseId, caseId))).number;

export const insertMask = async (on: Queries, row: CorrectedMaskRow): Promise<void> => {
  await on.insert(correctedMasks).values(row);
};
