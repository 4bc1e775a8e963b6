import type DataLoader from 'dataloader';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Context, InstitutionActor, PatientActor, StaffActor } from '../../../core/actor.ts';
import { AppError } from '../../../core/app-error.ts';
import { later, MINUTE_MS } from '../../../core/clock.ts';
import { hashSecret, newId, newSecret } from '../../../core/ids.ts';
import type { Parts } from '../../../parts.ts';
import type { Realm } from '../accounts.tables.ts';
import * as store from './sessions.store.ts';

type Queries = Pick<NodePgDatabase, 'select' | 'insert' | 'update' | 'delete'>;
interface SessionLife {
  lifetimeMs: number;
  idleMinutes?: number;
  /** True for a session opened by a sign-in at the institution's provider. */
  isOfProvider?: boolean;
}

/** How a session is looked up: whether its use is noted, and whether demo accounts are admitted. */
export interface Asked {
  isUse: boolean;
  isDemoAdmitted: boolean;
}

/** Sessions are opaque tokens of which only the hash is stored; the server enforces the time limits, not the cookie. */
export function createSessions({ db, clock }: Pick<Parts, 'db' | 'clock'>) {
  const lookups = store.sessionLookups(db.drizzle);

  /** The open session of an account that is not disabled; its use is noted at most once a minute. */
  async function findLive<Row extends store.SessionFields>(
    lookup: DataLoader<Buffer, Row | null>,
    token: string,
    { isUse, isDemoAdmitted }: Asked,
  ): Promise<Row | null> {
    const row = await lookup.load(hashSecret(token));
    const now = clock.now();
    if (!row || row.disabledAt !== null || row.expiresAt <= now) return null;
    if (row.isDemo && !isDemoAdmitted) return null;
    if (row.idleMinutes !== null && later(row.lastUsedAt, row.idleMinutes * MINUTE_MS) <= now) return null;
    if (isUse && now.getTime() - row.lastUsedAt.getTime() > MINUTE_MS) {
      await store.noteUse(db.drizzle, row.sessionId, now);
    }
    return row;
  }

  return {
    async open(
      on: Queries,
      context: Context,
      realm: Realm,
      accountId: string,
      { lifetimeMs, idleMinutes, isOfProvider = false }: SessionLife,
    ): Promise<string> {
      const token = newSecret();
      const now = clock.now();
      await store.insertSession(on, {
        id: newId(),
        realm,
        accountId,
        tokenHash: hashSecret(token),
        createdAt: now,
        lastUsedAt: now,
        expiresAt: later(now, lifetimeMs),
        idleMinutes: idleMinutes ?? null,
        address: context.address,
        userAgent: context.userAgent,
        isOfProvider,
      });
      return token;
    },

    async patientOf(token: string, asked: Asked): Promise<PatientActor | null> {
      const row = await findLive(lookups.patient, token, asked);
      return row && { realm: 'patient', id: row.id, sessionId: row.sessionId };
    },

    async institutionUserOf(token: string, asked: Asked): Promise<InstitutionActor | null> {
      const row = await findLive(lookups.institution, token, asked);
      if (!row) return null;
      const { id, sessionId, institutionId, role } = row;
      return { realm: 'institution', id, sessionId, institutionId, role };
    },

    async staffOf(token: string, asked: Asked): Promise<StaffActor | null> {
      const row = await findLive(lookups.staff, token, asked);
      if (!row) return null;
      const { id, sessionId, role, name, email } = row;
      return { realm: 'staff', id, sessionId, role, name, email };
    },

    async revoke(realm: Realm, token: string): Promise<void> {
      await store.revokeByToken(db.drizzle, realm, hashSecret(token), clock.now());
    },

    revokeAll: (on: Queries, realm: Realm, accountId: string): Promise<void> =>
      store.revokeAll(on, realm, accountId, clock.now()),

    /** Open sessions, the last used one first. */
    live: (on: Queries, realm: Realm, accountId: string): Promise<store.SessionRow[]> =>
      store.findOpenSessions(on, realm, accountId, clock.now()),

    /** Returns whether the account had this session. */
    revokeOne: (on: Queries, realm: Realm, accountId: string, id: string): Promise<boolean> =>
      store.revokeOne(on, realm, accountId, id, clock.now()),

    revokeOthers: (on: Queries, realm: Realm, accountId: string, keptId: string): Promise<void> =>
      store.revokeOthers(on, realm, accountId, keptId, clock.now()),

    /**
     * Call with the account locked, so that the session cannot end before the transaction does. @throws AppError
     * NOT_SIGNED_IN
     */
    async assertOpen(on: Queries, id: string): Promise<void> {
      if (!(await store.isSessionOpen(on, id))) throw new AppError('NOT_SIGNED_IN');
    },

    /** When each of these accounts last used a session. */
    lastSeen: store.findLastUses,
  };
}
export type Sessions = ReturnType<typeof createSessions>;
