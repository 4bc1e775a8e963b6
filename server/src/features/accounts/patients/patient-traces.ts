import { internationalPhone } from '@duai/contract';
import { and, eq, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { linkTokens, patients, sessions } from '../accounts.tables.ts';
import { byId } from './patient-records.ts';

type Queries = Pick<NodePgDatabase, 'select' | 'insert' | 'update' | 'delete'>;

/** What of a patient lies in tables that know no patient: they serve all three realms and have no foreign key. */
export function createPatientTraces() {
  const ofPatient = (table: typeof sessions | typeof linkTokens, id: string) =>
    and(eq(table.realm, 'patient'), eq(table.accountId, id));

  return {
    /** Locks the account against everything that would add to it. @returns false where it is gone */
    async lock(tx: Queries, id: string): Promise<boolean> {
      const rows = await tx.select({ id: patients.id }).from(patients).where(eq(patients.id, id)).for('update');
      return rows.length > 0;
    },

    /** Every address and number that a message went to, earlier ones too. */
    async recipients(on: Queries, id: string): Promise<string[]> {
      const { email, phone } = await byId(on, id);
      const links = await on.select({ email: linkTokens.email }).from(linkTokens).where(ofPatient(linkTokens, id));
      const phones = phone ? [phone, internationalPhone(phone) ?? phone] : [];
      return [...new Set([email, ...phones, ...links.map((link) => link.email)])];
    },

    sessionsOf: (on: Queries, id: string) =>
      on
        .select({
          createdAt: sessions.createdAt,
          lastUsedAt: sessions.lastUsedAt,
          revokedAt: sessions.revokedAt,
          address: sessions.address,
          userAgent: sessions.userAgent,
        })
        .from(sessions)
        .where(ofPatient(sessions, id))
        .orderBy(sessions.createdAt),

    /** Part of an erasure. @returns how many rows, by table */
    async erase(tx: Queries, id: string): Promise<Record<string, number>> {
      const one = { one: sql`1` };
      const open = await tx.delete(sessions).where(ofPatient(sessions, id)).returning(one);
      const links = await tx.delete(linkTokens).where(ofPatient(linkTokens, id)).returning(one);
      return { sessions: open.length, link_tokens: links.length };
    },
  };
}
