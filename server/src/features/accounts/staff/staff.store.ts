import { and, asc, eq, getTableColumns, inArray, isNull, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { type PageWish, placeOf, readPage, type SortKey } from '../../../core/keyset.ts';
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

const newestOf = ({ createdAt, id }: { createdAt: SQLWrapper; id: SQLWrapper }): readonly SortKey[] => [
  { column: createdAt, type: 'timestamptz', isDescending: true },
  { column: id, type: 'uuid', isDescending: true },
];
/** `shown` must equal the expression of an index of migration 0910 exactly, or the index is not used. */
const withWords = (shown: SQL, words: readonly string[], beyond: SQL | undefined) =>
  and(...words.map((word) => sql`(${shown}) ilike ${containing(word)}`), beyond);

/** Staff whose name, address or role contains every word, the newest first; so the two below. */
export const findColleagues = (on: Reads, words: readonly string[], wish: PageWish, perPage: number) =>
  readPage(newestOf(staff), wish, perPage, (beyond, order, { limit, offset }) =>
    on
      .select({ ...getTableColumns(staff), place: placeOf(newestOf(staff)) })
      .from(staff)
      .where(withWords(sql`${staff.name} || ' ' || ${staff.role} || ' ' || ${staff.email}`, words, beyond))
      .orderBy(...order)
      .limit(limit)
      .offset(offset),
  );

export const findMembers = (on: Reads, words: readonly string[], wish: PageWish, perPage: number) =>
  readPage(newestOf(institutionUsers), wish, perPage, (beyond, order, { limit, offset }) =>
    on
      .select({ ...getTableColumns(institutionUsers), place: placeOf(newestOf(institutionUsers)) })
      .from(institutionUsers)
      .where(
        withWords(
          sql`${institutionUsers.username} || ' ' || ${institutionUsers.role} || ' ' || ${institutionUsers.email}`,
          words,
          beyond,
        ),
      )
      .orderBy(...order)
      .limit(limit)
      .offset(offset),
  );

export const findPeople = (on: Reads, words: readonly string[], wish: PageWish, perPage: number) =>
  readPage(newestOf(patients), wish, perPage, (beyond, order, { limit, offset }) =>
    on
      .select({ ...getTableColumns(patients), place: placeOf(newestOf(patients)) })
      .from(patients)
      .where(
        withWords(
          sql`${patients.firstName} || ' ' || ${patients.lastName} || ' patient ' || ${patients.email}`,
          words,
          beyond,
        ),
      )
      .orderBy(...order)
      .limit(limit)
      .offset(offset),
  );

export async function updateDisabled(on: Changes, realm: Realm, id: string, disabledAt: Date | null): Promise<void> {
  const table = ACCOUNT_TABLES[realm];
  await on.update(table).set({ disabledAt }).where(eq(table.id, id));
}
