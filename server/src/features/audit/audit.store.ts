import { LIMITS, operations } from '@duai/contract';
import { and, desc, eq, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { type Page, type PageWish, placeOf, readPage, type SortKey } from '../../core/keyset.ts';
import { auditEvents, auditOrigins } from './audit.tables.ts';
import type { Known } from './audit-filter.store.ts';

type Queries = Pick<NodePgDatabase, 'execute'>;

/** A new row of the trail. */
export interface NewEvent {
  actorRealm: string;
  actorId: string | null;
  action: string;
  subjectType: string;
  subjectId: string | null;
  outcome: 'ok' | 'refused';
  requestId: string | null;
  details: Record<string, string | number>;
  /** Stored in a table of its own, so that it can be erased; the chain has only its hash. */
  origin: { address: string; salt: Buffer; commitment: string } | null;
}

/** The same action by the same actor on the subjects of one case within an hour. */
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

const ROWS_AT_ONCE = 1000;
const NEWEST: readonly SortKey[] = [{ column: auditEvents.sequence, type: 'bigint', isDescending: true }];

export async function insertEvent(on: Queries, { origin, ...event }: NewEvent): Promise<void> {
  const address = origin?.address ?? null;
  await on.execute(sql`
    with event as (
      insert into audit_events (actor_realm, actor_id, action, subject_type, subject_id, outcome, address, request_id, details)
      values (${event.actorRealm}, ${event.actorId}, ${event.action}, ${event.subjectType}, ${event.subjectId},
        ${event.outcome}, ${origin?.commitment ?? null}, ${event.requestId}, ${JSON.stringify(event.details)}::jsonb)
      returning sequence)
    insert into audit_origins (sequence, salt, address)
    select sequence, ${origin?.salt ?? null}, ${address} from event where ${address}::text is not null`);
}

/** The distinct values of a column. Each is found by one index look-up, so the time does not grow with the trail. */
async function valuesOf(on: Queries, column: 'action' | 'actor_realm' | 'subject_type'): Promise<string[]> {
  const name = sql.identifier(column);
  const { rows } = await on.execute<{ value: string }>(sql`
    with recursive known as (
      (select ${name} as value from audit_events order by ${name} limit 1)
      union all
      select (select e.${name} from audit_events e where e.${name} > known.value order by e.${name} limit 1)
      from known where known.value is not null)
    select value from known where value is not null`);
  return rows.map(({ value }) => value);
}

export const findKnown = async (on: Queries): Promise<Known> => ({
  realms: await valuesOf(on, 'actor_realm'),
  types: await valuesOf(on, 'subject_type'),
  actions: await valuesOf(on, 'action'),
});

const readEvents = (on: Pick<NodePgDatabase, 'select'>, which: SQL | undefined) =>
  on
    .select({ event: auditEvents, address: auditOrigins.address, place: placeOf(NEWEST) })
    .from(auditEvents)
    .leftJoin(auditOrigins, eq(auditOrigins.sequence, auditEvents.sequence))
    .where(which);
export type EventRow = Awaited<ReturnType<typeof readEvents>>[number];

/** One page of the matching rows, newest first. */
export const findPage = (
  on: Pick<NodePgDatabase, 'select'>,
  which: SQL | undefined,
  wish: PageWish,
): Promise<Page<EventRow>> =>
  readPage(NEWEST, wish, operations.AUDIT_PER_PAGE, (beyond, order, { limit, offset }) =>
    readEvents(on, and(which, beyond))
      .orderBy(...order)
      .limit(limit)
      .offset(offset),
  );

/** Those of these numbers, in their order. */
export const findRows = (on: Pick<NodePgDatabase, 'select'>, sequences: readonly number[]): Promise<EventRow[]> =>
  readEvents(on, inArray(auditEvents.sequence, [...sequences])).orderBy(auditEvents.sequence);

/** Counts the matching rows, up to one more than `LIMITS.countedAtMost`. */
export async function countEvents(on: Queries, which: SQL | undefined): Promise<number> {
  const { rows } = await on.execute<{ total: number }>(
    sql`select count(*)::int as total from (
      select 1 from ${auditEvents} where ${which ?? sql`true`} order by ${auditEvents.sequence} desc
      limit ${LIMITS.countedAtMost + 1}) counted`,
  );
  return rows[0]!.total;
}

/** All matching rows, newest first, in batches. */
export async function* findAll(
  on: Pick<NodePgDatabase, 'select'>,
  which: SQL | undefined,
): AsyncGenerator<EventRow[], void> {
  let before: number | undefined;
  for (;;) {
    const older = before === undefined ? undefined : lt(auditEvents.sequence, before);
    const rows = await readEvents(on, and(which, older)).orderBy(desc(auditEvents.sequence)).limit(ROWS_AT_ONCE);
    yield rows;
    if (rows.length < ROWS_AT_ONCE) return;
    before = rows.at(-1)!.event.sequence;
  }
}

/**
 * Actions on these subjects, grouped, newest first. `before`: only groups that began earlier. Each id comes with its
 * case, so that actions on a thousand images of a case make one line.
 */
export async function findAccessTo(
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
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Deletes the addresses of these actors, and of failed sign-ins to their accounts. The audit rows stay, with ids that
 * no longer lead to a person. @returns how many rows stay
 */
export async function forgetOrigins(on: Queries, ids: string[]): Promise<number> {
  const actors = ids.filter((id) => UUID.test(id));
  // Two queries, one for each index: a single condition over both columns would read the whole trail.
  const about = sql`
    select sequence, actor_realm from audit_events where actor_id = any(${sql.param(actors)}::uuid[])
    union select sequence, actor_realm from audit_events where subject_id = any(${sql.param(ids)}::text[])`;
  await on.execute(sql`
    delete from audit_origins where sequence = any(array(
      select sequence from (${about}) about where actor_realm in ('patient', 'shared', 'anonymous')))`);
  const { rows } = await on.execute<{ rows: number }>(sql`select count(*)::int as rows from (${about}) about`);
  return rows[0]!.rows;
}

/** Verifies the whole chain and the addresses that still exist. Returns the first invalid row, or null. */
export async function verifyChain(on: Queries): Promise<{ rows: number; firstBadSequence: number | null }> {
  const { rows } = await on.execute<{ rows: number; bad: string | null }>(sql`
    select count(*)::int as rows, min(sequence) filter (where not is_good)::text as bad from (
      select e.sequence,
        e.hash = audit_row_hash(e)
        and e.previous_hash = coalesce(lag(e.hash) over (order by e.sequence), sha256(''::bytea))
        and e.sequence = row_number() over (order by e.sequence)
        and (o.sequence is null or e.address = encode(sha256(o.salt || convert_to(o.address, 'UTF8')), 'hex')) as is_good
      from audit_events e left join audit_origins o on o.sequence = e.sequence) checked`);
  return { rows: rows[0]!.rows, firstBadSequence: rows[0]!.bad === null ? null : Number(rows[0]!.bad) };
}
