import type { dicomweb } from '@duai/contract';
import { and, count, eq, gt, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { workitems } from '../workitems.tables.ts';
import {
  type ChannelRow,
  type WorklistRow,
  workitemChannels,
  workitemEvents,
  workitemSubscriptions,
  workitemWorklists,
} from './events.tables.ts';

type Queries = Pick<NodePgDatabase, 'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute'>;

export const WORKITEM_EVENT = 'workitem_event';
export interface WorkitemEvent {
  institutionId: string;
  ids: number[];
}
/** A notification holds 8,000 bytes. */
const IDS_AT_ONCE = 200;
const ROWS_AT_ONCE = 500;

const ofTitle = (
  table: typeof workitemSubscriptions | typeof workitemWorklists,
  institutionId: string,
  title: string,
) => and(eq(table.institutionId, institutionId), eq(table.aeTitle, title)) as SQL;

/** How many AE titles of an institution are subscribed to something. */
export async function countSubscribers(on: Queries, institutionId: string, except: string): Promise<number> {
  const { rows } = await on.execute<{ titles: number }>(sql`
    select count(distinct ae_title)::int as titles from (
      select ae_title from workitem_subscriptions where institution_id = ${institutionId}
      union all select ae_title from workitem_worklists where institution_id = ${institutionId}) found
    where ae_title <> ${except}`);
  return rows[0]?.titles ?? 0;
}

/** Subscribes to work items. @param isKept whether those subscribed already stay as they are */
export async function subscribe(
  on: Queries,
  { institutionId, aeTitle, hasLock }: Pick<WorklistRow, 'institutionId' | 'aeTitle' | 'hasLock'>,
  workitemIds: readonly string[],
  { isKept }: { isKept: boolean },
): Promise<void> {
  for (let from = 0; from < workitemIds.length; from += ROWS_AT_ONCE) {
    const rows = workitemIds
      .slice(from, from + ROWS_AT_ONCE)
      .map((workitemId) => ({ workitemId, institutionId, aeTitle, hasLock }));
    const inserted = on.insert(workitemSubscriptions).values(rows);
    const target = [workitemSubscriptions.workitemId, workitemSubscriptions.aeTitle];
    if (isKept) await inserted.onConflictDoNothing();
    else await inserted.onConflictDoUpdate({ target, set: { hasLock } });
  }
}

/** @returns whether it was subscribed */
export async function unsubscribe(on: Queries, workitemId: string, aeTitle: string): Promise<boolean> {
  const gone = await on
    .delete(workitemSubscriptions)
    .where(and(eq(workitemSubscriptions.workitemId, workitemId), eq(workitemSubscriptions.aeTitle, aeTitle)))
    .returning({ aeTitle: workitemSubscriptions.aeTitle });
  return gone.length > 0;
}

export async function setWorklist(on: Queries, row: WorklistRow): Promise<void> {
  const target = [workitemWorklists.institutionId, workitemWorklists.aeTitle, workitemWorklists.kind];
  const { filter, hasLock } = row;
  await on.insert(workitemWorklists).values(row).onConflictDoUpdate({ target, set: { filter, hasLock } });
}

/** Ends subscriptions to worklists; to their items too where `isWhole`. @returns whether there was one */
export async function endWorklist(
  on: Queries,
  { institutionId, aeTitle, kind }: Pick<WorklistRow, 'institutionId' | 'aeTitle' | 'kind'>,
  { isWhole }: { isWhole: boolean },
): Promise<boolean> {
  const gone = await on
    .delete(workitemWorklists)
    .where(and(ofTitle(workitemWorklists, institutionId, aeTitle), eq(workitemWorklists.kind, kind)))
    .returning({ kind: workitemWorklists.kind });
  if (!isWhole) return gone.length > 0;
  const items = await on
    .delete(workitemSubscriptions)
    .where(ofTitle(workitemSubscriptions, institutionId, aeTitle))
    .returning({ id: workitemSubscriptions.workitemId });
  return gone.length + items.length > 0;
}

export const findWorklists = (on: Queries, institutionId: string): Promise<WorklistRow[]> =>
  on.select().from(workitemWorklists).where(eq(workitemWorklists.institutionId, institutionId));

export async function subscribersOf(on: Queries, workitemId: string): Promise<string[]> {
  const rows = await on
    .select({ aeTitle: workitemSubscriptions.aeTitle })
    .from(workitemSubscriptions)
    .where(eq(workitemSubscriptions.workitemId, workitemId));
  return rows.map(({ aeTitle }) => aeTitle);
}

export interface NewEvent {
  workitemId: string;
  aeTitles: string[];
  dataSet: dicomweb.DicomJson;
}

/** Announces events at the commit. Those that are older than a few minutes have reached whom they could. */
export async function insertEvents(
  on: Queries,
  institutionId: string,
  events: readonly NewEvent[],
  { now, keptSince }: { now: Date; keptSince: Date },
): Promise<void> {
  if (events.length === 0) return;
  await on
    .delete(workitemEvents)
    .where(and(eq(workitemEvents.institutionId, institutionId), lt(workitemEvents.createdAt, keptSince)));
  for (let from = 0; from < events.length; from += IDS_AT_ONCE) {
    const rows = events.slice(from, from + IDS_AT_ONCE).map((event) => ({ ...event, institutionId, createdAt: now }));
    const inserted = await on.insert(workitemEvents).values(rows).returning({ id: workitemEvents.id });
    const announced: WorkitemEvent = { institutionId, ids: inserted.map(({ id }) => id) };
    await on.execute(sql`select pg_notify(${WORKITEM_EVENT}, ${JSON.stringify(announced)})`);
  }
}

/** With the UIDs of their work items, in their order. */
export const findEvents = (on: Queries, ids: readonly number[]) =>
  on
    .select({
      id: workitemEvents.id,
      uid: workitems.uid,
      aeTitles: workitemEvents.aeTitles,
      dataSet: workitemEvents.dataSet,
    })
    .from(workitemEvents)
    .innerJoin(workitems, eq(workitems.id, workitemEvents.workitemId))
    .where(inArray(workitemEvents.id, [...ids]))
    .orderBy(workitemEvents.id);

// ---- open channels ----

/** Of an institution, without those that were not seen lately. */
export async function countChannels(on: Queries, institutionId: string, seenSince: Date): Promise<number> {
  await on
    .delete(workitemChannels)
    .where(and(eq(workitemChannels.institutionId, institutionId), lt(workitemChannels.seenAt, seenSince)));
  const [row] = await on
    .select({ channels: count() })
    .from(workitemChannels)
    .where(eq(workitemChannels.institutionId, institutionId));
  return row?.channels ?? 0;
}

export async function insertChannel(on: Queries, row: ChannelRow): Promise<void> {
  await on.insert(workitemChannels).values(row);
}

export async function noteChannel(on: Queries, id: string, seenAt: Date): Promise<void> {
  await on.update(workitemChannels).set({ seenAt }).where(eq(workitemChannels.id, id));
}

export async function removeChannel(on: Queries, id: string): Promise<void> {
  await on.delete(workitemChannels).where(eq(workitemChannels.id, id));
}

/** Whether who claimed a work item has an open channel for one of its subscribers. */
export async function isPerformerListening(
  on: Queries,
  { id, claimedBy }: { id: string; claimedBy: string | null },
  seenSince: Date,
): Promise<boolean> {
  if (claimedBy === null) return false;
  const isOfTitle = and(
    eq(workitemChannels.institutionId, workitemSubscriptions.institutionId),
    eq(workitemChannels.aeTitle, workitemSubscriptions.aeTitle),
  );
  const [found] = await on
    .select({ id: workitemChannels.id })
    .from(workitemChannels)
    .innerJoin(workitemSubscriptions, isOfTitle)
    .where(
      and(
        eq(workitemSubscriptions.workitemId, id),
        eq(workitemChannels.actorId, claimedBy),
        gt(workitemChannels.seenAt, seenSince),
      ),
    )
    .limit(1);
  return found !== undefined;
}

/** Deletes subscriptions to worklists of an institution; those to items go with their items. */
export async function removeWorklists(on: Queries, institutionId: string): Promise<void> {
  await on.delete(workitemWorklists).where(eq(workitemWorklists.institutionId, institutionId));
}
