import { and, asc, desc, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { containing } from '../../../core/like.ts';
import { institutionUsers, patients, type Realm, staff, staffAbsences } from '../accounts.tables.ts';
import { ACCOUNT_TABLES } from '../sessions/account-access.store.ts';

export type Reads = Pick<NodePgDatabase, 'select'>;
type Changes = Pick<NodePgDatabase, 'insert' | 'update'>;
export type StaffRow = typeof staff.$inferSelect;

export async function findByEmail(on: Reads, email: string): Promise<StaffRow | undefined> {
  const [row] = await on.select().from(staff).where(eq(staff.email, email));
  return row;
}

export const findByIds = async (on: Reads, ids: string[]): Promise<StaffRow[]> =>
  ids.length === 0
    ? []
    : on
        .select()
        .from(staff)
        .where(inArray(staff.id, [...new Set(ids)]));

/** Staff with this role who can sign in, in the order in which they joined. */
export const findOfRole = (on: Reads, role: StaffRow['role']): Promise<StaffRow[]> =>
  on
    .select()
    .from(staff)
    .where(and(eq(staff.role, role), isNull(staff.disabledAt)))
    .orderBy(asc(staff.createdAt));

/** Staff with this role who can sign in and are not away on that day. */
export const findPresentOfRole = (on: Reads, role: StaffRow['role'], day: string): Promise<StaffRow[]> =>
  on
    .select()
    .from(staff)
    .where(
      and(
        eq(staff.role, role),
        isNull(staff.disabledAt),
        sql`not exists (
          select from ${staffAbsences}
          where ${staffAbsences.staffId} = ${staff.id}
            and ${day} between ${staffAbsences.firstDay} and ${staffAbsences.lastDay})`,
      ),
    )
    .orderBy(asc(staff.createdAt));

export const hasStaff = async (on: Reads): Promise<boolean> =>
  (await on.select({ id: staff.id }).from(staff).limit(1)).length > 0;

export async function insertStaff(on: Changes, row: typeof staff.$inferInsert): Promise<void> {
  await on.insert(staff).values(row);
}

/** Returns false when this time step or a later one was already used, so a code works only once. */
export async function takeTotpStep(
  on: Changes,
  id: string,
  step: number,
  { language }: Pick<StaffRow, 'language'>,
): Promise<boolean> {
  const fresh = await on
    .update(staff)
    .set({ totpLastStep: step, language })
    .where(and(eq(staff.id, id), lt(staff.totpLastStep, step)))
    .returning({ id: staff.id });
  return fresh.length > 0;
}

/** Returns false where there is no such radiologist. */
export async function updateRadiologist(
  on: Changes,
  id: string,
  change: Partial<Pick<StaffRow, 'title' | 'registrationNumber' | 'readFirst' | 'subspecialties'>>,
): Promise<boolean> {
  const changed = await on
    .update(staff)
    .set(change)
    .where(and(eq(staff.id, id), eq(staff.role, 'radiologist')))
    .returning({ id: staff.id });
  return changed.length > 0;
}

/** Users of all realms whose name, address or role contains every word; the newest of each realm. */
export async function findUsers(on: Reads, words: string[], limit: number) {
  // The expressions must equal those of the indexes of migration 0910 exactly, or the indexes are not used.
  const found = (shown: SQL) => and(...words.map((word) => sql`(${shown}) ilike ${containing(word)}`));
  const colleagues = await on
    .select()
    .from(staff)
    .where(found(sql`${staff.name} || ' ' || ${staff.role} || ' ' || ${staff.email}`))
    .orderBy(desc(staff.createdAt), desc(staff.id))
    .limit(limit);
  const members = await on
    .select()
    .from(institutionUsers)
    .where(
      found(sql`${institutionUsers.username} || ' ' || ${institutionUsers.role} || ' ' || ${institutionUsers.email}`),
    )
    .orderBy(desc(institutionUsers.createdAt), desc(institutionUsers.id))
    .limit(limit);
  const people = await on
    .select()
    .from(patients)
    .where(found(sql`${patients.firstName} || ' ' || ${patients.lastName} || ' patient ' || ${patients.email}`))
    .orderBy(desc(patients.createdAt), desc(patients.id))
    .limit(limit);
  return { colleagues, members, people };
}

export async function updateDisabled(on: Changes, realm: Realm, id: string, disabledAt: Date | null): Promise<void> {
  const table = ACCOUNT_TABLES[realm];
  await on.update(table).set({ disabledAt }).where(eq(table.id, id));
}
