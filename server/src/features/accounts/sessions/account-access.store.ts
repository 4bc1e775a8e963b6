import { eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { institutionUsers, passkeyChallenges, passkeys, patients, type Realm, staff } from '../accounts.tables.ts';

type Queries = Pick<NodePgDatabase, 'select' | 'update' | 'delete'>;

export const ACCOUNT_TABLES = { patient: patients, institution: institutionUsers, staff } as const;

/**
 * Locks an account before anything about its access is read or changed. Everything that touches sessions, links or
 * passkeys takes this lock first, so that nothing runs beside a change of the password and no two transactions
 * deadlock.
 */
export async function lockAccount(
  on: Pick<Queries, 'select'>,
  realm: Realm,
  id: string,
  strength: 'update' | 'share' = 'update',
): Promise<{ passwordHash: string; disabledAt: Date | null } | undefined> {
  const table = ACCOUNT_TABLES[realm];
  const [row] = await on
    .select({ passwordHash: table.passwordHash, disabledAt: table.disabledAt })
    .from(table)
    .where(eq(table.id, id))
    .for(strength);
  return row;
}

export async function updatePasswordHash(
  on: Pick<Queries, 'update'>,
  realm: Realm,
  id: string,
  passwordHash: string,
): Promise<void> {
  const table = ACCOUNT_TABLES[realm];
  await on.update(table).set({ passwordHash }).where(eq(table.id, id));
}

/** Deletes the open passkey challenges, and with `alsoPasskeys` the passkeys themselves. */
export async function deletePasskeysOf(
  on: Pick<Queries, 'delete'>,
  patientId: string,
  { alsoPasskeys }: { alsoPasskeys: boolean },
): Promise<void> {
  await on.delete(passkeyChallenges).where(eq(passkeyChallenges.patientId, patientId));
  if (alsoPasskeys) await on.delete(passkeys).where(eq(passkeys.patientId, patientId));
}
