import { and, asc, eq, gt, isNull, lt } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { passkeyChallenges, passkeys, patients } from '../../accounts.tables.ts';

export type Queries = Pick<NodePgDatabase, 'select' | 'insert' | 'update' | 'delete'>;
export type PasskeyRow = typeof passkeys.$inferSelect;

/** Also removes expired challenges. */
export async function insertChallenge(
  on: Queries,
  row: typeof passkeyChallenges.$inferInsert,
  now: Date,
): Promise<void> {
  await on.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, now));
  await on.insert(passkeyChallenges).values(row);
}

/** Deletes the challenge. @returns whether it was valid and belonged to this patient (null: to no patient) */
export async function takeChallenge(
  on: Queries,
  challengeHash: Buffer,
  patientId: string | null,
  now: Date,
): Promise<boolean> {
  const owner = patientId === null ? isNull(passkeyChallenges.patientId) : eq(passkeyChallenges.patientId, patientId);
  const taken = await on
    .delete(passkeyChallenges)
    .where(and(eq(passkeyChallenges.challengeHash, challengeHash), owner, gt(passkeyChallenges.expiresAt, now)))
    .returning({ patientId: passkeyChallenges.patientId });
  return taken.length > 0;
}

export const findPasskeys = (on: Queries, patientId: string): Promise<PasskeyRow[]> =>
  on.select().from(passkeys).where(eq(passkeys.patientId, patientId)).orderBy(asc(passkeys.createdAt));

/** The passkey with this credential id, with the columns that decide whether its owner may sign in. */
export async function findByCredential(on: Queries, credentialId: string) {
  const [found] = await on
    .select({ passkey: passkeys, disabledAt: patients.disabledAt, isDemo: patients.isDemo })
    .from(passkeys)
    .innerJoin(patients, eq(patients.id, passkeys.patientId))
    .where(eq(passkeys.credentialId, credentialId));
  return found;
}

/** Returns false where an account already has this passkey. */
export async function insertPasskey(on: Queries, row: typeof passkeys.$inferInsert): Promise<boolean> {
  const added = await on
    .insert(passkeys)
    .values(row)
    .onConflictDoNothing({ target: passkeys.credentialId })
    .returning({ id: passkeys.id });
  return added.length > 0;
}

const own = (patientId: string, id: string) => and(eq(passkeys.id, id), eq(passkeys.patientId, patientId));

/** Returns false where the patient has no such passkey. */
export async function renamePasskey(on: Queries, patientId: string, id: string, name: string): Promise<boolean> {
  const renamed = await on.update(passkeys).set({ name }).where(own(patientId, id)).returning({ id: passkeys.id });
  return renamed.length > 0;
}

/** Returns false where the patient has no such passkey. */
export async function deletePasskey(on: Queries, patientId: string, id: string): Promise<boolean> {
  const removed = await on.delete(passkeys).where(own(patientId, id)).returning({ id: passkeys.id });
  return removed.length > 0;
}

/** Returns false where the counter did not rise: of two signatures with the same counter the second is refused. */
export async function noteUse(on: Queries, id: string, counter: number, at: Date): Promise<boolean> {
  const risen = counter === 0 ? eq(passkeys.signatureCounter, 0) : lt(passkeys.signatureCounter, counter);
  const used = await on
    .update(passkeys)
    .set({ signatureCounter: counter, lastUsedAt: at })
    .where(and(eq(passkeys.id, id), risen))
    .returning({ id: passkeys.id });
  return used.length > 0;
}
