import DataLoader from 'dataloader';
import { and, desc, eq, gt, inArray, isNull, lt, max, ne, or, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { institutionUsers, patients, type Realm, sessions, staff } from '../accounts.tables.ts';

type Reads = Pick<NodePgDatabase, 'select'>;
type Changes = Pick<NodePgDatabase, 'insert' | 'update' | 'delete'>;
export type SessionRow = typeof sessions.$inferSelect;
export type SessionFields = Pick<SessionRow, 'tokenHash' | 'lastUsedAt' | 'expiresAt' | 'idleMinutes'> & {
  sessionId: string;
  disabledAt: Date | null;
  isDemo: boolean;
};

/** Most lookups in one statement: a larger batch is not faster, and no request waits for more than two statements. */
const LOOKUPS_TOGETHER = 200;
/** Every realm, listed in queries so that the index by realm and account can be used. */
const REALMS: Realm[] = ['patient', 'institution', 'staff'];

const isOpen = (realm: Realm, accountId: string) =>
  and(eq(sessions.realm, realm), eq(sessions.accountId, accountId), isNull(sessions.revokedAt));

export async function insertSession(on: Changes, row: typeof sessions.$inferInsert): Promise<void> {
  await on.insert(sessions).values(row);
}

export async function noteUse(on: Changes, id: string, at: Date): Promise<void> {
  await on.update(sessions).set({ lastUsedAt: at }).where(eq(sessions.id, id));
}

export async function revokeByToken(on: Changes, realm: Realm, tokenHash: Buffer, at: Date): Promise<void> {
  await on
    .update(sessions)
    .set({ revokedAt: at })
    .where(and(eq(sessions.tokenHash, tokenHash), eq(sessions.realm, realm)));
}

export async function revokeAll(on: Changes, realm: Realm, accountId: string, at: Date): Promise<void> {
  await on.update(sessions).set({ revokedAt: at }).where(isOpen(realm, accountId));
}

/** Returns false where the account has no such open session. */
export async function revokeOne(on: Changes, realm: Realm, accountId: string, id: string, at: Date): Promise<boolean> {
  const ended = await on
    .update(sessions)
    .set({ revokedAt: at })
    .where(and(isOpen(realm, accountId), eq(sessions.id, id)))
    .returning({ id: sessions.id });
  return ended.length > 0;
}

export async function revokeOthers(
  on: Changes,
  realm: Realm,
  accountId: string,
  keptId: string,
  at: Date,
): Promise<void> {
  await on
    .update(sessions)
    .set({ revokedAt: at })
    .where(and(isOpen(realm, accountId), ne(sessions.id, keptId)));
}

/** Open sessions, the last used one first. */
export const findOpenSessions = (on: Reads, realm: Realm, accountId: string, now: Date): Promise<SessionRow[]> =>
  on
    .select()
    .from(sessions)
    .where(and(isOpen(realm, accountId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastUsedAt));

export async function isSessionOpen(on: Reads, id: string): Promise<boolean> {
  const [row] = await on.select({ revokedAt: sessions.revokedAt }).from(sessions).where(eq(sessions.id, id));
  return row !== undefined && row.revokedAt === null;
}

/** When each of these accounts last used a session. */
export async function findLastUses(on: Reads, accountIds: string[]): Promise<Map<string, Date>> {
  const rows = await on
    .select({ accountId: sessions.accountId, at: max(sessions.lastUsedAt) })
    .from(sessions)
    .where(and(inArray(sessions.realm, REALMS), inArray(sessions.accountId, accountIds)))
    .groupBy(sessions.accountId);
  return new Map(rows.flatMap((row) => (row.at ? [[row.accountId, row.at] as const] : [])));
}

/**
 * Deletes sessions that ended before this time, except the newest of each account, which loses its address and browser.
 * @returns how many were deleted
 */
export async function sweepSessions(on: Changes, endedBefore: Date): Promise<number> {
  const isLongEnded = or(lt(sessions.revokedAt, endedBefore), lt(sessions.expiresAt, endedBefore));
  const ended = await on
    .delete(sessions)
    .where(
      and(
        isLongEnded,
        sql`exists (select from sessions newer where newer.realm = ${sessions.realm}
          and newer.account_id = ${sessions.accountId}
          and (newer.last_used_at, newer.id) > (${sessions.lastUsedAt}, ${sessions.id}))`,
      ),
    )
    .returning({ id: sessions.id });
  await on.update(sessions).set({ address: null, userAgent: null }).where(isLongEnded);
  return ended.length;
}

/** Finds a session with its account in one prepared statement, because every authenticated call begins with it. */
export function sessionLookups(db: NodePgDatabase) {
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
 * Answers all waiting requests with one statement; requests that arrive while it runs wait for the next. Nothing is
 * cached, and a request is answered by a statement that started after it arrived, so an ended session is refused at
 * once.
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
