import { and, desc, eq, gt, isNull, lt } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { theOne } from '../../core/the-one.ts';
import { fhirAssertions, fhirClients, fhirTokens } from './fhir.tables.ts';

type Reads = Pick<NodePgDatabase, 'select'>;
type Changes = Pick<NodePgDatabase, 'insert' | 'update' | 'delete'>;
export type ClientRow = typeof fhirClients.$inferSelect;

/** The clients of an institution, the newest first. */
export const findClients = (on: Reads, institutionId: string): Promise<ClientRow[]> =>
  on
    .select()
    .from(fhirClients)
    .where(eq(fhirClients.institutionId, institutionId))
    .orderBy(desc(fhirClients.createdAt));

/** Returns undefined for a revoked client. */
export async function findClient(on: Reads, id: string): Promise<ClientRow | undefined> {
  const [row] = await on
    .select()
    .from(fhirClients)
    .where(and(eq(fhirClients.id, id), isNull(fhirClients.revokedAt)));
  return row;
}

export async function insertClient(on: Changes, row: typeof fhirClients.$inferInsert): Promise<ClientRow> {
  return theOne(await on.insert(fhirClients).values(row).returning());
}

/** Returns false where the institution has no such client or it was already revoked. */
export async function revokeClient(on: Changes, institutionId: string, id: string, at: Date): Promise<boolean> {
  const revoked = await on
    .update(fhirClients)
    .set({ revokedAt: at })
    .where(and(eq(fhirClients.id, id), eq(fhirClients.institutionId, institutionId), isNull(fhirClients.revokedAt)))
    .returning({ id: fhirClients.id });
  return revoked.length > 0;
}

export async function noteUse(on: Changes, id: string, at: Date): Promise<void> {
  await on.update(fhirClients).set({ lastUsedAt: at }).where(eq(fhirClients.id, id));
}

/** Stores an assertion; returns false where the client already used it. Also deletes expired ones. */
export async function takeAssertion(on: Changes, row: typeof fhirAssertions.$inferInsert, now: Date): Promise<boolean> {
  await on.delete(fhirAssertions).where(lt(fhirAssertions.expiresAt, now));
  const taken = await on
    .insert(fhirAssertions)
    .values(row)
    .onConflictDoNothing()
    .returning({ clientId: fhirAssertions.clientId });
  return taken.length > 0;
}

/** Also deletes expired tokens. */
export async function insertToken(on: Changes, row: typeof fhirTokens.$inferInsert, now: Date): Promise<void> {
  await on.delete(fhirTokens).where(lt(fhirTokens.expiresAt, now));
  await on.insert(fhirTokens).values(row);
}

/** The client of a valid token; undefined where the token has expired or the client is revoked. */
export async function findByToken(on: Reads, tokenHash: Buffer, now: Date) {
  const [row] = await on
    .select({ id: fhirClients.id, institutionId: fhirClients.institutionId, scopes: fhirTokens.scopes })
    .from(fhirTokens)
    .innerJoin(fhirClients, eq(fhirClients.id, fhirTokens.clientId))
    .where(and(eq(fhirTokens.tokenHash, tokenHash), gt(fhirTokens.expiresAt, now), isNull(fhirClients.revokedAt)));
  return row;
}
