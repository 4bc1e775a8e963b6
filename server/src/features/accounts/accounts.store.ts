import { and, eq, inArray, isNotNull, isNull, lt, notExists } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { identityProviders, institutionUsers, patients, type Realm, resetRequests, staff } from './accounts.tables.ts';
import { ACCOUNT_TABLES } from './sessions/account-access.store.ts';

type Reads = Pick<NodePgDatabase, 'select'>;
type Changes = Pick<NodePgDatabase, 'insert' | 'update' | 'delete'>;

/** The column that holds the login name, by realm. */
const LOGINS = { patient: patients.email, institution: institutionUsers.username, staff: staff.email } as const;

/**
 * An account with its login name; undefined where it does not exist. `own`: names and addresses that its password must
 * not contain.
 */
export async function findOwnAccount(on: Reads, realm: Realm, id: string) {
  if (realm === 'patient') {
    const [row] = await on.select().from(patients).where(eq(patients.id, id));
    return row && { ...row, login: row.email, own: [row.email, row.firstName, row.lastName] };
  }
  if (realm === 'institution') {
    const [row] = await on.select().from(institutionUsers).where(eq(institutionUsers.id, id));
    return row && { ...row, login: row.username, own: [row.email, row.username], language: 'en' as const };
  }
  const [row] = await on.select().from(staff).where(eq(staff.id, id));
  return row && { ...row, login: row.email, own: [row.email, row.name] };
}

/** The language stored for the account; undefined where the account does not exist. */
export async function findLanguage(on: Reads, realm: 'patient' | 'staff', id: string) {
  const table = realm === 'patient' ? patients : staff;
  const [row] = await on.select({ language: table.language }).from(table).where(eq(table.id, id));
  return row?.language;
}

/** Accounts with this address that sign in by password. */
export const findAccounts = (on: Reads, realm: Realm, email: string) => {
  const table = ACCOUNT_TABLES[realm];
  const hasPassword =
    realm === 'institution' ? and(eq(institutionUsers.isOfProvider, false), passwordsServe(on)) : undefined;
  return on
    .select({ id: table.id, disabledAt: table.disabledAt })
    .from(table)
    .where(and(eq(table.email, email), hasPassword));
};

/** True unless the institution of the user has switched passwords off. */
const passwordsServe = (on: Reads) =>
  notExists(
    on
      .select({ off: identityProviders.passwordsOffAt })
      .from(identityProviders)
      .where(
        and(
          eq(identityProviders.institutionId, institutionUsers.institutionId),
          isNotNull(identityProviders.passwordsOffAt),
        ),
      ),
  );

// ---- requests to reset a password ----

export async function insertResetRequest(on: Changes, row: typeof resetRequests.$inferInsert): Promise<void> {
  await on.insert(resetRequests).values(row);
}

/** Deletes the request and returns it; undefined where it was already answered. */
export async function takeResetRequest(on: Changes, id: string) {
  const [asked] = await on.delete(resetRequests).where(eq(resetRequests.id, id)).returning();
  return asked;
}

export async function sweepResetRequests(on: Changes, before: Date): Promise<void> {
  await on.delete(resetRequests).where(lt(resetRequests.createdAt, before));
}

// ---- accounts of demo mode ----

export async function markDemo(on: Changes, realm: Realm, logins: string[]): Promise<void> {
  await on.update(ACCOUNT_TABLES[realm]).set({ isDemo: true }).where(inArray(LOGINS[realm], logins));
}

/** @returns ids of the accounts that this call disabled */
export async function disableDemo(on: Changes, realm: Realm, at: Date): Promise<string[]> {
  const table = ACCOUNT_TABLES[realm];
  const rows = await on
    .update(table)
    .set({ disabledAt: at })
    .where(and(eq(table.isDemo, true), isNull(table.disabledAt)))
    .returning({ id: table.id });
  return rows.map(({ id }) => id);
}
