import { and, count, eq, ne, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { theOne } from '../../../core/the-one.ts';
import { identityProviders, institutions, institutionUsers, providerIdentities, sessions } from '../accounts.tables.ts';

type Reads = Pick<NodePgDatabase, 'select'>;
type Changes = Pick<NodePgDatabase, 'insert' | 'update' | 'delete'>;
export type ProviderRow = typeof identityProviders.$inferSelect;

export async function findProvider(on: Reads, institutionId: string): Promise<ProviderRow | undefined> {
  const [row] = await on.select().from(identityProviders).where(eq(identityProviders.institutionId, institutionId));
  return row;
}

export async function findProviderByName(on: Reads, signInName: string): Promise<ProviderRow | undefined> {
  const [row] = await on.select().from(identityProviders).where(eq(identityProviders.signInName, signInName));
  return row;
}

/** Every change to how the institution signs in takes this lock first. */
export async function lockInstitution(on: Reads, institutionId: string): Promise<void> {
  await on.select({ id: institutions.id }).from(institutions).where(eq(institutions.id, institutionId)).for('update');
}

/** Returns false where another institution uses the sign-in name. */
export async function upsertProvider(on: Changes, row: ProviderRow): Promise<boolean> {
  const { institutionId, createdAt, passwordsOffAt, ...change } = row;
  const [own] = await on
    .update(identityProviders)
    .set(change)
    .where(
      and(
        eq(identityProviders.institutionId, institutionId),
        sql`not exists (select from identity_providers other
          where other.sign_in_name = ${row.signInName} and other.institution_id <> ${institutionId})`,
      ),
    )
    .returning({ institutionId: identityProviders.institutionId });
  if (own) return true;
  const inserted = await on
    .insert(identityProviders)
    .values(row)
    .onConflictDoNothing()
    .returning({ institutionId: identityProviders.institutionId });
  return inserted.length > 0;
}

export async function deleteProvider(on: Changes, institutionId: string): Promise<boolean> {
  const deleted = await on
    .delete(identityProviders)
    .where(eq(identityProviders.institutionId, institutionId))
    .returning({ institutionId: identityProviders.institutionId });
  return deleted.length > 0;
}

/** Returns false where the institution has no provider. */
export async function switchPasswords(on: Changes, institutionId: string, offAt: Date | null): Promise<boolean> {
  const changed = await on
    .update(identityProviders)
    .set({ passwordsOffAt: offAt })
    .where(eq(identityProviders.institutionId, institutionId))
    .returning({ institutionId: identityProviders.institutionId });
  return changed.length > 0;
}

export async function countConnected(on: Reads, institutionId: string, issuer: string): Promise<number> {
  const rows = await on
    .select({ members: count() })
    .from(providerIdentities)
    .where(and(eq(providerIdentities.institutionId, institutionId), eq(providerIdentities.issuer, issuer)));
  return theOne(rows).members;
}

export async function isSessionOfProvider(on: Reads, sessionId: string): Promise<boolean> {
  const [row] = await on.select({ is: sessions.isOfProvider }).from(sessions).where(eq(sessions.id, sessionId));
  return row?.is ?? false;
}

/** Ends the sessions of an institution's users that were opened at the provider (`ofProvider`), or else all others. */
export async function endSessions(
  on: Changes,
  institutionId: string,
  { ofProvider }: { ofProvider: boolean },
  at: Date,
): Promise<void> {
  await on
    .update(sessions)
    .set({ revokedAt: at })
    .where(
      and(
        eq(sessions.realm, 'institution'),
        ne(sessions.isOfProvider, !ofProvider),
        sql`${sessions.revokedAt} is null`,
        sql`${sessions.accountId} in (select id from institution_users where institution_id = ${institutionId})`,
      ),
    );
}

/** Counts the admins who can sign in by a password. */
export async function countPasswordAdmins(on: Reads, institutionId: string): Promise<number> {
  const rows = await on
    .select({ admins: count() })
    .from(institutionUsers)
    .where(
      and(
        eq(institutionUsers.institutionId, institutionId),
        eq(institutionUsers.role, 'admin'),
        eq(institutionUsers.isOfProvider, false),
        sql`${institutionUsers.disabledAt} is null`,
      ),
    );
  return theOne(rows).admins;
}
