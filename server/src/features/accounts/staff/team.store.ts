import { and, asc, eq, gte, inArray, isNull, lte } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { staff, staffAbsences } from '../accounts.tables.ts';
import type { StaffRow } from './staff.store.ts';

type Queries = Pick<NodePgDatabase, 'select' | 'insert' | 'update' | 'delete'>;
export type AbsenceRow = typeof staffAbsences.$inferSelect;

/** Operators who can sign in, locked in a fixed order, so that two operators cannot remove each other. */
export const lockOperators = async (on: Pick<Queries, 'select'>): Promise<string[]> =>
  (
    await on
      .select({ id: staff.id })
      .from(staff)
      .where(and(eq(staff.role, 'operator'), isNull(staff.disabledAt)))
      .orderBy(asc(staff.id))
      .for('update')
  ).map(({ id }) => id);

export const updateRole = async (on: Pick<Queries, 'update'>, id: string, role: StaffRow['role']): Promise<void> => {
  await on.update(staff).set({ role }).where(eq(staff.id, id));
};

/** Absences that end on this day or later, the earliest first. */
export const findAbsences = (on: Pick<Queries, 'select'>, staffIds: string[], from: string): Promise<AbsenceRow[]> =>
  on
    .select()
    .from(staffAbsences)
    .where(and(inArray(staffAbsences.staffId, staffIds), gte(staffAbsences.lastDay, from)))
    .orderBy(asc(staffAbsences.firstDay), asc(staffAbsences.id));

/** An absence of this person that shares a day with `firstDay` to `lastDay`. */
export const findAbsenceWithin = async (
  on: Pick<Queries, 'select'>,
  staffId: string,
  { firstDay, lastDay }: Pick<AbsenceRow, 'firstDay' | 'lastDay'>,
): Promise<AbsenceRow | undefined> =>
  (
    await on
      .select()
      .from(staffAbsences)
      .where(
        and(
          eq(staffAbsences.staffId, staffId),
          lte(staffAbsences.firstDay, lastDay),
          gte(staffAbsences.lastDay, firstDay),
        ),
      )
      .orderBy(asc(staffAbsences.firstDay))
      .limit(1)
  )[0];

export const insertAbsence = async (on: Pick<Queries, 'insert'>, row: AbsenceRow): Promise<void> => {
  await on.insert(staffAbsences).values(row);
};

/** Returns false where this person has no such absence. */
export const deleteAbsence = async (on: Pick<Queries, 'delete'>, staffId: string, id: string): Promise<boolean> =>
  (
    await on
      .delete(staffAbsences)
      .where(and(eq(staffAbsences.staffId, staffId), eq(staffAbsences.id, id)))
      .returning({ id: staffAbsences.id })
  ).length > 0;
