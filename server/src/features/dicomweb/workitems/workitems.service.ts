import type { dicomweb } from '@duai/contract';
import type { Tx } from '../../../adapters/database/port.ts';
import type { Context } from '../../../core/actor.ts';
import { AppError, notFound } from '../../../core/app-error.ts';
import { DAY_MS } from '../../../core/clock.ts';
import { newId } from '../../../core/ids.ts';
import { theOne } from '../../../core/the-one.ts';
import {
  aeTitleOf,
  cancelRequested,
  reportsOfCreation,
  reportsOfUpdate,
  stateReport,
  UPS_PUSH,
} from './events/event-reports.ts';
import { createWorkitemEvents, type EventTools } from './events/workitem-events.ts';
import { conditionsOf } from './search-keys.ts';
import {
  cancellationOf,
  changeOf,
  firstOf,
  isTooLarge,
  MOST_WORKITEMS,
  type Outcome,
  performerOf,
  refusedAtCreation,
  studyOf,
  TAGS,
  TOO_LARGE,
  updateOf,
} from './workitems.policy.ts';
import * as store from './workitems.store.ts';
import type { WorkitemRow } from './workitems.tables.ts';

const MOST_ROWS = 1000;
/** So long one that has ended can be asked for. */
const KEPT_DAYS = 90;
/** So long where somebody subscribed with a deletion lock. */
const LOCKED_DAYS = 365;
/** The exact texts of PS3.18 section 8.3.4. */
const NO_FUZZY = 'The fuzzymatching parameter is not supported. Only literal matching has been performed.';
const MORE_ROWS =
  'The number of results exceeded the maximum supported by the server. Additional results can be requested.';

type Query = Readonly<Record<string, unknown>> & { limit?: number | undefined; offset?: number | undefined };
type DataSet = dicomweb.DicomJson;

export interface WorkitemTools extends EventTools {
  /** What the caller is called. */
  nameOf(tx: Tx, context: Context): Promise<string>;
}

/**
 * UPS-RS (PS3.18 section 11, IHE AIW-I): the work items of an institution. Other performers claim theirs by a Transaction UID;
 * those that ask our algorithms follow the analysis of their study, which begins when its images come.
 */
export function createWorkitems(tools: WorkitemTools) {
  const { db, clock, audit, nameOf } = tools;

  const record = (tx: Tx, context: Context, action: string, row: Pick<WorkitemRow, 'id' | 'state'>) =>
    audit.record(tx, context, {
      action: `dicomweb.${action}`,
      subjectType: 'workitem',
      subjectId: row.id,
      details: { state: row.state },
    });

  async function presented(tx: Tx, institutionId: string, rows: readonly WorkitemRow[]): Promise<DataSet[]> {
    const studyOfOurs = (row: WorkitemRow) => (row.performer === 'house' ? row.studyInstanceUid : null);
    const ours = rows.flatMap((row) => studyOfOurs(row) ?? []);
    const progressOf = await store.findProgress(tx, institutionId, ours);
    return rows.map((row) => {
      const progress = progressOf.get(studyOfOurs(row) ?? '');
      return sorted({
        ...row.dataSet,
        ...(progress && ofProgress(row, progress)),
        '00080016': { vr: 'UI', Value: [UPS_PUSH] },
        [TAGS.sopInstanceUid]: { vr: 'UI', Value: [row.uid] },
        [TAGS.state]: { vr: 'CS', Value: [row.state] },
      });
    });
  }

  /** Gives items of our algorithms the state of their analysis, and tells who subscribed. */
  async function follow(tx: Tx, institutionId: string): Promise<void> {
    const followed = await store.followAnalyses(tx, institutionId, clock.now());
    const items = await presented(tx, institutionId, followed);
    for (const [at, row] of followed.entries()) await events.announce(tx, row, [stateReport(items[at] ?? {})]);
  }
  const events = createWorkitemEvents(tools, { presented, follow });

  /** Tells who subscribed what state an item has now. */
  const announceState = async (tx: Tx, row: WorkitemRow): Promise<void> => {
    const item = theOne(await presented(tx, row.institutionId, [row]));
    await events.announce(tx, row, [stateReport(item)]);
  };

  /** Changes one item in a transaction that has its row locked. @throws AppError NOT_FOUND */
  const change = (
    institutionId: string,
    uid: string,
    act: (tx: Tx, row: WorkitemRow) => Promise<Outcome>,
  ): Promise<Outcome> =>
    db.transaction(async (tx) => {
      await follow(tx, institutionId);
      const row = await store.findWorkitem(tx, institutionId, uid, { isChanged: true });
      if (!row) throw notFound('workitem');
      return act(tx, row);
    });

  return {
    events,

    async removeAllOf(tx: Tx, institutionId: string): Promise<void> {
      await events.removeAllOf(tx, institutionId);
      await store.removeWorkitems(tx, institutionId);
    },

    search: (
      context: Context,
      institutionId: string,
      query: Query,
    ): Promise<{ found: DataSet[]; warnings: string[] }> =>
      db.transaction(async (tx) => {
        await follow(tx, institutionId);
        const { limit, offset = 0, fuzzymatching, ...keys } = query;
        const most = Math.min(limit ?? MOST_ROWS, MOST_ROWS);
        const rows = await store.findWorkitems(tx, {
          ...{ institutionId, limit: most + 1, offset },
          ...conditionsOf(keys),
        });
        const found = await presented(tx, institutionId, rows.slice(0, most));
        await audit.record(tx, context, {
          action: 'dicomweb.search-workitems',
          subjectType: 'institution',
          subjectId: institutionId,
          details: { found: found.length },
        });
        const isCut = rows.length > most && (limit === undefined || limit > MOST_ROWS);
        return { found, warnings: [...(fuzzymatching === 'true' ? [NO_FUZZY] : []), ...(isCut ? [MORE_ROWS] : [])] };
      }),

    /** @throws AppError NOT_FOUND */
    retrieve: (context: Context, institutionId: string, uid: string): Promise<DataSet> =>
      db.transaction(async (tx) => {
        await follow(tx, institutionId);
        const row = await store.findWorkitem(tx, institutionId, uid);
        if (!row) throw notFound('workitem');
        const dataSet = theOne(await presented(tx, institutionId, [row]));
        await record(tx, context, 'read-workitem', row);
        return dataSet;
      }),

    /** @throws AppError TOO_MANY_REQUESTS beyond `MOST_WORKITEMS` */
    create: (context: Context, institutionId: string, dataSet: DataSet, uid: string): Promise<Outcome> =>
      db.transaction(async (tx) => {
        const refused = refusedAtCreation(dataSet);
        if (refused) return refused;
        const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
        await store.forgetEnded(tx, institutionId, { before: daysAgo(KEPT_DAYS), lockedBefore: daysAgo(LOCKED_DAYS) });
        if ((await store.countWorkitems(tx, institutionId)) >= MOST_WORKITEMS)
          throw new AppError('TOO_MANY_REQUESTS', { internal: 'an institution has too many work items' });
        const now = clock.now();
        const { [TAGS.transactionUid]: _, [TAGS.state]: __, ...kept } = dataSet;
        const row: WorkitemRow = {
          id: newId(),
          institutionId,
          uid,
          state: 'SCHEDULED',
          performer: performerOf(dataSet),
          transactionUid: null,
          claimedBy: null,
          dataSet: kept,
          studyInstanceUid: studyOf(dataSet),
          createdAt: now,
          changedAt: now,
        };
        if (!(await store.insertWorkitem(tx, row))) return { status: 409 };
        await record(tx, context, 'create-workitem', row);
        await events.subscribeWorklists(tx, row);
        const item = theOne(await presented(tx, institutionId, [row]));
        await events.announce(tx, row, reportsOfCreation(item));
        return { status: 201 };
      }),

    update: (
      context: Context,
      institutionId: string,
      uid: string,
      { dataSet, transactionUid }: { dataSet: DataSet; transactionUid: string | undefined },
    ): Promise<Outcome> =>
      change(institutionId, uid, async (tx, row) => {
        const outcome = updateOf(row, transactionUid, dataSet);
        if (outcome.status !== 200) return outcome;
        const merged = { ...row.dataSet, ...dataSet };
        if (isTooLarge(merged)) return TOO_LARGE;
        await store.updateWorkitem(tx, row.id, {
          dataSet: merged,
          studyInstanceUid: studyOf(merged),
          performer: performerOf(merged),
          changedAt: clock.now(),
        });
        await record(tx, context, 'update-workitem', row);
        await events.announce(tx, row, reportsOfUpdate(row.dataSet, merged));
        return outcome;
      }),

    changeState: (context: Context, institutionId: string, uid: string, dataSet: DataSet): Promise<Outcome> =>
      change(institutionId, uid, async (tx, row) => {
        const transactionUid = firstOf(dataSet, TAGS.transactionUid);
        const { next, ...outcome } = changeOf(row, firstOf(dataSet, TAGS.state), transactionUid);
        if (!next) return outcome;
        const claimed = next === 'IN PROGRESS' && 'id' in context.actor ? { claimedBy: context.actor.id } : {};
        const changed = { state: next, transactionUid: String(transactionUid), changedAt: clock.now(), ...claimed };
        await store.updateWorkitem(tx, row.id, changed);
        await record(tx, context, 'change-workitem-state', { ...row, state: next });
        await announceState(tx, { ...row, ...changed });
        return outcome;
      }),

    /** @param asked the reason and whom to ask, if the caller says so */
    requestCancellation: (
      context: Context,
      institutionId: string,
      uid: string,
      asked: DataSet | undefined,
    ): Promise<Outcome> =>
      change(institutionId, uid, async (tx, row) => {
        const isListening = row.state === 'IN PROGRESS' && (await events.isPerformerListening(tx, row));
        const { next, ...outcome } = cancellationOf(row, { isListening });
        if (outcome.status !== 202 || row.state === 'CANCELED') return outcome;
        if (asked && isTooLarge(asked)) return TOO_LARGE;
        if (next) {
          const why = reasonOf(asked);
          const dataSet = why ? { ...row.dataSet, [TAGS.progress]: why } : row.dataSet;
          const changed = { state: next, dataSet, changedAt: clock.now() };
          await store.updateWorkitem(tx, row.id, changed);
          await announceState(tx, { ...row, ...changed });
        } else await events.announce(tx, row, [cancelRequested(aeTitleOf(await nameOf(tx, context)), asked)]);
        await record(tx, context, 'cancel-workitem', { ...row, state: next ?? row.state });
        return outcome;
      }),
  };
}

/** Procedure Step Progress Information with the reason of who asked for the cancellation. */
function reasonOf(asked: DataSet | undefined): DataSet[string] | undefined {
  const tags = [TAGS.reasonForCancellation, '0074100E'].filter((tag) => asked?.[tag]);
  if (tags.length === 0) return undefined;
  return { vr: 'SQ', Value: [Object.fromEntries(tags.map((tag) => [tag, asked?.[tag]]))] };
}

const sorted = (dataSet: DataSet): DataSet =>
  Object.fromEntries(Object.entries(dataSet).sort(([a], [b]) => (a < b ? -1 : 1)));

/** What our algorithms did, or why they did not (PS3.4 table CC.2.5-3). */
function ofProgress(row: WorkitemRow, { failureCode, submittedAt, completedAt }: store.Progress): DataSet {
  if (row.state === 'COMPLETED')
    return {
      [TAGS.performed]: {
        vr: 'SQ',
        Value: [
          {
            [TAGS.performedCode]: row.dataSet[TAGS.scheduledCode] ?? { vr: 'SQ' },
            [TAGS.output]: { vr: 'SQ' },
            [TAGS.performedStart]: { vr: 'DT', Value: [dateTime(submittedAt)] },
            [TAGS.performedEnd]: { vr: 'DT', Value: [dateTime(completedAt ?? row.changedAt)] },
          },
        ],
      },
    };
  if (row.state !== 'CANCELED' || failureCode === null) return {};
  return {
    [TAGS.progress]: {
      vr: 'SQ',
      Value: [
        {
          [TAGS.cancelledAt]: { vr: 'DT', Value: [dateTime(completedAt ?? row.changedAt)] },
          [TAGS.reasonForCancellation]: { vr: 'LT', Value: [failureCode] },
        },
      ],
    },
  };
}

/** DT in UTC (PS3.5 section 6.2). */
const dateTime = (at: Date): string => `${at.toISOString().replace(/[-:T]/g, '').slice(0, 14)}+0000`;
