import { createHash, randomBytes } from 'node:crypto';
import { LIMITS, operations } from '@duai/contract';
import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Context } from '../../core/actor.ts';
import { type Page, type PageWish, placeOf, readPage, type SortKey } from '../../core/keyset.ts';
import type { Parts } from '../../parts.ts';
import { auditEvents, auditOrigins } from './audit.tables.ts';
import { fits, type Known } from './audit-filter.ts';

export interface AuditEntry {
  action: string;
  subjectType: string;
  subjectId: string | null;
  outcome?: 'ok' | 'refused';
  /** Ids and numbers only; no name, no free text. */
  details?: Record<string, string | number>;
}

/** The same doing by the same actor on the same subject group within an hour. */
export interface AccessGroup extends Record<string, unknown> {
  from: Date;
  to: Date;
  actorRealm: string;
  actorId: string | null;
  action: string;
  outcome: 'ok' | 'refused';
  caseId: string | null;
  count: number;
}

interface AuditPage extends Page<operations.AuditEvent> {
  total: number;
  actions: string[];
}

const ROWS_AT_ONCE = 1000;
const NEWEST: readonly SortKey[] = [{ column: auditEvents.sequence, type: 'bigint', isDescending: true }];
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type Queries = Pick<NodePgDatabase, 'execute'>;
export type Audit = ReturnType<typeof createAudit>;

/** Who did what, when, from where, with which outcome: append-only and hash-chained by the database. */
export function createAudit({ db }: Pick<Parts, 'db'>) {
  /** Every value of a column, from one to the next by its index: a handful of looks, however long the trail is. */
  async function valuesOf(column: 'action' | 'actor_realm' | 'subject_type'): Promise<string[]> {
    const name = sql.identifier(column);
    const { rows } = await db.drizzle.execute<{ value: string }>(sql`
      with recursive known as (
        (select ${name} as value from audit_events order by ${name} limit 1)
        union all
        select (select e.${name} from audit_events e where e.${name} > known.value order by e.${name} limit 1)
        from known where known.value is not null)
      select value from known where value is not null`);
    return rows.map(({ value }) => value);
  }
  const findKnown = async (): Promise<Known> => ({
    realms: await valuesOf('actor_realm'),
    types: await valuesOf('subject_type'),
    actions: await valuesOf('action'),
  });

  return {
    /** In the caller's transaction, as its last statement: the chain has one writer at a time until commit. */
    async record(on: Queries, context: Context, entry: AuditEntry): Promise<void> {
      const { actor } = context;
      const actorId = 'id' in actor ? actor.id : null;
      const salt = randomBytes(16);
      const origin = context.address === null ? null : commitment(salt, context.address);
      await on.execute(sql`
        with event as (
          insert into audit_events (actor_realm, actor_id, action, subject_type, subject_id, outcome, address, request_id, details)
          values (${actor.realm}, ${actorId}, ${entry.action}, ${entry.subjectType}, ${entry.subjectId},
            ${entry.outcome ?? 'ok'}, ${origin}, ${context.requestId}, ${JSON.stringify(entry.details ?? {})}::jsonb)
          returning sequence)
        insert into audit_origins (sequence, salt, address)
        select sequence, ${salt}, ${context.address} from event where ${context.address}::text is not null`);
    },

    /** One page of what fits the filter, newest first. */
    async list({ page, cursor, ...filter }: operations.AuditFilter & PageWish): Promise<AuditPage> {
      const known = await findKnown();
      const which = fits(filter, known);
      const [found, { rows: counted }] = await Promise.all([
        readPage(NEWEST, { page, cursor }, operations.AUDIT_PER_PAGE, (beyond, order, { limit, offset }) =>
          readEvents(db, and(which, beyond))
            .orderBy(...order)
            .limit(limit)
            .offset(offset),
        ),
        db.drizzle.execute<{ total: number }>(
          sql`select count(*)::int as total from (
            select 1 from ${auditEvents} where ${which ?? sql`true`} order by ${auditEvents.sequence} desc
            limit ${LIMITS.countedAtMost + 1}) counted`,
        ),
      ]);
      return { ...found, rows: found.rows.map(present), total: counted[0]!.total, actions: [...known.actions] };
    },

    /** All that fits, newest first, some at a time: memory does not grow with the trail. */
    async *all(filter: operations.AuditFilter): AsyncGenerator<operations.AuditEvent> {
      const which = fits(filter, await findKnown());
      let before: number | undefined;
      for (;;) {
        const older = before === undefined ? undefined : lt(auditEvents.sequence, before);
        const rows = await readEvents(db, and(which, older)).orderBy(desc(auditEvents.sequence)).limit(ROWS_AT_ONCE);
        yield* rows.map(present);
        if (rows.length < ROWS_AT_ONCE) return;
        before = rows.at(-1)!.event.sequence;
      }
    },

    /**
     * What was done to these subjects, grouped, newest first. `before`: only what began earlier.
     * The ids come with the case that each belongs to, so that a thousand images make one line.
     */
    async accessTo(
      on: Queries,
      subjects: { subjectId: string; caseId: string | null }[],
      { before, limit }: { before?: Date; limit: number },
    ): Promise<AccessGroup[]> {
      const ids = subjects.map((subject) => subject.subjectId);
      const caseIds = subjects.map((subject) => subject.caseId);
      const { rows } = await on.execute<AccessGroup>(sql`
        select min(e.at) as "from", max(e.at) as "to", e.actor_realm as "actorRealm", e.actor_id as "actorId", e.action,
          e.outcome, s.case_id as "caseId", count(*)::int as count
        from unnest(${sql.param(ids)}::text[], ${sql.param(caseIds)}::text[]) s (subject_id, case_id)
        join audit_events e on e.subject_id = s.subject_id
        group by e.actor_realm, e.actor_id, e.action, e.outcome, s.case_id, date_trunc('hour', e.at)
        having ${before?.toISOString() ?? null}::timestamptz is null or min(e.at) < ${before?.toISOString() ?? null}::timestamptz
        order by 1 desc, 2 desc limit ${limit}`);
      return rows.map((row) => ({ ...row, from: new Date(row.from), to: new Date(row.to) }));
    },

    /**
     * Forgets from where these actors came, and who it was that failed to sign in as them. The rows stay, under ids that
     * nothing leads back from. @returns how many rows stay
     */
    async forgetOrigins(on: Queries, ids: string[]): Promise<number> {
      const actors = ids.filter((id) => UUID.test(id));
      // Apart, each by its index: one condition over both columns reads the whole trail.
      const about = sql`
        select sequence, actor_realm from audit_events where actor_id = any(${sql.param(actors)}::uuid[])
        union select sequence, actor_realm from audit_events where subject_id = any(${sql.param(ids)}::text[])`;
      await on.execute(sql`
        delete from audit_origins where sequence = any(array(
          select sequence from (${about}) about where actor_realm in ('patient', 'shared', 'anonymous')))`);
      const { rows } = await on.execute<{ rows: number }>(sql`select count(*)::int as rows from (${about}) about`);
      return rows[0]!.rows;
    },

    /** Walks the whole chain, addresses that are still there included; names the first row that does not fit, or null when all do. */
    async verify(): Promise<{ rows: number; firstBadSequence: number | null }> {
      const { rows } = await db.drizzle.execute<{ rows: number; bad: string | null }>(sql`
        select count(*)::int as rows, min(sequence) filter (where not is_good)::text as bad from (
          select e.sequence,
            e.hash = audit_row_hash(e)
            and e.previous_hash = coalesce(lag(e.hash) over (order by e.sequence), sha256(''::bytea))
            and e.sequence = row_number() over (order by e.sequence)
            and (o.sequence is null or e.address = encode(sha256(o.salt || convert_to(o.address, 'UTF8')), 'hex')) as is_good
          from audit_events e left join audit_origins o on o.sequence = e.sequence) checked`);
      return { rows: rows[0]!.rows, firstBadSequence: rows[0]!.bad === null ? null : Number(rows[0]!.bad) };
    },
  };
}

/** What the chain holds of an address: with the salt gone it says nothing. */
const commitment = (salt: Buffer, address: string): string =>
  createHash('sha256').update(salt).update(address).digest('hex');

const readEvents = (db: Pick<Parts['db'], 'drizzle'>, which: SQL | undefined) =>
  db.drizzle
    .select({ event: auditEvents, address: auditOrigins.address, place: placeOf(NEWEST) })
    .from(auditEvents)
    .leftJoin(auditOrigins, eq(auditOrigins.sequence, auditEvents.sequence))
    .where(which);

const present = ({ event, address }: Awaited<ReturnType<typeof readEvents>>[number]): operations.AuditEvent => ({
  sequence: event.sequence,
  at: event.at.toISOString(),
  actorRealm: event.actorRealm,
  actorId: event.actorId,
  action: event.action,
  subjectType: event.subjectType,
  subjectId: event.subjectId,
  outcome: event.outcome,
  address,
});
