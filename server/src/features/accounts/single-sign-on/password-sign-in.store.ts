import { eq, isNotNull } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { identityProviders, institutionUsers } from '../accounts.tables.ts';

type Reads = Pick<NodePgDatabase, 'select'>;

/** Whether passwords are off; locks the setting until the transaction ends. */
export async function arePasswordsOff(on: Reads, institutionId: string): Promise<boolean> {
  const [row] = await on
    .select({ offAt: identityProviders.passwordsOffAt })
    .from(identityProviders)
    .where(eq(identityProviders.institutionId, institutionId))
    .for('share');
  return row !== undefined && row.offAt !== null;
}

export async function findInstitutionOfUser(
  on: Reads,
  userId: string,
): Promise<{ institutionId: string; isOfProvider: boolean } | undefined> {
  const [row] = await on
    .select({ institutionId: institutionUsers.institutionId, isOfProvider: institutionUsers.isOfProvider })
    .from(institutionUsers)
    .where(eq(institutionUsers.id, userId));
  return row;
}

export async function findInstitutionsWithoutPasswords(on: Reads): Promise<ReadonlySet<string>> {
  const rows = await on
    .select({ id: identityProviders.institutionId })
    .from(identityProviders)
    .where(isNotNull(identityProviders.passwordsOffAt));
  return new Set(rows.map(({ id }) => id));
}
