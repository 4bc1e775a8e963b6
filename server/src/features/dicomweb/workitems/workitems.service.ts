import type { dicomweb } from '@duai/contract';
import type { Tx } from '../../../adapters/database/port.ts';
import type { Context } from '../../../core/actor.ts';
import { AppError, notFound } from '../../../core/app-error.ts';
import { DAY_MS } from '../../../core/clock.ts';
import { newId } from '../../../core/ids.ts';
import { theOne } from '../../../core/the-one.ts';
import type { Parts } from '../../../parts.ts';
import type { Audit } from '../../audit/index.ts';
import {
  cancellationOf,
  changeOf,
  firstOf,
  isTooLarge,
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

/** Unified Procedure Step Push (PS3.6 table A-1), the class of all of them. */
const UPS_PUSH = '1.2.840.10008.5.1.4.34.6.1';
/** Of an institution; one that has more has a client that went wrong. */
const MOST_WORKITEMS = 10_000;
const MOST_ROWS = 1000;
/** So long one that has ended can be asked for. */
const KEPT_DAYS = 90;
const NO_FUZZY = 'The fuzzymatching parameter is not supported. Only literal matching has been performed.';

type Query = Readonly<Record<string, unknown>> & { limit?: number | undefined; offset?: number | undefined };
type DataSet = dicomweb.DicomJson;

/**
 * UPS-RS (PS3.18 section 11, IHE AIW-I): the work items of an institution. Other performers claim theirs by a Transaction UID;
 * those that ask our algorithms follow the analysis of their study, which begins when its images come.
 */
export function createWorkitems({ db, clock, audit }: Pick<Parts, 'db' | 'clock'> & { audit: Audit }) {
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

  /** Changes one item in a transaction that has its row locked. @throws AppError NOT_FOUND */
  const change = (
    institutionId: string,
    uid: string,
    act: (tx: Tx, row: WorkitemRow) => Promise<Outcome>,
  ): Promise<Outcome> =>
    db.transaction(async (tx) => {
      await store.followAnalyses(tx, institutionId, clock.now());
      const row = await store.findWorkitem(tx, institutionId, uid, { isChanged: true });
      if (!row) throw notFound('workitem');
      return act(tx, row);
    });

  return {
    removeAllOf: (tx: Tx, institutionId: string): Promise<void> => store.removeWorkitems(tx, institutionId),

    search: (
      context: Context,
      institutionId: string,
      query: Query,
    ): Promise<{ found: DataSet[]; warning: string | undefined }> =>
      db.transaction(async (tx) => {
        await store.followAnalyses(tx, institutionId, clock.now());
        const { limit = MOST_ROWS, offset = 0, fuzzymatching, ...keys } = query;
        const rows = await store.findWorkitems(tx, {
          institutionId,
          limit: Math.min(limit, MOST_ROWS),
          offset,
          ...conditionsOf(keys),
        });
        const found = await presented(tx, institutionId, rows);
        await audit.record(tx, context, {
          action: 'dicomweb.search-workitems',
          subjectType: 'institution',
          subjectId: institutionId,
          details: { found: found.length },
        });
        return { found, warning: fuzzymatching === 'true' ? NO_FUZZY : undefined };
      }),

    /** @throws AppError NOT_FOUND */
    retrieve: (context: Context, institutionId: string, uid: string): Promise<DataSet> =>
      db.transaction(async (tx) => {
        await store.followAnalyses(tx, institutionId, clock.now());
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
        await store.forgetEnded(tx, institutionId, new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS));
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
          dataSet: kept,
          studyInstanceUid: studyOf(dataSet),
          createdAt: now,
          changedAt: now,
        };
        if (!(await store.insertWorkitem(tx, row))) return { status: 409 };
        await record(tx, context, 'create-workitem', row);
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
        return outcome;
      }),

    changeState: (context: Context, institutionId: string, uid: string, dataSet: DataSet): Promise<Outcome> =>
      change(institutionId, uid, async (tx, row) => {
        const transactionUid = firstOf(dataSet, TAGS.transactionUid);
        const { next, ...outcome } = changeOf(row, firstOf(dataSet, TAGS.state), transactionUid);
        if (!next) return outcome;
        await store.updateWorkitem(tx, row.id, {
          state: next,
          transactionUid: String(transactionUid),
          changedAt: clock.now(),
        });
        await record(tx, context, 'change-workitem-state', { ...row, state: next });
        return outcome;
      }),

    requestCancellation: (context: Context, institutionId: string, uid: string): Promise<Outcome> =>
      change(institutionId, uid, async (tx, row) => {
        const { next, ...outcome } = cancellationOf(row);
        if (!next) return outcome;
        await store.updateWorkitem(tx, row.id, { state: next, changedAt: clock.now() });
        await record(tx, context, 'cancel-workitem', { ...row, state: next });
        return outcome;
      }),
  };
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

/** Keys by keyword or tag; others are not matched. */
const KEYS: Readonly<Record<string, 'uids' | 'states' | 'studies' | string>> = {
  SOPInstanceUID: 'uids',
  [TAGS.sopInstanceUid]: 'uids',
  ProcedureStepState: 'states',
  [TAGS.state]: 'states',
  StudyInstanceUID: 'studies',
  [TAGS.studyInstanceUid]: 'studies',
  [`${TAGS.input}.${TAGS.studyInstanceUid}`]: 'studies',
  'InputInformationSequence.StudyInstanceUID': 'studies',
  PatientID: TAGS.patientId,
  [TAGS.patientId]: TAGS.patientId,
  ScheduledProcedureStepPriority: TAGS.priority,
  [TAGS.priority]: TAGS.priority,
  ProcedureStepLabel: TAGS.label,
  [TAGS.label]: TAGS.label,
};

function conditionsOf(keys: Readonly<Record<string, unknown>>) {
  const lists: { uids?: string[]; states?: string[]; studies?: string[] } = {};
  const texts = new Map<string, string>();
  for (const [key, value] of Object.entries(keys)) {
    const of = KEYS[key];
    const text = Array.isArray(value) ? value.join(',') : String(value ?? '');
    if (!of || text === '' || text === '*') continue;
    if (of === 'uids' || of === 'states' || of === 'studies') lists[of] = text.split(/[,\\]/).filter(Boolean);
    else texts.set(of, text);
  }
  return { ...lists, texts };
}
