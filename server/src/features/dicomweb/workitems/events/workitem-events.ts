import type { dicomweb } from '@duai/contract';
import type { Tx } from '../../../../adapters/database/port.ts';
import type { ApiKeyActor, Context, InstitutionActor } from '../../../../core/actor.ts';
import { AppError, notFound } from '../../../../core/app-error.ts';
import { createChangeEvents } from '../../../../core/change-events.ts';
import { MINUTE_MS } from '../../../../core/clock.ts';
import { newId } from '../../../../core/ids.ts';
import type { Parts } from '../../../../parts.ts';
import type { Audit } from '../../../audit/index.ts';
import type { Scans } from '../../../scans/index.ts';
import { conditionsOf, isSearched } from '../search-keys.ts';
import { MOST_WORKITEMS, type Outcome } from '../workitems.policy.ts';
import { findWorkitem, findWorkitems } from '../workitems.store.ts';
import type { WorkitemRow } from '../workitems.tables.ts';
import { type EventReport, eventMessage, stateReport } from './event-reports.ts';
import * as store from './events.store.ts';
import { filterOf, worklistOf } from './subscriptions.policy.ts';

type DataSet = dicomweb.DicomJson;

/** AE titles of an institution that are told of something. */
const MOST_SUBSCRIBERS = 32;
/** Open channels of an institution, in all processes. */
export const MOST_CHANNELS = 10;
/** Open ones are noted three times in this. */
const CHANNEL_SEEN_MS = MINUTE_MS;
/** Events wait this long for the process that has the channel. */
const EVENT_KEPT_MS = 10 * MINUTE_MS;

export interface EventTools extends Pick<Parts, 'db' | 'clock' | 'log'> {
  audit: Audit;
  scans: Pick<Scans, 'events'>;
}
/** An open channel of texts; broken off, its client opens it again and asks for what it needs. */
interface Channel {
  send(text: string): void;
  breakOff(): void;
}
interface Subscriber {
  institutionId: string;
  /** A work item, or a worklist. */
  uid: string;
  aeTitle: string;
}

/** How work items are given, and how those of our algorithms get their state. */
interface Items {
  presented(tx: Tx, institutionId: string, rows: readonly WorkitemRow[]): Promise<DataSet[]>;
  follow(tx: Tx, institutionId: string): Promise<void>;
}

/** Who is told of work items, by subscriptions (PS3.4 section CC.2.3) and open channels (PS3.18 section 8.10.4). */
export function createWorkitemEvents({ db, clock, log, audit, scans }: EventTools, { presented, follow }: Items) {
  const heard = createChangeEvents<store.WorkitemEvent>(db, store.WORKITEM_EVENT, ({ institutionId }) => [
    institutionId,
  ]);
  const seenSince = () => new Date(clock.now().getTime() - CHANNEL_SEEN_MS);

  const insert = (tx: Tx, institutionId: string, events: readonly store.NewEvent[]) => {
    const now = clock.now();
    return store.insertEvents(tx, institutionId, events, { now, keptSince: new Date(now.getTime() - EVENT_KEPT_MS) });
  };

  /** The state of these items, to one that subscribed to them. */
  async function tellStates(tx: Tx, institutionId: string, aeTitle: string, rows: readonly WorkitemRow[]) {
    const items = await presented(tx, institutionId, rows);
    const events = rows.map((row, at) => ({
      workitemId: row.id,
      aeTitles: [aeTitle],
      dataSet: eventMessage(row.uid, stateReport(items[at] ?? {})),
    }));
    await insert(tx, institutionId, events);
  }

  const matching = (tx: Tx, institutionId: string, filter: Record<string, string>, uids?: string[]) => {
    const conditions = conditionsOf(filter);
    const among = uids ? uids.filter((uid) => !conditions.uids || conditions.uids.includes(uid)) : conditions.uids;
    return findWorkitems(tx, { ...conditions, uids: among, institutionId, limit: MOST_WORKITEMS, offset: 0 });
  };

  const recorded = (tx: Tx, context: Context, action: string, { institutionId, uid, aeTitle }: Subscriber) =>
    audit.record(tx, context, {
      action: `dicomweb.${action}`,
      subjectType: 'institution',
      subjectId: institutionId,
      details: { workitem: uid, aeTitle },
    });

  /** @throws AppError TOO_MANY_REQUESTS */
  async function assertRoom(tx: Tx, { institutionId, aeTitle }: Subscriber): Promise<void> {
    if ((await store.countSubscribers(tx, institutionId, aeTitle)) >= MOST_SUBSCRIBERS)
      throw new AppError('TOO_MANY_REQUESTS', { internal: 'an institution has too many subscribers' });
  }

  return {
    start: heard.start,
    stop: heard.stop,

    /** Tells the subscribers of an item, at the commit. */
    async announce(tx: Tx, { id, institutionId, uid }: WorkitemRow, reports: readonly EventReport[]): Promise<void> {
      if (reports.length === 0) return;
      const aeTitles = await store.subscribersOf(tx, id);
      if (aeTitles.length === 0) return;
      const events = reports.map((report) => ({ workitemId: id, aeTitles, dataSet: eventMessage(uid, report) }));
      await insert(tx, institutionId, events);
    },

    /** Subscribes to a new item those whose worklist has it (PS3.4 table CC.2.3-2). */
    async subscribeWorklists(tx: Tx, { id, institutionId, uid }: WorkitemRow): Promise<void> {
      for (const worklist of await store.findWorklists(tx, institutionId)) {
        const isIn = worklist.kind === 'all' || (await matching(tx, institutionId, worklist.filter, [uid])).length > 0;
        if (isIn) await store.subscribe(tx, worklist, [id], { isKept: !worklist.hasLock });
      }
    },

    isPerformerListening: (tx: Tx, row: WorkitemRow): Promise<boolean> =>
      store.isPerformerListening(tx, row, seenSince()),

    /** @throws AppError NOT_FOUND, TOO_MANY_REQUESTS */
    subscribe: (context: Context, subscriber: Subscriber, query: Readonly<Record<string, unknown>>): Promise<Outcome> =>
      db.transaction(async (tx): Promise<Outcome> => {
        const { institutionId, uid, aeTitle } = subscriber;
        const hasLock = query.deletionlock === 'true';
        const kind = worklistOf(uid);
        const filter = kind === 'filtered' ? filterOf(query) : {};
        const isReadable = filter && Object.entries(filter).every(([key, value]) => isSearched(key) && value !== '');
        if (!isReadable || (kind === 'filtered' && Object.keys(filter).length === 0))
          return { status: 400, warning: 'The filter cannot be matched.' };
        await follow(tx, institutionId);
        await assertRoom(tx, subscriber);
        const row = kind ? undefined : await findWorkitem(tx, institutionId, uid, { isChanged: true });
        if (!kind && !row) throw notFound('workitem');
        const rows = row ? [row] : await matching(tx, institutionId, filter);
        if (kind) await store.setWorklist(tx, { institutionId, aeTitle, kind, filter, hasLock });
        const ids = rows.map(({ id }) => id);
        // What was said of an item alone holds before what is said of all.
        await store.subscribe(tx, { institutionId, aeTitle, hasLock }, ids, { isKept: kind !== undefined });
        if (!kind || hasLock) await tellStates(tx, institutionId, aeTitle, rows);
        await recorded(tx, context, 'subscribe-workitems', subscriber);
        return { status: 201 };
      }),

    /** @throws AppError NOT_FOUND */
    unsubscribe: (context: Context, subscriber: Subscriber): Promise<void> =>
      db.transaction(async (tx) => {
        const { institutionId, uid, aeTitle } = subscriber;
        const kind = worklistOf(uid);
        const row = kind ? undefined : await findWorkitem(tx, institutionId, uid);
        const was = kind
          ? await store.endWorklist(tx, { institutionId, aeTitle, kind }, { isWhole: true })
          : row && (await store.unsubscribe(tx, row.id, aeTitle));
        if (!was) throw notFound('workitem');
        await recorded(tx, context, 'unsubscribe-workitems', subscriber);
      }),

    /** New items are not subscribed to any more; those that are stay so. @throws AppError NOT_FOUND */
    suspend: (context: Context, subscriber: Subscriber): Promise<void> =>
      db.transaction(async (tx) => {
        const { institutionId, uid, aeTitle } = subscriber;
        const kind = worklistOf(uid);
        const was = kind && (await store.endWorklist(tx, { institutionId, aeTitle, kind }, { isWhole: false }));
        if (!was) throw notFound('workitem');
        await recorded(tx, context, 'suspend-workitems', subscriber);
      }),

    /**
     * Notes a channel that is about to be opened. @returns what follows it: `opened` has events sent to it and returns what ends that
     * @throws AppError TOO_MANY_REQUESTS
     */
    async open(context: Context, { id: actorId, institutionId }: ApiKeyActor | InstitutionActor, aeTitle: string) {
      const id = newId();
      await db.transaction(async (tx) => {
        if ((await store.countChannels(tx, institutionId, seenSince())) >= MOST_CHANNELS)
          throw new AppError('TOO_MANY_REQUESTS', { internal: 'an institution has too many event channels' });
        await store.insertChannel(tx, { id, institutionId, aeTitle, actorId, seenAt: clock.now() });
        await recorded(tx, context, 'open-workitem-events', { institutionId, uid: '', aeTitle });
      });
      const { drizzle } = db;
      const noted = (what: Promise<unknown>) =>
        void what.catch((error: unknown) => log.warn({ err: error }, 'an event channel was not noted'));
      return {
        stillOpen: () => noted(store.noteChannel(drizzle, id, clock.now())),
        opened(channel: Channel): () => void {
          // In turn, so that events arrive in the order in which they happened.
          let turn: Promise<unknown> = Promise.resolve();
          const inTurn = (act: () => Promise<unknown>) => {
            turn = turn.then(act).catch((error: unknown) => {
              log.warn({ err: error }, 'events of work items were not sent');
              channel.breakOff();
            });
          };
          const send = async (ids: readonly number[]) => {
            for (const event of await store.findEvents(drizzle, ids))
              if (event.aeTitles.includes(aeTitle))
                channel.send(
                  JSON.stringify({ ...event.dataSet, '00000110': { vr: 'US', Value: [event.id % 0x10000] } }),
                );
          };
          let isFollowing = false;
          const followOnce = () => {
            if (isFollowing) return;
            isFollowing = true;
            inTurn(() => {
              isFollowing = false;
              return db.transaction((tx) => follow(tx, institutionId));
            });
          };
          const undoes = [
            heard.subscribe(institutionId, {
              onChange: ({ ids }) => inTurn(() => send(ids)),
              onGap: () => channel.breakOff(),
            }),
            // Items of our algorithms change with the analysis of their study.
            scans.events.subscribe(institutionId, { onChange: followOnce, onGap: followOnce }),
          ];
          return () => {
            for (const undo of undoes) undo();
            noted(store.removeChannel(drizzle, id));
          };
        },
      };
    },

    removeAllOf: (tx: Tx, institutionId: string): Promise<void> => store.removeWorklists(tx, institutionId),
  };
}
