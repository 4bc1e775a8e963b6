import { and, asc, count, eq, isNull, lt } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { theOne } from '../../../core/the-one.ts';
import { institutionRecoveryCodes, institutions, institutionUsers } from '../accounts.tables.ts';

export type Reads = Pick<NodePgDatabase, 'select'>;
export type Changes = Pick<NodePgDatabase, 'insert' | 'update' | 'delete'>;
export type InstitutionRow = typeof institutions.$inferSelect;
export type MemberRow = typeof institutionUsers.$inferSelect;

// ---- institutions ----

export async function findInstitution(on: Reads, id: string): Promise<InstitutionRow | undefined> {
  const [row] = await on.select().from(institutions).where(eq(institutions.id, id));
  return row;
}

export const findInstitutions = (on: Reads): Promise<InstitutionRow[]> => on.select().from(institutions);

export const findSampleInstitutions = (on: Reads): Promise<{ id: string }[]> =>
  on.select({ id: institutions.id }).from(institutions).where(eq(institutions.isSample, true));

export async function insertInstitution(on: Changes, row: typeof institutions.$inferInsert): Promise<void> {
  await on.insert(institutions).values(row);
}

/** How many users each institution has. */
export async function countUsers(on: Reads): Promise<Map<string, number>> {
  const rows = await on
    .select({ id: institutionUsers.institutionId, users: count() })
    .from(institutionUsers)
    .groupBy(institutionUsers.institutionId);
  return new Map(rows.map(({ id, users }) => [id, users]));
}

// ---- their users ----

const withInstitution = (on: Reads) =>
  on
    .select({ user: institutionUsers, institution: institutions })
    .from(institutionUsers)
    .innerJoin(institutions, eq(institutions.id, institutionUsers.institutionId));
export type UserOfInstitution = Awaited<ReturnType<typeof withInstitution>>[number];

export async function findByUsername(on: Reads, username: string): Promise<UserOfInstitution | undefined> {
  const [found] = await withInstitution(on).where(eq(institutionUsers.username, username));
  return found;
}

export async function findUserOfInstitution(on: Reads, id: string): Promise<UserOfInstitution | undefined> {
  const [found] = await withInstitution(on).where(eq(institutionUsers.id, id));
  return found;
}

export async function findMember(on: Reads, id: string): Promise<MemberRow | undefined> {
  const [row] = await on.select().from(institutionUsers).where(eq(institutionUsers.id, id));
  return row;
}

export const findMembers = (on: Reads, institutionId: string): Promise<MemberRow[]> =>
  on
    .select()
    .from(institutionUsers)
    .where(eq(institutionUsers.institutionId, institutionId))
    .orderBy(asc(institutionUsers.username));

/** Locks the member and the institution's row, so that two admins cannot remove each other at the same moment. */
export async function lockMember(on: Reads, institutionId: string, id: string): Promise<MemberRow | undefined> {
  await on.select().from(institutions).where(eq(institutions.id, institutionId)).for('update');
  const [row] = await on
    .select()
    .from(institutionUsers)
    .where(and(eq(institutionUsers.id, id), eq(institutionUsers.institutionId, institutionId)))
    .for('update');
  return row;
}

/** Admins whose accounts are not disabled. */
export async function findAdminIds(on: Reads, institutionId: string): Promise<string[]> {
  const rows = await on
    .select({ id: institutionUsers.id })
    .from(institutionUsers)
    .where(
      and(
        eq(institutionUsers.institutionId, institutionId),
        eq(institutionUsers.role, 'admin'),
        isNull(institutionUsers.disabledAt),
      ),
    );
  return rows.map(({ id }) => id);
}

/** Returns undefined where the username is taken. */
export async function insertMember(
  on: Changes,
  row: typeof institutionUsers.$inferInsert,
): Promise<string | undefined> {
  const [inserted] = await on
    .insert(institutionUsers)
    .values(row)
    .onConflictDoNothing({ target: institutionUsers.username })
    .returning({ id: institutionUsers.id });
  return inserted?.id;
}

/** The member must exist. */
export async function updateMember(on: Changes, id: string, change: Partial<MemberRow>): Promise<MemberRow> {
  return theOne(await on.update(institutionUsers).set(change).where(eq(institutionUsers.id, id)).returning());
}

export async function deleteMember(on: Changes, id: string): Promise<void> {
  await on.delete(institutionUsers).where(eq(institutionUsers.id, id));
}

// ---- one-time codes ----

/** Returns false when this time step or a later one was already used, so a code works only once. */
export async function takeTotpStep(on: Changes, id: string, step: number): Promise<boolean> {
  const fresh = await on
    .update(institutionUsers)
    .set({ totpLastStep: step })
    .where(and(eq(institutionUsers.id, id), lt(institutionUsers.totpLastStep, step)))
    .returning({ id: institutionUsers.id });
  return fresh.length > 0;
}

export async function countRecoveryCodes(on: Reads, userId: string): Promise<number> {
  const rows = await on
    .select({ codes: count() })
    .from(institutionRecoveryCodes)
    .where(and(eq(institutionRecoveryCodes.userId, userId), isNull(institutionRecoveryCodes.usedAt)));
  return theOne(rows).codes;
}

export async function deleteRecoveryCodes(on: Changes, userId: string): Promise<void> {
  await on.delete(institutionRecoveryCodes).where(eq(institutionRecoveryCodes.userId, userId));
}

/** Replaces all earlier codes. */
export async function replaceRecoveryCodes(on: Changes, userId: string, codeHashes: Buffer[]): Promise<void> {
  await deleteRecoveryCodes(on, userId);
  await on.insert(institutionRecoveryCodes).values(codeHashes.map((codeHash) => ({ userId, codeHash })));
}

/** Returns false where the user has no such code or it was already used. */
export async function takeRecoveryCode(on: Changes, userId: string, codeHash: Buffer, now: Date): Promise<boolean> {
  const used = await on
    .update(institutionRecoveryCodes)
    .set({ usedAt: now })
    .where(
      and(
        eq(institutionRecoveryCodes.userId, userId),
        eq(institutionRecoveryCodes.codeHash, codeHash),
        isNull(institutionRecoveryCodes.usedAt),
      ),
    )
    .returning({ usedAt: institutionRecoveryCodes.usedAt });
  return used.length > 0;
}
