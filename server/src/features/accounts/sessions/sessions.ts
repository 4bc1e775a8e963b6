import DataLoader from 'dataloader';
import { and, desc, eq, gt, inArray, isNull, max, ne, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Context, InstitutionActor, PatientActor, StaffActor } from '../../../core/actor.ts';
import { AppError } from '../../../core/app-error.ts';
import { later, MINUTE_MS } from '../../../core/clock.ts';
import { hashSecret, newId, newSecret } from '../../../core/ids.ts';
import type { Parts } from '../../../parts.ts';
import { institutionUsers, patients, type Realm, sessions, staff } from '../accounts.tables.ts';

type Queries = Pick<NodePgDatabase, 'select' | 'insert' | 'update'>;
type SessionFields = Pick<typeof sessions.$inferSelect, 'tokenHash' | 'lastUsedAt' | 'expiresAt' | 'idleMinutes'> & {
  sessionId: string;
  disabledAt: Date | null;
  isDemo: boolean;
};

/** More in one statement would not be faster, and none waits for more than two. */
const LOOKUPS_TOGETHER = 200;

type SessionRow = typeof sessions.$inferSelect;

interface SessionLife {
  lifetimeMs: number;
  idleMinutes?: number;
}

/** How a session is asked for: noting its use or only looking, and where demo accounts answer. */
export interface Asked {
  isUse: boolean;
  isDemoAdmitted: boolean;
}

/** Opaque tokens of which only the hash is stored; limits are kept by the server, not by the cookie. */
export function createSessions({ db, clock }: Pick<Parts, 'db' | 'clock'>) {
  const lookups = sessionLookups(db.drizzle);

  /** A session that is alive, of an account that is not disabled; a use is noted at most once a minute. */
  async function findLive<Row extends SessionFields>(
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
      await db.drizzle.update(sessions).set({ lastUsedAt: now }).where(eq(sessions.id, row.sessionId));
    }
    return row;
  }

  return {
    async open(
      on: Queries,
      context: Context,
      realm: Realm,
      accountId: string,
      { lifetimeMs, idleMinutes }: SessionLife,
    ): Promise<string> {
      const token = newSecret();
      const now = clock.now();
      await on.insert(sessions).values({
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
      await db.drizzle
        .update(sessions)
        .set({ revokedAt: clock.now() })
        .where(and(eq(sessions.tokenHash, hashSecret(token)), eq(sessions.realm, realm)));
    },

    async revokeAll(on: Queries, realm: Realm, accountId: string): Promise<void> {
      await on.update(sessions).set({ revokedAt: clock.now() }).where(isOpen(realm, accountId));
    },

    /** Sessions that still count, the last used one first. */
    live: (on: Queries, realm: Realm, accountId: string): Promise<SessionRow[]> =>
      on
        .select()
        .from(sessions)
        .where(and(isOpen(realm, accountId), gt(sessions.expiresAt, clock.now())))
        .orderBy(desc(sessions.lastUsedAt)),

    /** Answers whether there was one of this account. */
    async revokeOne(on: Queries, realm: Realm, accountId: string, id: string): Promise<boolean> {
      const ended = await on
        .update(sessions)
        .set({ revokedAt: clock.now() })
        .where(and(isOpen(realm, accountId), eq(sessions.id, id)))
        .returning({ id: sessions.id });
      return ended.length > 0;
    },

    async revokeOthers(on: Queries, realm: Realm, accountId: string, keptId: string): Promise<void> {
      await on
        .update(sessions)
        .set({ revokedAt: clock.now() })
        .where(and(isOpen(realm, accountId), ne(sessions.id, keptId)));
    },

    /** For what must not happen beside the end of a session; the account is locked. @throws AppError NOT_SIGNED_IN */
    async assertOpen(on: Queries, id: string): Promise<void> {
      const [row] = await on.select({ revokedAt: sessions.revokedAt }).from(sessions).where(eq(sessions.id, id));
      if (!row || row.revokedAt) throw new AppError('NOT_SIGNED_IN');
    },

    /** When each of these accounts used a session for the last time. */
    async lastSeen(on: Queries, accountIds: string[]): Promise<Map<string, Date>> {
      const rows = await on
        .select({ accountId: sessions.accountId, at: max(sessions.lastUsedAt) })
        .from(sessions)
        .where(and(inArray(sessions.realm, REALMS), inArray(sessions.accountId, accountIds)))
        .groupBy(sessions.accountId);
      return new Map(rows.flatMap((row) => (row.at ? [[row.accountId, row.at] as const] : [])));
    },
  };
}
/** All of them: named so that the index by realm and account serves. */
const REALMS: Realm[] = ['patient', 'institution', 'staff'];

export type Sessions = ReturnType<typeof createSessions>;

const isOpen = (realm: Realm, accountId: string) =>
  and(eq(sessions.realm, realm), eq(sessions.accountId, accountId), isNull(sessions.revokedAt));

/** Session and account in one prepared statement: every authenticated call begins with it. */
function sessionLookups(db: NodePgDatabase) {
  const session = {
    sessionId: sessions.id,
    tokenHash: sessions.tokenHash,
    lastUsedAt: sessions.lastUsedAt,
    expiresAt: sessions.expiresAt,
    idleMinutes: sessions.idleMinutes,
  };
  const isNotEnded = (realm: Realm) =>
    and(
      sql`${sessions.tokenHash} = any(${sql.placeholder('tokenHashes')}::bytea[])`,
      eq(sessions.realm, realm),
      isNull(sessions.revokedAt),
    );
  return {
    patient: together(
      db
        .select({ ...session, id: patients.id, disabledAt: patients.disabledAt, isDemo: patients.isDemo })
        .from(sessions)
        .innerJoin(patients, eq(patients.id, sessions.accountId))
        .where(isNotEnded('patient'))
        .prepare('sessions_of_patients'),
    ),
    institution: together(
      db
        .select({
          ...session,
          id: institutionUsers.id,
          disabledAt: institutionUsers.disabledAt,
          isDemo: institutionUsers.isDemo,
          institutionId: institutionUsers.institutionId,
          role: institutionUsers.role,
        })
        .from(sessions)
        .innerJoin(institutionUsers, eq(institutionUsers.id, sessions.accountId))
        .where(isNotEnded('institution'))
        .prepare('sessions_of_institution_users'),
    ),
    staff: together(
      db
        .select({
          ...session,
          id: staff.id,
          disabledAt: staff.disabledAt,
          isDemo: staff.isDemo,
          role: staff.role,
          name: staff.name,
          email: staff.email,
        })
        .from(sessions)
        .innerJoin(staff, eq(staff.id, sessions.accountId))
        .where(isNotEnded('staff'))
        .prepare('sessions_of_staff'),
    ),
  };
}

/**
 * One statement for all requests that wait: while one runs, the next ones gather. Nothing is kept, and a request is
 * answered by a statement that began after it came, so an ended session is refused from its end on.
 */
function together<Row extends SessionFields>(query: {
  execute(values: { tokenHashes: Buffer[] }): Promise<Row[]>;
}): DataLoader<Buffer, Row | null> {
  let running: Promise<unknown> = Promise.resolve();
  return new DataLoader<Buffer, Row | null>(
    async (tokenHashes) => {
      const rows = query.execute({ tokenHashes: [...tokenHashes] });
      running = rows.catch(() => {});
      const byHash = new Map((await rows).map((row) => [row.tokenHash.toString('hex'), row]));
      return tokenHashes.map((hash) => byHash.get(hash.toString('hex')) ?? null);
    },
    {
      cache: false,
      maxBatchSize: LOOKUPS_TOGETHER,
      batchScheduleFn: (dispatch) => void running.then(() => setImmediate(dispatch)),
    },
  );
}
