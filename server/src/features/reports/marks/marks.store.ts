import { and, asc, count, eq } from 'drizzle-orm';
import { theOne } from '../../../core/the-one.ts';
import type { Queries } from '../reports.store.ts';
import { type CorrectedMaskRow, correctedMasks, type MeasurementRow, readingMeasurements } from '../reports.tables.ts';

type Deletes = Queries & Pick<import('drizzle-orm/node-postgres').NodePgDatabase, 'delete'>;

/** The measurements of one reader, or of all with null, the oldest first. */
export const findMeasurements = (on: Queries, caseId: string, staffId: string | null): Promise<MeasurementRow[]> =>
  on
    .select()
    .from(readingMeasurements)
    .where(
      and(
        eq(readingMeasurements.caseId, caseId),
        staffId === null ? undefined : eq(readingMeasurements.staffId, staffId),
      ),
    )
    .orderBy(asc(readingMeasurements.measuredAt), asc(readingMeasurements.id));

export const countMeasurements = async (on: Queries, caseId: string, staffId: string): Promise<number> =>
  theOne(
    await on
      .select({ number: count() })
      .from(readingMeasurements)
      .where(and(eq(readingMeasurements.caseId, caseId), eq(readingMeasurements.staffId, staffId))),
  ).number;

export const insertMeasurement = async (on: Queries, row: MeasurementRow): Promise<void> => {
  await on.insert(readingMeasurements).values(row);
};

const own = ({ id, caseId, staffId }: Pick<MeasurementRow, 'id' | 'caseId' | 'staffId'>) =>
  and(eq(readingMeasurements.id, id), eq(readingMeasurements.caseId, caseId), eq(readingMeasurements.staffId, staffId));

/** Changes the text of an arrow; measured values are never changed. Returns false where this reader has no such arrow. */
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

/** Returns false where this reader has no such measurement. */
export const deleteMeasurement = async (
  on: Deletes,
  of: Pick<MeasurementRow, 'id' | 'caseId' | 'staffId'>,
): Promise<boolean> =>
  (await on.delete(readingMeasurements).where(own(of)).returning({ id: readingMeasurements.id })).length > 0;

/** Every version of the corrected masks, the oldest first. */
export const findMasks = (on: Queries, caseId: string): Promise<CorrectedMaskRow[]> =>
  on
    .select()
    .from(correctedMasks)
    .where(eq(correctedMasks.caseId, caseId))
    .orderBy(asc(correctedMasks.analysisId), asc(correctedMasks.code), asc(correctedMasks.version));

export const insertMask = async (on: Queries, row: CorrectedMaskRow): Promise<void> => {
  await on.insert(correctedMasks).values(row);
};
