import { type criticalCalls as contract, given } from '@duai/contract';
import type { Tx } from '../../../adapters/database/port.ts';
import { type Context, type StaffActor, systemContext } from '../../../core/actor.ts';
import { notFound } from '../../../core/app-error.ts';
import { HOUR_MS } from '../../../core/clock.ts';
import type { Parts } from '../../../parts.ts';
import type { Accounts } from '../../accounts/index.ts';
import { type Audit, isRecentlyRecorded } from '../../audit/index.ts';
import type { CaseRow, Cases } from '../../cases/index.ts';
import { findAddenda, findReport, findReportById } from '../reports.store.ts';
import type { CriticalRow, ReportRow } from '../reports.tables.ts';
import type { SecondReads } from '../second-reads/second-reads.ts';
import * as store from './critical.store.ts';
import type { Critical } from './critical.ts';

interface Others {
  accounts: Accounts;
  audit: Audit;
  cases: Cases;
}

/** Whom to call where nobody acknowledges a critical finding, and that it was done (docs/decisions/0380). */
export function createCriticalCalls(
  { db }: Pick<Parts, 'db'>,
  { accounts, audit, cases }: Others,
  { critical, secondReads }: { critical: Critical; secondReads: SecondReads },
) {
  /** An open page asks again and again: once an hour is news. */
  async function recordRead(tx: Tx, context: Context, caseId: string): Promise<void> {
    const entry = {
      action: 'reports.read-critical-call',
      subjectType: 'case',
      subjectId: caseId,
      details: { case: caseId },
    };
    if (!(await isRecentlyRecorded(tx, context, entry, HOUR_MS))) await audit.record(tx, context, entry);
  }

  async function present(
    tx: Tx,
    { id: caseId, caseNumber, patientId }: CaseRow,
    report: ReportRow,
    { markedAt }: CriticalRow,
  ): Promise<contract.CriticalCall> {
    const addendum = (await findAddenda(tx, report.id)).findLast(({ isCritical }) => isCritical);
    return {
      caseId,
      caseNumber,
      markedAt: markedAt.toISOString(),
      markedBy: addendum?.signedByName ?? given(report.signedByName, 'the name of the signatory'),
      ...(await accounts.patients.reachedAt(tx, patientId)),
    };
  }

  return {
    list: (context: Context): Promise<contract.CriticalCall[]> =>
      db.transaction(async (tx) => {
        const calls: contract.CriticalCall[] = [];
        for (const row of await store.findEscalated(tx)) {
          const report = await findReportById(tx, row.reportId);
          if (report) calls.push(await present(tx, await cases.forPatient(tx, systemContext, row.caseId), report, row));
        }
        for (const { caseId } of calls) await recordRead(tx, context, caseId);
        return calls;
      }),

    /** @throws AppError NOT_FOUND where nothing waits to be acknowledged; SECOND_READ_BLINDED */
    find: (context: Context, staff: StaffActor, caseId: string): Promise<contract.CriticalCall> =>
      db.transaction(async (tx) => {
        const caseRow = await cases.forPatient(tx, context, caseId);
        await secondReads.assertNotBlinded(tx, staff, caseRow);
        const report = await findReport(tx, caseId);
        const row = report && (await store.findCritical(tx, report.id));
        if (!row || row.acknowledgedAt) throw notFound('critical finding');
        await secondReads.leaveSeen(tx, staff, caseRow);
        const call = await present(tx, caseRow, report, row);
        await recordRead(tx, context, caseId);
        return call;
      }),

    /** Operators record it for what was escalated to them. @throws AppError NOT_FOUND, SECOND_READ_BLINDED, CRITICAL_CHANGED */
    record: (context: Context, staff: StaffActor, caseId: string, markedAt: string): Promise<void> =>
      db.transaction(async (tx) => {
        const caseRow = await cases.lock(tx, caseId);
        if (staff.role === 'radiologist') await secondReads.assertNotBlinded(tx, staff, caseRow);
        const report = await findReport(tx, caseId);
        const row = report && (await store.findCritical(tx, report.id));
        if (!row || (staff.role === 'operator' && row.escalatedAt === null)) throw notFound('critical finding');
        await critical.acknowledge(tx, context, report, markedAt);
      }),
  };
}
