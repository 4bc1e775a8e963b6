import { LIMITS } from '@duai/contract';
import { z } from 'zod';
import type { Tx } from '../../../adapters/database/port.ts';
import { BACKGROUND, defineJob } from '../../../adapters/queue/port.ts';
import { type Context, systemContext } from '../../../core/actor.ts';
import { AppError } from '../../../core/app-error.ts';
import { HOUR_MS, later, MINUTE_MS } from '../../../core/clock.ts';
import { sha256Hex } from '../../../core/ids.ts';
import type { Parts } from '../../../parts.ts';
import type { Accounts } from '../../accounts/index.ts';
import type { Audit } from '../../audit/index.ts';
import type { CaseRow, Cases } from '../../cases/index.ts';
import type { Notifications } from '../../notifications/index.ts';
import { findAddenda, findReportById } from '../reports.store.ts';
import type { CriticalRow, ReportRow } from '../reports.tables.ts';
import * as store from './critical.store.ts';

interface Others {
  accounts: Accounts;
  audit: Audit;
  cases: Cases;
  notifications: Notifications;
}

const watchCritical = defineJob({
  name: 'reports.watch-critical',
  payload: z.strictObject({}),
  options: { ...BACKGROUND, retryLimit: 1, expireInSeconds: 300 },
});
const EVERY_FIVE_MINUTES = '*/5 * * * *';

const ACKNOWLEDGED_BY: Readonly<Record<string, 'doctor' | 'phone'>> = { shared: 'doctor', staff: 'phone' };

/**
 * Critical findings (docs/decisions/0163): marked with the signature of a report or an addendum, and reported at once. The patient or a doctor with
 * a link acknowledges them; until then they are escalated to the signer and the operators. No message says what the
 * finding is.
 */
export function createCritical({ db, clock, queue }: Pick<Parts, 'db' | 'clock' | 'queue'>, others: Others) {
  const { accounts, audit, cases, notifications } = others;

  const tellPatient = async (tx: Tx, { id, caseNumber, patientId }: CaseRow, occasion: string): Promise<void> => {
    const link = notifications.link(`/second-opinion/cases/${id}/report`);
    const contact = await accounts.contactOf(tx, patientId);
    // This message uses every channel, whatever the patient prefers for others.
    await notifications.notify(
      tx,
      { ...contact, preferred: 'both' },
      'critical-finding',
      { caseNumber, link },
      occasion,
    );
  };

  /** Tells who signed the report or a critical addendum, and all operators, who can reach a patient when they cannot. */
  async function tellStaff(tx: Tx, report: ReportRow, occasion: string): Promise<void> {
    const radiologists = await accounts.staff.ofRole(tx, 'radiologist');
    const operators = await accounts.staff.ofRole(tx, 'operator');
    const addenda = await findAddenda(tx, report.id);
    const signers = new Set(
      [report, ...addenda.filter(({ isCritical }) => isCritical)].map(({ signedBy }) => signedBy),
    );
    const readers = [...radiologists.filter(({ id }) => signers.has(id)), ...operators];
    for (const { id, email, language } of notifications.orOperators(readers)) {
      await notifications.enqueue(tx, {
        channel: 'email',
        recipient: email,
        template: 'critical-unacknowledged',
        params: { link: notifications.link('/console') },
        language,
        dedupeKey: sha256Hex(`critical-unacknowledged:${occasion}:${id}`),
      });
    }
  }

  const since = (now: Date) => ({
    marked: later(now, -LIMITS.criticalMinutes * MINUTE_MS),
    escalated: later(now, -LIMITS.criticalAgainHours * HOUR_MS),
  });

  const escalate = ({ reportId, caseId }: CriticalRow): Promise<void> =>
    db.transaction(async (tx) => {
      const caseRow = await cases.lock(tx, caseId);
      const now = clock.now();
      const row = await store.lockOverdue(tx, reportId, since(now));
      const report = row && (await findReportById(tx, reportId));
      if (!row || !report) return;
      const occasion = `critical:${reportId}:${row.escalations + 1}`;
      await tellPatient(tx, caseRow, occasion);
      await tellStaff(tx, report, occasion);
      await store.updateEscalated(tx, reportId, now);
      await cases.notifyChanged(tx, caseId);
      await audit.record(tx, systemContext, {
        action: 'reports.escalate-critical',
        subjectType: 'case',
        subjectId: caseId,
        details: { escalation: row.escalations + 1 },
      });
    });

  /** `reports.watch-critical`. Safe to run twice: an escalated finding is no longer overdue. */
  async function watch(): Promise<void> {
    for (const row of await store.findOverdue(db.drizzle, since(clock.now()))) await escalate(row);
  }

  return {
    /**
     * Marks the finding; call in the transaction of the signature of the report (edition 0) or of an addendum. A new mark
     * waits to be acknowledged again.
     */
    async mark(tx: Tx, caseRow: CaseRow, { id: reportId }: Pick<ReportRow, 'id'>, edition: number): Promise<void> {
      await store.saveCritical(tx, { reportId, caseId: caseRow.id, markedAt: clock.now() });
      await tellPatient(tx, caseRow, `critical:${reportId}:edition-${edition}`);
    },

    /**
     * Acknowledged by the patient or by a doctor with a link, or told by phone by somebody of the staff; the first one is
     * stored. The caller checks the right to read it.
     * @throws AppError CRITICAL_CHANGED where another finding was marked since `markedAt`, the one that was read
     */
    async acknowledge(tx: Tx, context: Context, { id, caseId }: ReportRow, markedAt: string): Promise<void> {
      const row = await store.lockCritical(tx, id);
      if (row?.markedAt.getTime() !== Date.parse(markedAt)) throw new AppError('CRITICAL_CHANGED');
      if (row.acknowledgedAt) return;
      const acknowledgedBy = ACKNOWLEDGED_BY[context.actor.realm] ?? 'patient';
      await store.updateAcknowledged(tx, id, { acknowledgedAt: clock.now(), acknowledgedBy });
      await cases.notifyChanged(tx, caseId);
      await audit.record(tx, context, {
        action: 'reports.acknowledge-critical',
        subjectType: 'case',
        subjectId: caseId,
        details: { by: acknowledgedBy },
      });
    },

    watch,

    registerJobs(): void {
      queue.handle(watchCritical, watch);
      queue.schedule(watchCritical, EVERY_FIVE_MINUTES, {});
    },
  };
}
export type Critical = ReturnType<typeof createCritical>;
